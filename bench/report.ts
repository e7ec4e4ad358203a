/** Prints the rows as a table for people, the original's figures beside ours, and as JSON for programs. */
import type { Row } from "./measure";

const shown = (value: number | null): string =>
  value === null ? "" : value >= 100 ? value.toFixed(0) : value.toFixed(1);

/** `83 / 226`, and how many times as much that is: of each figure that both have. */
function compared(row: Row): [original: string, times: string] {
  const pairs = (["p50", "p95", "value"] as const).flatMap((name) => {
    const [theirs, ours] = [row.original?.[name], row[name]];
    return theirs === undefined || ours === null ? [] : [{ theirs, ours }];
  });
  return [
    pairs.map(({ theirs }) => String(theirs)).join(" / "),
    pairs.map(({ theirs, ours }) => `${shown(theirs / ours)} ×`).join(" / "),
  ];
}

export function table(rows: Row[]): string {
  const cells = rows.map((row) => [
    row.what,
    shown(row.p50),
    shown(row.p95),
    shown(row.value),
    row.unit,
    ...compared(row),
  ]);
  const all = [["", "p50", "p95", "value", "unit", "claude-mem", "ratio"], ...cells];
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? [];
  const isText = new Set([0, 4]);
  return all
    .map((row) =>
      row
        .map((cell, i) => (isText.has(i) ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
