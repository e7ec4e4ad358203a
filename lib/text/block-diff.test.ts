import { expect, it } from "vitest";
import { type BlockLine, diffBlocks } from "./block-diff";

const told = (lines: BlockLine[]): string[] =>
  lines.map((line) => {
    if (line.kind === "skipped") return `… ${line.count}`;
    if (line.kind !== "changed") return `${line.kind[0]} ${line.text}`;
    return `~ ${line.parts.map(({ value, added, removed }) => (added ? `+[${value}]` : removed ? `-[${value}]` : value)).join("")}`;
  });
const block = (...lines: string[]): string => lines.join("\n");
const facts = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, n) => `- fact ${from + n} (m${from + n})`);

it("shows lines that came and went, what stands around them, and counts the rest", () => {
  const before = block(...facts(1, 10));
  const after = block(...facts(1, 4), ...facts(6, 10));
  expect(told(diffBlocks(before, after))).toEqual([
    "… 2",
    "s - fact 3 (m3)",
    "s - fact 4 (m4)",
    "r - fact 5 (m5)",
    "s - fact 6 (m6)",
    "s - fact 7 (m7)",
    "… 3",
  ]);
});

it("shows by word what changed in a line, Chinese too; another memory in its place is another line", () => {
  const before = block("- [app:a] Use npm here. (fact, 2026-06-01, m1)", "- 部署用蓝绿发布 (m2)");
  const after = block("- [app:a] Use pnpm here. (fact, 2026-06-01, m1)", "- 部署用金丝雀发布 (m2)");
  const lines = told(diffBlocks(before, after));
  expect(lines[0]).toBe("~ - [app:a] Use -[npm]+[pnpm] here. (fact, 2026-06-01, m1)");
  expect(lines[1]).toMatch(/^~ - 部署用.*-\[蓝绿\].*发布 \(m2\)$/);
  expect(told(diffBlocks("- Use npm here. (m1)", "- Use npm here. (m9)"))).toEqual([
    "a - Use npm here. (m9)",
    "r - Use npm here. (m1)",
  ]);
});

it("of equal blocks all is counted, and of none there is nothing", () => {
  expect(told(diffBlocks(block("a", "b"), block("a", "b")))).toEqual(["… 2"]);
  expect(diffBlocks("", "")).toEqual([]);
  expect(told(diffBlocks("", "a"))).toEqual(["a a"]);
});
