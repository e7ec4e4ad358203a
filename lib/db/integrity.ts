/** Whether the database file is whole: by SQLite's own checks, on a connection of one's own. Takes as long as reading the file. */
import type { Database } from "better-sqlite3";

export interface FileFinding {
  code: "database_damaged" | "words_damaged" | "rows_unlinked";
  /** Where: a table, or a sentence of SQLite's, which names tables and pages and no stored text. */
  where: string;
  count: number;
}

/** Messages of one check that are kept. */
const MAX_MESSAGES = 20;
const MAX_CHARS = 200;
/** SQLite looks into FTS tables too; what it says of them begins so. */
const WORDS = /\b(\w+)_words\b|fts5/i;

/** Pages, indexes, constraints, and the word indexes, whose damage a rebuild heals. */
export function checkPages(db: Database): FileFinding[] {
  const messages = (db.pragma(`integrity_check(${MAX_MESSAGES})`) as { integrity_check: string }[])
    .map((row) => row.integrity_check)
    .filter((message) => message !== "ok");
  return messages.map((message) => ({
    code: WORDS.test(message) ? "words_damaged" : "database_damaged",
    where: message.replace(/\s+/g, " ").trim().slice(0, MAX_CHARS),
    count: 1,
  }));
}

/** Rows that point to rows that are gone, by table. */
export function checkLinks(db: Database): FileFinding[] {
  const counts = new Map<string, number>();
  for (const { table } of db.pragma("foreign_key_check") as { table: string }[])
    counts.set(table, (counts.get(table) ?? 0) + 1);
  return [...counts].map(([table, count]) => ({ code: "rows_unlinked", where: table, count }));
}

/** The quick look of `keepsake doctor`. Throws a plain sentence. */
export function quickLook(db: Database): string {
  const verdict = db.pragma("quick_check(1)", { simple: true });
  if (verdict !== "ok") throw new Error(`damaged: ${String(verdict).slice(0, MAX_CHARS)}`);
  if (checkLinks(db).length > 0) throw new Error("rows point to rows that are gone");
  return "whole";
}
