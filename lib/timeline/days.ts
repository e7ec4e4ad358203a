/** Days of a time zone as moments, and the bars of a histogram made of them. Pure. */
import { daysBetween, type ZonedFormat, zonedFormat } from "../format";
import type { TimelineDensity } from "../contract/timeline-entries";

export type Unit = TimelineDensity["unit"];

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** More bars than these are no picture any more. */
const MAX_DAYS = 62;
const MAX_WEEKS = 106;
const MAX_MONTHS = 240;

export interface Calendar {
  /** `2026-06-04`. */
  dayOf: (at: number) => string;
  /** First moment of a day; of one that a change of the clock cut off at its head, the first there was. */
  startOf: (day: string) => number;
  /** First moment of the day behind it. */
  endOf: (day: string) => number;
}

/** IANA name; what is none counts as UTC. */
export function calendarOf(zone: string): Calendar {
  const format = zonedFormat(zone);
  const isStart = (at: number, day: string): boolean => format.dayKey(at) === day && format.dayKey(at - 1000) !== day;
  const startOf = (day: string): number => {
    const utc = utcOf(day);
    const guess = utc - offsetAt(format, utc);
    const better = utc - offsetAt(format, guess);
    for (const at of [better, guess]) if (isStart(at, day)) return at;
    return searchStart(format, day);
  };
  return { dayOf: format.dayKey, startOf, endOf: (day) => startOf(shiftDay(day, 1)) };
}

/** Milliseconds that the zone's wall clock is ahead of UTC. */
function offsetAt(format: ZonedFormat, at: number): number {
  const { year, month, day, clock } = format.wall(at);
  return Date.parse(`${keyOf(Date.UTC(year, month - 1, day))}T${clock}Z`) - at;
}

/** Where the clock changed at midnight: no zone is further from UTC than fifteen hours. */
function searchStart(format: ZonedFormat, day: string): number {
  let low = utcOf(day) - 15 * HOUR;
  let high = utcOf(day) + 15 * HOUR;
  while (high - low > 1000) {
    const middle = low + Math.floor((high - low) / 2000) * 1000;
    if (daysBetween(day, format.dayKey(middle)) >= 0) high = middle;
    else low = middle;
  }
  return high;
}

export interface Bar {
  day: string;
  start: number;
  /** Exclusive. */
  end: number;
}

/** Bars without gaps over the days of `first` to `last`, oldest first. */
export function barsOf(calendar: Calendar, first: number, last: number): { unit: Unit; bars: Bar[] } {
  const from = calendar.dayOf(clamp(first));
  const until = calendar.dayOf(clamp(last));
  const unit = unitOf(daysBetween(from, until) + 1);
  const bars: Bar[] = [];
  let day = beginOf(unit, from);
  let start = calendar.startOf(day);
  while (daysBetween(day, until) >= 0) {
    const next = nextOf(unit, day);
    const end = calendar.startOf(next);
    bars.push({ day, start, end });
    day = next;
    start = end;
  }
  return { unit, bars };
}

/** Years of four digits, which days are written with. */
const clamp = (at: number): number => Math.min(Math.max(at, Date.UTC(1901, 0)), Date.UTC(9998, 0));

function unitOf(days: number): Unit {
  if (days <= MAX_DAYS) return "day";
  if (days <= MAX_WEEKS * 7) return "week";
  return days <= MAX_MONTHS * 30 ? "month" : "year";
}

/** The first day of the bar that a day falls into. */
function beginOf(unit: Unit, day: string): string {
  if (unit === "week") return shiftDay(day, -((new Date(utcOf(day)).getUTCDay() + 6) % 7));
  if (unit === "month") return `${day.slice(0, day.lastIndexOf("-"))}-01`;
  return unit === "year" ? `${day.slice(0, day.indexOf("-"))}-01-01` : day;
}

function nextOf(unit: Unit, day: string): string {
  if (unit === "day") return shiftDay(day, 1);
  if (unit === "week") return shiftDay(day, 7);
  const date = new Date(utcOf(day));
  const months = unit === "month" ? 1 : 12;
  return keyOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1));
}

const shiftDay = (day: string, days: number): string => keyOf(utcOf(day) + days * DAY);
const utcOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const keyOf = (utc: number): string => new Date(utc).toISOString().slice(0, 10);
