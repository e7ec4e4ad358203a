import { expect, it } from "vitest";
import { focusQuery } from "./lens";
import { MEANING } from "./recipe";

const LENS = {
  latin: Float32Array.of(0.5, 0, 0, 0),
  unspaced: Float32Array.of(0, 0.5, 0, 0),
  axes: [Float32Array.of(0, 0, 1, 0)],
};
const VECTOR = Float32Array.of(0.5, 0.5, 0.5, 0.5);
const rest = (vector: Float32Array): number[] => Array.from(vector, (value) => value / (vector[3] ?? 1));

it("takes off what questions of its script share, and most of what tells languages apart", () => {
  const shared = 1 - MEANING.sharedByQuestions;
  const language = 1 - MEANING.languageAxes;
  for (const [text, wanted] of [
    ["which cache", [shared, 1, language, 1]],
    ["哪个缓存", [1, shared, language, 1]],
    ["какой кэш", [1, 1, language, 1]],
  ] as const) {
    const focused = focusQuery(text, VECTOR, LENS);
    rest(focused).forEach((value, i) => expect(value).toBeCloseTo(wanted[i] ?? 0, 5));
    expect(Math.hypot(...focused)).toBeCloseTo(1, 5);
  }
});

it("leaves a query as it is where there is no lens, or nothing would be left of it", () => {
  expect(focusQuery("x", VECTOR, null)).toBe(VECTOR);
  expect(focusQuery("x", VECTOR, undefined)).toBe(VECTOR);
  const nothing = Float32Array.of(0, 0, 0, 0);
  expect(focusQuery("я", nothing, LENS)).toBe(nothing);
});
