/** How times, sizes and counts are written, the same on the server, in the browser and in the CLI. Pure. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;
const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

/** `now`, `5 min`, `3 h`, `2 d`, `4 mo`, `2 y`; `in 3 h` for the future. */
export function relativeTime(at: number, now: number): string {
  const distance = Math.abs(now - at);
  const amount = relativeAmount(distance);
  if (amount === null) return "now";
  return at > now ? `in ${amount}` : amount;
}

function relativeAmount(distance: number): string | null {
  if (distance < MINUTE) return null;
  if (distance < HOUR) return `${Math.floor(distance / MINUTE)} min`;
  if (distance < DAY) return `${Math.floor(distance / HOUR)} h`;
  if (distance < 45 * DAY) return `${Math.floor(distance / DAY)} d`;
  if (distance < 365 * DAY) return `${Math.floor(distance / (30.44 * DAY))} mo`;
  return `${Math.floor(distance / (365.25 * DAY))} y`;
}

/** `2026-06-04T21:30:00-07:00`: ISO in the zone of this machine, as the command line and programs read it. */
export function localIso(at: number): string {
  const date = new Date(at);
  const minutes = -date.getTimezoneOffset();
  const wall = new Date(at + minutes * MINUTE).toISOString().slice(0, 19);
  const ahead = Math.abs(minutes);
  return `${wall}${minutes < 0 ? "-" : "+"}${two(Math.floor(ahead / 60))}:${two(ahead % 60)}`;
}

interface Wall {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

export interface ZonedFormat {
  /** `4 Jun 2026, 21:30:00 GMT-7`. */
  absolute(at: number): string;
  /** `2026-06-04`: the day on the wall of that zone; groups rows. */
  dayKey(at: number): string;
  /** `21:30`. */
  clock(at: number): string;
}

/**
 * Formats in one time zone (IANA name). Parts are joined by us: the texts that browsers and Node make from the same
 * options differ in their spaces, which hydration would take for a mismatch. An unknown zone falls back to UTC.
 */
export function zonedFormat(zone: string): ZonedFormat {
  const formatter = formatterOf(zone);
  const read = (at: number): { wall: Wall; offset: string } => {
    const parts = new Map(formatter.formatToParts(at).map((part) => [part.type, part.value]));
    const number = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type) ?? 0);
    const wall = {
      year: number("year"),
      month: number("month"),
      day: number("day"),
      hour: number("hour"),
      minute: number("minute"),
      second: number("second"),
    };
    return { wall, offset: parts.get("timeZoneName") ?? "UTC" };
  };
  return {
    absolute(at) {
      const { wall, offset } = read(at);
      return `${wall.day} ${MONTHS[wall.month - 1]} ${wall.year}, ${two(wall.hour)}:${two(wall.minute)}:${two(wall.second)} ${offset}`;
    },
    dayKey(at) {
      const { wall } = read(at);
      return `${wall.year}-${two(wall.month)}-${two(wall.day)}`;
    },
    clock(at) {
      const { wall } = read(at);
      return `${two(wall.hour)}:${two(wall.minute)}`;
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

/** Heading of a day: `Today`, `Yesterday`, `Thursday 4 June`-like `Thu 4 Jun 2026`. Both are day keys of the same zone. */
export function dayHeading(key: string, todayKey: string): string {
  const at = Date.parse(`${key}T00:00:00Z`);
  const days = Math.round((Date.parse(`${todayKey}T00:00:00Z`) - at) / DAY);
  if (days === 0) return "Today";
  if (days === 1) return "Yesterday";
  const date = new Date(at);
  return `${WEEKDAYS[date.getUTCDay()]}, ${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** `980`, `12,400`. */
export function formatCount(count: number): string {
  return String(Math.trunc(count)).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** `512 B`, `1.4 MB`. */
export function formatBytes(bytes: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

/** Seconds as `42 s`, `12 min`, `3 h 5 min`, `2 d 4 h`. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min`;
  if (whole < 86_400) return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
  return `${Math.floor(whole / 86_400)} d ${Math.floor((whole % 86_400) / 3600)} h`;
}

/** `1 memory`, `3 memories`. */
export const plural = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

const two = (value: number): string => String(value).padStart(2, "0");
