/** The same plot without a library: drawn by the server, and what the eye sees until a pointer asks for numbers. */
import { INK } from "./colours";
import type { PlotProps } from "./plot";

/** Fills its parent, in the geometry of the plot: no edge moves when that takes over. */
export function Sketch({ kind, colours, rows, limit }: Pick<PlotProps, "kind" | "colours" | "rows" | "limit">) {
  const highest = Math.max(1, limit?.value ?? 0, ...rows.flatMap(({ values }) => values));
  const width = kind === "bar" ? rows.length : Math.max(1, rows.length - 1);
  const heightOf = (value: number): number => (value / highest) * 100;
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${width} 100`}
      preserveAspectRatio="none"
      className="absolute inset-x-0 bottom-0 h-[calc(100%-4px)] w-full"
    >
      {limit !== null && (
        <line
          x1={0}
          x2={width}
          y1={100 - heightOf(limit.value)}
          y2={100 - heightOf(limit.value)}
          stroke="var(--orange)"
          strokeDasharray="3 3"
          vectorEffect="non-scaling-stroke"
        />
      )}
      {colours.map((colour, series) =>
        kind === "bar" ? (
          <path key={colour} fill={INK[colour]} d={barsOf(rows.map(({ values }) => heightOf(values[series] ?? 0)))} />
        ) : (
          <g key={colour}>
            <path
              fill={INK[colour]}
              fillOpacity={0.12}
              d={`${lineOf(rows.map(({ values }) => heightOf(values[series] ?? 0)))} V 100 H 0 Z`}
            />
            <path
              fill="none"
              stroke={INK[colour]}
              strokeWidth={1.5}
              vectorEffect="non-scaling-stroke"
              d={lineOf(rows.map(({ values }) => heightOf(values[series] ?? 0)))}
            />
          </g>
        ),
      )}
    </svg>
  );
}

/** One path for all bars: a year of them as elements of their own would be half of the page. */
const barsOf = (heights: readonly number[]): string =>
  heights.map((height, at) => (height === 0 ? "" : `M${at + 0.1} 100v${short(-height)}h.8V100Z`)).join("");

const lineOf = (heights: readonly number[]): string =>
  heights.map((height, at) => `${at === 0 ? "M" : "L"}${at} ${short(100 - height)}`).join("");

const short = (value: number): number => Math.round(value * 100) / 100;
