/** Everything about opening SQLite: pragmas, migration, and plain words for what can go wrong. */
import { join } from "node:path";
import Database from "better-sqlite3";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { AppError } from "../contract/errors";
import type { Db } from "../context";
import { refuseEmptiedDatabase } from "./empty-file";
import { migrateSafely } from "./migrate";

export interface Opened {
  sqlite: Database.Database;
  db: Db;
}

/**
 * Opens `<home>/keepsake.db`, backs it up and migrates it when the code is newer.
 * Throws `AppError("not_ready")` when the database is damaged or closed to us, newer than this program, or a migration lost rows.
 */
export function openDatabase(home: string, root: string, now: () => number): Opened {
  refuseEmptiedDatabase(home);
  const file = join(home, "keepsake.db");
  let sqlite: Database.Database | undefined;
  try {
    sqlite = new Database(file);
    applyPragmas(sqlite);
    const db = drizzle(sqlite);
    migrateSafely(sqlite, { migrationsFolder: join(root, "drizzle"), backups: join(home, "backups"), now });
    return { sqlite, db };
  } catch (error) {
    sqlite?.close();
    throw explain(error, file);
  }
}

/** Says which file is meant and what to do; SQLite's own words name neither. */
function explain(error: unknown, file: string): unknown {
  const code = [error, (error as { cause?: unknown } | null)?.cause]
    .map((one) => String((one as { code?: unknown } | null)?.code))
    .find((known) => known.startsWith("SQLITE_"));
  if (code === undefined) return error;
  const cause = { cause: error };
  if (/^SQLITE_(?:CORRUPT|NOTADB)/.test(code)) {
    return new AppError("not_ready", `The database ${file} is damaged, or is no database.`, {
      hint: "Move keepsake.db and what begins with its name aside, and put the newest file of backups/ in its place as keepsake.db, if there is one; else start without and import your transcripts again. `keepsake doctor` checks it.",
      ...cause,
    });
  }
  if (/^SQLITE_FULL/.test(code)) {
    return new AppError("disk_full", `The disk of ${file} is full.`, { hint: "Free some space.", ...cause });
  }
  if (/^SQLITE_(?:CANTOPEN|READONLY|IOERR|PERM)/.test(code)) {
    return new AppError("not_ready", `The database ${file} cannot be opened for writing (${code}).`, {
      hint: "Is the data folder yours, writable, and on a healthy disk? `keepsake doctor` checks it.",
      ...cause,
    });
  }
  return error;
}

function applyPragmas(sqlite: Database.Database): void {
  sqlite.pragma("busy_timeout = 5000");
  sqlite.pragma("journal_mode = WAL");
  sqlite.pragma("synchronous = NORMAL");
  sqlite.pragma("foreign_keys = ON");
  sqlite.pragma("secure_delete = ON");
  sqlite.pragma("cache_size = -32000");
}
