/** Keeps the derived indexes in step with a row: words in the same transaction, the vector by a job after it. */
import type { Tx } from "../context";
import type { SearchKind } from "../contract/common";
import type { EventRow, MemoryRow, ObservationRow, PromptRow, SummaryRow } from "../db/schema";

export interface IndexedRow {
  memory: MemoryRow;
  observation: ObservationRow;
  summary: SummaryRow;
  prompt: PromptRow;
  event: EventRow;
}

/** Call after every insert or update of a searchable row, with the row as it is now. */
export function indexEntity<K extends SearchKind>(_tx: Tx, _now: number, _kind: K, _row: IndexedRow[K]): void {
  throw new Error("lib/search/indexing is not built yet");
}

/** Call when a row is removed physically. Soft deletion is an update: call {@link indexEntity}. */
export function unindexEntity(_tx: Tx, _now: number, _kind: SearchKind, _id: number): void {
  throw new Error("lib/search/indexing is not built yet");
}
