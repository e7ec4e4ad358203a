/** Reads of observations in the scope of a project and branch: what no reflection holds yet, what it weighs, and recall's filters. */
import type { Handle } from "../context";
import type { Category, Priority } from "../contract/evidence";
import { prepared } from "../db/prepared";
import { type ObservationRow, observations } from "../db/schema/observations";
import { getTableColumns } from "drizzle-orm";

export type { ObservationRow };

/** Whose observations: a project's on one branch. The default branch has those that name none. */
export interface BranchScope {
  projectId: number;
  branch: string;
  /** Rows without a branch belong to it. */
  ownsUnbranched: boolean;
}

/** C40 by what is told of a row: as the index of migration 0006 has it, word for word, so that sums are read from it alone. */
export const TOKENS =
  "(CASE WHEN length(`summary`) + length(`facts`) > 2 THEN (length(`summary`) + length(`facts`) + 1) / 4 ELSE (length(`title`) + 3) / 4 END)";

const UNREFLECTED = "`reflection_id` IS NULL AND `status` = 'active' AND `source` <> 'running'";

/** What waits for a person, or is kept out of blocks, weighs nothing and is in no reflection; it counts from the day it is let in. */
const LET_IN = `id NOT IN (SELECT entity_id FROM injection_exclusions
  WHERE entity_type = 'observation' AND project_id IN (0, $projectId))`;

/** One range of the index, and another for the rows without a branch. */
const ofScope = (columns: string, tail: string): string => `
  SELECT ${columns} FROM observations INDEXED BY observations_unreflected
    WHERE project_id = $projectId AND branch = $branch AND ${UNREFLECTED} AND ${LET_IN}
  UNION ALL
  SELECT ${columns} FROM observations INDEXED BY observations_unreflected
    WHERE $ownsUnbranched AND project_id = $projectId AND branch IS NULL AND ${UNREFLECTED} AND ${LET_IN} ${tail}`;

const valuesOf = ({ projectId, branch, ownsUnbranched }: BranchScope) => ({
  projectId,
  branch,
  ownsUnbranched: Number(ownsUnbranched),
});

export interface Weight {
  count: number;
  tokens: number;
}

/** What no reflection holds yet (§2.9.7). */
export const unreflectedWeight = (handle: Handle, scope: BranchScope): Weight =>
  prepared(
    handle,
    `SELECT count(*) AS count, coalesce(sum(tokens), 0) AS tokens FROM (${ofScope(`${TOKENS} AS tokens`, "")})`,
  ).get(valuesOf(scope)) as Weight;

/** Oldest first: ids and tokens, at most `limit`. */
export const unreflectedIds = (handle: Handle, scope: BranchScope, limit: number): { id: number; tokens: number }[] =>
  prepared(handle, ofScope(`id, ${TOKENS} AS tokens, created_at`, "ORDER BY created_at, id LIMIT $limit")).all({
    ...valuesOf(scope),
    limit,
  }) as { id: number; tokens: number }[];

/** C14: how many of each category. */
export function categoryCounts(handle: Handle, scope: BranchScope): Partial<Record<Category, number>> {
  const rows = prepared(
    handle,
    `SELECT category, count(*) AS count FROM observations WHERE id IN (SELECT id FROM (${ofScope("id", "")}))
     GROUP BY category ORDER BY category`,
  ).all(valuesOf(scope)) as { category: Category; count: number }[];
  return Object.fromEntries(rows.map(({ category, count }) => [category, count]));
}

export const tokensOfObservation = (handle: Handle, id: number): number =>
  Number(prepared(handle, `SELECT ${TOKENS} FROM observations WHERE id = ?`).pluck().get(id) ?? 0);

const COLUMNS = Object.entries(getTableColumns(observations))
  .map(([name, column]) => `o.${column.name} AS "${name}"`)
  .join(", ");

/** The rows that are still active, oldest first. */
export const activeByIds = (handle: Handle, ids: readonly number[]): ObservationRow[] =>
  prepared(
    handle,
    `SELECT ${COLUMNS} FROM json_each(?) j CROSS JOIN observations o ON o.id = j.value AND o.status = 'active'
     ORDER BY o.created_at, o.id`,
  ).all(JSON.stringify(ids)) as ObservationRow[];

/** The newest observations of a scope, whether or not a reflection holds them. */
export const newestOf = (handle: Handle, scope: BranchScope, limit: number): ObservationRow[] =>
  prepared(
    handle,
    `SELECT ${COLUMNS} FROM observations o INDEXED BY observations_project_time
     WHERE o.project_id = $projectId AND o.status = 'active' AND o.source <> 'running'
       AND (o.branch = $branch OR ($ownsUnbranched AND o.branch IS NULL))
     ORDER BY o.created_at DESC, o.id DESC LIMIT $limit`,
  ).all({ ...valuesOf(scope), limit }) as ObservationRow[];

export interface RecallFilter {
  projectIds: number[];
  branch: string;
  categories: Category[] | null;
  priorities: Priority[] | null;
  /** Folded parts of paths, any of them (C55). */
  files: string[] | null;
  /** Only these rows, e.g. what words found. */
  ids: number[] | null;
  /** Observations about the person hold on every branch (§2.9.4). */
  limit: number;
}

/** JSON writes a backslash twice. */
const slashed = (column: string): string => `replace(lower(o.${column}), '\\\\', '/')`;

const RECALLED = `o.status = 'active' AND o.source <> 'running' AND o.project_id IN (SELECT value FROM json_each($projectIds))
  AND (o.branch IS NULL OR o.branch = $branch OR o.category = 'user_preference')
  AND ($categories IS NULL OR o.category IN (SELECT value FROM json_each($categories)))
  AND ($priorities IS NULL OR o.priority IN (SELECT value FROM json_each($priorities)))
  AND ($files IS NULL OR EXISTS (SELECT 1 FROM json_each($files) f
    WHERE instr(${slashed("files_read")}, f.value) > 0 OR instr(${slashed("files_modified")}, f.value) > 0))`;

/** Rows that pass all filters (C11), newest first. */
export function recalledObservations(handle: Handle, filter: RecallFilter): ObservationRow[] {
  const values = {
    projectIds: JSON.stringify(filter.projectIds),
    branch: filter.branch,
    categories: listOf(filter.categories),
    priorities: listOf(filter.priorities),
    files: listOf(filter.files),
    limit: filter.limit,
  };
  if (filter.ids !== null) {
    const among = `SELECT ${COLUMNS} FROM json_each($ids) j CROSS JOIN observations o ON o.id = j.value
      WHERE ${RECALLED} ORDER BY o.created_at DESC, o.id DESC LIMIT $limit`;
    return prepared(handle, among).all({ ...values, ids: JSON.stringify(filter.ids) }) as ObservationRow[];
  }
  const newest = `SELECT ${COLUMNS} FROM observations o INDEXED BY observations_project_time
    WHERE o.project_id = $projectId AND ${RECALLED} ORDER BY o.created_at DESC, o.id DESC LIMIT $limit`;
  return filter.projectIds
    .flatMap((projectId) => prepared(handle, newest).all({ ...values, projectId }) as ObservationRow[])
    .sort((a, b) => b.createdAt - a.createdAt || b.id - a.id)
    .slice(0, filter.limit);
}

const listOf = (values: readonly string[] | null): string | null => (values === null ? null : JSON.stringify(values));
