/** Days laid out as weeks from Monday to Sunday. Pure. */
import { dayParts } from "@/lib/format";

export interface Cell {
  day: string;
  count: number;
  level: number;
}

export interface Week {
  /** Monday first; the last week may be short. */
  cells: Cell[];
  /** 1 to 12, in the first week that begins in that month; else null. */
  month: number | null;
}

/** Whole weeks: what comes before the first Monday is left out. */
export function weeksOf(days: readonly { day: string; count: number }[], levels: readonly number[]): Week[] {
  const first = days.findIndex(({ day }) => dayParts(day).weekday === 1);
  if (first < 0) return [];
  const weeks: Week[] = [];
  let before: number | null = null;
  for (let at = first; at < days.length; at += 7) {
    const cells = days.slice(at, at + 7).map((day, index) => ({ ...day, level: levels[at + index] ?? 0 }));
    const month = dayParts(cells[0]?.day ?? "").month;
    weeks.push({ cells, month: month === before ? null : month });
    before = month;
  }
  return weeks;
}
