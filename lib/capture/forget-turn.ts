/** A turn turns out to be private when something of it stands in the store already: nothing of it is kept (M15). */
import { JOB } from "../jobs/kinds";
import { enqueue } from "../jobs/repo";
import { hardDelete, MAX_HARD_DELETE } from "../operations/hard-delete";
import { makeNeedles } from "../operations/needles";
import { keepPieces } from "../operations/pieces";
import { insertReceipt, updateReceipt } from "../operations/receipts-repo";
import { recordOperation } from "../operations/record";
import type { IndexedTable } from "../operations/repo";
import { deleteRow, kindOf, readRow, reindexRow, type StoredRow } from "../operations/rows-repo";
import {
  dropUnusedVectors,
  emptyBodies,
  forgetInjected,
  forgetReflections,
  forgetVectors,
} from "../operations/scrub-repo";
import { scrubText } from "../operations/scrub";
import { textsOf } from "../operations/targets";
import { bury, evidenceIdentity } from "../operations/tombstones";
import type { Chunk, SessionState } from "./chunk";
import { turnRows } from "./forget-turn-repo";
import type { TurnRow } from "./repo";

const ACTOR = { kind: "job", name: "capture" } as const;

/**
 * Marks the turn private and removes its rows for good; the purge then takes what is left of them out of the files, and
 * a receipt shows that. Other places that hold the same text, such as an earlier reading of the same file, keep it.
 */
export function forgetTurn(chunk: Chunk, session: SessionState, turn: TurnRow): void {
  const { app, tx, now } = chunk;
  const key = { sessionId: session.row.id, number: turn.number };
  chunk.sql.makePrivate.run(key);
  turn.isPrivate = true;
  session.latestTurn = undefined;
  session.touched.delete(turn.number);
  const { memories, ...evidence } = turnRows(tx, key.sessionId, key.number);
  const found = Object.entries(evidence).filter(([, ids]) => ids.length > 0) as [IndexedTable, number[]][];
  const keys = memories.map((id) => String(readRow(tx, "memories", id)?.["key"]));
  forgetMemories(chunk, memories);
  if (memories.length > 0) scrubBlocks(chunk, [["memories", memories]], keys);
  if (found.length === 0) return;
  const receiptId = insertReceipt(tx, now, `turn:${key.sessionId}:${key.number}`);
  const texts = found.flatMap(([table, ids]) => removeRows(chunk, table, ids, receiptId));
  const derived = found.filter(([table]) => table !== "events");
  if (derived.length > 0) scrubBlocks(chunk, derived, texts);
  const vectors = dropUnusedVectors(app.sqlite);
  // Looked for to know whether the file must be written anew, but not required to be nowhere.
  const needles = [...texts.map((text) => Buffer.from(text, "utf8")), ...vectors];
  keepPieces(
    app,
    receiptId,
    needles.map((bytes) => ({ bytes, everywhere: false })),
  );
  const holders = found.map(([holder, ids]) => ({ holder, found: ids.length, removed: ids.length }));
  updateReceipt(tx, receiptId, { holders: JSON.stringify(holders) });
  recordOperation(tx, now, {
    kind: "turn.hard_delete",
    title: `Removed turn ${key.number} of session ${key.sessionId} for good: its prompt was private`,
    actor: ACTOR,
    projectId: session.row.projectId,
    changes: found.flatMap(([table, ids]) => ids.map((id) => ({ table, id, before: null, after: null }))),
    undoable: false,
  });
  enqueue(tx, now, { kind: JOB.purge, key: "all" });
}

/** Blocks that were handed to other sessions meanwhile; the key of a memory is made of its words. */
function scrubBlocks({ app, tx, now }: Chunk, derived: [IndexedTable, number[]][], texts: string[]): void {
  const { everywhere, nearby } = makeNeedles(texts);
  const targets = derived.flatMap(([table, ids]) => ids.map((id) => `${kindOf(table)}:${id}`));
  scrubText(app, tx, now, { needles: { everywhere: [], nearby: [...everywhere, ...nearby] }, turns: [], targets });
}

/** Versions of one chain go together, so some may be gone when their turn comes. */
function forgetMemories({ app, tx }: Chunk, all: number[]): void {
  for (let at = 0; at < all.length; at += MAX_HARD_DELETE) {
    const ids = all.slice(at, at + MAX_HARD_DELETE).filter((id) => readRow(tx, "memories", id) !== undefined);
    if (ids.length > 0) hardDelete(app, { table: "memories", ids }, ACTOR);
  }
}

/** Answers the texts that were in them. A transcript of the session does not bring its lines back. */
function removeRows({ app, tx, now }: Chunk, table: IndexedTable, ids: number[], receiptId: number): string[] {
  const texts: string[] = [];
  if (table === "observations") forgetReflections(app.sqlite, ids);
  forgetVectors(app.sqlite, kindOf(table), ids);
  forgetInjected(app.sqlite, kindOf(table), ids);
  for (const id of ids) {
    const row = readRow(tx, table, id) as StoredRow;
    texts.push(...textsOf(table, row));
    if (table === "events") {
      bury(tx, now, receiptId, evidenceIdentity(table, Number(row["sessionId"]), String(row["dedupeKey"])));
    }
    deleteRow(tx, table, id);
    reindexRow(tx, now, table, id);
  }
  emptyBodies(app.sqlite, table, ids);
  return texts;
}
