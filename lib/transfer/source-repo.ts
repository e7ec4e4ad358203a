/** Foreign SQLite files: read from a private copy, so that not even a lock or a log appears beside the original. */
import { chmodSync, copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { AppError } from "../contract/errors";

export type Source = Database.Database;

const MAX_BYTES = 4 * 1024 ** 3;

/** Hands a copy of the database, its write-ahead log included, to `read`. Throws `not_found`, or `validation_failed` for what is no database. */
export function readingCopy<T>(file: string, read: (source: Source) => T): T {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat?.isFile() !== true) throw new AppError("not_found", `There is no database ${file}.`);
  if (stat.size > MAX_BYTES) throw new AppError("too_large", `${file} is larger than 4 GB.`);
  const folder = mkdtempSync(join(tmpdir(), "keepsake-source-"));
  let source: Source | undefined;
  try {
    const copy = join(folder, "source.db");
    for (const end of ["", "-wal"]) {
      if (!existsSync(`${file}${end}`)) continue;
      copyFileSync(`${file}${end}`, `${copy}${end}`);
      chmodSync(`${copy}${end}`, 0o600);
    }
    source = new Database(copy);
    return read(source);
  } catch (cause) {
    if (!/^SQLITE_(?:CORRUPT|NOTADB)/.test(String((cause as { code?: unknown }).code))) throw cause;
    throw new AppError("validation_failed", `${file} is damaged, or is no SQLite database.`, { cause });
  } finally {
    source?.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Column names of a table; empty when there is no such table. */
export const columnsOf = (source: Source, table: string): string[] =>
  source.prepare("SELECT name FROM pragma_table_info(?)").pluck().all(table) as string[];
