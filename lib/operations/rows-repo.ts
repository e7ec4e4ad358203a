/** Rows of the undoable tables by name: read, put back, remove, and keep the indexes in step. */
import { and, eq, getTableColumns, ne } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Handle, Tx } from "../context";
import type { SearchKind } from "../contract/common";
import { events, memories, observations, prompts, summaries } from "../db/schema";
import { type IndexedRow, indexEntity, unindexEntity } from "../search/indexing";
import type { UndoableTable } from "./repo";

export type StoredRow = Record<string, unknown> & { id: number };

const TABLES: Record<UndoableTable, SQLiteTable & { id: SQLiteColumn }> = {
  memories,
  observations,
  summaries,
  prompts,
  events,
};

const KINDS = {
  memories: "memory",
  observations: "observation",
  summaries: "summary",
  prompts: "prompt",
  events: "event",
} as const satisfies Record<UndoableTable, SearchKind>;

export const kindOf = (table: UndoableTable): SearchKind => KINDS[table];
export const UNDOABLE_TABLES = Object.keys(TABLES) as UndoableTable[];

/** Columns that a row of the table has: whatever else stands in a stored body is ignored. */
export const columnsOf = (table: UndoableTable): string[] => Object.keys(getTableColumns(TABLES[table]));

export function readRow(handle: Handle, table: UndoableTable, id: number): StoredRow | undefined {
  const from = TABLES[table];
  return handle.select().from(from).where(eq(from.id, id)).get() as StoredRow | undefined;
}

export function insertRow(tx: Handle, table: UndoableTable, row: StoredRow): void {
  tx.insert(TABLES[table])
    .values(row as never)
    .run();
}

export function setFields(tx: Handle, table: UndoableTable, id: number, values: Record<string, unknown>): void {
  const into = TABLES[table];
  tx.update(into)
    .set(values as never)
    .where(eq(into.id, id))
    .run();
}

export function deleteRow(tx: Handle, table: UndoableTable, id: number): void {
  const from = TABLES[table];
  tx.delete(from).where(eq(from.id, id)).run();
}

/** Words now, vector by a job. */
export function reindexRow(tx: Tx, now: number, table: UndoableTable, id: number): void {
  const row = readRow(tx, table, id);
  if (row === undefined) unindexEntity(tx, now, KINDS[table], id);
  else indexEntity(tx, now, KINDS[table], row as unknown as IndexedRow[SearchKind]);
}

/** Another active memory with this key in this scope: it stands in the way of a restore. */
export function activeRival(handle: Handle, row: StoredRow): number | undefined {
  return handle
    .select({ id: memories.id })
    .from(memories)
    .where(
      and(
        eq(memories.projectId, Number(row["projectId"])),
        eq(memories.key, String(row["key"])),
        eq(memories.status, "active"),
        ne(memories.id, row.id),
      ),
    )
    .get()?.id;
}
