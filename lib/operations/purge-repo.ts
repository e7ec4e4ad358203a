/** What the purge asks of SQLite: merge the word indexes, empty the log, rewrite the file. */
import type { Database } from "better-sqlite3";
import { SearchKind } from "../contract/common";

const BUSY_TIMEOUT_MS = 5_000;

/** Merges each word index into one segment: deleted words stand in the older ones until then. */
export function optimizeWords(sqlite: Database): void {
  for (const kind of SearchKind.options) {
    sqlite.prepare(`INSERT INTO ${kind}_words(${kind}_words) VALUES ('optimize')`).run();
  }
}

/** False when another connection reads and so keeps old pages in the log. Never waits for it. */
export function emptyLog(sqlite: Database): boolean {
  sqlite.pragma("busy_timeout = 0");
  try {
    const rows = sqlite.pragma("wal_checkpoint(TRUNCATE)") as { busy: number }[];
    return rows.every((row) => row.busy === 0);
  } finally {
    sqlite.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
  }
}

/** Writes the whole file anew, without anything that is not a live row. */
export function rewriteFile(sqlite: Database): void {
  sqlite.exec("VACUUM");
}
