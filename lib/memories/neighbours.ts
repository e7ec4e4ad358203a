/**
 * Memories that say nearly the same as a text (E45, E46). The index finds them, by vectors of key and value together;
 * likeness is measured on vectors of the values alone, which SQLite keeps: by the former the same statement under two
 * keys has 0.88 to 0.95, by the latter 1, and one that differs in a number or a name stays below 0.9.
 */
import type { App } from "../context";
import { AppError } from "../contract/errors";
import { chunksOf } from "../search/text-hash";
import { cachedVectors } from "../search/vectors-query";
import { fromBlob } from "../vectors/blob";
import { type LiveMemory, liveMemories } from "./neighbours-query";
import { findMemory } from "./repo";

export interface Neighbour {
  id: number;
  /** (1 + cosine) / 2 (E46): 0.92 is a cosine of 0.84, 0.95 of 0.90, 0.97 of 0.94. */
  similarity: number;
  /** Of the row that was compared: a later one says something else. */
  revision?: number;
}

export interface NeighbourOptions {
  /** null = any project; 0 = global memories. */
  projectIds: number[] | null;
  limit: number;
}

/** Milliseconds that a write waits for the model: it may have to be loaded first, and nobody's write hangs on it (E21). */
const WAIT_MS = 1_500;
/** Rows asked of the index beyond `limit`: some of them are out of force by now. */
const SPARE = 20;
/** The most that the index answers. */
const MAX_RECALL = 1_000;

/**
 * The active memories nearest to a value, best first, at most `limit`; null when meaning is not to be had within
 * `waitMs` milliseconds (default 1,500): no model, no index, or a model that is busy. Never rejects (E21).
 * A memory that still waits for its vector is not seen.
 */
export async function findNeighbours(
  app: App,
  value: string,
  options: NeighbourOptions & { waitMs?: number },
): Promise<Neighbour[] | null> {
  const chunks = chunksOf(value).map((chunk) => chunk.text);
  if (chunks.length === 0) return [];
  return within(app, options.waitMs ?? WAIT_MS, async () => {
    const known = keptVectors(app, [{ id: 0, value, revision: 0 }]).get(0);
    return nearest(app, known ?? (await app.embedder.embedPassages(chunks)), options);
  });
}

/**
 * The active memories nearest to a stored one, itself left out; from its vector in SQLite, without the model.
 * Null when there is no such memory, it has no vector yet, or the index is not to be had.
 */
export async function neighboursOfMemory(app: App, id: number, options: NeighbourOptions): Promise<Neighbour[] | null> {
  const row = findMemory(app.db, id);
  const vectors = row === undefined ? undefined : keptVectors(app, [row]).get(id);
  if (vectors === undefined) return null;
  return within(app, WAIT_MS, () => nearest(app, vectors, options, id));
}

/** Whether what the memory says now has its vectors already. */
export function hasVector(app: App, id: number): boolean {
  const row = findMemory(app.db, id);
  return row !== undefined && keptVectors(app, [row]).has(id);
}

/** What `work` answers in time; null when it is late or fails, which the log tells. What it does later is dropped. */
async function within<T>(app: App, ms: number, work: () => Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ms, null);
  });
  try {
    return await Promise.race([work(), tooLate]);
  } catch (error) {
    const isExpected = error instanceof AppError && error.code === "not_ready";
    if (isExpected) app.log.debug({ code: error.code }, "no neighbours without meaning");
    else app.log.warn({ err: error }, "neighbours could not be looked up");
    return null;
  } finally {
    clearTimeout(timer);
  }
}

async function nearest(
  app: App,
  vectors: Float32Array[],
  { projectIds, limit }: NeighbourOptions,
  except?: number,
): Promise<Neighbour[]> {
  for (let recall = Math.min(limit + SPARE, MAX_RECALL); ; recall = MAX_RECALL) {
    const { ids, isAll } = await recallIds(app, vectors, projectIds, recall);
    const live = liveMemories(
      app.db,
      ids.filter((id) => id !== except),
      projectIds,
      app.now(),
    );
    if (live.length < limit && !isAll && recall < MAX_RECALL) continue;
    const kept = keptVectors(app, live);
    return live
      .flatMap(({ id, revision }): Neighbour[] => {
        const other = kept.get(id);
        return other === undefined ? [] : [{ id, similarity: similarityOf(vectors, other), revision }];
      })
      .sort((a, b) => b.similarity - a.similarity || a.id - b.id)
      .slice(0, limit);
  }
}

/** Ids that the index has near any of the vectors; `isAll` when it has no more. */
async function recallIds(app: App, vectors: Float32Array[], projectIds: number[] | null, recall: number) {
  const filter = { kind: "memory" as const, projectIds, statuses: ["active"], since: null, until: null };
  const found = new Set<number>();
  let isAll = true;
  for (const vector of vectors) {
    const hits = await app.vectors.search(vector, filter, recall);
    for (const hit of hits) found.add(hit.entityId);
    if (hits.length >= recall) isAll = false;
  }
  return { ids: [...found], isAll };
}

/** The vectors of what each row says now, chunk by chunk, as SQLite keeps them; a row of which one is missing is left out. */
function keptVectors(app: App, rows: LiveMemory[]): Map<number, Float32Array[]> {
  const hashes = rows.map((row) => ({ id: row.id, hashes: chunksOf(row.value).map((chunk) => chunk.hash) }));
  const blobs = cachedVectors(app.db, app.embedder.model, [...new Set(hashes.flatMap((row) => row.hashes))]);
  const kept = new Map<number, Float32Array[]>();
  for (const { id, hashes: own } of hashes) {
    const vectors = own.flatMap((hash) => blobs.get(hash) ?? []).map(fromBlob);
    if (vectors.length === own.length && vectors.length > 0) kept.set(id, vectors);
  }
  return kept;
}

/**
 * (1 + cosine) / 2. Texts of several chunks are as alike as the less covered of the two: one shared paragraph does not
 * make two long texts the same.
 */
export function similarityOf(a: Float32Array[], b: Float32Array[]): number {
  return (1 + Math.min(coverage(a, b), coverage(b, a))) / 2;
}

/** Mean over the chunks of `a` of the cosine to the nearest chunk of `b`. */
function coverage(a: Float32Array[], b: Float32Array[]): number {
  const best = a.map((chunk) => Math.max(...b.map((other) => cosine(chunk, other))));
  return best.reduce((sum, value) => sum + value, 0) / best.length;
}

/** Of unit vectors, held within −1 … 1 against rounding. */
function cosine(a: Float32Array, b: Float32Array): number {
  let dot = 0;
  for (let i = 0; i < a.length; i += 1) dot += (a[i] ?? 0) * (b[i] ?? 0);
  return Math.max(-1, Math.min(1, dot));
}
