/** SQL of moving rows between projects. Memories are read whole, since two of one key can't both be active in one project. */
import { asc, eq, inArray, sql } from "drizzle-orm";
import type { Handle } from "../context";
import type { MovedCounts } from "../contract/project";
import { prepared } from "../db/prepared";
import { injectionExclusions } from "../db/schema/injections";
import { memories, type MemoryRow } from "../db/schema/memories";
import { type SessionRow, sessions } from "../db/schema/sessions";

export type { MemoryRow };

/** Tables of which a row moves by its number alone, those that others point to first. */
export const MOVED_TABLES = ["sessions", "prompts", "events", "observations", "summaries", "injections"] as const;
/** Some go along with them, and are in nobody's count. */
export type MovedTable = (typeof MOVED_TABLES)[number] | "memory_pairs" | "tasks" | "reflections";

/** Which rows: all of the project, or those of some sessions. */
export interface Source {
  projectId: number;
  /** Absent = all. */
  sessionIds?: number[];
}

const OF_SESSIONS: Record<MovedTable, string> = {
  sessions: "id IN (SELECT value FROM json_each($sessions))",
  prompts: "session_id IN (SELECT value FROM json_each($sessions))",
  events: "session_id IN (SELECT value FROM json_each($sessions))",
  observations: "session_id IN (SELECT value FROM json_each($sessions))",
  summaries: "session_id IN (SELECT value FROM json_each($sessions))",
  injections: `host_session_id IN
    (SELECT s.host_session_id FROM sessions s WHERE s.id IN (SELECT value FROM json_each($sessions)))`,
  memory_pairs: "0",
  tasks: "session_id IN (SELECT value FROM json_each($sessions))",
  // Those that are about these sessions alone; a mixed one is made anew: {@link mixedReflections}.
  reflections: `observation_ids <> '[]' AND NOT EXISTS (SELECT 1 FROM json_each(observation_ids) j JOIN observations o ON o.id = j.value
    WHERE o.session_id IS NULL OR o.session_id NOT IN (SELECT value FROM json_each($sessions)))`,
};

/** Active or superseded reflections of the project that tell of some of the sessions and of others. */
export const mixedReflections = (handle: Handle, projectId: number, sessionIds: number[]): number[] =>
  prepared(
    handle,
    `SELECT r.id FROM reflections r WHERE r.project_id = $from AND r.status <> 'deleted' AND EXISTS (
       SELECT 1 FROM json_each(r.observation_ids) j JOIN observations o ON o.id = j.value
       WHERE o.session_id IN (SELECT value FROM json_each($sessions))) ORDER BY r.id`,
  )
    .pluck()
    .all({ from: projectId, sessions: JSON.stringify(sessionIds) }) as number[];

const where = (table: MovedTable, { sessionIds }: Source): string =>
  `project_id = $from${sessionIds === undefined ? "" : ` AND ${OF_SESSIONS[table]}`}`;

const named = ({ projectId, sessionIds }: Source) => ({
  from: projectId,
  ...(sessionIds === undefined ? {} : { sessions: JSON.stringify(sessionIds) }),
});

const countRows = (handle: Handle, table: MovedTable, source: Source): number =>
  Number(
    prepared(handle, `SELECT count(*) FROM ${table} WHERE ${where(table, source)}`)
      .pluck()
      .get(named(source)),
  );

export function countMoved(handle: Handle, source: Source): Omit<MovedCounts, "memories"> {
  const entries = MOVED_TABLES.map((table) => [table, countRows(handle, table, source)] as const);
  return Object.fromEntries(entries) as Record<(typeof MOVED_TABLES)[number], number>;
}

/** Moves the rows; answers their ids in order. */
export function moveRows(tx: Handle, table: MovedTable, source: Source, to: number): number[] {
  const ids = prepared(tx, `UPDATE ${table} SET project_id = $to WHERE ${where(table, source)} RETURNING id`)
    .pluck()
    .all({ ...named(source), to }) as number[];
  return ids.sort((a, b) => a - b);
}

export const memoriesOf = (handle: Handle, projectId: number): MemoryRow[] =>
  handle.select().from(memories).where(eq(memories.projectId, projectId)).orderBy(asc(memories.id)).all();

export function memoriesById(handle: Handle, ids: number[]): MemoryRow[] {
  const wanted = sql`${memories.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  return handle.select().from(memories).where(wanted).orderBy(asc(memories.id)).all();
}

/** Memories of the project that were drawn from these sessions and from nothing else. */
export function memoriesOfSessions(handle: Handle, projectId: number, sessionIds: number[]): MemoryRow[] {
  const ids = prepared(
    handle,
    `SELECT m.id FROM memories m WHERE m.project_id = $project AND json_array_length(m.sources) > 0 AND NOT EXISTS
       (SELECT 1 FROM json_each(m.sources) s WHERE json_extract(s.value, '$.session_id') IS NULL
          OR json_extract(s.value, '$.session_id') NOT IN (SELECT value FROM json_each($sessions)))`,
  )
    .pluck()
    .all({ project: projectId, sessions: JSON.stringify(sessionIds) }) as number[];
  return memoriesById(handle, ids);
}

/** Active memories of a project by key, of these keys. */
export function activeByKey(handle: Handle, projectId: number, keys: string[]): Map<string, MemoryRow> {
  const wanted = sql`${memories.projectId} = ${projectId} AND ${memories.status} = 'active'
    AND ${memories.key} IN (SELECT value FROM json_each(${JSON.stringify(keys)}))`;
  const rows = handle.select().from(memories).where(wanted).all();
  return new Map(rows.map((row) => [row.key, row]));
}

type Exclusion = typeof injectionExclusions.$inferSelect;

/** Exclusions of the project, and which of them the other one has as well. */
export function exclusionsOf(handle: Handle, projectId: number, other: number): { row: Exclusion; isTwice: boolean }[] {
  const rows = handle
    .select()
    .from(injectionExclusions)
    .where(inArray(injectionExclusions.projectId, [projectId, other]))
    .orderBy(asc(injectionExclusions.id))
    .all();
  const nameOf = (row: Exclusion): string => `${row.entityType}:${row.entityId}`;
  const theirs = new Set(rows.filter((row) => row.projectId === other).map(nameOf));
  return rows.filter((row) => row.projectId === projectId).map((row) => ({ row, isTwice: theirs.has(nameOf(row)) }));
}

export function removeExclusion(tx: Handle, id: number): void {
  tx.delete(injectionExclusions).where(eq(injectionExclusions.id, id)).run();
}

export function giveExclusion(tx: Handle, id: number, projectId: number): void {
  tx.update(injectionExclusions).set({ projectId }).where(eq(injectionExclusions.id, id)).run();
}

export function writeMemory(tx: Handle, id: number, values: Partial<MemoryRow>): void {
  tx.update(memories).set(values).where(eq(memories.id, id)).run();
}

export const sessionsOf = (handle: Handle, projectId: number): Pick<SessionRow, "id" | "cwd">[] =>
  handle.select({ id: sessions.id, cwd: sessions.cwd }).from(sessions).where(eq(sessions.projectId, projectId)).all();
