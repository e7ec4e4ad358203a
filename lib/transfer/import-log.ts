/** Records what an import brings as operations that can still be undone at once: each takes back its part. */
import type { Tx } from "../context";
import type { Actor } from "../contract/common";
import { continueOperation, recordOperation } from "../operations/record";
import type { NewChange, UndoableTable } from "../operations/repo";
import { bodyOf, STORE_IMPORT } from "../operations/take-back";

/** Rows of one operation: undoing them is one transaction, which must not hold others up for long. */
const MAX_ROWS = 20_000;

export interface ImportLog {
  actor: Actor;
  /** What is imported, for the title: "from claude-mem". */
  from: string;
  operations: number[];
  /** Rows of the last one of them. */
  rows: number;
}

/** Continues `operation`, where a part of the import is recorded already. */
export const openImportLog = (actor: Actor, from: string, operation?: { id: number; rows: number }): ImportLog => ({
  actor,
  from,
  operations: operation === undefined ? [] : [operation.id],
  rows: operation?.rows ?? 0,
});

/** A row that was made. */
export const madeRow = (table: UndoableTable, row: { id: number }): NewChange => ({
  table,
  id: row.id,
  before: null,
  after: bodyOf(table, row),
});

/** Part of the transaction that made the rows. */
export function logImport(tx: Tx, now: number, log: ImportLog, changes: NewChange[]): void {
  if (changes.length === 0) return;
  const last = log.operations.at(-1);
  const continues = last !== undefined && log.rows + changes.length <= MAX_ROWS;
  const rows = (continues ? log.rows : 0) + changes.length;
  const operation = {
    kind: STORE_IMPORT,
    title: `Imported ${rows} rows from ${log.from}`,
    actor: log.actor,
    changes,
  };
  if (continues) continueOperation(tx, now, last, operation);
  else log.operations.push(recordOperation(tx, now, operation));
  log.rows = rows;
}
