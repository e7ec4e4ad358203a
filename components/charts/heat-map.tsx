"use client";
/**
 * A year, one square a day: columns are weeks from Monday on. One stop of the Tab key, then arrows; a table for who reads
 * it by ear. Squares are plain links that the map follows by one listener: 371 components would be slower than the picture.
 */
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import type { KeyboardEvent, MouseEvent } from "react";
import { cn } from "@/lib/cn";
import { useNumbers } from "../numbers";
import { ChartFrame } from "./chart-frame";
import { DataTable } from "./data-table";
import { levelsOf } from "./levels";
import type { DayLink } from "./types";
import { type Cell, weeksOf } from "./weeks";
import { useChartWords } from "./words";

interface HeatMapProps {
  title: string;
  /** What is counted: column of the table. */
  label: string;
  days: { day: string; count: number }[];
  total: string;
  link: DayLink;
}

const LEVELS = ["bg-hover", "bg-heat-1", "bg-heat-2", "bg-heat-3", "bg-heat-4"];
const WEEKDAYS = ["1", "2", "3", "4", "5", "6", "0"] as const;
const STEPS: Record<string, [row: number, column: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};
/** On a phone the latest half of the year fits. */
const PHONE_WEEKS = 26;

export function HeatMap({ title, label, days, total, link }: HeatMapProps) {
  const t = useTranslations("charts");
  const time = useTranslations("time");
  const numbers = useNumbers();
  const words = useChartWords();
  const router = useRouter();
  const weeks = weeksOf(days, levelsOf(days.map(({ count }) => count)));
  const last = days.at(-1)?.day;
  const nameOf = ({ day, count }: Pick<Cell, "day" | "count">) =>
    t("dayCount", { day: words.span({ day, until: day }), count });
  const isHiddenOnPhone = (column: number) => column < weeks.length - PHONE_WEEKS;

  const follow = (event: MouseEvent) => {
    const square = event.target instanceof Element ? event.target.closest("a") : null;
    if (square === null || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    router.push(square.getAttribute("href") ?? "/");
  };
  const move = (event: KeyboardEvent<HTMLTableElement>) => {
    const step = STEPS[event.key];
    const square = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>("a") : null;
    if (step === undefined || square === null) return;
    event.preventDefault();
    event.stopPropagation();
    const [line, column] = [Number(square.dataset["line"]) + step[0], Number(square.dataset["column"]) + step[1]];
    const next = event.currentTarget.querySelector<HTMLElement>(`a[data-line="${line}"][data-column="${column}"]`);
    if (next === null || next.offsetParent === null) return;
    square.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  };

  const table = () => (
    <DataTable
      label={title}
      columns={[label]}
      rows={days
        .filter(({ count }) => count > 0)
        .toReversed()
        .map(({ day, count }) => ({
          key: day,
          label: words.span({ day, until: day }),
          href: words.href({ day, until: day }, link),
          values: [numbers.count(count)],
        }))}
    />
  );

  return (
    <ChartFrame title={title} aside={total} table={table}>
      <table aria-label={title} onClick={follow} onKeyDown={move} className="w-full table-fixed border-collapse">
        <thead>
          <tr>
            <td className="w-8" />
            {weeks.map(({ cells, month }, column) => {
              const hidden = isHiddenOnPhone(column) && "max-sm:hidden";
              if (month === null) return <td key={cells[0]?.day} className={cn(hidden)} />;
              return (
                <th
                  key={cells[0]?.day}
                  scope="col"
                  className={cn(
                    "h-4 overflow-visible text-left text-[10px] leading-4 font-normal whitespace-nowrap text-muted",
                    hidden,
                  )}
                >
                  <span className="block w-0">{time(`months.${month as 1}`)}</span>
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {WEEKDAYS.map((weekday, row) => (
            <tr key={weekday}>
              <th scope="row" className="pr-1 text-right text-[10px] leading-3 font-normal text-muted">
                <span aria-hidden>{row % 2 === 0 && row < 6 && t(`weekdays.${weekday}`)}</span>
                <span className="sr-only">{time(`weekdays.${weekday}`)}</span>
              </th>
              {weeks.map(({ cells }, column) => {
                const cell = cells[row];
                return (
                  <td key={column} className={cn("p-px", isHiddenOnPhone(column) && "max-sm:hidden")}>
                    {cell !== undefined && (
                      <a
                        href={words.href({ day: cell.day, until: cell.day }, link)}
                        aria-label={nameOf(cell)}
                        title={nameOf(cell)}
                        tabIndex={cell.day === last ? 0 : -1}
                        data-line={row}
                        data-column={column}
                        className={cn("block aspect-square rounded-[3px] outline-offset-1", LEVELS[cell.level])}
                      />
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 flex items-center justify-end gap-1 text-[11px] leading-4 text-muted">
        {t("less")}
        {LEVELS.map((level) => (
          <span key={level} aria-hidden className={cn("size-2.5 rounded-[2px]", level)} />
        ))}
        {t("more")}
      </p>
    </ChartFrame>
  );
}
