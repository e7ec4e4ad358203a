/** Makes the derived indexes anew from SQLite, and looks at start whether that is due. */
import { setImmediate } from "node:timers/promises";
import { appendActivity } from "../activity/repo";
import type { App, VectorRow } from "../context";
import type { RebuildState } from "../contract/checks";
import type { ReindexQuery } from "../contract/system";
import { SearchKind } from "../contract/common";
import { write } from "../db/write";
import { JOB } from "../jobs/kinds";
import { countJobsOfKind, jobOfKind } from "../jobs/query";
import { enqueue } from "../jobs/repo";
import type { JobHandler } from "../jobs/types";
import { indexText } from "../text/tokens";
import { fromBlob } from "../vectors/blob";
import { wordsOf } from "./documents";
import { findDrift } from "./drift";
import { enqueueVector } from "./indexing";
import { beginProgress, progressOf, type RebuiltIndex } from "./rebuild-progress";
import { clearWords, deleteWords, replaceWords } from "./repo";
import { loadRows } from "./rows-query";
import {
  countChunks,
  countEntities,
  countWords,
  orphanedWords,
  otherModels,
  rowIds,
  rowsWithoutVector,
  storedVectors,
} from "./vectors-query";

/** Rows a page: small enough that ingest, which waits for the same connection, never notices. */
const PAGE = 200;
const VECTOR_PAGE = 1_000;

export const vectorsRebuildHandler: JobHandler = { batch: 1, run: (app) => rebuildVectors(app) };
export const wordsRebuildHandler: JobHandler = {
  batch: 1,
  run: (app, jobs) => rebuildWords(app, { fresh: jobs.some(({ payload }) => payload["fresh"] === true) }),
};

/**
 * Call once after the start. Orders a rebuild when the vector index is unavailable, was made by another model, or holds
 * other rows than SQLite says (E25), however many; orders the vectors that were never made. Search by words serves meanwhile.
 */
export async function checkVectors(app: App): Promise<{ rebuild: boolean; missing: number }> {
  const reason = await whyRebuild(app);
  if (reason !== null) {
    const from = otherModels(app.db, app.embedder.model).join(", ");
    app.log.warn({ reason, from: from || null, to: app.embedder.model }, "vector index will be rebuilt");
    write(app, (tx) => {
      enqueue(tx, app.now(), { kind: JOB.rebuildVectors, key: "all" });
      appendActivity(tx, app.now(), {
        kind: "vectors.rebuild_ordered",
        data: { reason, from, to: app.embedder.model },
      });
    });
  }
  return { rebuild: reason !== null, missing: await enqueueMissing(app) };
}

async function whyRebuild(app: App): Promise<string | null> {
  const { model } = app.embedder;
  const wanted = SearchKind.options.map((kind) => ({ kind, count: countEntities(app.db, kind, model) }));
  if (app.vectors.state().state === "unavailable") return "unavailable";
  if (otherModels(app.db, model).length > 0 && wanted.every(({ count }) => count === 0)) return "model_changed";
  // An empty index need not be opened to be believed.
  if (wanted.every(({ count }) => count === 0)) return null;
  const drift = await findDrift(app);
  return app.vectors.state().state === "unavailable" ? "unavailable" : drift;
}

/** Orders the vectors of all rows that have none of this model; answers how many. Already waiting jobs are renewed. */
async function enqueueMissing(app: App): Promise<number> {
  let ordered = 0;
  for (const kind of SearchKind.options) {
    let after = 0;
    for (;;) {
      const ids = rowsWithoutVector(app.db, kind, app.embedder.model, after, PAGE);
      if (ids.length === 0) break;
      write(app, (tx) => ids.forEach((id) => enqueueVector(tx, app.now(), kind, id, 0)));
      ordered += ids.length;
      after = ids.at(-1) ?? after;
      await setImmediate();
    }
  }
  return ordered;
}

/** Rewrites the vector index from the blobs in SQLite, without inference; rows that have no blob are ordered. */
async function rebuildVectors(app: App): Promise<void> {
  const total = SearchKind.options.reduce((sum, kind) => sum + countChunks(app.db, kind, app.embedder.model), 0);
  const progress = beginProgress(app.env.home, "vectors", total, app.now);
  app.vectors.setRebuilding(true);
  try {
    await app.vectors.rewrite(counted(storedRows(app), progress.add));
  } finally {
    app.vectors.setRebuilding(false);
    progress.end();
  }
  const missing = await enqueueMissing(app);
  write(app, (tx) => appendActivity(tx, app.now(), { kind: "vectors.rebuilt", data: { missing } }));
}

async function* counted(pages: AsyncIterable<VectorRow[]>, add: (rows: number) => void): AsyncGenerator<VectorRow[]> {
  for await (const page of pages) {
    yield page;
    add(page.length);
  }
}

/** By keyset: no statement stays open across an await, or every write would fail meanwhile. */
export async function* storedRows(app: App): AsyncGenerator<VectorRow[]> {
  for (const kind of SearchKind.options) {
    let after = { entityId: 0, chunk: -1 };
    for (;;) {
      const page = storedVectors(app.db, kind, app.embedder.model, after, VECTOR_PAGE);
      const last = page.at(-1);
      if (last === undefined) break;
      yield page.map(({ vector, ...row }) => ({ ...row, kind, vector: fromBlob(vector) }));
      after = { entityId: last.entityId, chunk: last.chunk };
      await setImmediate();
    }
  }
}

/** True when a words table holds another number of rows than its own table; a rebuild is then ordered. */
export function checkWords(app: App): boolean {
  const differs = SearchKind.options.some((kind) => {
    const { rows, entries } = countWords(app.db, kind);
    return rows !== entries;
  });
  if (differs) write(app, (tx) => enqueue(tx, app.now(), { kind: JOB.rebuildWords, key: "all" }));
  return differs;
}

/** Indexes every row anew by words. With `fresh` the tables are emptied first, which heals damaged ones. */
export async function rebuildWords(app: App, options: { fresh?: boolean } = {}): Promise<void> {
  const total = SearchKind.options.reduce((sum, kind) => sum + countWords(app.db, kind).rows, 0);
  const progress = beginProgress(app.env.home, "words", total, app.now);
  try {
    for (const kind of SearchKind.options) await rebuildKind(app, kind, { ...options, onRows: progress.add });
  } finally {
    progress.end();
  }
  write(app, (tx) => appendActivity(tx, app.now(), { kind: "words.rebuilt" }));
}

async function rebuildKind(
  app: App,
  kind: SearchKind,
  { fresh, onRows }: { fresh?: boolean; onRows: (rows: number) => void },
): Promise<void> {
  if (fresh === true) write(app, (tx) => clearWords(tx, kind));
  await reindexKind(app, kind, onRows);
  for (;;) {
    const orphans = orphanedWords(app.db, kind, PAGE);
    if (orphans.length === 0) return;
    write(app, (tx) => orphans.forEach((id) => deleteWords(tx, kind, id)));
    await setImmediate();
  }
}

async function reindexKind<K extends SearchKind>(app: App, kind: K, onRows: (rows: number) => void): Promise<void> {
  let after = 0;
  for (;;) {
    const ids = rowIds(app.db, kind, after, PAGE);
    if (ids.length === 0) return;
    write(app, (tx) => {
      for (const row of loadRows(tx, kind, ids).values()) replaceWords(tx, kind, row.id, indexText(wordsOf(kind, row)));
    });
    after = ids.at(-1) ?? after;
    onRows(ids.length);
    await setImmediate();
  }
}

/** Orders one or both derived indexes anew from SQLite; search serves meanwhile and says what is missing. */
export function orderRebuild(app: App, { only, fresh = false }: ReindexQuery = {}): { ok: true } {
  write(app, (tx) => {
    const kinds = only === undefined ? [JOB.rebuildWords, JOB.rebuildVectors] : [KINDS[only]];
    for (const kind of kinds) enqueue(tx, app.now(), { kind, key: "all", payload: fresh ? { fresh } : {} });
    appendActivity(tx, app.now(), { kind: "index.rebuild_ordered" });
  });
  return { ok: true };
}

const KINDS = { words: JOB.rebuildWords, vectors: JOB.rebuildVectors } as const;

/** How far the indexes are: what runs, what waits, what ended. */
export function readRebuild(app: App): RebuildState {
  return {
    words: partOf(app, "words"),
    vectors: partOf(app, "vectors"),
    lag: countJobsOfKind(app.db, JOB.indexVector),
  };
}

function partOf(app: App, index: RebuiltIndex): RebuildState["words"] {
  const progress = progressOf(app.env.home, index);
  const job = jobOfKind(app.db, KINDS[index]);
  const isRunning = progress !== null && progress.finishedAt === null;
  const state = isRunning ? "running" : job === undefined ? "idle" : job.status === "dead" ? "failed" : "waiting";
  return {
    state,
    done: progress?.done ?? 0,
    total: progress?.total ?? 0,
    started_at: progress?.startedAt ?? null,
    finished_at: progress?.finishedAt ?? null,
  };
}
