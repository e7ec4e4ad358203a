import { expect, it } from "vitest";
import { overridesOf, stepOf, type WeightField, weightOf } from "./weights";

const field = (given: Partial<WeightField> = {}): WeightField => ({
  key: "inject_w_recency",
  label: "Weight of recency",
  meaning: "",
  isWhole: false,
  min: 0,
  max: 10,
  slideTo: 2,
  value: 0.3,
  readOnly: null,
  ...given,
});

it("takes numbers within the bounds alone", () => {
  const whole = field({ isWhole: true, min: 1, max: 500 });
  expect(["0", ".5", "10", "10.01", "-1", "", "1e3", "x", " 2 "].map((text) => weightOf(field(), text))).toEqual([
    0,
    0.5,
    10,
    null,
    null,
    null,
    null,
    null,
    2,
  ]);
  expect(["0", "1", "2.5", "500"].map((text) => weightOf(whole, text))).toEqual([null, 1, null, 500]);
});

it("overrides what differs from what holds; one bad value is no trial at all", () => {
  const fields = [field(), field({ key: "inject_max_count", isWhole: true, max: 500, value: 50, slideTo: 100 })];
  expect(overridesOf(fields, {})).toEqual({});
  expect(overridesOf(fields, { inject_w_recency: "0.3", inject_max_count: "20" })).toEqual({ inject_max_count: 20 });
  expect(overridesOf(fields, { inject_w_recency: "1.", inject_max_count: "many" })).toBeNull();
});

it("moves finely where the slider is short", () => {
  expect([field(), field({ isWhole: true }), field({ slideTo: 120 })].map(stepOf)).toEqual([0.05, 1, 1]);
});
