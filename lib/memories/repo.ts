/** SQL that writes memories, and the few reads that a write needs. */
import { getTableColumns, inArray, sql } from "drizzle-orm";
import type { Handle } from "../context";
import { prepared } from "../db/prepared";
import { memories, type MemoryRow } from "../db/schema/memories";
import type { projects } from "../db/schema/projects";

export type { MemoryRow };
export type NewMemoryRow = typeof memories.$inferInsert;
export type MemoryValues = Partial<Omit<MemoryRow, "id" | "createdAt" | "revision">>;

export function insertMemory(tx: Handle, row: NewMemoryRow): MemoryRow {
  return tx.insert(memories).values(row).returning().get();
}

/** Writes the fields and moves the revision on, so that a late job knows that it is late. */
export function updateMemoryRow(tx: Handle, id: number, values: MemoryValues): MemoryRow {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  const sets = given.map(([name]) => `"${WRITABLE[name as keyof MemoryValues].name}" = ?`).sort();
  const bound = new Map(given.map(([name, value]) => [`"${WRITABLE[name as keyof MemoryValues].name}" = ?`, value]));
  const text = `UPDATE memories SET ${[...sets, "revision = revision + 1"].join(", ")} WHERE id = ? RETURNING ${COLUMNS}`;
  return prepared(tx, text).get(...sets.map((set) => bound.get(set)), id) as MemoryRow;
}

const WRITABLE = getTableColumns(memories);

/** Prepared below, since every write and each comparison with a neighbour reads rows; no column of them is encoded. */
const COLUMNS = Object.entries(WRITABLE)
  .map(([name, column]) => `"${column.name}" AS "${name}"`)
  .join(", ");

export function findMemory(handle: Handle, id: number): MemoryRow | undefined {
  return prepared(handle, `SELECT ${COLUMNS} FROM memories WHERE id = ?`).get(id) as MemoryRow | undefined;
}

export function findMemories(handle: Handle, ids: number[]): MemoryRow[] {
  const wanted = "SELECT value FROM json_each(?)";
  const rows = prepared(handle, `SELECT ${COLUMNS} FROM memories WHERE id IN (${wanted})`).all(
    JSON.stringify(ids),
  ) as MemoryRow[];
  const order = new Map(ids.map((id, index) => [id, index]));
  return rows.sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
}

/** The one active row of a key in a scope (0 = global), expired or not. */
export function findActiveByKey(handle: Handle, projectId: number, key: string): MemoryRow | undefined {
  return prepared(handle, `SELECT ${COLUMNS} FROM memories WHERE project_id = ? AND key = ? AND status = 'active'`).get(
    projectId,
    key,
  ) as MemoryRow | undefined;
}

/** The mode of a project; what belongs to no project is `auto`. */
export function projectMode(handle: Handle, projectId: number): "auto" | "ask" | "read-only" | "off" {
  if (projectId === 0) return "auto";
  const mode = prepared(handle, "SELECT mode FROM projects WHERE id = ?").pluck().get(projectId);
  return (mode as typeof projects.$inferSelect.mode | undefined) ?? "auto";
}

/** Host of a session by its number, else by the name that one of `hosts` gave it; null = no such session. */
export function hostOfSession(
  handle: Handle,
  { id, name, hosts }: { id: number | null; name: string; hosts: readonly string[] },
): string | null {
  const byId = id === null ? undefined : prepared(handle, "SELECT host FROM sessions WHERE id = ?").pluck().get(id);
  if (byId !== undefined) return byId as string;
  if (name === "") return null;
  const named =
    "SELECT host FROM sessions WHERE host IN (SELECT value FROM json_each(?)) AND host_session_id = ? LIMIT 1";
  return (prepared(handle, named).pluck().get(JSON.stringify(hosts), name) as string | undefined) ?? null;
}

/** A hit that was returned to an agent (E13): no operation, and `updated_at` stays, since recency follows writes. */
export function countAccess(tx: Handle, now: number, ids: number[]): void {
  for (let start = 0; start < ids.length; start += 500) {
    tx.update(memories)
      .set({ accessCount: sql`${memories.accessCount} + 1`, lastAccessed: now })
      .where(inArray(memories.id, ids.slice(start, start + 500)))
      .run();
  }
}
