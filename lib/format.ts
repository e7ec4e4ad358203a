/** Times, sizes and counts: taken apart for the console, which has words for them, and in English for the CLI. Pure. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export type TimeUnit = "minutes" | "hours" | "days" | "months" | "years";

/** How far away a moment is, in its largest whole unit: what a language makes words of. Null within a minute. */
export function timeDistance(at: number, now: number): { unit: TimeUnit; count: number; isFuture: boolean } | null {
  const distance = Math.abs(now - at);
  if (distance < MINUTE) return null;
  const isFuture = at > now;
  if (distance < HOUR) return { unit: "minutes", count: Math.floor(distance / MINUTE), isFuture };
  if (distance < DAY) return { unit: "hours", count: Math.floor(distance / HOUR), isFuture };
  if (distance < 45 * DAY) return { unit: "days", count: Math.floor(distance / DAY), isFuture };
  if (distance < 365 * DAY) return { unit: "months", count: Math.floor(distance / (30.44 * DAY)), isFuture };
  return { unit: "years", count: Math.floor(distance / (365.25 * DAY)), isFuture };
}

/** `2026-06-04T21:30:00-07:00`: ISO in the zone of this machine, as the command line and programs read it. */
export function localIso(at: number): string {
  const date = new Date(at);
  const minutes = -date.getTimezoneOffset();
  const wall = new Date(at + minutes * MINUTE).toISOString().slice(0, 19);
  const ahead = Math.abs(minutes);
  return `${wall}${minutes < 0 ? "-" : "+"}${two(Math.floor(ahead / 60))}:${two(ahead % 60)}`;
}

/** A moment as the wall clock and the calendar of one time zone show it. */
export interface Wall {
  year: number;
  /** 1 to 12. */
  month: number;
  day: number;
  /** `21:30:00`. */
  clock: string;
  /** Distance from UTC: `GMT-7`. */
  zone: string;
}

export interface ZonedFormat {
  wall(at: number): Wall;
  /** `2026-06-04`: the day on the wall of that zone; groups rows. */
  dayKey(at: number): string;
  /** `21:30`. */
  clock(at: number): string;
}

/**
 * Reads moments in one time zone (IANA name). Languages join the parts themselves: the texts that browsers and Node
 * make from the same options differ in their spaces, which hydration would take for a mismatch. An unknown zone falls
 * back to UTC.
 */
export function zonedFormat(zone: string): ZonedFormat {
  const formatter = formatterOf(zone);
  const read = (at: number) => {
    const parts = new Map(formatter.formatToParts(at).map((part) => [part.type, part.value]));
    const number = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type) ?? 0);
    return { number, zone: parts.get("timeZoneName") ?? "UTC" };
  };
  return {
    wall(at) {
      const { number, zone: name } = read(at);
      return {
        year: number("year"),
        month: number("month"),
        day: number("day"),
        clock: [number("hour"), number("minute"), number("second")].map(two).join(":"),
        zone: name,
      };
    },
    dayKey(at) {
      const { number } = read(at);
      return `${number("year")}-${two(number("month"))}-${two(number("day"))}`;
    },
    clock(at) {
      const { number } = read(at);
      return `${two(number("hour"))}:${two(number("minute"))}`;
    },
  };
}

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const options: Intl.DateTimeFormatOptions = {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    timeZoneName: "shortOffset",
  };
  try {
    return new Intl.DateTimeFormat("en-US", options);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" });
  }
}

/** Days from one day key to a later one of the same zone; negative when it is earlier. */
export const daysBetween = (key: string, laterKey: string): number =>
  Math.round((dayStart(laterKey) - dayStart(key)) / DAY);

/** A day key taken apart; `weekday` counts from 0 for Sunday. */
export function dayParts(key: string): { year: number; month: number; day: number; weekday: number } {
  const date = new Date(dayStart(key));
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    weekday: date.getUTCDay(),
  };
}

const dayStart = (key: string): number => Date.parse(`${key}T00:00:00Z`);

/** `980`, `12,400`. */
export function formatCount(count: number): string {
  return String(Math.trunc(count)).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** `512 B`, `1.4 MB`. */
export function formatBytes(bytes: number): string {
  const { value, digits, unit } = byteSize(bytes);
  return `${value.toFixed(digits)} ${unit}`;
}

/** A size in the unit that leaves three digits at most before the point, and how many to show behind it. */
export function byteSize(bytes: number): { value: number; digits: 0 | 1; unit: string } {
  const units = ["B", "kB", "MB", "GB", "TB"];
  let value = bytes;
  let at = 0;
  while (value >= 1000 && at < units.length - 1) {
    value /= 1000;
    at += 1;
  }
  return { value, digits: at === 0 || value >= 100 ? 0 : 1, unit: units[at] ?? "B" };
}

/** Whole seconds in the two largest units that say something: under a minute, an hour, a day, and above. */
export function durationParts(seconds: number): {
  unit: "seconds" | "minutes" | "hours" | "days";
  days: number;
  hours: number;
  minutes: number;
  seconds: number;
} {
  const whole = Math.max(0, Math.floor(seconds));
  return {
    unit: whole < 60 ? "seconds" : whole < 3600 ? "minutes" : whole < 86_400 ? "hours" : "days",
    days: Math.floor(whole / 86_400),
    hours: Math.floor((whole % 86_400) / 3600),
    minutes: Math.floor((whole % 3600) / 60),
    seconds: whole % 60,
  };
}

/** `1 memory`, `3 memories`. */
export const plural = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

const two = (value: number): string => String(value).padStart(2, "0");
