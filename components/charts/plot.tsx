"use client";
/** One plot, by Recharts: no grid, no motion, the numbers of the day under the pointer; a click leads to its rows. */
import { useRouter } from "next/navigation";
import {
  Area,
  Bar,
  ComposedChart,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from "recharts";
import { INK } from "./colours";
import type { ChartColour, ChartRow, ChartUnit, DayLink } from "./types";
import { useChartWords } from "./words";

export interface PlotProps {
  kind: "area" | "bar";
  colours: ChartColour[];
  labels: string[];
  rows: ChartRow[];
  unit: ChartUnit;
  link: DayLink;
  limit: { value: number; label: string } | null;
}

export function Plot({ kind, colours, labels, rows, unit, link, limit }: PlotProps) {
  const router = useRouter();
  const words = useChartWords();
  const tip = ({ active, payload }: TooltipContentProps) => {
    const row = payload?.[0]?.payload as ChartRow | undefined;
    if (active !== true || row === undefined) return null;
    return (
      <div className="rounded-control bg-raised px-2.5 py-1.5 text-meta shadow-float">
        <p className="text-muted">{words.span(row)}</p>
        {labels.map((label, at) => (
          <p key={label} className="flex items-center gap-1.5">
            <span className="size-2 rounded-[2px]" style={{ background: INK[colours[at] ?? "accent"] }} />
            {label}
            <span className="ml-auto pl-3 font-medium tabular-nums">{words.amount(row.values[at] ?? 0, unit)}</span>
          </p>
        ))}
      </div>
    );
  };
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart
        data={rows}
        accessibilityLayer={false}
        barGap="-100%"
        margin={{ top: 4, right: 0, bottom: 0, left: 0 }}
        onClick={({ activeTooltipIndex }) => {
          const row = rows[Number(activeTooltipIndex ?? -1)];
          if (row !== undefined) router.push(words.href(row, link));
        }}
        className="cursor-pointer"
      >
        <XAxis dataKey="day" hide />
        <YAxis hide domain={[0, (max: number) => Math.max(max, limit?.value ?? 0, 1)]} />
        <Tooltip content={tip} cursor={{ fill: "var(--hover)", stroke: "var(--line)" }} isAnimationActive={false} />
        {limit !== null && (
          <ReferenceLine
            y={limit.value}
            stroke="var(--orange)"
            strokeDasharray="3 3"
            label={{ value: limit.label, position: "insideTopLeft", fill: "var(--orange)", fontSize: 11 }}
          />
        )}
        {colours.map((colour, at) =>
          kind === "area" ? (
            <Area
              key={colour}
              dataKey={(row: ChartRow) => row.values[at] ?? 0}
              type="linear"
              stroke={INK[colour]}
              strokeWidth={1.5}
              fill={INK[colour]}
              fillOpacity={0.12}
              isAnimationActive={false}
              dot={false}
              activeDot={{ r: 3 }}
            />
          ) : (
            <Bar
              key={colour}
              dataKey={(row: ChartRow) => row.values[at] ?? 0}
              fill={INK[colour]}
              maxBarSize={18}
              isAnimationActive={false}
            />
          ),
        )}
      </ComposedChart>
    </ResponsiveContainer>
  );
}
