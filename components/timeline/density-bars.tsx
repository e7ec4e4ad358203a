"use client";
/**
 * How much happened when: one bar a day, week, month or year. One stop of the Tab key, then arrows; Enter or a click takes the list
 * there. The bar at which the list begins is marked.
 */
import { useTranslations } from "next-intl";
import { useRouter, useSearchParams } from "next/navigation";
import { type KeyboardEvent, type MouseEvent, useId } from "react";
import type { DensityBucket, TimelineDensity } from "@/lib/contract/timeline-entries";
import { cn } from "@/lib/cn";
import { dayParts } from "@/lib/format";
import { ChartFrame } from "../charts/chart-frame";
import { DataTable } from "../charts/data-table";
import { useNumbers } from "../numbers";
import { useTimeWords } from "../time/words";
import { hrefWith } from "../url";
import { PATH } from "./place";

interface DensityBarsProps {
  density: TimelineDensity;
  /** Milliseconds at which the list begins; null = with the newest. */
  at: number | null;
}

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: 1, ArrowDown: -1 };
const ENDS: Record<string, number> = { Home: 0, End: -1 };

export function DensityBars({ density: { unit, buckets, total }, at }: DensityBarsProps) {
  const t = useTranslations("timeline");
  const time = useTranslations("time");
  const numbers = useNumbers();
  const words = useTimeWords();
  const router = useRouter();
  const params = useSearchParams();
  const help = useId();
  const most = Math.max(1, ...buckets.map(({ count }) => count));
  const here = at === null ? buckets.length - 1 : placeOf(buckets, at);

  const nameOf = (day: string): string => {
    const { year, month } = dayParts(day);
    if (unit === "month") return t("bar.month", { month: time(`months.${month as 1}`), year: String(year) });
    if (unit === "year") return t("bar.year", { year: String(year) });
    return t(`bar.${unit}`, { day: words.date(day) });
  };
  /** The newest of the bar stands on top. */
  const hrefOf = (index: number): string =>
    hrefWith(PATH, params, {
      at: index === buckets.length - 1 ? null : (buckets[index]?.end ?? 0) - 1,
      cursor: null,
      peek: null,
    });
  const follow = (event: MouseEvent) => {
    const bar = event.target instanceof Element ? event.target.closest("a") : null;
    if (bar === null || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    router.push(bar.getAttribute("href") ?? PATH, { scroll: false });
  };
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const bar = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>("a") : null;
    const bars = [...event.currentTarget.querySelectorAll<HTMLElement>("a")];
    const [step, end] = [STEPS[event.key], ENDS[event.key]];
    if (bar === null || (step === undefined && end === undefined)) return;
    event.preventDefault();
    event.stopPropagation();
    const next = end === undefined ? bars[bars.indexOf(bar) + (step ?? 0)] : bars.at(end);
    if (next === undefined) return;
    bar.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  };
  const table = () => (
    <DataTable
      label={t("density")}
      columns={[t("count")]}
      rows={buckets
        .map(({ day, count }, index) => ({
          key: day,
          label: nameOf(day),
          href: hrefOf(index),
          values: [numbers.count(count)],
          count,
        }))
        .filter(({ count }) => count > 0)
        .toReversed()}
    />
  );
  const [first, last] = [buckets[0], buckets.at(-1)];
  if (first === undefined || last === undefined) return null;
  return (
    <ChartFrame title={t("density")} aside={t("total", { count: total })} table={table}>
      <p id={help} className="sr-only">
        {t("barHelp")}
      </p>
      <ol
        aria-label={t("density")}
        aria-describedby={help}
        onClick={follow}
        onKeyDown={move}
        className="flex h-14 items-stretch"
      >
        {buckets.map(({ day, count }, index) => {
          const isHere = index === here;
          const name = t(isHere ? "barHere" : "barCount", { name: nameOf(day), count });
          return (
            <li key={day} className="min-w-0 flex-1">
              <a
                href={hrefOf(index)}
                aria-label={name}
                aria-current={isHere ? "true" : undefined}
                title={name}
                tabIndex={isHere ? 0 : -1}
                className={cn(
                  "group flex h-full items-end rounded-[3px] px-px -outline-offset-1 hover:bg-hover",
                  isHere && "bg-selected",
                )}
              >
                <span
                  className={cn(
                    "block w-full rounded-t-[2px]",
                    isHere ? "bg-(--chart-accent)" : "bg-(--chart-soft) group-hover:bg-(--chart-accent)",
                  )}
                  style={{ height: count === 0 ? 0 : `max(3px, ${(count / most) * 100}%)` }}
                />
              </a>
            </li>
          );
        })}
      </ol>
      <p aria-hidden className="mt-1 flex justify-between gap-4 border-t pt-1 text-[11px] leading-4 text-muted">
        <span>{nameOf(first.day)}</span>
        {buckets.length > 1 && <span>{nameOf(last.day)}</span>}
      </p>
    </ChartFrame>
  );
}

/** The bar that a moment falls into, or the nearest. */
function placeOf(buckets: readonly DensityBucket[], at: number): number {
  const index = buckets.findIndex(({ end }) => at < end);
  return index < 0 ? buckets.length - 1 : index;
}
