/** Undo: puts back exactly the fields that one operation changed, or says what stands in the way. */
import type { App, Tx } from "../context";
import type { Actor } from "../contract/common";
import { AppError } from "../contract/errors";
import type { UndoResult } from "../contract/operations";
import { write } from "../db/write";
import { projectMode } from "../memories/repo";
import { requireWritable } from "../memories/service";
import { settingsPutBack } from "../settings/service";
import { followSession, forgetRows, IMPORT_KIND, refuseForgotten } from "../sessions/forget-rows";
import { because, changedSince, gone, refuseTakenPlace } from "./in-the-way";
import { holdsRows, isKeyed } from "./keyed-repo";
import { changesOf, laterChanges, type OperationChangeRow, type OperationRow, requireOperation } from "./query";
import { recordOperation } from "./record";
import { markUndone, type NewChange, type UndoableTable } from "./repo";
import { STORE_IMPORT, takeBackStore } from "./take-back";
import { moveRun, takeBackKeyed, takeBackMoves } from "./take-back-moves";
import {
  activeRival,
  columnsOf,
  deleteRow,
  insertRow,
  isPlain,
  isWhole,
  readColumns,
  readRow,
  reindexRow,
  reindexStatus,
  setFields,
  type StoredRow,
  UNDOABLE_TABLES,
  writeColumns,
} from "./rows-repo";

/** Bookkeeping: changed by every write, and by reads; says nothing about what an operation did. */
const BOOKKEEPING = new Set(["id", "revision", "updatedAt", "accessCount", "lastAccessed", "lastActivityAt"]);

/**
 * Undoes operation `id`; that is itself an operation, so undoing it again is redo. Undoing an import forgets its session, or what
 * it brought.
 * Throws `not_found`; `conflict` when it was undone already, when a later operation changed the same field (named),
 * when a row that holds the key would become a second active one (named), or when a row was deleted for good; `forbidden`
 * for an agent where the project keeps agents out.
 */
export function undoOperation(app: App, id: number, actor: Actor): UndoResult {
  return write(app, (tx) => {
    const now = app.now();
    const operation = requireOperation(tx, id);
    const changes = putBackRows(app, tx, operation, actor);
    const undoing = recordOperation(tx, now, {
      kind: "operation.undo",
      title: `Undid operation ${id}`,
      actor,
      projectId: operation.projectId,
      changes,
      undoOf: id,
    });
    markChain(tx, operation, undoing);
    return { ok: true, operation_id: undoing, undid: id };
  });
}

/** What undoing does to rows, without saying so anywhere: for undoing, and for trying it. Throws as {@link undoOperation}. */
export function putBackRows(app: App, tx: Tx, operation: OperationRow, actor: Actor): NewChange[] {
  const stored = changesOf(tx, operation.id);
  requireUndoable(operation, stored);
  const changes = takeBack(tx, app.now(), operation, stored);
  requireWritableProjects(tx, changes, actor);
  if (changes.some((change) => change.table === "settings")) settingsPutBack(app, tx);
  return changes;
}

function takeBack(tx: Tx, now: number, { kind }: OperationRow, stored: OperationChangeRow[]): NewChange[] {
  if (kind === IMPORT_KIND) return takeBackImport(tx, now, stored);
  if (kind !== STORE_IMPORT) return revertAll(tx, now, stored);
  const changes = takeBackStore(tx, stored);
  for (const change of changes) if (change.table !== "sessions") follow(tx, now, change);
  return changes;
}

/** Taking back a write is a write: a project that keeps agents out keeps this out too. Throws `forbidden`. */
function requireWritableProjects(tx: Tx, changes: NewChange[], actor: Actor): void {
  const rows = changes.filter((change) => change.table === "memories").map(({ before, after }) => after ?? before);
  const projectIds = new Set(rows.map((row) => (row !== null && "projectId" in row ? Number(row.projectId) : 0)));
  for (const id of projectIds) requireWritable(projectMode(tx, id), actor);
}

function revertAll(tx: Tx, now: number, stored: OperationChangeRow[]): NewChange[] {
  const changes: NewChange[] = [];
  const single: NewChange[] = [];
  const latestFirst = stored.reverse();
  for (let at = 0; at < latestFirst.length;) {
    const moves = moveRun(latestFirst, at);
    if (moves.length > 0) changes.push(...takeBackMoves(tx, now, moves));
    else {
      const change = latestFirst[at];
      const made = change === undefined ? null : revert(tx, now, change, changes);
      if (made !== null) changes.push(made);
      if (made !== null) single.push(made);
    }
    at += Math.max(1, moves.length);
  }
  for (const change of single) follow(tx, now, change);
  return changes;
}

/** What came in with the session goes with it, and so does what was drawn from it since. */
function takeBackImport(tx: Tx, now: number, stored: OperationChangeRow[]): NewChange[] {
  return stored.flatMap((change) => {
    const current = readColumns(tx, "sessions", change.entityId, columnsOf("sessions"));
    if (current === undefined) throw gone(change);
    if (current["status"] === "deleted")
      throw changedSince(change, laterChanges(tx, change.operationId, change.entityTable, change.entityId)[0]);
    return forgetRows(tx, now, change.entityId);
  });
}

/** Brings in step what depends on a row that was put back or taken away. */
function follow(tx: Tx, now: number, { table, id, before, after }: NewChange): void {
  if (table === "sessions") return followSession(tx, now, id);
  if (isKeyed(table) || isPlain(table)) return;
  const row = after as StoredRow | null;
  if (row !== null && typeof row["sessionId"] === "number" && row["status"] !== "deleted")
    refuseForgotten(tx, row["sessionId"]);
  const fields = before === null || row === null ? [] : changedFields(before as StoredRow, row);
  if (fields.length === 1 && fields[0] === "status") reindexStatus(tx, now, table, id);
  else reindexRow(tx, now, table, id);
}

function requireUndoable(operation: OperationRow, changes: OperationChangeRow[]): void {
  if (operation.undoneBy !== null) {
    throw new AppError("conflict", `Operation ${operation.id} was already undone by operation ${operation.undoneBy}.`, {
      hint: `Undo operation ${operation.undoneBy} to have it back.`,
      details: because("undone", { path: "operation", message: String(operation.undoneBy) }),
    });
  }
  // A session or a project comes back without what was deleted for good meanwhile: there is no other way to have the rest again.
  const isSession = changes.some(({ entityTable }) => entityTable === "sessions" || entityTable === "projects");
  if (
    !isSession &&
    operation.kind !== STORE_IMPORT &&
    changes.some((change) => change.before === null && change.after === null)
  ) {
    throw new AppError(
      "conflict",
      `Operation ${operation.id} can't be undone: something it changed was deleted for good.`,
      {
        hint: "What was deleted for good can't come back; make the change by hand for the rows that remain.",
        details: because("final"),
      },
    );
  }
  if (operation.undoable) return;
  throw new AppError("conflict", `Operation ${operation.id} can't be undone.`, { details: because("final") });
}

/** Reverts one row, after those in `done`; null when nothing of it differs. */
function revert(tx: Tx, now: number, change: OperationChangeRow, done: NewChange[]): NewChange | null {
  if (isKeyed(change.entityTable)) return takeBackKeyed(tx, now, change.entityTable, change);
  const table = requireTable(change.entityTable);
  const before = parseRow(table, change.before, change.entityId);
  const after = parseRow(table, change.after, change.entityId);
  const names = Object.keys(after ?? {});
  const isPart = before !== null && after !== null && !isWhole(table, names);
  const current = isPart ? readColumns(tx, table, change.entityId, names) : readRow(tx, table, change.entityId);
  if (before === null && after !== null) return removeCreated(tx, change, table, after, current);
  if (before !== null && after === null) return putBack(tx, change, table, before, current, done);
  if (before === null || after === null) return null;
  if (current === undefined) throw gone(change);
  const fields = changedFields(before, after);
  refuseIfChangedSince(tx, change, fields, after, current);
  const values: Record<string, unknown> = Object.fromEntries(fields.map((field) => [field, before[field]]));
  // What followed from activity goes back with the rows that it came of, unless there was more since.
  const isLatest = "lastActivityAt" in current && current["lastActivityAt"] === after["lastActivityAt"];
  if (isLatest && before["lastActivityAt"] !== after["lastActivityAt"])
    values["lastActivityAt"] = before["lastActivityAt"];
  if (Object.keys(values).length === 0) return null;
  if ("updatedAt" in current && current["updatedAt"] === after["updatedAt"]) values["updatedAt"] = before["updatedAt"];
  if ("revision" in current) values["revision"] = Number(current["revision"]) + 1;
  refuseSecondActive(tx, table, { ...current, ...values }, done);
  refuseTakenPlace(`${table}:${change.entityId}`, () => {
    if (isPart) writeColumns(tx, table, change.entityId, values);
    else setFields(tx, table, change.entityId, values);
  });
  return { table, id: change.entityId, before: current, after: { ...current, ...values } };
}

function removeCreated(
  tx: Tx,
  change: OperationChangeRow,
  table: UndoableTable,
  after: StoredRow,
  current: StoredRow | undefined,
) {
  if (current === undefined) throw gone(change);
  refuseIfChangedSince(
    tx,
    change,
    // A column that is newer than the operation says nothing about it.
    columnsOf(table).filter((name) => !BOOKKEEPING.has(name) && name in after),
    after,
    current,
  );
  if (table === "projects") requireEmptyProject(tx, change.entityId);
  deleteRow(tx, table, change.entityId);
  return { table, id: change.entityId, before: current, after: null };
}

function requireEmptyProject(tx: Tx, id: number): void {
  if (!holdsRows(tx, id)) return;
  throw new AppError("conflict", `Project ${id} has grown since; this change knows only a part of it.`, {
    hint: "Merge it anew, or move what it holds, instead.",
    details: because("grown"),
  });
}

function putBack(
  tx: Tx,
  change: OperationChangeRow,
  table: UndoableTable,
  before: StoredRow,
  current: StoredRow | undefined,
  done: NewChange[],
) {
  if (current !== undefined) throw changedSince(change, undefined);
  const row = "revision" in before ? { ...before, revision: Number(before["revision"]) + 1 } : before;
  refuseSecondActive(tx, table, row, done);
  refuseTakenPlace(`${table}:${row.id}`, () => insertRow(tx, table, row));
  return { table, id: change.entityId, before: null, after: row };
}

function changedFields(before: StoredRow, after: StoredRow): string[] {
  return Object.keys(after).filter((name) => !BOOKKEEPING.has(name) && before[name] !== after[name]);
}

/** A later operation that still holds and changed one of these fields, or a write that was no operation. */
function refuseIfChangedSince(
  tx: Tx,
  change: OperationChangeRow,
  fields: string[],
  after: StoredRow,
  current: StoredRow,
): void {
  const later = laterChanges(tx, change.operationId, change.entityTable, change.entityId).find((next) =>
    touches(next, fields),
  );
  if (later !== undefined || fields.some((field) => current[field] !== after[field])) throw changedSince(change, later);
}

function touches(change: OperationChangeRow, fields: string[]): boolean {
  if (change.before === null || change.after === null) return true;
  const before = JSON.parse(change.before) as Record<string, unknown>;
  const after = JSON.parse(change.after) as Record<string, unknown>;
  return fields.some((field) => before[field] !== after[field]);
}

/** A rival that only this very undoing made active was given the same key while both were out of use. */
function refuseSecondActive(tx: Tx, table: UndoableTable, row: StoredRow, done: NewChange[]): void {
  if (table !== "memories" || row["status"] !== "active") return;
  const rival = activeRival(tx, row);
  if (rival === undefined) return;
  const isBackToo = done.some((made) => made.table === "memories" && made.id === rival);
  const why = isBackToo ? `would come back with the same key` : `holds its key now`;
  throw new AppError("conflict", `Memory ${row.id} can't become active again: memory ${rival} ${why}.`, {
    hint: isBackToo
      ? `Give memory ${row.id} or memory ${rival} another key first.`
      : `Archive or delete memory ${rival} first.`,
    details: because("key_taken", { path: "memory", message: String(rival) }),
  });
}

/** Undoing an undo brings its target into force again, and so on down the chain. */
function markChain(tx: Tx, operation: OperationRow, undoing: number): void {
  markUndone(tx, operation.id, undoing);
  let holds = true;
  let [by, target] = [operation.id, operation.undoOf];
  while (target !== null) {
    markUndone(tx, target, holds ? null : by);
    const next = requireOperation(tx, target);
    holds = !holds;
    [by, target] = [next.id, next.undoOf];
  }
}

function requireTable(name: string): UndoableTable {
  const table = UNDOABLE_TABLES.find((known) => known === name);
  if (table === undefined) throw new AppError("conflict", `Rows of ${name} can't be put back.`);
  return table;
}

/** The stored body reduced to the table's own columns. */
function parseRow(table: UndoableTable, body: string | null, id: number): StoredRow | null {
  if (body === null) return null;
  const stored = JSON.parse(body) as Record<string, unknown>;
  const kept = columnsOf(table).filter((name) => name in stored);
  return { ...Object.fromEntries(kept.map((name) => [name, stored[name]])), id };
}
