/** Places in a list, newest first by time, then id: read from covering indexes alone, never the rows (design §9). */
import type { Handle } from "../context";
import { LOCAL_ACCOUNT } from "../contract/accounts";
import { prepared } from "../db/prepared";

export type ListedTable = "observations" | "summaries" | "prompts";

/** Active rows of a table: all, or those of some projects. */
export interface ListScope {
  table: ListedTable;
  /** null = any project. */
  projectIds: number[] | null;
}

/** Where a row stands in its list. */
export interface Place {
  /** Milliseconds. */
  at: number;
  id: number;
}

/** Projects that share a name and whose indexes are merged; of more, the places are sorted. */
const MAX_MERGED = 32;

/** Counts the changes of what the list shows and of its order. */
export const listVersion = (handle: Handle, table: ListedTable): number =>
  Number(prepared(handle, "SELECT version FROM list_versions WHERE name = ?").pluck().get(table) ?? 0);

/** The `limit` places below `after` (null = from the top) that follow the first `skip`. */
export function placesAfter(
  handle: Handle,
  { table, projectIds }: ListScope,
  after: Place | null,
  skip: number,
  limit: number,
): Place[] {
  if (projectIds?.length === 0) return [];
  const isMerged = projectIds !== null && projectIds.length <= MAX_MERGED;
  const projects = projectIds === null ? null : isMerged ? projectIds.length : "many";
  const named = isMerged ? projectIds : [JSON.stringify(projectIds)];
  const values = Object.fromEntries(projects === null ? [] : named.map((value, n) => [`p${n}`, value]));
  const read = (part: Part, given: Record<string, number>): Place[] =>
    prepared(handle, placesSql(table, projects, part)).all({ ...values, ...given }) as Place[];
  if (after === null) return read("all", { skip, limit });
  // By themselves, since a comparison of both columns at once would walk all rows of one time again and again.
  const counted = prepared(handle, `SELECT count(*) FROM (${placesSql(table, projects, "ties")})`).pluck();
  const ties = Number(counted.get({ ...values, ...after, skip: 0, limit: skip + limit }));
  const kept = ties > skip ? read("ties", { ...after, skip, limit }) : [];
  if (kept.length >= limit) return kept;
  return [...kept, ...read("below", { at: after.at, skip: Math.max(0, skip - ties), limit: limit - kept.length })];
}

/** All rows of a list, those of one time below an id, or those of earlier times. */
type Part = keyof typeof PARTS;
const PARTS = { all: "", ties: " AND created_at = @at AND id < @id", below: " AND created_at < @at" } as const;

/** One branch a project: each is an index in order, which SQLite merges. */
export function placesSql(table: ListedTable, projects: number | "many" | null, part: Part): string {
  const branch = (index: string, project: string): string =>
    `SELECT created_at AS at, id FROM ${table} INDEXED BY ${table}_${index} WHERE ${project}status = 'active'${PARTS[part]}`;
  const branches =
    projects === null
      ? [branch("time", "")]
      : projects === "many"
        ? [branch("project_time", "project_id IN (SELECT value FROM json_each(@p0)) AND ")]
        : Array.from({ length: projects }, (_, n) => branch("project_time", `project_id = @p${n} AND `));
  return `${branches.join(" UNION ALL ")} ORDER BY at DESC, id DESC LIMIT @limit OFFSET @skip`;
}

/** Those of the ids whose row is of these projects, in their order. */
export const observationsIn = (handle: Handle, ids: number[], projectIds: number[]): number[] =>
  prepared(
    handle,
    `SELECT r.id FROM json_each(@ids) AS wanted CROSS JOIN observations AS r ON r.id = wanted.value
     WHERE r.project_id IN (SELECT value FROM json_each(@projects)) ORDER BY wanted.key`,
  )
    .pluck()
    .all({ ids: JSON.stringify(ids), projects: JSON.stringify(projectIds) }) as number[];

/** What is known of an id among summaries. */
export const summaryStatus = (handle: Handle, id: number): string | undefined =>
  prepared(handle, "SELECT status FROM summaries WHERE id = ?").pluck().get(id) as string | undefined;

/** False for rows of another account's projects; what is missing is nobody's. */
export function isLocalRow(handle: Handle, table: "observations" | "summaries" | "prompts", id: number): boolean {
  const owner = prepared(
    handle,
    `SELECT p.account_id FROM ${table} t JOIN projects p ON p.id = t.project_id WHERE t.id = ?`,
  )
    .pluck()
    .get(id) as number | undefined;
  return owner === undefined || owner === LOCAL_ACCOUNT;
}

/** The same of sessions. */
export const isLocalSession = (handle: Handle, id: number): boolean =>
  prepared(
    handle,
    "SELECT 1 FROM sessions s JOIN projects p ON p.id = s.project_id WHERE s.id = ? AND p.account_id <> ?",
  ).get(id, LOCAL_ACCOUNT) === undefined;
