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
  Array.from({ length: to - from + 1 }, (_, n) => `- fact ${from + n} (M${from + n})`);

it("shows lines that came and went, what stands around them, and counts the rest", () => {
  const before = block(...facts(1, 10));
  const after = block(...facts(1, 4), ...facts(6, 10));
  expect(told(diffBlocks(before, after))).toEqual([
    "… 2",
    "s - fact 3 (M3)",
    "s - fact 4 (M4)",
    "r - fact 5 (M5)",
    "s - fact 6 (M6)",
    "s - fact 7 (M7)",
    "… 3",
  ]);
});

it("shows by word what changed in a line, Chinese too; another memory in its place is another line", () => {
  const before = block("- [app:a] Use npm here. (fact, 2026-06-01, M1)", "- 部署用蓝绿发布 (M2)");
  const after = block("- [app:a] Use pnpm here. (fact, 2026-06-01, M1)", "- 部署用金丝雀发布 (M2)");
  const lines = told(diffBlocks(before, after));
  expect(lines[0]).toBe("~ - [app:a] Use -[npm]+[pnpm] here. (fact, 2026-06-01, M1)");
  expect(lines[1]).toMatch(/^~ - 部署用.*-\[蓝绿\].*发布 \(M2\)$/);
  expect(told(diffBlocks("- Use npm here. (M1)", "- Use npm here. (M9)"))).toEqual([
    "a - Use npm here. (M9)",
    "r - Use npm here. (M1)",
  ]);
});

it("of equal blocks all is counted, and of none there is nothing", () => {
  expect(told(diffBlocks(block("a", "b"), block("a", "b")))).toEqual(["… 2"]);
  expect(diffBlocks("", "")).toEqual([]);
  expect(told(diffBlocks("", "a"))).toEqual(["a a"]);
});
