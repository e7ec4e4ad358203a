/**
 * Undo of an import of a store: what it brought is deleted, as a person would delete it, and comes back by undoing that.
 * Its operation names rows and no bodies, so that twenty thousand rows are no burden; what people, agents and jobs did to
 * single rows since is no obstacle, since all of it goes.
 */
import type { Tx } from "../context";
import type { OperationChangeRow } from "./query";
import type { NewChange, UndoableTable } from "./repo";
import { columnsOf, deleteRow, isPlain, readColumns, readRow, UNDOABLE_TABLES, writeColumns } from "./rows-repo";
import { hasContents } from "../sessions/forget-repo";

/** Kind of the operation that an import of a store is, or a part of it. */
export const STORE_IMPORT = "store.import";

/** With these an active memory is kept from coming back beside another one of its key. */
const MEMORY_COLUMNS = ["status", "projectId", "key"];

/** What Undo and redo need to know of a row that came in. */
export const bodyOf = (table: UndoableTable, row: object): object =>
  isPlain(table)
    ? row
    : Object.fromEntries(Object.entries(row).filter(([name]) => (statusColumns(table) as string[]).includes(name)));

const statusColumns = (table: UndoableTable): string[] => (table === "memories" ? MEMORY_COLUMNS : ["status"]);

/** Sessions last, and only those that nothing is left of. */
export function takeBackStore(tx: Tx, stored: OperationChangeRow[]): NewChange[] {
  const isSession = (change: OperationChangeRow): boolean => change.entityTable === "sessions";
  const rows = stored.filter((change) => !isSession(change)).reverse();
  return [...rows, ...stored.filter(isSession)].flatMap((change) => takeBackRow(tx, change) ?? []);
}

function takeBackRow(tx: Tx, change: OperationChangeRow): NewChange | null {
  const table = UNDOABLE_TABLES.find((name) => name === change.entityTable);
  const id = change.entityId;
  // Deleted for good meanwhile.
  if (table === undefined || (change.before === null && change.after === null)) return null;
  if (isPlain(table)) {
    const row = readRow(tx, table, id);
    if (row === undefined) return null;
    deleteRow(tx, table, id);
    return { table, id, before: row, after: null };
  }
  const columns = statusColumns(table);
  const versioned = columnsOf(table).includes("revision");
  const row = readColumns(tx, table, id, versioned ? [...columns, "revision"] : columns);
  if (row === undefined || row["status"] === "deleted") return null;
  if (table === "sessions" && hasContents(tx, id)) return null;
  const after = { status: "deleted" };
  writeColumns(tx, table, id, versioned ? { ...after, revision: Number(row["revision"]) + 1 } : after);
  const before = Object.fromEntries(columns.map((name) => [name, row[name]]));
  return { table, id, before, after: { ...before, ...after } };
}
