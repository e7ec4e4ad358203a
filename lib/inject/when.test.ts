import { expect, it } from "vitest";
import { inUtc } from "../testing/inject-candidates";
import { clockOf, dayHeading, dayOf, momentOf } from "./when";

inUtc();

const AT = Date.UTC(2026, 4, 10, 23, 55);

it("I12: times carry the offset of the user's zone, days follow its calendar", () => {
  process.env.TZ = "Asia/Tokyo";
  expect(momentOf(AT)).toBe("2026-05-11 08:55+09:00");
  process.env.TZ = "America/St_Johns";
  expect(clockOf(AT)).toBe("21:25-02:30");
  expect(dayOf(AT)).toBe("2026-05-10");
});

it("I12: summer time is that of the moment, not of today", () => {
  process.env.TZ = "Europe/Berlin";
  expect(clockOf(Date.UTC(2026, 0, 1, 12))).toBe("13:00+01:00");
  expect(clockOf(Date.UTC(2026, 6, 1, 12))).toBe("14:00+02:00");
});

it("names days by their distance", () => {
  process.env.TZ = "Asia/Tokyo";
  expect(dayHeading(AT, AT)).toBe("2026-05-11, today");
  expect(dayHeading(AT, AT + 16 * 3_600_000)).toBe("2026-05-11, yesterday");
  expect(dayHeading(AT, AT + 10 * 86_400_000)).toBe("2026-05-11, 10 days ago");
  expect(dayHeading(AT, AT - 86_400_000)).toBe("2026-05-11");
});
