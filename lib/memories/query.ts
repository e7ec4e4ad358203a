/** Reads of single memories and of rows by id: as the contract has them, with their chains. */
import type { App, Handle } from "../context";
import { type AppError, noSuch } from "../contract/errors";
import type { Memory, MemoryArrayRow } from "../contract/memory";
import { sourceRefs } from "../db/json";
import { prepared } from "../db/prepared";
import { rowsById } from "../db/rows-by-id";
import { memories, type MemoryRow } from "../db/schema/memories";
import { utcText } from "./fields";

/** A program may write the same key all day long; nobody reads further back. */
const MAX_VERSIONS = 200;
/** Throws `not_found`. */
export function requireArrayRow(app: App, id: number): MemoryArrayRow {
  const [row] = arrayRowsById(app.db, [id]);
  if (row === undefined) throw noMemory(id);
  return row;
}

const rowsOf = rowsById(memories);

/** In the order of `ids`; those that do not exist are left out. */
export function memoriesById(handle: Handle, ids: number[]): Memory[] {
  const rows = rowsOf(handle, ids);
  const names = projectNames(
    handle,
    rows.map((row) => row.projectId),
  );
  return rows.map((row) => toMemory(row, names.get(row.projectId) ?? null));
}

/** The same in the original's form (E102). */
export const arrayRowsById = (handle: Handle, ids: number[]): MemoryArrayRow[] => rowsOf(handle, ids).map(toArrayRow);

/** Names by id; 0 (global) has none. */
function projectNames(handle: Handle, ids: number[]): Map<number, string> {
  const rows = prepared(handle, "SELECT id, name FROM projects WHERE id IN (SELECT value FROM json_each(?))").all(
    JSON.stringify([...new Set(ids)]),
  ) as { id: number; name: string }[];
  return new Map(rows.map((row) => [row.id, row.name]));
}

export function getMemory(app: App, id: number): Memory | undefined {
  return memoriesById(app.db, [id])[0];
}

/** Throws `not_found`. */
export function requireMemory(app: App, id: number): Memory {
  const memory = getMemory(app, id);
  if (memory === undefined) throw noMemory(id);
  return memory;
}

export const noMemory = (id: number): AppError => noSuch("memory", id, "GET /api/memories lists them.");

/** All versions of a memory, oldest first: what it superseded and what superseded it (E11). Throws `not_found`. */
export function memoryHistory(app: App, id: number): Memory[] {
  requireMemory(app, id);
  const chain = chainOf(app.db, id);
  return chain
    .filter((version, index) => version === id || index >= chain.length - MAX_VERSIONS)
    .flatMap((version) => getMemory(app, version) ?? []);
}

/** Prepared, since a chain may have thousands of versions. */
const NEXT_IN_CHAIN = `SELECT id, supersedes, superseded_by AS supersededBy FROM memories
  WHERE id = ? OR supersedes = ? OR superseded_by = ?`;
type ChainLink = Pick<MemoryRow, "id" | "supersedes" | "supersededBy">;

/** Ids of the chain that `id` belongs to, ascending; both kinds of link are followed in both directions. */
export function chainOf(handle: Handle, id: number): number[] {
  const seen = new Set<number>([id]);
  const waiting = [id];
  for (let current = waiting.pop(); current !== undefined; current = waiting.pop()) {
    const rows = prepared(handle, NEXT_IN_CHAIN).all(current, current, current) as ChainLink[];
    for (const next of rows.flatMap((row) => (row.id === current ? [row.supersedes, row.supersededBy] : [row.id]))) {
      if (next === null || seen.has(next)) continue;
      seen.add(next);
      waiting.push(next);
    }
  }
  return [...seen].sort((a, b) => a - b);
}

/** Row → contract; the only place where the two meet. */
function toMemory(row: MemoryRow, project: string | null): Memory {
  return {
    id: row.id,
    key: row.key,
    value: row.value,
    status: row.status,
    attribute: row.attribute,
    tags: row.tags,
    tier: row.tier,
    kind: row.kind,
    importance: row.importance,
    confidence: row.confidence,
    access_count: row.accessCount,
    last_accessed: row.lastAccessed,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
    expires_at: row.expiresAt,
    supersedes: row.supersedes,
    superseded_by: row.supersededBy,
    review_state: row.reviewState,
    project_id: row.projectId,
    project,
    branch: row.branch,
    origin: row.origin,
    host: row.host,
    source_session: row.sourceSession,
    sources: sourceRefs(row.sources),
    revision: row.revision,
  };
}

/** In the original's form (E102). */
function toArrayRow(row: MemoryRow): MemoryArrayRow {
  return {
    id: row.id,
    key: row.key,
    value: row.value,
    attribute: row.attribute,
    tags: row.tags,
    tier: row.tier,
    importance: row.importance,
    access_count: row.accessCount,
    last_accessed: row.lastAccessed === null ? null : utcText(row.lastAccessed),
    created_at: utcText(row.createdAt),
    updated_at: utcText(row.updatedAt),
    expires_at: row.expiresAt === null ? null : utcText(row.expiresAt),
    status: row.status,
  };
}
