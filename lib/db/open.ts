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
 * Throws `AppError("not_ready")` when the database is newer than this program or rows were lost by a migration.
 */
export function openDatabase(home: string, root: string, now: () => number): Opened {
  const file = join(home, "keepsake.db");
  const isNew = !existsSync(file);
  const sqlite = new Database(file);
  applyPragmas(sqlite);
  const db = drizzle(sqlite, { schema });
  migrateSafely(sqlite, db, { migrationsFolder: join(root, "drizzle"), backups: join(home, "backups"), isNew, now });
  return { sqlite, db };
}

export function applyPragmas(sqlite: Database.Database): void {
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
