/** Prints the rows as a table for people and as JSON for programs. */
import type { Row } from "./measure";

const shown = (value: number | null): string =>
  value === null ? "" : value >= 100 ? value.toFixed(0) : value.toFixed(1);

export function table(rows: Row[]): string {
  const cells = rows.map((row) => [row.what, shown(row.p50), shown(row.p95), shown(row.value), row.unit]);
  const all = [["", "p50", "p95", "value", "unit"], ...cells];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all
    .map((row) =>
      row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join("  "),
    )
    .join("\n");
}
