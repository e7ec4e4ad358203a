"use client";
/** Days and amounts of charts in the page's language, and where their rows are. */
import { useTranslations } from "next-intl";
import { useNumbers } from "../numbers";
import { useTimeWords } from "../time/words";
import { viewHref } from "../url";
import type { ChartRow, ChartUnit, DayLink } from "./types";

export interface ChartWords {
  amount(value: number, unit: ChartUnit): string;
  /** `4 Jun 2026`, or `1 Jun 2026 – 7 Jun 2026`. */
  span(row: Pick<ChartRow, "day" | "until">): string;
  href(row: Pick<ChartRow, "day" | "until">, link: DayLink): string;
}

export function useChartWords(): ChartWords {
  const t = useTranslations("charts");
  const numbers = useNumbers();
  const words = useTimeWords();
  return {
    amount: (value, unit) => (unit === "dollars" ? numbers.dollars(value) : numbers.count(value)),
    span: ({ day, until }) =>
      day === until ? words.date(day) : t("span", { from: words.date(day), to: words.date(until) }),
    href: ({ day, until }, { path, project, more, hasDays }) =>
      viewHref(path, project, { ...more, ...(hasDays ? { from: day, to: until } : {}) }),
  };
}
