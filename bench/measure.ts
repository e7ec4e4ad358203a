/** Times calls and turns the times into percentiles. */
import { performance } from "node:perf_hooks";

export interface Row {
  what: string;
  unit: string;
  p50: number | null;
  p95: number | null;
  /** For figures that are one number: a rate, a size. */
  value: number | null;
  /** What claude-mem itself takes, at the same size, on such a machine. */
  original?: Partial<Record<"p50" | "p95" | "value", number>>;
}

/** The same figure with the original's beside it. */
export const besides = (row: Row, original: NonNullable<Row["original"]>): Row => ({ ...row, original });

/** Milliseconds of each call, one after another, after `warmUp` uncounted ones. */
export async function timeEach<T>(inputs: T[], call: (input: T) => Promise<unknown>, warmUp = 5): Promise<number[]> {
  for (const input of inputs.slice(0, warmUp)) await call(input);
  const times: number[] = [];
  for (const input of inputs) {
    const started = performance.now();
    await call(input);
    times.push(performance.now() - started);
  }
  return times;
}

/** Milliseconds of each call, `width` of them under way at any time. */
export async function timeSideBySide<T>(
  inputs: T[],
  width: number,
  call: (input: T) => Promise<unknown>,
): Promise<number[]> {
  const waiting = inputs.values();
  const times: number[] = [];
  const lane = async (): Promise<void> => {
    for (const input of waiting) times.push(await timeOnce(() => call(input)));
  };
  await Promise.all(Array.from({ length: width }, lane));
  return times;
}

export async function timeOnce(call: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await call();
  return performance.now() - started;
}

function percentile(times: number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

export const timesRow = (what: string, times: number[]): Row => ({
  what,
  unit: "ms",
  p50: percentile(times, 0.5),
  p95: percentile(times, 0.95),
  value: null,
});

export const valueRow = (what: string, unit: string, value: number): Row => ({
  what,
  unit,
  p50: null,
  p95: null,
  value,
});
