/** The last days of a time zone as moments, and which of them a moment falls on. Pure. */
import { type Calendar, calendarOf } from "../timeline/days";

export interface Day {
  /** `2026-06-04`: the day on the wall of the zone. */
  day: string;
  start: number;
  /** Exclusive: the start of the next one. A day of a clock change has 23 or 25 hours. */
  end: number;
}

const DAY_MS = 86_400_000;

/** `count` days up to the one that `now` falls on, oldest first, without gaps. An unknown zone counts as UTC. */
export function lastDays(now: number, zone: string, count: number): Day[] {
  const calendar = calendarOf(zone);
  const today = calendar.dayOf(now);
  const days: Day[] = [];
  let day = shiftDay(today, 1 - count);
  let start = calendar.startOf(day);
  for (let at = 0; at < count; at += 1) {
    const next = shiftDay(day, 1);
    const end = nextStart(calendar, day, start, next);
    days.push({ day, start, end });
    day = next;
    start = end;
  }
  return days;
}

/** Nearly every day has 24 hours: asking for that is quicker than looking for its end. */
function nextStart(calendar: Calendar, day: string, start: number, next: string): number {
  const guess = start + DAY_MS;
  return calendar.dayOf(guess) === next && calendar.dayOf(guess - 1) === day ? guess : calendar.startOf(next);
}

const shiftDay = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** Index of the day that `at` falls on; −1 before the first, the number of days behind the last. */
export function dayIndex(days: readonly Day[], at: number): number {
  let low = 0;
  let high = days.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle]?.end ?? 0) > at) high = middle;
    else low = middle + 1;
  }
  return low === 0 && at < (days[0]?.start ?? 0) ? -1 : low;
}
