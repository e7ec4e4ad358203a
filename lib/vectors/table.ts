/** What we do with one LanceDB table: add, remove, search, compact, index. */
import type * as Lancedb from "@lancedb/lancedb";
import type { Table } from "@lancedb/lancedb";
import type { VectorHit, VectorRow } from "../context";
import type { SearchKind } from "../contract/common";
import { toArrowTable } from "./arrow";
import { entitiesWhere } from "./filter";
import type { Lance } from "./lance";
import { addMark, type Marks } from "./mark";

/** Below this many rows an exact scan is as fast as the index (design §5). */
const VECTOR_INDEX_FROM = 10_000;
const SCALAR_INDEX_FROM = 2_000;
/**
 * Each compaction adds an index of what is new, every search walks all of them, and fragments of different ones are never joined: at 35,000
 * rows twelve cost a search 9 ms of CPU, one 2. From so many on they are made one.
 */
const MAX_INDEX_PARTS = 5;
/** Entities a statement; keeps the predicate small. */
const REMOVE_AT_ONCE = 500;
/** Largest k that a search asks for. */
const MAX_K = 8_192;
/**
 * Exact distances are worked out for this many candidates at least, and never for more than four times those asked for. Measured with the
 * model at 41,000 rows: of the 133 that a hundred hits take, all of the first ten are right and 0.9989 of the hundred; reading 532 takes twice as long.
 */
const REFINED = 128;
const MAX_REFINE = 4;

const BITMAP = ["kind", "project_id", "status"] as const;
const BTREE = ["entity_id", "created_at"] as const;

export const createTable = (lance: Lance, name: string): Promise<Table> =>
  lance.connection.createEmptyTable(name, lance.schema, { mode: "create" });

export async function addRows(lance: Lance, table: Table, rows: VectorRow[]): Promise<void> {
  if (rows.length > 0) await table.add(toArrowTable(lance.lancedb, lance.schema, rows));
}

/**
 * Removes all chunks of the entities; nothing is written when none is there. The kinds share a statement, since each of
 * them opens every loose fragment.
 */
export async function removeEntities(table: Table, entities: ReadonlyMap<SearchKind, number[]>): Promise<void> {
  let parts: string[] = [];
  let count = 0;
  const remove = async (): Promise<void> => {
    const where = parts.join(" OR ");
    [parts, count] = [[], 0];
    if (where !== "" && (await table.countRows(where)) > 0) await table.delete(where);
  };
  for (const [kind, ids] of entities) {
    for (let at = 0; at < ids.length; at += REMOVE_AT_ONCE) {
      const some = ids.slice(at, at + REMOVE_AT_ONCE);
      if (count + some.length > REMOVE_AT_ONCE) await remove();
      parts.push(entitiesWhere(kind, some));
      count += some.length;
    }
  }
  await remove();
}

/** Best chunk of each entity, best first; looks further while chunks of few entities crowd out the rest. */
export async function searchTable(
  table: Table,
  vector: Float32Array,
  where: string,
  limit: number,
): Promise<VectorHit[]> {
  for (let k = Math.min(Math.ceil(limit * 1.25) + 8, MAX_K); ; k = Math.min(k * 4, MAX_K)) {
    const found = await table
      .query()
      .nearestTo(vector)
      .distanceType("cosine")
      .refineFactor(Math.max(1, Math.min(MAX_REFINE, Math.ceil(REFINED / k))))
      .where(where)
      .select(["entity_id", "_distance"])
      .limit(k)
      .toArrow();
    const ids = found.getChild("entity_id");
    const distances = found.getChild("_distance");
    const best = new Map<number, number>();
    for (let i = 0; i < found.numRows; i += 1) {
      const id = Number(ids?.get(i));
      const cosine = 1 - Number(distances?.get(i));
      if (cosine > (best.get(id) ?? -Infinity)) best.set(id, cosine);
    }
    if (best.size >= limit || found.numRows < k || k === MAX_K) {
      return [...best]
        .map(([entityId, cosine]) => ({ entityId, cosine: Math.max(-1, Math.min(1, cosine)) }))
        .sort((a, b) => b.cosine - a.cosine || b.entityId - a.entityId)
        .slice(0, limit);
    }
  }
}

/** Distinct entities by kind, from the two id columns. */
export async function countEntities(table: Table): Promise<Record<string, number>> {
  const seen = new Map<string, Set<number>>();
  for await (const batch of table.query().select(["kind", "entity_id"])) {
    const kinds = batch.getChild("kind");
    const ids = batch.getChild("entity_id");
    for (let i = 0; i < batch.numRows; i += 1) {
      const kind = String(kinds?.get(i));
      let entities = seen.get(kind);
      if (entities === undefined) seen.set(kind, (entities = new Set()));
      entities.add(Number(ids?.get(i)));
    }
  }
  return Object.fromEntries([...seen].map(([kind, entities]) => [kind, entities.size]));
}

/** What the index says about each entity, by kind, from all columns but the vector. */
export async function markEntities(table: Table): Promise<Map<SearchKind, Marks>> {
  const marks = new Map<SearchKind, Marks>();
  const columns = ["kind", "entity_id", "chunk", "project_id", "status", "created_at"] as const;
  for await (const batch of table.query().select([...columns])) {
    const read = columns.map((column) => batch.getChild(column));
    for (let i = 0; i < batch.numRows; i += 1) {
      const [kind, entityId, chunk, projectId, status, createdAt] = read.map((values) => values?.get(i) as unknown);
      const known = marks.get(kind as SearchKind) ?? new Map<number, number>();
      marks.set(kind as SearchKind, known);
      const place = { entityId: Number(entityId), chunk: Number(chunk), projectId: Number(projectId) };
      addMark(known, { ...place, status: String(status), createdAt: Number(createdAt) });
    }
  }
  return marks;
}

/**
 * Compacts, then makes the indexes that are due (over loose fragments they would be built twice), then removes the old
 * versions, as soon as `settled` says that nobody reads them any more. Answers the number of rows.
 */
export async function compactAndIndex(lance: Lance, table: Table, settled: () => Promise<void>): Promise<number> {
  await table.optimize();
  const rows = await table.countRows();
  await makeDueIndexes(lance, table, rows);
  await settled();
  await table.optimize({ cleanupOlderThan: new Date(), deleteUnverified: true });
  return rows;
}

async function makeDueIndexes(lance: Lance, table: Table, rows: number): Promise<void> {
  const indexes = await table.listIndices();
  const indexed = new Set(indexes.flatMap((index) => index.columns));
  const { Index } = lance.lancedb;
  const make = async (column: string, config: Lancedb.Index): Promise<void> => {
    if (indexed.has(column)) return;
    await table.createIndex(column, { config, replace: true });
  };
  const ofVectors = indexes.find((index) => index.columns.includes("vector"));
  const parts = ofVectors === undefined ? 0 : ((await table.indexStats(ofVectors.name))?.numIndices ?? 0);
  const isWorn = parts >= MAX_INDEX_PARTS;
  if (isWorn) indexed.delete("vector");
  if (rows >= SCALAR_INDEX_FROM) {
    for (const column of BITMAP) await make(column, Index.bitmap());
    for (const column of BTREE) await make(column, Index.btree());
  }
  if (rows >= VECTOR_INDEX_FROM || isWorn)
    await make("vector", Index.hnswSq({ distanceType: "cosine", numPartitions: 1 }));
}
