import { expect, it } from "vitest";
import { readTime } from "./read-time";

const MINUTE = Date.UTC(2026, 2, 10, 7, 44);

it.each([
  MINUTE / 1000,
  MINUTE / 1000 + 0.587,
  MINUTE,
  MINUTE * 1000,
  MINUTE * 1_000_000,
  String(MINUTE),
  "2026-03-10T07:44:00+00:00",
  "2026-03-10T07:44:00Z",
  "2026-03-10 07:44",
  "2026-03-10T08:44:00+01:00",
])("A07: reads %j as that minute", (value) => {
  expect(Math.floor((readTime(value) ?? 0) / 60_000)).toBe(MINUTE / 60_000);
});

it.each([-1, 0, "soon", "", NaN, Infinity, 1e30, null, undefined, {}, "1".repeat(500)])(
  "A07: %j is no time",
  (value) => {
    expect(readTime(value)).toBeUndefined();
  },
);
