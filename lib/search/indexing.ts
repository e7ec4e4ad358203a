/** Keeps the derived indexes in step with a row: words in the same transaction, the vector by a job after it. */
import type { Tx } from "../context";
import type { SearchKind } from "../contract/common";
import { JOB } from "../jobs/kinds";
import { enqueue } from "../jobs/repo";
import { indexText } from "../text/tokens";
import { wordsOf } from "./documents";
import { deleteWords, replaceWords } from "./repo";
import type { IndexedRow } from "./rows-query";

export type { IndexedRow };

/**
 * Call after every insert or update of a searchable row, with the row as it is now. `vectorInMs`: a row that will change again
 * soon is found by its words at once, and by meaning once it has been left alone for so long.
 */
export function indexEntity<K extends SearchKind>(
  tx: Tx,
  now: number,
  kind: K,
  row: IndexedRow[K],
  vectorInMs = 0,
): void {
  replaceWords(tx, kind, row.id, indexText(wordsOf(kind, row)));
  if (!isTool(row)) enqueueVector(tx, now, kind, row.id, revisionOf(row), vectorInMs);
  if (kind === "memory") enqueueComparison(tx, now, row);
}

/** Asks for a memory to be laid beside its neighbours: once when it was written, by its key alone, and once when its vector is there. */
export function enqueueComparison(tx: Tx, now: number, row: IndexedRow[SearchKind]): void {
  if (!("reviewState" in row) || row.status !== "active") return;
  enqueue(tx, now, { kind: JOB.compareMemory, key: String(row.id), payload: { id: row.id, revision: row.revision } });
}

/** Call when a row is removed physically. Soft deletion is an update: call {@link indexEntity}. */
export function unindexEntity(tx: Tx, now: number, kind: SearchKind, id: number): void {
  deleteWords(tx, kind, id);
  enqueueVector(tx, now, kind, id, 0);
}

/** Asks for the row's vector to be brought in step: written, or removed when the row has none any more. */
export function enqueueVector(tx: Tx, now: number, kind: SearchKind, id: number, revision: number, inMs = 0): void {
  enqueue(tx, now, {
    kind: JOB.indexVector,
    key: `${kind}:${id}`,
    payload: { kind, id, revision },
    runAt: inMs > 0 ? now + inMs : now - AHEAD_MS[kind],
  });
}

const DAY_MS = 86_400_000;
/** Jobs run oldest first: after a large import what is injected and read most is found by meaning first. */
const AHEAD_MS: Record<SearchKind, number> = {
  memory: 30 * DAY_MS,
  observation: 20 * DAY_MS,
  prompt: 10 * DAY_MS,
  summary: 5 * DAY_MS,
  event: 0,
};

/** Tool calls are found by words only; there are too many of them, and too little meaning in them. */
const isTool = (row: IndexedRow[SearchKind]): boolean => "toolName" in row && row.kind === "tool";

const revisionOf = (row: IndexedRow[SearchKind]): number => ("revision" in row ? row.revision : 1);
