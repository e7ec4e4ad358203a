/** A copy of a database, checked and migrated to what this program knows. */
import { join } from "node:path";
import Database from "better-sqlite3";
import { AppError } from "../contract/errors";
import { migrateSafely } from "./migrate";

/** Throws `conflict` for a damaged file, `not_ready` for one that a newer program wrote. */
export function bringUpToDate(file: string, root: string, now: () => number): void {
  let sqlite: Database.Database | undefined;
  try {
    sqlite = new Database(file);
    if (sqlite.pragma("quick_check", { simple: true }) !== "ok") throw damaged();
    // A copy needs no copy of its own.
    migrateSafely(sqlite, { migrationsFolder: join(root, "drizzle"), backups: null, now });
  } catch (error) {
    if (!/^SQLITE_(?:CORRUPT|NOTADB)/.test(String((error as { code?: unknown }).code))) throw error;
    throw damaged(error);
  } finally {
    sqlite?.close();
  }
}

const damaged = (cause?: unknown): AppError =>
  new AppError("conflict", "The backup is damaged, or is no database.", {
    hint: "Nothing was changed. Take another one; GET /api/backups lists them.",
    cause,
  });
