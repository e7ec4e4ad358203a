/** Arbitrary and hostile text: no throw, everything bounded, linear time. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { edited, ran, said, turnOf, used } from "../testing";
import { extractTurn } from "./turn";

const PIECES = [
  "always ",
  "never ",
  "must ",
  "必须",
  "禁止",
  "```\n",
  "`",
  '"',
  "“",
  "- ",
  "1. ",
  "# ",
  "? ",
  "？",
  ". ",
  "。",
  "\n\n",
  "We decided to use ",
  "root cause: ",
  "Which one?",
  "<-",
  "(",
  "\u0000",
  "\ud800",
  "😀",
  "because ",
  ", but ",
  "已有 ",
];
const wild = fc.oneof(
  fc.string({ maxLength: 300, unit: "binary" }),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((parts) => parts.join("")),
);

describe("any text", () => {
  it("never throws, stays within bounds, and no memory asks", () => {
    fc.assert(
      fc.property(wild, wild, wild, fc.boolean(), (prompt, message, output, interrupted) => {
        const turn = turnOf(prompt, [used("Bash", { command: message }, output, null), edited(output), said(message)], {
          previousMessage: message,
          outcome: interrupted ? "interrupted" : "done",
        });
        const { observations, summary, memories } = extractTurn(turn);
        expect(observations.length).toBeLessThanOrEqual(6);
        for (const one of observations) {
          expect(one.title.length).toBeGreaterThan(0);
          expect(one.title.length).toBeLessThanOrEqual(160);
          expect(one.summary.length).toBeLessThanOrEqual(900);
          for (const fact of one.facts) expect(fact.length).toBeLessThanOrEqual(320);
        }
        for (const field of [summary?.request, summary?.completed, summary?.learned, summary?.nextSteps])
          expect(field?.length ?? 0).toBeLessThanOrEqual(2000);
        expect(memories.length).toBeLessThanOrEqual(8);
        for (const { value, key } of memories) {
          expect(value.trim().length).toBeGreaterThanOrEqual(10);
          expect(value.length).toBeLessThanOrEqual(500);
          expect(value).not.toMatch(/[?？](?:\s|$)/u);
          expect(key.split(":")).toHaveLength(4);
        }
        expect(extractTurn(turn)).toEqual({ observations, summary, memories });
      }),
      { numRuns: 400 },
    );
  });

  it.each([
    "always ",
    "must a ",
    "，以后",
    "`",
    "“",
    "- a\n",
    "we decided ",
    "because must ",
    "a, ",
    "every x ",
    "the cause of ",
    "root cause of a",
    " ",
    "a.b ",
    "Use x ",
    "1. ",
    "**",
  ])(
    "takes 64 KiB of %j a thousand times in linear time",
    (piece) => {
      const text = piece.repeat(Math.floor(65_536 / piece.length));
      const items = Array.from({ length: 1000 }, () => [said(text), ran(text, text)]).flat();
      expect(extractTurn(turnOf(text, items, { previousMessage: text })).observations.length).toBeLessThanOrEqual(6);
    },
    10_000,
  );
});
