/** SQL of operations and their changes. */
import { eq, sql } from "drizzle-orm";
import type { Handle } from "../context";
import type { Actor } from "../contract/common";
import { prepared } from "../db/prepared";
import { operations } from "../db/schema/operations";

/** Tables whose rows are searched. */
export type IndexedTable = "memories" | "observations" | "summaries" | "prompts" | "events";
/** Tables whose rows are changed and put back, but never searched. */
export type PlainTable =
  | "memory_pairs"
  | "injection_exclusions"
  | "injections"
  | "projects"
  | "review_findings"
  | "reflections"
  | "tasks"
  | "jobs";
/** Tables whose rows an operation may change and Undo may put back. */
export type UndoableTable = IndexedTable | PlainTable | "sessions";
/** Tables whose rows have no number of their own: a change names the project that the row belongs to, 0 for none; its body is the whole row. */
export type KeyedTable = "project_aliases" | "project_roots" | "settings";

export interface NewChange {
  table: UndoableTable | KeyedTable;
  id: number;
  /** The row, or null when the operation made it. Evidence is long and its text never changes: of it only the changed columns. */
  before: object | null;
  /** The same columns afterwards, or null when the operation removed the row. */
  after: object | null;
}

export interface NewOperation {
  /** What was done, e.g. `memory.edit`. */
  kind: string;
  /** One sentence without stored text: "Edited memory 12". */
  title: string;
  actor: Actor;
  projectId?: number;
  changes: NewChange[];
  undoable?: boolean;
  undoOf?: number;
  /** What the feed tells besides; never stored text. */
  told?: Record<string, string>;
}

/** Prepared, since forgetting a session changes thousands of rows. */
const INSERT_CHANGE = `INSERT INTO operation_changes (operation_id, seq, entity_table, entity_id, "before", "after")
  VALUES (?, ?, ?, ?, ?, ?)`;

export function insertOperation(tx: Handle, now: number, operation: NewOperation): number {
  const id = tx
    .insert(operations)
    .values({
      kind: operation.kind,
      title: operation.title,
      actorKind: operation.actor.kind,
      actorName: operation.actor.name,
      projectId: operation.projectId ?? 0,
      undoable: operation.undoable ?? true,
      undoOf: operation.undoOf ?? null,
      createdAt: now,
    })
    .returning({ id: operations.id })
    .get().id;
  insertChanges(tx, id, 0, operation.changes);
  return id;
}

function insertChanges(tx: Handle, id: number, from: number, changes: NewChange[]): void {
  const insert = prepared(tx, INSERT_CHANGE);
  changes.forEach((change, at) => {
    insert.run(id, from + at, change.table, change.id, bodyOf(change.before), bodyOf(change.after));
  });
}

/** Adds changes to an operation that is done in several transactions; one of several projects belongs to none. */
export function appendChanges(tx: Handle, id: number, operation: NewOperation): void {
  const next = prepared(tx, "SELECT coalesce(max(seq) + 1, 0) FROM operation_changes WHERE operation_id = ?").pluck();
  insertChanges(tx, id, Number(next.get(id)), operation.changes);
  const projectId = sql`iif(${operations.projectId} = ${operation.projectId ?? 0}, ${operations.projectId}, 0)`;
  tx.update(operations).set({ title: operation.title, projectId }).where(eq(operations.id, id)).run();
}

export interface ChangeRef {
  operationId: number;
  seq: number;
  /** Of the operation. */
  kind: string;
}

const LAST_CHANGE = `SELECT c.operation_id AS operationId, c.seq, o.kind FROM operation_changes c JOIN operations o ON o.id = c.operation_id
  WHERE c.entity_table = ? AND c.entity_id = ? ORDER BY c.operation_id DESC LIMIT 1`;

/** The last change that any operation, undoings among them, made to the row; null = none did. */
export const lastChange = (handle: Handle, table: UndoableTable, id: number): ChangeRef | null =>
  (prepared(handle, LAST_CHANGE).get(table, id) as ChangeRef | undefined) ?? null;

/** A row that an operation made grew by itself: the operation holds it as it is now, or it could not be undone. */
export function setAfter(tx: Handle, { operationId, seq }: ChangeRef, after: object): void {
  const set = 'UPDATE operation_changes SET "after" = ? WHERE operation_id = ? AND seq = ?';
  prepared(tx, set).run(bodyOf(after), operationId, seq);
}

/** Whether an operation holds, was undone, or can't be undone any more. */
export function standingOf(handle: Handle, id: number): "stands" | "undone" | "final" {
  const { undoneBy, undoable } = operations;
  const row = handle.select({ undoneBy, undoable }).from(operations).where(eq(operations.id, id)).get();
  if (row === undefined || !row.undoable) return "final";
  return row.undoneBy === null ? "stands" : "undone";
}

const bodyOf = (row: object | null): string | null => (row === null ? null : JSON.stringify(row));

/** Says which operation took this one back; null = it holds again. */
export function markUndone(tx: Handle, id: number, undoneBy: number | null): void {
  tx.update(operations).set({ undoneBy }).where(eq(operations.id, id)).run();
}
