/** Brings the schema up to date: backup, then all pending migrations in one transaction that also counts the rows. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "better-sqlite3";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import { AppError } from "../contract/errors";
import { copyInto } from "./copy-into";

/** drizzle-kit's own table, so that its tools read our databases. */
const MIGRATIONS_TABLE = "__drizzle_migrations";

interface MigrateOptions {
  migrationsFolder: string;
  /** Folder of the copy that is made first; null = none is needed. */
  backups: string | null;
  now: () => number;
}

/**
 * drizzle's own migrator commits before anybody could count; here a migration that loses rows of a table that stays is
 * rolled back as a whole. Throws `not_ready` for that, and when the database was written by a newer program.
 */
export function migrateSafely(sqlite: Database, { migrationsFolder, backups, now }: MigrateOptions): void {
  const known = readMigrationFiles({ migrationsFolder });
  const applied = appliedMigrations(sqlite);
  if (Math.max(0, ...applied) > (known.at(-1)?.folderMillis ?? 0)) {
    throw new AppError("not_ready", "The database was written by a newer Keepsake.", {
      hint: "Start the newer version, or restore a backup from before the upgrade.",
    });
  }
  const pending = known.filter((migration) => !applied.includes(migration.folderMillis));
  if (pending.length === 0) return;
  if (applied.length > 0 && backups !== null) {
    mkdirSync(backups, { recursive: true, mode: 0o700 });
    copyInto(sqlite, join(backups, `before-migration-${now()}.db`));
  }
  // Tables that are made anew and renamed would lose the rows that point to them; the check at the end stands in.
  sqlite.pragma("foreign_keys = OFF");
  try {
    sqlite.transaction(() => applyAll(sqlite, pending)).immediate();
  } finally {
    sqlite.pragma("foreign_keys = ON");
  }
}

function applyAll(sqlite: Database, pending: MigrationMeta[]): void {
  const before = rowCounts(sqlite);
  sqlite.exec(
    `CREATE TABLE IF NOT EXISTS ${MIGRATIONS_TABLE} (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)`,
  );
  const note = sqlite.prepare(`INSERT INTO ${MIGRATIONS_TABLE} (hash, created_at) VALUES (?, ?)`);
  for (const migration of pending) {
    for (const statement of migration.sql) sqlite.exec(statement);
    note.run(migration.hash, migration.folderMillis);
  }
  const after = rowCounts(sqlite);
  for (const [table, count] of before) {
    const left = after.get(table);
    if (left !== undefined && left < count) refuse(`lost rows of ${table}`);
  }
  if ((sqlite.pragma("foreign_key_check") as unknown[]).length > 0) refuse("left rows that point to nothing");
}

function refuse(what: string): never {
  throw new AppError("not_ready", `The upgrade of the database ${what}, so it was rolled back.`, {
    hint: "Nothing was changed. Start the version that you had, and report this.",
  });
}

function appliedMigrations(sqlite: Database): number[] {
  const exists = sqlite.prepare("SELECT 1 FROM sqlite_master WHERE name = ?").get(MIGRATIONS_TABLE);
  if (exists === undefined) return [];
  return sqlite.prepare(`SELECT created_at FROM ${MIGRATIONS_TABLE}`).pluck().all().map(Number);
}

/** Plain tables only: the word tables are derived. */
function rowCounts(sqlite: Database): Map<string, number> {
  const tables = sqlite
    .prepare(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'
         AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '%_words%' AND name <> '${MIGRATIONS_TABLE}'`,
    )
    .pluck()
    .all() as string[];
  return new Map(tables.map((name) => [name, Number(sqlite.prepare(`SELECT count(*) FROM "${name}"`).pluck().get())]));
}
