import fc from "fast-check";
import { expect, it } from "vitest";
import { type DiffLine, diffLines } from "./line-diff";

const shown = (lines: (DiffLine | null)[]): string[] =>
  lines.map((line) => (line === null ? "…" : `${{ same: " ", added: "+", removed: "-" }[line.kind]}${line.text}`));

it("marks lines that came and went, and leaves out what stays far from them", () => {
  const before = Array.from({ length: 20 }, (_, line) => `line ${line}`).join("\n");
  expect(shown(diffLines(before, before.replace("line 10", "line ten")))).toEqual([
    "…",
    " line 7",
    " line 8",
    " line 9",
    "-line 10",
    "+line ten",
    " line 11",
    " line 12",
    " line 13",
    "…",
  ]);
});

it("a new text is all added; one without a last line break is the same as with it", () => {
  expect(shown(diffLines(null, "a\nb\n"))).toEqual(["+a", "+b"]);
  expect(shown(diffLines("a\nb", "a\nb\nc"))).toEqual([" a", " b", "+c"]);
  expect(diffLines("", "")).toEqual([]);
});

it("holds every line that was added and every one that was removed", () => {
  const text = fc.array(fc.constantFrom("a", "b", "c", ""), { maxLength: 30 }).map((lines) => lines.join("\n"));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = diffLines(before, after).filter((line) => line !== null);
      const count = (kind: string) => lines.filter((line) => line.kind === kind).length;
      const linesOf = (of: string) => (of === "" ? 0 : of.replace(/\n$/, "").split("\n").length);
      expect(count("added") - count("removed")).toBe(linesOf(after) - linesOf(before));
    }),
  );
});

it("gives up on strangers within reason", () => {
  const many = (word: string) => Array.from({ length: 5_000 }, (_, line) => `${word} ${line}`).join("\n");
  const lines = diffLines(many("old"), many("new"));
  expect(lines).toHaveLength(10_000);
});
