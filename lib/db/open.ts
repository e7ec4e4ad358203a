/** Everything about opening SQLite: pragmas, backup before a migration, migration, row counts after it. */
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { migrate } from "drizzle-orm/better-sqlite3/migrator";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { AppError } from "../contract/errors";
import type { Db } from "../context";
import * as schema from "./schema";

const MIGRATIONS_TABLE = "__drizzle_migrations";

export interface Opened {
  sqlite: Database.Database;
  db: Db;
}

/**
 * Opens `<home>/keepsake.db`, backs it up and migrates it when the code is newer.
 * Throws `AppError("not_ready")` when the database is damaged or closed to us, newer than this program, or a migration lost rows.
 */
export function openDatabase(home: string, root: string, now: () => number): Opened {
  const file = join(home, "keepsake.db");
  const isNew = !existsSync(file);
  let sqlite: Database.Database | undefined;
  try {
    sqlite = new Database(file);
    applyPragmas(sqlite);
    const db = drizzle(sqlite, { schema });
    migrateSafely(sqlite, db, { migrationsFolder: join(root, "drizzle"), backups: join(home, "backups"), isNew, now });
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

interface MigrateOptions {
  migrationsFolder: string;
  backups: string;
  isNew: boolean;
  now: () => number;
}

function migrateSafely(sqlite: Database.Database, db: Db, options: MigrateOptions): void {
  const known = readMigrationFiles({ migrationsFolder: options.migrationsFolder });
  const applied = appliedMigrations(sqlite);
  const newest = known.at(-1)?.folderMillis ?? 0;
  if (applied.length > 0 && Math.max(...applied) > newest) {
    throw new AppError("not_ready", "The database was written by a newer Keepsake.", {
      hint: "Start the newer version, or restore a backup from before the upgrade.",
    });
  }
  if (known.every((migration) => applied.includes(migration.folderMillis))) return;
  if (!options.isNew && applied.length > 0) {
    mkdirSync(options.backups, { recursive: true, mode: 0o700 });
    sqlite.prepare("VACUUM INTO ?").run(join(options.backups, `before-migration-${options.now()}.db`));
  }
  const before = rowCounts(sqlite);
  migrate(db, { migrationsFolder: options.migrationsFolder, migrationsTable: MIGRATIONS_TABLE });
  const after = rowCounts(sqlite);
  for (const [table, count] of before) {
    if ((after.get(table) ?? 0) < count) {
      throw new AppError("not_ready", `The upgrade of the database lost rows of ${table}.`, {
        hint: `Restore the newest file of ${options.backups} and report this.`,
      });
    }
  }
}

function appliedMigrations(sqlite: Database.Database): number[] {
  const exists = sqlite.prepare("SELECT 1 FROM sqlite_master WHERE name = ?").get(MIGRATIONS_TABLE);
  if (exists === undefined) return [];
  return sqlite.prepare(`SELECT created_at FROM ${MIGRATIONS_TABLE}`).pluck().all().map(Number);
}

function rowCounts(sqlite: Database.Database): Map<string, number> {
  const tables = sqlite
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '%_words%'",
    )
    .pluck()
    .all() as string[];
  return new Map(tables.map((name) => [name, Number(sqlite.prepare(`SELECT count(*) FROM "${name}"`).pluck().get())]));
}
