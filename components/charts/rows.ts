/** Days as rows of a chart: one each, or one a week where a year of days would be no picture. Pure. */
import { dayParts } from "@/lib/format";
import type { ChartRow } from "./types";

const MAX_ROWS = 100;

/** `flow`: amounts of a week are added; `stock`: the last one stands for it. */
export function rowsOf<T extends { day: string }>(
  days: readonly T[],
  valuesOf: (day: T) => number[],
  kind: "flow" | "stock" = "flow",
): ChartRow[] {
  if (days.length <= MAX_ROWS) return days.map((day) => ({ day: day.day, until: day.day, values: valuesOf(day) }));
  const rows: ChartRow[] = [];
  for (const day of days) {
    const values = valuesOf(day);
    const last = rows.at(-1);
    if (last === undefined || dayParts(day.day).weekday === 1) {
      rows.push({ day: day.day, until: day.day, values });
      continue;
    }
    last.until = day.day;
    last.values = kind === "stock" ? values : values.map((value, at) => value + (last.values[at] ?? 0));
  }
  return rows;
}
