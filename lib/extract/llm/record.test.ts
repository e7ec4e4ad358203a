/** The record of a turn: what is in whatever its size, how it is shared out, and that it never grows beyond its bound. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TurnEvidence } from "../../contract/extraction";
import { edited, ran, said, turnOf, ROOT } from "../testing";
import { batchOf } from "./batching";
import { fairShare, headAndTail } from "./fit";
import { turnRecord } from "./record";

const NONE = new Map<string, number>();
const recordOf = (evidence: TurnEvidence, max = 48_000) => turnRecord(evidence, NONE, max, "m");

describe("turnRecord", () => {
  it("tells a small turn whole, with numbers for its tool uses, and the last message at the end", () => {
    const turn = turnOf("Fix it", [
      said("Looking."),
      edited(`${ROOT}/src/a.ts`),
      ran("make test", "2 passed"),
      said("Fixed."),
    ]);
    const { text, uses } = recordOf(turn);
    expect(uses).toEqual([2, 3]);
    expect(text).toBe(`=== turn m begins ===

[the person asks]
Fix it

[the agent says]
Looking.

[1 Edit]
file_path: src/a.ts
old_string: a
new_string: b
→ The file has been updated successfully.

[2 Bash]
command: make test
→ 2 passed

[the agent's last message]
Fixed.

=== turn m ends ===`);
  });

  it("gives each tool use the same share, and what short ones leave to the long ones", () => {
    const long = "x".repeat(9000);
    const items = [
      ...Array.from({ length: 40 }, (_, at) => ran(`step ${at}`, `begin${at} ${long} end${at}`)),
      ran("short", "ok"),
      said("Done."),
    ];
    const { text } = recordOf(turnOf("Go", items), 20_000);
    for (let at = 0; at < 40; at += 1) {
      expect(text).toContain(`begin${at} x`);
      expect(text).toContain(`end${at}`);
    }
    expect(text).toMatch(/x\[…\d+…\]x/);
    expect(text).toContain("command: short\n→ ok");
    expect(text.length).toBeLessThanOrEqual(20_100);
    expect(text.length).toBeGreaterThan(19_000);
  });

  it("folds the middle of an endless turn to counts and files; prompt, beginning, end and last message stay", () => {
    const items = Array.from({ length: 900 }, (_, at) =>
      at % 3 === 0 ? edited(`${ROOT}/f${at}.ts`) : ran(`step ${at}`),
    );
    const prompt = `first words ${"p".repeat(30_000)} last words`;
    const { text, uses } = recordOf(turnOf(prompt, [...items, said("That is all.")]), 20_000);
    expect(uses).toHaveLength(900);
    expect(text).toMatch(
      /\[folded: \d+ tool uses and 0 messages: Bash ×\d+, Edit ×\d+; files: f\d+\.ts.* and \d+ more\]/,
    );
    for (const part of ["first words", "last words", "[1 Edit]", "[900 Bash]", "That is all."])
      expect(text).toContain(part);
    expect(text.length).toBeLessThanOrEqual(20_100);
  });

  it("counts what was too old to be read", () => {
    const { text } = turnRecord(
      turnOf("Go", [ran("x")]),
      new Map([
        ["Bash", 1501],
        ["Read", 7],
      ]),
      48_000,
      "m",
    );
    expect(text).toContain("[earlier, not shown: 1507 tool uses: Bash ×1500, Read ×7]");
  });

  it("stays within its bound, whatever a turn holds", () => {
    const anyText = fc.string({ unit: "binary", maxLength: 3000 }).map((text) => text.repeat(3));
    const item = fc.oneof(
      anyText.map(said),
      fc.tuple(anyText, anyText).map(([command, output]) => ran(command, output)),
    );
    fc.assert(
      fc.property(
        anyText,
        fc.array(item, { maxLength: 60 }),
        fc.integer({ min: 2000, max: 9000 }),
        (prompt, items, max) => {
          const { text } = recordOf(turnOf(prompt, items, { previousMessage: prompt }), max);
          expect(text.length).toBeLessThanOrEqual(max + 100);
        },
      ),
      { numRuns: 60 },
    );
  });
});

it("fairShare: who needs less leaves the rest to the others", () => {
  expect(fairShare([10, 10, 10], 30)).toBe(Infinity);
  expect(fairShare([5, 100, 100], 105)).toBe(50);
  expect(fairShare([100, 100], 0)).toBe(0);
  expect(fairShare([], 10)).toBe(Infinity);
});

it("headAndTail keeps surrogate pairs whole and says how much is missing", () => {
  expect(headAndTail("short", 10)).toBe("short");
  const cut = headAndTail("😀".repeat(100), 51);
  expect(cut.length).toBeLessThanOrEqual(51);
  expect(() => encodeURIComponent(cut)).not.toThrow();
  const [, missing] = /\[…(\d+)…\]/.exec(cut) ?? [];
  expect(cut.length - `[…${missing}…]`.length + Number(missing)).toBe(200);
});

it("batchOf: each tool use sent with all before it, as the formula says", () => {
  const turn = turnOf("Go", [ran("a", "x".repeat(980)), said("ignored"), ran("b", "x".repeat(980))]);
  const size = 980 + JSON.stringify({ command: "a" }).length;
  expect(batchOf(turn, 400)).toEqual({ items: 2, unbatchedTokens: Math.ceil((400 + size + 400 + 2 * size) / 4) });
  expect(batchOf(turnOf("Go", [said("no tools")]), 400)).toEqual({ items: 0, unbatchedTokens: 0 });
});
