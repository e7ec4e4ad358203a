/** Reads behind the vector index: cached vectors by text, entries by row, rows that have none. */
import type { SearchKind } from "../contract/common";
import type { Handle } from "../context";
import { prepared } from "../db/prepared";
import { conditionsOf, filterValues, type RowFilter, TABLES } from "./filter";

/** Claims of memories stand beside the chunks of the index, under numbers below zero. */
export const claimEntry = (at: number): number => -1 - at;
const IS_CHUNK = "e.chunk >= 0";
const IS_CLAIM = "e.chunk < 0";

/** Blobs of little-endian float32 by text hash. */
export function cachedVectors(handle: Handle, model: string, hashes: string[]): Map<string, Buffer> {
  const rows = prepared(
    handle,
    "SELECT text_hash AS hash, vector FROM embeddings WHERE model = $model AND text_hash IN (SELECT value FROM json_each($hashes))",
  ).all({ model, hashes: JSON.stringify(hashes) }) as { hash: string; vector: Buffer }[];
  return new Map(rows.map((row) => [row.hash, row.vector]));
}

/** True when the index holds the row with exactly these texts, of whatever model: nothing new was said. */
export function holdsTexts(handle: Handle, kind: SearchKind, entityId: number, hashes: string[]): boolean {
  const known = prepared(handle, "SELECT text_hash FROM vector_entries WHERE kind = ? AND entity_id = ?")
    .pluck()
    .all(kind, entityId) as string[];
  return known.length === hashes.length && [...known].sort().join() === [...hashes].sort().join();
}

export interface StoredVector {
  entityId: number;
  chunk: number;
  projectId: number;
  status: string;
  createdAt: number;
  vector: Buffer;
}

/** What the index must hold of one kind, in order of (entity, chunk) after the given place. */
export function storedVectors(
  handle: Handle,
  kind: SearchKind,
  model: string,
  after: { entityId: number; chunk: number },
  limit: number,
): StoredVector[] {
  return prepared(
    handle,
    `SELECT e.entity_id AS entityId, e.chunk AS chunk, r.project_id AS projectId, r.status AS status, r.created_at AS createdAt, m.vector AS vector
     FROM vector_entries e
     CROSS JOIN ${TABLES[kind]} r ON r.id = e.entity_id
     CROSS JOIN embeddings m ON m.model = e.model AND m.text_hash = e.text_hash
     WHERE e.kind = $kind AND e.model = $model AND ${IS_CHUNK} AND r.status <> 'deleted' AND (e.entity_id, e.chunk) > ($entityId, $chunk)
     ORDER BY e.entity_id, e.chunk LIMIT $limit`,
  ).all({ kind, model, ...after, limit }) as StoredVector[];
}

/** {@link storedVectors} without the vectors: where each chunk belongs. */
export function vectorPlaces(
  handle: Handle,
  kind: SearchKind,
  model: string,
  after: { entityId: number; chunk: number },
  limit: number,
): Omit<StoredVector, "vector">[] {
  return prepared(
    handle,
    `SELECT e.entity_id AS entityId, e.chunk AS chunk, r.project_id AS projectId, r.status AS status, r.created_at AS createdAt
     FROM vector_entries e CROSS JOIN ${TABLES[kind]} r ON r.id = e.entity_id
     WHERE e.kind = $kind AND e.model = $model AND ${IS_CHUNK} AND r.status <> 'deleted' AND (e.entity_id, e.chunk) > ($entityId, $chunk)
     ORDER BY e.entity_id, e.chunk LIMIT $limit`,
  ).all({ kind, model, ...after, limit }) as Omit<StoredVector, "vector">[];
}

/** Rows that the index must hold, by kind. */
/** Chunks that an index of this model holds, those of deleted rows among them: as many as a rebuild reads at most. */
export const countChunks = (handle: Handle, kind: SearchKind, model: string): number =>
  Number(
    prepared(handle, "SELECT count(*) FROM vector_entries WHERE kind = ? AND model = ? AND chunk >= 0")
      .pluck()
      .get(kind, model),
  );

export function countEntities(handle: Handle, kind: SearchKind, model: string): number {
  return Number(
    prepared(
      handle,
      `SELECT count(DISTINCT e.entity_id) FROM vector_entries e CROSS JOIN ${TABLES[kind]} r ON r.id = e.entity_id
       WHERE e.kind = ? AND e.model = ? AND r.status <> 'deleted'`,
    )
      .pluck()
      .get(kind, model),
  );
}

/** Blobs of what each memory states by itself, by id; one that still waits for them is left out. */
export function claimVectors(handle: Handle, model: string, ids: number[]): Map<number, Buffer[]> {
  if (ids.length === 0) return new Map();
  const rows = prepared(
    handle,
    `SELECT e.entity_id AS id, m.vector AS vector
     FROM json_each($ids) i
     CROSS JOIN vector_entries e ON e.kind = 'memory' AND e.entity_id = i.value AND e.model = $model AND e.chunk < 0
     CROSS JOIN embeddings m ON m.model = e.model AND m.text_hash = e.text_hash`,
  ).all({ model, ids: JSON.stringify(ids) }) as { id: number; vector: Buffer }[];
  const vectors = new Map<number, Buffer[]>();
  for (const { id, vector } of rows) {
    const known = vectors.get(id);
    if (known === undefined) vectors.set(id, [vector]);
    else known.push(vector);
  }
  return vectors;
}

/** Blobs of all rows that pass the filter, by chunk; null where more than `most` rows do. */
export function vectorsWithin(
  handle: Handle,
  kind: SearchKind,
  model: string,
  filter: RowFilter,
  most: number,
): { id: number; vector: Buffer }[] | null {
  const ids = prepared(handle, `SELECT r.id FROM ${TABLES[kind]} r WHERE ${conditionsOf(kind, filter)} LIMIT $limit`)
    .pluck()
    .all({ ...filterValues(kind, filter), limit: most + 1 }) as number[];
  if (ids.length > most) return null;
  return prepared(
    handle,
    `SELECT e.entity_id AS id, m.vector AS vector
     FROM json_each($ids) i
     CROSS JOIN vector_entries e ON e.kind = $kind AND e.entity_id = i.value AND e.model = $model AND ${IS_CHUNK}
     CROSS JOIN embeddings m ON m.model = e.model AND m.text_hash = e.text_hash`,
  ).all({ kind, model, ids: JSON.stringify(ids) }) as { id: number; vector: Buffer }[];
}

/** Models other than this one that vectors were made with. */
export function otherModels(handle: Handle, model: string): string[] {
  return prepared(handle, "SELECT DISTINCT model FROM vector_entries WHERE model <> ?").pluck().all(model) as string[];
}

/** Rows whose text is embedded at all; the rest (tool calls, private prompts) never had a vector. */
const HAS_PASSAGE: Record<SearchKind, string> = {
  memory: "1",
  observation: "1",
  summary: "1",
  prompt: "r.is_private = 0 AND r.text <> ''",
  event: "r.kind = 'message' AND r.text <> ''",
};

/** Ids above `after` whose vector of this model is nowhere, neither in the index nor in the cache. */
export function rowsWithoutVector(
  handle: Handle,
  kind: SearchKind,
  model: string,
  after: number,
  limit: number,
): number[] {
  return prepared(
    handle,
    `SELECT r.id FROM ${TABLES[kind]} r WHERE r.id > $after AND r.status <> 'deleted' AND ${HAS_PASSAGE[kind]}
       AND NOT EXISTS (
         SELECT 1 FROM vector_entries e JOIN embeddings m ON m.model = e.model AND m.text_hash = e.text_hash
         WHERE e.kind = $kind AND e.entity_id = r.id AND e.model = $model AND ${kind === "memory" ? IS_CLAIM : IS_CHUNK})
     ORDER BY r.id LIMIT $limit`,
  )
    .pluck()
    .all({ kind, model, after, limit }) as number[];
}

/** Ids of a kind above `after`, in order. */
export function rowIds(handle: Handle, kind: SearchKind, after: number, limit: number): number[] {
  return prepared(handle, `SELECT id FROM ${TABLES[kind]} WHERE id > ? ORDER BY id LIMIT ?`)
    .pluck()
    .all(after, limit) as number[];
}

/** Entries of a words table whose row is gone. */
export function orphanedWords(handle: Handle, kind: SearchKind, limit: number): number[] {
  return prepared(handle, `SELECT rowid FROM ${kind}_words WHERE rowid NOT IN (SELECT id FROM ${TABLES[kind]}) LIMIT ?`)
    .pluck()
    .all(limit) as number[];
}

/** Rows and entries of the words table; they differ when the index was lost or half written. */
export function countWords(handle: Handle, kind: SearchKind): { rows: number; entries: number } {
  const count = (table: string): number => Number(prepared(handle, `SELECT count(*) FROM ${table}`).pluck().get());
  return { rows: count(TABLES[kind]), entries: count(`${kind}_words_docsize`) };
}
