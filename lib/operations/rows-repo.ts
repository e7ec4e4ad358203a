/** Rows of the undoable tables by name: read, put back, remove, and keep the indexes in step. */
import { eq, getTableColumns } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Handle, Tx } from "../context";
import type { SearchKind } from "../contract/common";
import { prepared } from "../db/prepared";
import { injectionExclusions, injections } from "../db/schema/injections";
import { jobs } from "../db/schema/jobs";
import { memories, memoryPairs, reviewFindings } from "../db/schema/memories";
import { observations, reflections, summaries, tasks } from "../db/schema/observations";
import { projects } from "../db/schema/projects";
import { events, prompts, sessions } from "../db/schema/sessions";
import { enqueueVector, type IndexedRow, indexEntity, unindexEntity } from "../search/indexing";
import type { IndexedTable, PlainTable, UndoableTable } from "./repo";

export type StoredRow = Record<string, unknown> & { id: number };

/** Each with its own columns. */
export const STORED_TABLES = {
  memories,
  observations,
  summaries,
  prompts,
  events,
  sessions,
  memory_pairs: memoryPairs,
  injection_exclusions: injectionExclusions,
  injections,
  projects,
  review_findings: reviewFindings,
  reflections,
  tasks,
  jobs,
};
const TABLES: Record<UndoableTable, SQLiteTable & { id: SQLiteColumn }> = STORED_TABLES;

const KINDS = {
  memories: "memory",
  observations: "observation",
  summaries: "summary",
  prompts: "prompt",
  events: "event",
} as const satisfies Record<IndexedTable, SearchKind>;

const PLAIN_TABLES: ReadonlySet<string> = new Set<PlainTable>([
  "memory_pairs",
  "injection_exclusions",
  "injections",
  "projects",
  "review_findings",
  "reflections",
  "tasks",
  "jobs",
]);

export const isPlain = (table: UndoableTable): table is PlainTable => PLAIN_TABLES.has(table);

export const kindOf = (table: IndexedTable): SearchKind => KINDS[table];
export const INDEXED_TABLES = Object.keys(KINDS) as IndexedTable[];
export const UNDOABLE_TABLES = Object.keys(TABLES) as UndoableTable[];

/** All else of a session follows from what is captured, and a block that was sent is never changed. */
const SOME_COLUMNS: Partial<Record<UndoableTable, string[]>> = {
  sessions: ["id", "status", "projectId", "capturePausedAt", "recallPausedAt"],
  injections: ["id", "projectId"],
};

/** Kept by triggers: nothing that anybody did. */
const BY_TRIGGERS: Partial<Record<UndoableTable, string>> = { observations: "reflectionId", reflections: "gone" };

/** Columns that Undo may put back: whatever else stands in a stored body is ignored. */
export const columnsOf = (table: UndoableTable): string[] =>
  SOME_COLUMNS[table] ?? Object.keys(getTableColumns(TABLES[table])).filter((name) => name !== BY_TRIGGERS[table]);

/** True when these are all columns of the table, so that a row can be made of them. */
export const isWhole = (table: UndoableTable, names: string[]): boolean =>
  names.length >= Object.keys(getTableColumns(TABLES[table])).length - (BY_TRIGGERS[table] === undefined ? 0 : 1);

export function readRow(handle: Handle, table: UndoableTable, id: number): StoredRow | undefined {
  return readColumns(handle, table, id, Object.keys(getTableColumns(TABLES[table])));
}

/** Some columns of a row, and its id: texts of evidence are long, and Undo of a session reads thousands of rows. */
export function readColumns(handle: Handle, table: UndoableTable, id: number, names: string[]): StoredRow | undefined {
  const columns = columnsByName(table, names);
  const list = columns.map(([, column]) => `"${column.name}"`).join(", ");
  const row = prepared(handle, `SELECT ${list} FROM "${table}" WHERE id = ?`).get(id) as
    Record<string, unknown> | undefined;
  if (row === undefined) return undefined;
  const values = columns.map(([name, column]) => {
    const value = row[column.name];
    return [name, value === null ? null : column.mapFromDriverValue(value)];
  });
  return { ...Object.fromEntries(values), id };
}

/** {@link setFields} for what {@link readColumns} read. */
export function writeColumns(tx: Handle, table: UndoableTable, id: number, values: Record<string, unknown>): void {
  const columns = columnsByName(table, Object.keys(values));
  const list = columns.map(([, column]) => `"${column.name}" = ?`).join(", ");
  const encoded = columns.map(([name, column]) => {
    const value = values[name];
    return value === null ? null : column.mapToDriverValue(value);
  });
  prepared(tx, `UPDATE "${table}" SET ${list} WHERE id = ?`).run(...encoded, id);
}

/** Names are those of the schema, never a stored body's. */
function columnsByName(table: UndoableTable, names: string[]): [string, SQLiteColumn][] {
  return Object.entries<SQLiteColumn>(getTableColumns(TABLES[table])).filter(([name]) => names.includes(name));
}

export function insertRow(tx: Handle, table: UndoableTable, row: StoredRow): void {
  tx.insert(TABLES[table])
    .values(row as never)
    .run();
}

export function setFields(tx: Handle, table: UndoableTable, id: number, values: Record<string, unknown>): void {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  if (given.length > 0) writeColumns(tx, table, id, Object.fromEntries(given));
}

export function deleteRow(tx: Handle, table: UndoableTable, id: number): void {
  const from = TABLES[table];
  tx.delete(from).where(eq(from.id, id)).run();
}

/** Words now, vector by a job. */
export function reindexRow(tx: Tx, now: number, table: IndexedTable, id: number): void {
  const row = readRow(tx, table, id);
  if (row === undefined) unindexEntity(tx, now, KINDS[table], id);
  else indexEntity(tx, now, KINDS[table], row as unknown as IndexedRow[SearchKind]);
}

/** After a change of status alone: the words of a deleted row stay, only its vector goes and comes back. */
export function reindexStatus(tx: Tx, now: number, table: IndexedTable, id: number): void {
  const isTool = table === "events" && readColumns(tx, table, id, ["kind"])?.["kind"] === "tool";
  if (!isTool) enqueueVector(tx, now, KINDS[table], id, 1);
}

/** Prepared, since Undo of a large run asks for each of its rows. */
const RIVAL = "SELECT id FROM memories WHERE project_id = ? AND key = ? AND status = 'active' AND id <> ? LIMIT 1";

/** Another active memory with this key in this scope: it stands in the way of a restore. */
export const activeRival = (handle: Handle, row: StoredRow): number | undefined =>
  prepared(handle, RIVAL).pluck().get(Number(row["projectId"]), String(row["key"]), row.id) as number | undefined;
