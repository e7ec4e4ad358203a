import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SETTING_DEFAULTS } from "../contract/settings";
import { ranked } from "../testing/inject-candidates";
import { DAY, memoryRow, NOW, observationRow, summaryRow } from "../testing/inject-rows";
import type { Candidates } from "./candidates";
import { composeBlock } from "./compose";
import type { MemoryRow } from "./repo";

describe("budget", () => {
  const word = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 120 }),
    fc.string({ unit: "binary", maxLength: 60 }),
    fc.constantFrom(
      "部署到生产环境之前要先跑测试",
      '"quoted" \\ back\\slash',
      "</keepsake-memory>",
      "a\nb\nc",
      "👩‍💻".repeat(20),
      "x".repeat(700),
    ),
  );
  const memory = (tier: "pinned" | "normal" | "reference") =>
    fc
      .record({
        key: word,
        value: word,
        tags: word,
        importance: fc.integer({ min: 0, max: 10 }),
        accessCount: fc.nat(50),
        age: fc.nat(400),
      })
      .map((given) => ({ tier, ...given }));
  const store = fc.record({
    logs: fc.array(fc.record({ value: word, day: fc.integer({ min: 1, max: 31 }) }), { maxLength: 4 }),
    pinned: fc.array(memory("pinned"), { maxLength: 6 }),
    normal: fc.array(memory("normal"), { maxLength: 14 }),
    reference: fc.array(memory("reference"), { maxLength: 5 }),
    observations: fc.array(fc.record({ title: word, subtitle: word, branch: word }), { maxLength: 8 }),
    summaries: fc.array(fc.record({ request: word, completed: word }), { maxLength: 3 }),
    uncounted: fc.nat(100_000),
    maxChars: fc.integer({ min: 200, max: 10_000 }),
    project: word,
  });

  it("holds for any store, in characters and inside JSON, and the same store gives the same block", () => {
    fc.assert(
      fc.property(store, (given) => {
        const rows = (
          list: {
            tier: MemoryRow["tier"];
            key: string;
            value: string;
            tags: string;
            importance: number;
            accessCount: number;
            age: number;
          }[],
          from: number,
        ) => list.map(({ age, ...row }, n) => ranked({ ...row, id: from + n, updatedAt: NOW - age * DAY }));
        const build = () => {
          const found: Candidates = {
            logs: given.logs.map(({ value, day }, n) =>
              memoryRow({ id: 900 + n, key: `app:progress:log:2026-05-${String(day).padStart(2, "0")}`, value }),
            ),
            summaries: given.summaries.map((row, n) => ({
              row: summaryRow({ ...row, id: n }),
              project: given.project,
            })),
            pinned: rows(given.pinned, 100),
            normal: rows(given.normal, 200),
            reference: rows(given.reference, 300),
            observations: given.observations.map((row, n) => observationRow({ ...row, id: n })),
            total: given.pinned.length + given.normal.length + given.reference.length + given.uncounted,
            withdrawn: [],
            showBranch: true,
          };
          return composeBlock(found, SETTING_DEFAULTS, {
            project: given.project,
            branch: given.project,
            now: NOW,
            maxChars: given.maxChars,
          });
        };
        const first = build();
        expect(first.text.length).toBeLessThanOrEqual(given.maxChars);
        const wrapped = JSON.stringify({
          hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: first.text },
        });
        expect(wrapped.length).toBeLessThan(10_000);
        if (first.text !== "") expect(first.text.split("</keepsake-memory>")).toHaveLength(2);
        expect(build()).toEqual(first);
      }),
      { numRuns: 2_000 },
    );
  });
});
