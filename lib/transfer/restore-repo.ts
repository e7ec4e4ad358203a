/** SQL of taking in an export: rows whole, under their numbers where these were never used here. */
import { getTableColumns } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Handle, Tx } from "../context";
import { prepared } from "../db/prepared";
import { turns } from "../db/schema/sessions";
import { STORED_TABLES as TABLES } from "../operations/rows-repo";

type RestoredTable = keyof typeof TABLES;
/** What triggers and reflections say of a row is not taken in. */
export type Values<T extends RestoredTable> = Omit<(typeof TABLES)[T]["$inferSelect"], "id" | "reflectionId" | "gone">;

/** As the database fills them. */
const DERIVED: Partial<Record<RestoredTable, object>> = {
  observations: { reflectionId: null },
  reflections: { gone: 0 },
};

/** Numbers far beyond any store would leave no room for new ones. */
const MAX_KEPT_ID = 1_000_000_000;

/** Inserts a row whole; under `id` where no row of the table ever had this number or a greater one. */
export function insertWhole<T extends RestoredTable>(
  tx: Tx,
  table: T,
  id: number,
  values: Values<T>,
): (typeof TABLES)[T]["$inferSelect"] {
  const used = Number(prepared(tx, "SELECT seq FROM sqlite_sequence WHERE name = ?").pluck().get(table) ?? 0);
  const kept = id > used && id <= MAX_KEPT_ID ? id : null;
  const columns = columnsOf(TABLES[table]);
  const names = columns.map(([, column]) => `"${column.name}"`).join(", ");
  const given = { ...values, id: kept } as Record<string, unknown>;
  const bound = columns.map(([name, column]) => {
    const value = given[name];
    return value === null || value === undefined ? null : column.mapToDriverValue(value);
  });
  const sql = `INSERT INTO "${table}" (${names}) VALUES (${columns.map(() => "?").join(", ")})`;
  const made = Number(prepared(tx, sql).run(...bound).lastInsertRowid);
  return { ...values, ...DERIVED[table], id: made } as unknown as (typeof TABLES)[T]["$inferSelect"];
}

const columnsOf = (table: SQLiteTable) =>
  Object.entries(getTableColumns(table)).filter(([name]) => name !== "gone" && name !== "reflectionId");

export const projectIdOf = (handle: Handle, key: string): number | undefined =>
  prepared(handle, "SELECT id FROM projects WHERE key = ?").pluck().get(key) as number | undefined;

export function insertAlias(tx: Handle, projectId: number, alias: string, kind: string, at: number): void {
  prepared(tx, "INSERT OR IGNORE INTO project_aliases (project_id, alias, kind, created_at) VALUES (?, ?, ?, ?)").run(
    projectId,
    alias,
    kind,
    at,
  );
}

/** A folder that belongs to a project here stays with it. */
export function insertRoot(tx: Handle, projectId: number, path: string, kind: string, at: number): void {
  prepared(tx, "INSERT OR IGNORE INTO project_roots (path, project_id, kind, created_at) VALUES (?, ?, ?, ?)").run(
    path,
    projectId,
    kind,
    at,
  );
}

export interface Found {
  id: number;
  status: string;
}

const found = (handle: Handle, sql: string, ...values: unknown[]): Found | undefined =>
  prepared(handle, sql).get(...values) as Found | undefined;

export const sessionNamed = (handle: Handle, host: string, name: string): Found | undefined =>
  found(handle, "SELECT id, status FROM sessions WHERE host = ? AND host_session_id = ?", host, name);

export const evidenceNamed = (
  handle: Handle,
  table: "prompts" | "events",
  sessionId: number,
  key: string,
): Found | undefined =>
  found(handle, `SELECT id, status FROM ${table} WHERE session_id = ? AND dedupe_key = ?`, sessionId, key);

export const summaryAt = (handle: Handle, sessionId: number, turn: number): Found | undefined =>
  found(handle, "SELECT id, status FROM summaries WHERE session_id = ? AND turn = ?", sessionId, turn);

export const rowNumbered = (
  handle: Handle,
  table: "memories" | "observations" | "memory_pairs" | "reflections",
  id: number,
): Found | undefined => found(handle, `SELECT id, status FROM ${table} WHERE id = ?`, id);

export const taskAt = (handle: Handle, sessionId: number): Found | undefined =>
  found(handle, "SELECT id, status FROM tasks WHERE session_id = ?", sessionId);

export const isOpenPair = (handle: Handle, olderId: number, newerId: number, hash: string): boolean =>
  prepared(
    handle,
    "SELECT 1 FROM memory_pairs WHERE older_id = ? AND newer_id = ? AND candidate_hash = ? AND status = 'open'",
  ).get(olderId, newerId, hash) !== undefined;

export const isExcluded = (handle: Handle, type: string, id: number, projectId: number): boolean =>
  prepared(handle, "SELECT 1 FROM injection_exclusions WHERE entity_type = ? AND entity_id = ? AND project_id = ?").get(
    type,
    id,
    projectId,
  ) !== undefined;

export function insertWholeTurn(tx: Tx, row: typeof turns.$inferInsert): void {
  tx.insert(turns).values(row).run();
}

/** Where a memory says neither what it follows nor what follows it; answers whether something was written. */
export function linkVersions(
  tx: Handle,
  id: number,
  versions: { supersedes: number | null; supersededBy: number | null },
): boolean {
  const changed = prepared(
    tx,
    `UPDATE memories SET supersedes = coalesce(supersedes, $supersedes), superseded_by = coalesce(superseded_by, $supersededBy)
     WHERE id = $id AND ((supersedes IS NULL AND $supersedes IS NOT NULL)
       OR (superseded_by IS NULL AND $supersededBy IS NOT NULL))`,
  ).run({ id, ...versions }).changes;
  return changed > 0;
}

/** How many rows an operation names; undefined when it can't be continued. */
export const rowsOfOperation = (handle: Handle, id: number, kind: string): number | undefined =>
  prepared(
    handle,
    `SELECT (SELECT count(*) FROM operation_changes WHERE operation_id = o.id) FROM operations o
     WHERE o.id = ? AND o.kind = ? AND o.undone_by IS NULL`,
  )
    .pluck()
    .get(id, kind) as number | undefined;
