import fc from "fast-check";
import { expect, it } from "vitest";
import { capText, DEFAULT_CAP } from "./caps";
import { estimateTokens } from "./estimate";

it("keeps short text as it is", () => {
  expect(capText("abc")).toBe("abc");
  expect(capText("x".repeat(DEFAULT_CAP))).toHaveLength(DEFAULT_CAP);
});

it("keeps head and tail, with the original size between them", () => {
  const text = `HEAD${"m".repeat(100_000)}TAIL`;
  const capped = capText(text, { cap: 1000 });
  expect(capped.startsWith("HEAD")).toBe(true);
  expect(capped.endsWith("TAIL")).toBe(true);
  expect(capped).toContain("99008 of 100008 characters left out");
});

it("never splits a pair", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 20 }), fc.integer({ min: 0, max: 19 }), (text, cap) => {
      expect(capText(text, { cap })).not.toMatch(/\p{Surrogate}/u);
    }),
  );
  expect(capText("\u{1F600}".repeat(10), { cap: 5 })).not.toMatch(/\p{Surrogate}/u);
});

it("C40: estimates a token for four characters", () => {
  expect(["", "abcd", "abcde"].map((text) => estimateTokens(text.length))).toEqual([0, 1, 2]);
});
