/** Reads of memories: pages, the bare array of E102, facets, one row, its history. */
import { and, asc, count, desc, eq, gt, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import type { App, Handle } from "../context";
import { type AppError, noSuch } from "../contract/errors";
import type { Memory, MemoryArrayRow, MemoryFacets, MemoryListQuery, MemoryPage, MemorySort } from "../contract/memory";
import { sourceRefs } from "../db/json";
import { prepared } from "../db/prepared";
import { memories, type MemoryRow, projects } from "../db/schema";
import { decodeCursor, encodeCursor, pageOf } from "../paging";
import { foldName } from "../projects/identify";
import { projectsByAlias, projectsByFoldedKey } from "../projects/repo";
import { utcText } from "./fields";
import { waitsForReview } from "./waiting-query";

/** Rows of the bare array (E102). */
const ARRAY_LIMIT = 500;
const MAX_FACET_VALUES = 200;
/** A program may write the same key all day long; nobody reads further back. */
const MAX_VERSIONS = 200;
/** What the project facet calls memories that belong to no project. */
const GLOBAL_SCOPE = "global";

const SORTABLE = {
  updated_at: memories.updatedAt,
  created_at: memories.createdAt,
  importance: memories.importance,
  access_count: memories.accessCount,
  last_accessed: memories.lastAccessed,
} satisfies Record<MemorySort, SQLiteColumn>;

/** Sort value and id. */
const SortKey = z.tuple([z.number().nullable(), z.number().int()]);
type SortKey = z.infer<typeof SortKey>;

type Filters = Partial<Pick<MemoryListQuery, "status" | "tier" | "attribute" | "project" | "q" | "review">>;
type Facet = "status" | "tier" | "attribute" | "project";
type Sorting = Partial<Pick<MemoryListQuery, "sort" | "order">>;

/** A page by keyset on (sort value, id), nulls last in both orders; `total` counts all pages. Default: 50, newest write first. */
export function listMemories(
  app: App,
  query: Filters & Sorting & Pick<Partial<MemoryListQuery>, "limit" | "cursor">,
): MemoryPage {
  const { sort = "updated_at", order = "desc", limit = 50 } = query;
  const list = `memories ${sort} ${order}`;
  const last = decodeCursor(list, SortKey, query.cursor);
  const where = conditions(app, query);
  const behind = last === undefined ? undefined : after(sort, order, last);
  const rows = selectRows(app.db, and(where, behind), sort, order, limit + 1);
  const { items, nextCursor } = pageOf(rows, limit, ({ value, row }) => encodeCursor(list, value, row.id));
  return {
    items: items.map(({ row, project }) => toMemory(row, project)),
    nextCursor,
    total: countWhere(app, where),
  };
}

const countWhere = (app: App, where: SQL | undefined): number =>
  app.db.select({ n: count() }).from(memories).where(where).get()?.n ?? 0;

/** Under all filters but the status: only what is in force waits. */
export const countWaitingMemories = (app: App, query: Filters): number =>
  countWhere(app, conditions(app, { ...query, status: "all", review: "waiting" }));

/** E102: the bare array, most used first unless told, ties by id ascending, at most 500 rows. */
export function listMemoryArray(app: App, query: Filters & Sorting): MemoryArrayRow[] {
  const { sort = "access_count", order = "desc" } = query;
  const rows = selectRows(app.db, conditions(app, query), sort, order, ARRAY_LIMIT, "asc");
  return rows.map(({ row }) => toArrayRow(row));
}

/** Throws `not_found`. */
export function requireArrayRow(app: App, id: number): MemoryArrayRow {
  const found = selectRows(app.db, eq(memories.id, id), "created_at", "asc", 1)[0];
  if (found === undefined) throw noMemory(id);
  return toArrayRow(found.row);
}

/** Counts of each facet's values under all filters but the facet's own. */
export function memoryFacets(app: App, query: Filters): MemoryFacets {
  const tally = (facet: Facet, column: SQLiteColumn | SQL<string>): Record<string, number> => {
    const rows = app.db
      .select({ value: sql<string>`${column}`, n: count() })
      .from(memories)
      .leftJoin(projects, eq(projects.id, memories.projectId))
      .where(conditions(app, query, facet))
      .groupBy(sql`1`)
      .orderBy(desc(count()), sql`1`)
      .limit(MAX_FACET_VALUES)
      .all();
    return Object.fromEntries(rows.map((row) => [row.value, row.n]));
  };
  return {
    status: { active: 0, archived: 0, superseded: 0, deleted: 0, ...tally("status", memories.status) },
    tier: { pinned: 0, normal: 0, reference: 0, ...tally("tier", memories.tier) },
    attribute: tally("attribute", memories.attribute),
    project: tally("project", sql<string>`coalesce(${projects.name}, ${GLOBAL_SCOPE})`),
    review: { waiting: countWaitingMemories(app, query) },
  };
}

export function getMemory(app: App, id: number): Memory | undefined {
  const found = selectRows(app.db, eq(memories.id, id), "created_at", "asc", 1)[0];
  return found === undefined ? undefined : toMemory(found.row, found.project);
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

/** Ids that a filter means, in batches by keyset; for bulk changes. */
export function matchingIds(app: App, query: Filters): number[] {
  const rows = app.db
    .select({ id: memories.id })
    .from(memories)
    .where(conditions(app, query))
    .orderBy(asc(memories.id))
    .all();
  return rows.map((row) => row.id);
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

function selectRows(
  handle: Handle,
  where: SQL | undefined,
  sort: MemorySort,
  order: "asc" | "desc",
  limit: number,
  ties = order,
) {
  const column = SORTABLE[sort];
  const direction = order === "asc" ? asc : desc;
  const byId = ties === "asc" ? asc : desc;
  return handle
    .select({ row: memories, project: projects.name, value: sql<number | null>`${column}` })
    .from(memories)
    .leftJoin(projects, eq(projects.id, memories.projectId))
    .where(where)
    .orderBy(...(column.notNull ? [] : [sql`${column} IS NULL`]), direction(column), byId(memories.id))
    .limit(limit)
    .all();
}

/** Rows behind a sort key: a null sort value comes last in both orders. */
function after(sort: MemorySort, order: "asc" | "desc", [value, id]: SortKey): SQL | undefined {
  const column = SORTABLE[sort];
  const beyond = order === "asc" ? gt : lt;
  const byId = beyond(memories.id, id);
  if (value === null) return and(isNull(column), byId);
  const behind = or(beyond(column, value), and(eq(column, value), byId));
  return column.notNull ? behind : or(behind, isNull(column));
}

function conditions(app: App, query: Filters, except?: Facet): SQL | undefined {
  const { status = "active", tier, attribute, project, q, review } = query;
  return and(
    review === undefined ? undefined : waitsForReview(app.now()),
    except === "status" || status === "all" ? undefined : eq(memories.status, status),
    // An expired row keeps its status until it is archived, but is active no more (E14, E15).
    status === "active" && except !== "status" ? unexpired(app.now()) : undefined,
    except === "status" ? or(sql`${memories.status} <> 'active'`, unexpired(app.now())) : undefined,
    tier === undefined || except === "tier" ? undefined : eq(memories.tier, tier),
    attribute === undefined || except === "attribute" ? undefined : eq(memories.attribute, attribute),
    project === undefined || except === "project" ? undefined : inProject(app.db, project),
    q === undefined || q === "" ? undefined : or(contains(memories.key, q), contains(memories.value, q)),
  );
}

const unexpired = (now: number): SQL | undefined => or(isNull(memories.expiresAt), gt(memories.expiresAt, now));

/** `%`, `_` and the escape itself are ordinary characters (E102). */
const escapeLike = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

function contains(column: SQLiteColumn, text: string): SQL {
  return sql`${column} LIKE ${`%${escapeLike(text)}%`} ESCAPE '\\'`;
}

/** By key, name or alias (a shared name means all), `global`, or an exact tag as the original has it (E102). */
function inProject(handle: Handle, ref: string): SQL | undefined {
  const folded = foldName(ref);
  const named = [...projectsByFoldedKey(handle, ref.trim()), ...projectsByAlias(handle, folded)];
  const ids = [...new Set(named.map((row) => row.id)), ...(folded === GLOBAL_SCOPE ? [0] : [])];
  return or(
    ids.length === 0 ? undefined : inArray(memories.projectId, ids),
    sql`',' || ${memories.tags} || ',' LIKE ${`%,${escapeLike(ref)},%`} ESCAPE '\\'`,
  );
}
