import { describe, expect, it } from "vitest";
import { dayIndex, lastDays } from "./days";

const at = (iso: string): number => Date.parse(iso);
const hours = (day: { start: number; end: number } | undefined): number =>
  day === undefined ? 0 : (day.end - day.start) / 3_600_000;

describe("days of a zone", () => {
  it("U03: an evening in Los Angeles belongs to that evening's day, whatever day UTC has", () => {
    const days = lastDays(at("2026-06-05T04:30:00Z"), "America/Los_Angeles", 3);
    expect(days.map(({ day }) => day)).toEqual(["2026-06-02", "2026-06-03", "2026-06-04"]);
    expect(days.at(-1)).toEqual({
      day: "2026-06-04",
      start: at("2026-06-04T07:00:00Z"),
      end: at("2026-06-05T07:00:00Z"),
    });
  });

  it("has 23 and 25 hours where the clock changes, and no gap around it", () => {
    const spring = lastDays(at("2026-03-30T10:00:00Z"), "Europe/Berlin", 3);
    expect(spring.map(hours)).toEqual([24, 23, 24]);
    const autumn = lastDays(at("2026-10-26T10:00:00Z"), "Europe/Berlin", 3);
    expect(autumn.map(hours)).toEqual([24, 25, 24]);
    const year = lastDays(at("2026-11-30T10:00:00Z"), "America/New_York", 371);
    for (const [index, day] of year.entries()) if (index > 0) expect(day.start).toBe(year[index - 1]?.end);
    expect(year.filter((day) => hours(day) !== 24).map(({ day }) => day)).toEqual(["2026-03-08", "2026-11-01"]);
  });

  it("begins a day whose midnight the clock skipped with the first moment that there was", () => {
    const days = lastDays(at("2018-11-04T15:00:00Z"), "America/Sao_Paulo", 1);
    expect(days).toEqual([{ day: "2018-11-04", start: at("2018-11-04T03:00:00Z"), end: at("2018-11-05T02:00:00Z") }]);
  });

  it("knows zones off the full hour, and takes what is no zone for UTC", () => {
    expect(lastDays(at("2026-06-04T20:00:00Z"), "Asia/Kathmandu", 1)[0]?.start).toBe(at("2026-06-04T18:15:00Z"));
    expect(lastDays(at("2026-06-04T20:00:00Z"), "Nowhere/At_All", 1)[0]?.start).toBe(at("2026-06-04T00:00:00Z"));
  });

  it("finds the day of a moment, and what lies outside", () => {
    const days = lastDays(at("2026-06-04T20:00:00Z"), "UTC", 3);
    expect(
      [
        "2026-06-01T23:59:59Z",
        "2026-06-02T00:00:00Z",
        "2026-06-03T23:59:59.999Z",
        "2026-06-04T00:00:00Z",
        "2026-06-05T00:00:00Z",
      ].map((iso) => dayIndex(days, at(iso))),
    ).toEqual([-1, 0, 1, 2, 3]);
  });
});
