import { expect, it } from "vitest";
import { retryAfterMs } from "./retry-after";

const NOW = Date.UTC(2026, 5, 1, 12);

it.each([
  ["0", 0],
  ["3", 3000],
  [" 1.5 ", 1500],
  ["Mon, 01 Jun 2026 12:00:10 GMT", 10_000],
  ["Monday, 01-Jun-26 12:00:10 GMT", 10_000],
  ["Mon, 01 Jun 2026 11:00:00 GMT", 0],
  ["-3", null],
  ["1e3", null],
  ["soon", null],
  ["2026", 2_026_000],
  ["Mon, 99 Foo 2026", null],
  ["9".repeat(400), null],
  ["", null],
  [null, null],
])("E69: Retry-After %j is %j ms", (header, ms) => {
  expect(retryAfterMs(header, NOW)).toBe(ms);
});
