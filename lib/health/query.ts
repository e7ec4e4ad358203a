/** Counts that health and statistics show. Each runs over an index or a small table; all fit on one request. */
import { and, count, countDistinct, eq, gt, inArray, isNull, lte, ne, or, sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { App, Handle } from "../context";
import { SearchKind } from "../contract/common";
import type { Stats } from "../contract/stats";
import { SESSION_SILENT_MS } from "../contract/words";
import { jobs } from "../db/schema/jobs";
import { memories } from "../db/schema/memories";
import { observations, summaries } from "../db/schema/observations";
import { projects } from "../db/schema/projects";
import { events, prompts, sessions } from "../db/schema/sessions";
import { vectorEntries } from "../db/schema/vectors";
import { JOB } from "../jobs/kinds";

const HOT_MAX = 10;
const NO_ATTRIBUTE = "未分类";
const PROJECT_TAG = "分类:";

const rowsOf = (handle: Handle, table: SQLiteTable, where?: SQL): number =>
  handle.select({ n: count() }).from(table).where(where).get()?.n ?? 0;

/** Rows of sessions that were forgotten; by the index on the session, since a look at every status would read the table. */
function forgottenRows(handle: Handle, table: SQLiteTable & { sessionId: SQLiteColumn }): number {
  const forgotten = handle.select({ id: sessions.id }).from(sessions).where(eq(sessions.status, "deleted"));
  return rowsOf(handle, table, inArray(table.sessionId, forgotten));
}

/** Rows in the bin and of forgotten sessions; of these tables an index begins with the status. */
const deletedRows = (handle: Handle, table: SQLiteTable & { status: SQLiteColumn }): number =>
  rowsOf(handle, table, eq(table.status, "deleted"));

/** What the store holds, forgotten sessions and deleted rows left out. */
export const countRows = (handle: Handle): Record<string, number> => ({
  projects: rowsOf(handle, projects),
  sessions: rowsOf(handle, sessions, ne(sessions.status, "deleted")),
  prompts: rowsOf(handle, prompts) - deletedRows(handle, prompts),
  events: rowsOf(handle, events) - forgottenRows(handle, events),
  observations: rowsOf(handle, observations) - deletedRows(handle, observations),
  summaries: rowsOf(handle, summaries) - deletedRows(handle, summaries),
  memories: rowsOf(handle, memories, ne(memories.status, "deleted")),
});

/** Rows that a search finds by words; the side table of an index counts without reading it, and holds deleted rows too. */
export function countWords({ db, sqlite }: App): Record<string, number> {
  const deleted: Record<SearchKind, number> = {
    memory: deletedRows(db, memories),
    observation: deletedRows(db, observations),
    summary: deletedRows(db, summaries),
    prompt: deletedRows(db, prompts),
    event: forgottenRows(db, events),
  };
  const entries = (kind: SearchKind) =>
    Number(sqlite.prepare(`SELECT count(*) FROM ${kind}_words_docsize`).pluck().get());
  return Object.fromEntries(SearchKind.options.map((kind) => [kind, entries(kind) - deleted[kind]]));
}

/** Rows whose vectors SQLite knows to stand in LanceDB. */
export function countVectors(handle: Handle): Record<string, number> {
  const rows = handle
    .select({ kind: vectorEntries.kind, n: countDistinct(vectorEntries.entityId) })
    .from(vectorEntries)
    .groupBy(vectorEntries.kind)
    .all();
  return {
    ...Object.fromEntries(SearchKind.options.map((kind) => [kind, 0])),
    ...Object.fromEntries(rows.map((row) => [row.kind, row.n])),
  };
}

/** Rows that wait for their vector. */
export const countIndexLag = (handle: Handle): number =>
  rowsOf(handle, jobs, and(eq(jobs.kind, JOB.indexVector), sql`${jobs.status} <> 'dead'`));

/** null = of any project. */
const among = (column: SQLiteColumn, projectIds: number[] | null): SQL | undefined =>
  projectIds === null ? undefined : inArray(column, projectIds);

/** {@link countRows} of these projects, as far as the worker API counts them. */
export const countRowsOf = (handle: Handle, projectIds: number[]): Record<string, number> =>
  Object.fromEntries(
    Object.entries({ sessions, observations, summaries }).map(([name, table]) => [
      name,
      rowsOf(handle, table, and(ne(table.status, "deleted"), among(table.projectId, projectIds))),
    ]),
  );

/** Neither ended nor silent for long: many clients never say that a session is over. */
export const countActiveSessions = (handle: Handle, now: number, projectIds: number[] | null): number =>
  rowsOf(
    handle,
    sessions,
    and(
      eq(sessions.status, "active"),
      gt(sessions.lastEventAt, now - SESSION_SILENT_MS),
      among(sessions.projectId, projectIds),
    ),
  );

type MemoryStats = Omit<Stats, "worker" | "database">;

/** E100, E101: everything over one scope, active and not expired; what is expired is counted apart. */
export function memoryStats(handle: Handle, now: number, projectIds: number[] | null): MemoryStats {
  const held = and(
    eq(memories.status, "active"),
    among(memories.projectId, projectIds === null ? null : [0, ...projectIds]),
  );
  const active = and(held, or(isNull(memories.expiresAt), gt(memories.expiresAt, now)));
  const tiers = handle
    .select({ name: memories.tier, n: count() })
    .from(memories)
    .where(active)
    .groupBy(memories.tier)
    .all();
  const attributes = handle
    .select({ name: memories.attribute, n: count() })
    .from(memories)
    .where(active)
    .groupBy(memories.attribute)
    .all();
  const byTier = { pinned: 0, normal: 0, reference: 0 };
  for (const tier of tiers) byTier[tier.name] = tier.n;
  return {
    total_active: byTier.pinned + byTier.normal + byTier.reference,
    expired: rowsOf(handle, memories, and(held, lte(memories.expiresAt, now))),
    by_tier: byTier,
    by_attribute: Object.fromEntries(attributes.map((row) => [row.name === "" ? NO_ATTRIBUTE : row.name, row.n])),
    by_project: countProjectTags(handle, active),
    never_accessed: rowsOf(handle, memories, and(active, eq(memories.accessCount, 0))),
    top_accessed: handle
      .select({
        id: memories.id,
        key: memories.key,
        access_count: memories.accessCount,
        importance: memories.importance,
      })
      .from(memories)
      .where(active)
      .orderBy(sql`${memories.importance} * (${memories.accessCount} + 1) DESC`, memories.id)
      .limit(HOT_MAX)
      .all(),
  };
}

function countProjectTags(handle: Handle, active: SQL | undefined): Record<string, number> {
  const rows = handle
    .select({ tags: memories.tags })
    .from(memories)
    .where(and(active, sql`instr(${memories.tags}, ${PROJECT_TAG}) > 0`))
    .all();
  const counts = new Map<string, number>();
  for (const { tags } of rows) {
    const names = new Set(
      tags
        .split(",")
        .map((tag) => tag.trim())
        .filter((tag) => tag.startsWith(PROJECT_TAG)),
    );
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
}
