import { expect, it } from "vitest";
import { zonedFormat } from "../format";
import { barsOf, calendarOf } from "./days";

const ZONES = [
  "UTC",
  "America/Los_Angeles",
  "Europe/Berlin",
  "Asia/Kathmandu",
  "Pacific/Apia",
  "Africa/Cairo",
  "America/Sao_Paulo",
  "Australia/Lord_Howe",
  "Not/AZone",
];

it.each(ZONES)("every day of %s begins at its own first moment, changes of the clock included", (zone) => {
  const calendar = calendarOf(zone);
  const { dayKey } = zonedFormat(zone);
  for (let at = Date.UTC(2018, 0, 1); at < Date.UTC(2027, 0, 1); at += 86_400_000 * 3 + 3_600_000) {
    const day = dayKey(at);
    const start = calendar.startOf(day);
    expect(dayKey(start)).toBe(day);
    expect(dayKey(start - 1000)).not.toBe(day);
    expect(start).toBeLessThanOrEqual(at);
    expect(calendar.endOf(day)).toBeGreaterThan(at);
  }
});

it("days around a change of the clock have 23 and 25 hours", () => {
  const { startOf, endOf } = calendarOf("America/Los_Angeles");
  const hours = (day: string) => (endOf(day) - startOf(day)) / 3_600_000;
  expect([hours("2026-03-07"), hours("2026-03-08"), hours("2026-11-01")]).toEqual([24, 23, 25]);
});

it.each([
  [20, "day", 21],
  [300, "week", 44],
  [900, "month", 31],
  [9000, "year", 26],
])("%i days are shown by the %s, in bars without gaps", (days, unit, most) => {
  const last = Date.UTC(2026, 5, 15, 4);
  const first = last - days * 86_400_000;
  const calendar = calendarOf("America/Los_Angeles");
  const { unit: found, bars } = barsOf(calendar, first, last);
  expect(found).toBe(unit);
  expect(bars.length).toBeGreaterThan(1);
  expect(bars.length).toBeLessThanOrEqual(most);
  expect(bars[0]?.start).toBeLessThanOrEqual(first);
  expect(bars.at(-1)?.end).toBeGreaterThan(last);
  bars.slice(1).forEach((bar, index) => expect(bar.start).toBe(bars[index]?.end));
  for (const bar of bars) expect(calendar.dayOf(bar.start)).toBe(bar.day);
});

it("weeks begin on Monday, months and years on their first", () => {
  const bars = (from: number, to: number) => barsOf(calendarOf("UTC"), from, to).bars.map(({ day }) => day);
  expect(bars(Date.UTC(2026, 0, 7), Date.UTC(2026, 4, 1))[0]).toBe("2026-01-05");
  expect(bars(Date.UTC(2022, 1, 7), Date.UTC(2026, 4, 1)).slice(0, 2)).toEqual(["2022-02-01", "2022-03-01"]);
  expect(bars(Date.UTC(1980, 1, 7), Date.UTC(2026, 4, 1)).slice(0, 2)).toEqual(["1980-01-01", "1981-01-01"]);
});
