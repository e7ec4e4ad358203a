/** Tables for people. */
import type { AbstentionRow } from "./abstain";
import { type ConversationRow, KS } from "./conversation-run";
import type { NotesRow } from "./notes";

type Cell = string | number | undefined;

const shown = (cell: Cell): string => (typeof cell === "number" ? cell.toFixed(3) : (cell ?? ""));

/** Columns as wide as their widest cell, the first two left, numbers right. */
export function table(head: string[], rows: Cell[][]): string {
  const cells = [head, ...rows.map((row) => row.map(shown))];
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells
    .map((row) =>
      row
        .map((cell, i) => (i < 2 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

const NOTES_HEAD = ["set: kind", "", "n", "R@1", "R@3", "R@5", "R@10", "MRR", "newer first", "ms"];

export function notesTable(rows: NotesRow[]): string {
  const kinds = [...new Set(rows.map((row) => `${row.set}: ${row.kind}`))];
  const ordered = kinds.flatMap((kind) => rows.filter((row) => `${row.set}: ${row.kind}` === kind));
  return table(
    NOTES_HEAD,
    ordered.map((row) => [
      `${row.set}: ${row.kind}`,
      row.ranker,
      String(row.questions),
      row.r1,
      row.r3,
      row.r5,
      row.r10,
      row.mrr,
      row.newerFirst,
      row.ms.toFixed(1),
    ]),
  );
}

export const abstentionTable = (rows: AbstentionRow[]): string =>
  table(
    ["for injection", "", "n", "share"],
    rows.map((row) => [row.what, "", String(row.questions), row.share]),
  );

const CONVERSATION_HEAD = [
  "level: category",
  "",
  "n",
  ...["R", "any", "all"].flatMap((name) => KS.map((k) => `${name}@${k}`)),
  "NDCG@10",
  "MRR",
  "ms",
];

export const conversationTable = (rows: ConversationRow[]): string =>
  table(
    CONVERSATION_HEAD,
    rows.map((row) => [
      `${row.level}: ${row.category}`,
      row.ranker,
      String(row.questions),
      ...row.recall,
      ...row.any,
      ...row.all,
      row.ndcg10,
      row.mrr,
      row.ms.toFixed(1),
    ]),
  );
