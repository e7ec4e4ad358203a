/** Recall by meaning: nearest vectors that pass the filters, and what is missing when there are none to be had. */
import type { SearchKind } from "../contract/common";
import type { Degraded } from "../contract/search";
import type { App, Embedder, VectorHit } from "../context";
import { fromBlob } from "../vectors/blob";
import { type RowFilter, projectScope } from "./filter";
import { dot } from "../embed/vector-math";
import { focusQuery } from "./lens";
import { countWaitingVectors, type Facts, factsOf, headsOf } from "./query";
import { MEANING } from "./recipe";
import { areWrittenAlike } from "./scripts";
import { textHash } from "./text-hash";
import { claimVectors, vectorsWithin } from "./vectors-query";

/** Beyond this many waiting rows the number is not counted out. */
const MAX_COUNTED = 10_000;

/** Milliseconds that a search waits for the vector of its query, by mode. */
export interface QueryWaits {
  hybrid: number;
  vector: number;
}

/**
 * A warm model answers in tens of milliseconds; loading it, or a batch of passages before the query, takes seconds. Who
 * asks in `hybrid` has words to go on with, so a second is the most that meaning may cost. `vector` has nothing else.
 */
export const QUERY_WAITS: QueryWaits = { hybrid: 1_000, vector: 10_000 };

export interface MeaningHit extends VectorHit {
  /** False below the model's floor: one of the nearest, and still not near. It only serves to scale the others. */
  isNear: boolean;
}

export interface MeaningHits {
  hits: MeaningHit[];
  facts: Map<number, Facts>;
}

/** Vectors of what was asked lately, by the hash of the text: people type on, page, and ask again. */
const lately = new WeakMap<Embedder, Map<string, Float32Array>>();
const MAX_REMEMBERED = 256;

/**
 * The query's vector, seen through the model's lens; null when the model takes longer than `ms`: what it fails with later is dropped, what it
 * answers later is there for the next.
 */
export async function vectorOf({ embedder }: App, text: string, ms: number): Promise<Float32Array | null> {
  const hash = textHash(text);
  const known = lately.get(embedder)?.get(hash);
  if (known !== undefined) return known;
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ms, null);
  });
  const asked = embedder.embedQuery(text).then((vector) => {
    const focused = focusQuery(text, vector, embedder.lens);
    remember(embedder, hash, focused);
    return focused;
  });
  try {
    return await Promise.race([asked, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** The oldest give way. */
function remember(embedder: Embedder, hash: string, vector: Float32Array): void {
  const vectors = lately.get(embedder) ?? new Map<string, Float32Array>();
  lately.set(embedder, vectors);
  vectors.delete(hash);
  vectors.set(hash, vector);
  const [oldest] = vectors.keys();
  if (vectors.size > MAX_REMEMBERED && oldest !== undefined) vectors.delete(oldest);
}

/** Vectors that are compared one by one where the index cannot tell which rows pass. */
const MAX_COMPARED = 2_000;

/**
 * The `want` nearest rows of a kind, best first, with their facts from SQLite. The index knows project, status and time as
 * of its last job; all filters are checked here. Where they leave too little, the rows that pass are compared one by one if they are
 * few, else the recall is widened.
 */
export async function nearest(
  app: App,
  kind: SearchKind,
  vector: Float32Array,
  filter: RowFilter,
  want: number,
): Promise<{ hits: VectorHit[]; facts: Map<number, Facts> }> {
  const { statuses, since, until } = filter;
  const vectorFilter = { kind, projectIds: projectScope(kind, filter), statuses, since, until };
  const first = Math.min(MEANING.maxRecall, want);
  for (let limit = first; ; limit = MEANING.maxRecall) {
    const found = await app.vectors.search(vector, vectorFilter, limit);
    const facts = factsOf(
      app.db,
      kind,
      found.map((hit) => hit.entityId),
      filter,
    );
    const hits = found.filter((hit) => facts.has(hit.entityId));
    if (hits.length >= first || found.length < limit) return { hits: hits.slice(0, first), facts };
    const compared = compareWithin(app, kind, vector, filter, first);
    if (compared !== null) return compared;
    if (limit === MEANING.maxRecall) return { hits, facts };
  }
}

/** The same from the vectors in SQLite; null where too many rows pass. */
function compareWithin(
  app: App,
  kind: SearchKind,
  vector: Float32Array,
  filter: RowFilter,
  want: number,
): { hits: VectorHit[]; facts: Map<number, Facts> } | null {
  const rows = vectorsWithin(app.db, kind, app.embedder.model, filter, MAX_COMPARED);
  if (rows === null) return null;
  const best = new Map<number, number>();
  for (const row of rows) {
    const cosine = dot(vector, fromBlob(row.vector));
    if (cosine > (best.get(row.id) ?? -Infinity)) best.set(row.id, cosine);
  }
  const hits = [...best]
    .map(([entityId, cosine]) => ({ entityId, cosine: Math.max(-1, Math.min(1, cosine)) }))
    .sort((a, b) => b.cosine - a.cosine || b.entityId - a.entityId)
    .slice(0, want);
  const ids = hits.map((hit) => hit.entityId);
  return { hits, facts: factsOf(app.db, kind, ids, filter) };
}

/** The nearest rows of a kind, each judged near or not. `text` is what `vector` stands for. */
export async function searchMeaning(
  app: App,
  kind: SearchKind,
  text: string,
  vector: Float32Array,
  filter: RowFilter,
  want: number,
): Promise<MeaningHits> {
  const { hits, facts } = await nearest(app, kind, vector, filter, Math.max(MEANING.top, want));
  return { hits: judge(app, kind, text, kind === "memory" ? weighClaims(app, vector, hits) : hits), facts };
}

/** The index compares key and value together. What a memory states by itself counts as much, so that no odd key hides it. */
function weighClaims(app: App, vector: Float32Array, hits: VectorHit[]): VectorHit[] {
  const claims = claimVectors(
    app.db,
    app.embedder.model,
    hits.map((hit) => hit.entityId),
  );
  return hits
    .map(({ entityId, cosine }) => {
      const own = claims.get(entityId)?.map((blob) => dot(vector, fromBlob(blob))) ?? [];
      return { entityId, cosine: own.length === 0 ? cosine : (cosine + Math.max(...own)) / 2 };
    })
    .sort((a, b) => b.cosine - a.cosine || b.entityId - a.entityId);
}

/** Nearest there always are; whether they are near depends on the model, and on the scripts where that can decide it. */
function judge(app: App, kind: SearchKind, text: string, hits: VectorHit[]): MeaningHit[] {
  const { alike, across } = app.embedder.floor;
  const between = hits.filter(({ cosine }) => cosine >= across && cosine < alike).map((hit) => hit.entityId);
  const heads = headsOf(app.db, kind, between);
  return hits.map((hit) => {
    const head = heads.get(hit.entityId);
    return { ...hit, isNear: head === undefined ? hit.cosine >= alike : !areWrittenAlike(text, head) };
  });
}

/** Why a search by meaning would not see everything that is stored; null when it does. */
export function meaningGap(app: App): Degraded | null {
  const { state, reason } = app.vectors.state();
  const gap = (code: Degraded["code"], text: string): Degraded => ({ missing: "meaning", code, reason: text });
  if (state === "unavailable") return gap("index_unavailable", reason ?? "The vector index is unavailable.");
  if (state === "rebuilding") return gap("index_rebuilding", reason ?? "The vector index is being rebuilt.");
  const waiting = countWaitingVectors(app.db, MAX_COUNTED);
  if (waiting === 0) return null;
  const rows =
    waiting === 1
      ? "1 row still waits for its vector."
      : `${waiting >= MAX_COUNTED ? `${MAX_COUNTED} or more` : waiting} rows still wait for their vectors.`;
  return { ...gap("index_behind", rows), count: waiting };
}
