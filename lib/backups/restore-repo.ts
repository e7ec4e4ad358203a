/** SQL of going back to a backup: the rows of one database take the place of another's, in one transaction. */
import type { Database } from "better-sqlite3";

/** The name under which the backup is attached. */
const FROM = "restored";

/**
 * What stays as it is now and only gains what the backup knows beside it: proofs and graves of deletions, money that was
 * spent, vectors by text, and who may come in by the gateway: a key that was revoked since opens nothing again. The feed only
 * ever grows.
 */
const UNITED = new Set(["receipts", "tombstones", "llm_calls", "embeddings", "accounts", "account_tokens"]);
const UNTOUCHED = new Set(["activity", "list_versions", "__drizzle_migrations"]);
/** Filled by triggers as the rows that they are drawn from come in. */
const DERIVED = new Set(["memory_tags"]);
/** Ids are new, so that a job which runs at this moment can't take one of them for itself. */
const RENUMBERED = new Set(["jobs"]);

export const attachBackup = (sqlite: Database, file: string): void =>
  void sqlite.prepare(`ATTACH ? AS ${FROM}`).run(file);
export const detachBackup = (sqlite: Database): void => void sqlite.exec(`DETACH ${FROM}`);

/** Within the caller's transaction: the attached rows take the place of ours. Answers the rows of each table that was replaced. */
export function replaceRows(sqlite: Database, now: number): Record<string, number> {
  // Rows point to each other; what holds at the end counts.
  sqlite.pragma("defer_foreign_keys = ON");
  const counts: Record<string, number> = {};
  const tables = plainTables(sqlite).filter((table) => !UNTOUCHED.has(table));
  // All of them first: emptying a table takes along what points to its rows, also where that was filled already.
  for (const table of tables) if (!UNITED.has(table)) sqlite.prepare(`DELETE FROM main."${table}"`).run();
  for (const table of tables) {
    if (DERIVED.has(table)) continue;
    const columns = columnsOf(sqlite, table).filter((name) => !(RENUMBERED.has(table) && name === "id"));
    const list = columns.map((name) => `"${name}"`).join(", ");
    const isUnited = UNITED.has(table);
    const insert = `INSERT ${isUnited ? "OR IGNORE " : ""}INTO main."${table}" (${list}) SELECT ${list} FROM ${FROM}."${table}"`;
    const { changes } = sqlite.prepare(insert).run();
    if (!isUnited) counts[table] = changes;
  }
  sqlite.prepare("UPDATE main.jobs SET status = 'queued', leased_until = NULL, run_at = min(run_at, ?)").run(now);
  return counts;
}

/** All tables but the derived ones; both databases have the same, since the copy was migrated. */
function plainTables(sqlite: Database): string[] {
  return sqlite
    .prepare(
      `SELECT name FROM main.sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'
         AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '%\\_words%' ESCAPE '\\' ORDER BY name`,
    )
    .pluck()
    .all() as string[];
}

const columnsOf = (sqlite: Database, table: string): string[] =>
  sqlite.prepare("SELECT name FROM pragma_table_info(?)").pluck().all(table) as string[];

export const pendingReceipts = (sqlite: Database): number =>
  Number(sqlite.prepare("SELECT count(*) FROM receipts WHERE status = 'pending'").pluck().get());

export const countReceipts = (sqlite: Database): number =>
  Number(sqlite.prepare("SELECT count(*) FROM receipts").pluck().get());
