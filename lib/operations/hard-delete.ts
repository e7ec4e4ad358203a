/**
 * Deletion for good, first half: one transaction takes the rows and their text out of everything that SQLite knows.
 * The second half, {@link file://./purge-job.ts}, takes it out of the files. The receipt is pending until that is proven.
 */
import type { App, Tx } from "../context";
import type { Actor } from "../contract/common";
import { AppError } from "../contract/errors";
import type { DeletePreview } from "../contract/memory-page";
import type { HardDeleteResult } from "../contract/operations";
import { write } from "../db/write";
import { JOB } from "../jobs/kinds";
import { enqueue } from "../jobs/repo";
import { projectMode } from "../memories/repo";
import { type Needle } from "./fingerprint";
import { makeNeedles } from "./needles";
import { forgetPieces, keepPieces } from "./pieces";
import { type Holder, insertReceipt, updateReceipt } from "./receipts-repo";
import { recordOperation } from "./record";
import type { IndexedTable } from "./repo";
import { deleteRow, kindOf, readRow, reindexRow, type StoredRow } from "./rows-repo";
import { scrubText } from "./scrub";
import {
  bridgeChain,
  dropUnusedVectors,
  emptyBodies,
  forgetInjected,
  forgetPairs,
  forgetReflections,
  forgetVectors,
} from "./scrub-repo";
import { bury, derivedIdentity, evidenceIdentity, promptIdentity } from "./tombstones";
import { textsOf, turnsOf, versionsHolding } from "./targets";

/** Rows of one call: each costs a look through every table. */
export const MAX_HARD_DELETE = 100;
const MAX_NAMED = 20;

export interface HardDeleteTarget {
  table: IndexedTable;
  ids: number[];
}

/**
 * Removes the rows for good and answers the receipt that proves it. A text of 24 characters or more goes wherever it
 * stands, a shorter one from its row, its sources and what was derived from them. Can't be undone.
 * Throws `not_found` when one of the rows is not there; then nothing is removed.
 */
export function hardDelete(app: App, target: HardDeleteTarget, actor: Actor): HardDeleteResult {
  const ids = [...new Set(target.ids)];
  if (ids.length === 0 || ids.length > MAX_HARD_DELETE) {
    throw new AppError("validation_failed", `Give 1 to ${MAX_HARD_DELETE} rows to delete for good.`);
  }
  let receiptId: number | null = null;
  try {
    return write(app, (tx) => {
      const now = app.now();
      const asked = ids.map((id) => requireStored(tx, target.table, id));
      for (const row of asked) requireAllowed(tx, row, actor);
      const rows = target.table === "memories" ? versionsHolding(tx, asked) : asked;
      receiptId = insertReceipt(
        tx,
        now,
        `${target.table}:${ids.slice(0, MAX_NAMED).join(",")}${ids.length > MAX_NAMED ? ",…" : ""}`,
      );
      remove(app, tx, now, { table: target.table, rows, actor, receiptId });
      return { ok: true, receipt_id: receiptId };
    });
  } catch (error) {
    if (receiptId !== null) forgetPieces(app, receiptId);
    throw error;
  }
}

/**
 * What `hardDelete` of one row would take out of the store: it is done, counted, and rolled back. Blocks as long as the
 * deletion itself. Files (logs, backups, the index of meaning) are not looked at. Throws `not_found`.
 */
export function previewHardDelete(app: App, table: IndexedTable, id: number): DeletePreview {
  let preview: DeletePreview | undefined;
  const takenBack = new Error("taken back");
  try {
    write(app, (tx) => {
      const asked = [requireStored(tx, table, id)];
      const rows = table === "memories" ? versionsHolding(tx, asked) : asked;
      const { holders } = takeOut(app, tx, app.now(), table, rows);
      preview = { ids: rows.map((row) => row.id), holders: holders.map(({ holder, found }) => ({ holder, found })) };
      throw takenBack;
    });
  } catch (error) {
    if (error !== takenBack || preview === undefined) throw error;
  }
  return preview as DeletePreview;
}

/** One memory with its versions that hold the same text. Throws `not_found`. */
export function hardDeleteMemory(app: App, id: number, actor: Actor): HardDeleteResult {
  return hardDelete(app, { table: "memories", ids: [id] }, actor);
}

interface Removal {
  table: IndexedTable;
  rows: StoredRow[];
  actor: Actor;
  receiptId: number;
}

function remove(app: App, tx: Tx, now: number, { table, rows, actor, receiptId }: Removal): void {
  const ids = rows.map((row) => row.id);
  const { holders, needles, vectors } = takeOut(app, tx, now, table, rows);
  for (const row of rows) {
    for (const identity of identitiesOf(table, row)) bury(tx, now, receiptId, identity);
  }
  updateReceipt(tx, receiptId, { holders: JSON.stringify(holders) });
  keepPieces(app, receiptId, [...textNeedles(needles), ...vectorNeedles(vectors)]);
  recordOperation(tx, now, {
    kind: `${kindOf(table)}.hard_delete`,
    title: `Deleted ${ids.length === 1 ? `${kindOf(table)} ${ids[0]}` : `${ids.length} rows of ${table}`} for good`,
    actor,
    projectId: Number(rows[0]?.["projectId"] ?? 0),
    changes: ids.map((id) => ({ table, id, before: null, after: null })),
    undoable: false,
  });
  enqueue(tx, now, { kind: JOB.purge, key: "all" });
}

/** Rows and their text, out of every table; answers what held them. Touches nothing but the transaction. */
function takeOut(app: App, tx: Tx, now: number, table: IndexedTable, rows: StoredRow[]) {
  const ids = rows.map((row) => row.id);
  const needles = makeNeedles(rows.flatMap((row) => textsOf(table, row)));
  forgetVectors(app.sqlite, kindOf(table), ids);
  forgetInjected(app.sqlite, kindOf(table), ids);
  const reflections = table === "observations" ? forgetReflections(app.sqlite, ids) : [];
  for (const row of rows) {
    deleteRow(tx, table, row.id);
    reindexRow(tx, now, table, row.id);
    if (table === "memories") bridgeChain(app.sqlite, row as never);
  }
  const pairs = table === "memories" ? forgetPairs(app.sqlite, ids) : 0;
  const bodies = emptyBodies(app.sqlite, table, ids);
  const turns = rows.flatMap((row) => turnsOf(table, row));
  const targets = [...ids.map((id) => `${kindOf(table)}:${id}`), ...reflections.map((id) => `reflection:${id}`)];
  const scrubbed = scrubText(app, tx, now, { needles, turns, targets });
  const holders: Holder[] = [
    { holder: table, found: ids.length, removed: ids.length },
    ...(pairs === 0 ? [] : [{ holder: "memory_pairs", found: pairs, removed: pairs }]),
    ...(reflections.length === 0
      ? []
      : [{ holder: "reflections", found: reflections.length, removed: reflections.length }]),
    ...(bodies === 0 ? [] : [{ holder: "operations", found: bodies, removed: bodies }]),
    ...scrubbed,
  ];
  return { holders, needles, vectors: dropUnusedVectors(app.sqlite) };
}

function requireStored(tx: Tx, table: IndexedTable, id: number): StoredRow {
  const row = readRow(tx, table, id);
  if (row === undefined) throw new AppError("not_found", `There is no ${kindOf(table)} ${id}.`);
  return row;
}

function requireAllowed(tx: Tx, row: StoredRow, actor: Actor): void {
  const mode = projectMode(tx, Number(row["projectId"]));
  if (actor.kind === "person" || (mode !== "read-only" && mode !== "off")) return;
  throw new AppError("forbidden", `The project is ${mode}: agents may not delete from it.`);
}

/** A memory's value must not come back from a job, a prompt or event not from a second import. */
function identitiesOf(table: IndexedTable, row: StoredRow): string[] {
  if (table === "memories") return [String(row["value"])];
  // Their ids are of this store alone: an import knows them by what they say.
  if (table === "observations" || table === "summaries") return [derivedIdentity(table, row)];
  const own = evidenceIdentity(table, Number(row["sessionId"]), String(row["dedupeKey"]));
  return table === "prompts" ? [own, promptIdentity(Number(row["sessionId"]), String(row["text"]))] : [own];
}

/** Bytes of the texts, as plain columns and as JSON lines hold them. */
export function textNeedles(needles: ReturnType<typeof makeNeedles>): Needle[] {
  const bytes = (text: string): Uint8Array => Buffer.from(text, "utf8");
  return [
    ...needles.everywhere.flatMap((text) => [
      { bytes: bytes(text), everywhere: true },
      ...escapedOnce(text).map((form) => ({ bytes: bytes(form), everywhere: true })),
    ]),
    ...needles.nearby.map((text) => ({ bytes: bytes(text), everywhere: false })),
  ];
}

/** As logs and the spool hold it. */
function escapedOnce(text: string): string[] {
  const escaped = JSON.stringify(text).slice(1, -1);
  return escaped === text ? [] : [escaped];
}

const MIN_DISTINCT_BYTES = 64;
const MAX_VECTORS = 500;

/** A vector of few distinct bytes is mostly zeros, which stand everywhere. */
const vectorNeedles = (vectors: Buffer[]): Needle[] =>
  vectors
    .filter((vector) => new Set(vector).size >= MIN_DISTINCT_BYTES)
    .slice(0, MAX_VECTORS)
    .map((bytes) => ({ bytes, everywhere: true }));
