"use client";
/** Amounts over time: one small plot a series, or all in one where they share their scale. The numbers of a day come with the pointer. */
import { useTranslations } from "next-intl";
import { ChartFrame } from "./chart-frame";
import { INK } from "./colours";
import { DataTable } from "./data-table";
import { LazyPlot } from "./lazy-plot";
import type { ChartRow, ChartSeries, ChartUnit, DayLink } from "./types";
import { useChartWords } from "./words";

interface TrendProps {
  title: string;
  aside?: string;
  series: ChartSeries[];
  rows: ChartRow[];
  unit: ChartUnit;
  link: DayLink;
  kind: "area" | "bar";
  /** All series on one scale, one before the other; else each in a plot of its own. */
  isTogether?: boolean;
  /** A bound to draw, on the first series' scale. */
  limit?: { value: number; label: string } | null;
}

export function Trend({ title, aside, series, rows, unit, link, kind, isTogether = false, limit }: TrendProps) {
  const t = useTranslations("charts");
  const words = useChartWords();
  const plots = isTogether ? [series.map((one, at) => ({ ...one, at }))] : series.map((one, at) => [{ ...one, at }]);
  const table = () => (
    <DataTable
      label={title}
      columns={series.map(({ label }) => label)}
      rows={worthTelling(rows, kind).map((row) => ({
        key: row.day,
        label: words.span(row),
        href: words.href(row, link),
        values: row.values.map((value) => words.amount(value, unit)),
      }))}
    />
  );
  const [first, last] = [rows[0], rows.at(-1)];
  return (
    <ChartFrame title={title} aside={aside} table={table}>
      <div className="space-y-3">
        {plots.map((plot) => (
          <div key={plot[0]?.label} className="min-w-0">
            <p className="flex flex-wrap gap-x-4 text-meta">
              {plot.map(({ label, colour, total }) => (
                <span key={label} className="flex items-center gap-1.5">
                  <span aria-hidden className="size-2 rounded-[2px]" style={{ background: INK[colour] }} />
                  {label}
                  <strong className="font-semibold">{total}</strong>
                </span>
              ))}
            </p>
            <div
              role="img"
              aria-label={t("summary", {
                title: plot.map(({ label }) => label).join(t("and")),
                from: first === undefined ? "" : words.span({ day: first.day, until: first.day }),
                to: last === undefined ? "" : words.span({ day: last.until, until: last.until }),
                total: plot.map(({ total }) => total).join(t("and")),
              })}
              className={isTogether || series.length === 1 ? "h-36" : "h-16"}
            >
              <LazyPlot
                kind={kind}
                colours={plot.map(({ colour }) => colour)}
                labels={plot.map(({ label }) => label)}
                rows={rows.map((row) => ({ ...row, values: plot.map(({ at }) => row.values[at] ?? 0) }))}
                unit={unit}
                link={link}
                limit={limit ?? null}
              />
            </div>
          </div>
        ))}
        <p aria-hidden className="flex justify-between text-[11px] leading-4 text-muted">
          <span>{first !== undefined && words.span({ day: first.day, until: first.day })}</span>
          <span>{last !== undefined && words.span({ day: last.until, until: last.until })}</span>
        </p>
      </div>
    </ChartFrame>
  );
}

/** Newest first, without the days on which nothing happened or changed. */
const worthTelling = (rows: readonly ChartRow[], kind: TrendProps["kind"]): ChartRow[] =>
  rows
    .filter(({ values }, at) =>
      kind === "bar"
        ? values.some((value) => value !== 0)
        : values.some((value, series) => value !== rows[at - 1]?.values[series]),
    )
    .reverse();
