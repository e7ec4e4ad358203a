/** How many rows of a source fall between moments: from its index where that knows, else from the rows. */
import type { Handle } from "../context";
import { prepared } from "../db/prepared";
import type { Source } from "./sources";
import type { RowFilters } from "./walk-query";

/** Counts rows of a source by an index; `alive` is looked up where the table is small. */
export function countSql(source: Source, byProject: boolean): string {
  return `SELECT count(*) ${fromOf(source, byProject)}`;
}

/** The first or the last moment of a source. */
export function endSql(source: Source, byProject: boolean, side: "first" | "last"): string {
  const order = side === "first" ? "ASC" : "DESC";
  return `SELECT r.${source.at} ${fromOf(source, byProject)} ORDER BY r.${source.at} ${order} LIMIT 1`;
}

function fromOf(source: Source, byProject: boolean): string {
  const { table, at, prefix, index, projectIndex, alive } = source;
  // Of events those of forgotten sessions are taken off afterwards: a million rows would have to be looked up.
  const own = alive === null || table === "events" ? "" : ` AND ${alive}`;
  return `FROM ${table} r INDEXED BY ${byProject ? (projectIndex ?? index) : index}
    WHERE ${byProject ? "r.project_id = $project AND " : ""}${prefix} AND r.${at} >= $from AND r.${at} < $to${own}`;
}

/** Inclusive `from`, exclusive `to`. */
export function countBetween(
  handle: Handle,
  source: Source,
  { projectIds }: RowFilters,
  from: number,
  to: number,
): number {
  const statement = prepared(handle, countSql(source, projectIds !== null)).pluck();
  if (projectIds === null) return statement.get({ from, to }) as number;
  return projectIds.reduce((sum, project) => sum + (statement.get({ from, to, project }) as number), 0);
}

export function endOf(
  handle: Handle,
  source: Source,
  { projectIds }: RowFilters,
  side: "first" | "last",
  from: number,
  to: number,
): number | null {
  const statement = prepared(handle, endSql(source, projectIds !== null, side)).pluck();
  const values = (projectIds ?? [null])
    .map((project) => statement.get({ from, to, ...(project === null ? {} : { project }) }) as number | undefined)
    .filter((value) => value !== undefined);
  if (values.length === 0) return null;
  return side === "first" ? Math.min(...values) : Math.max(...values);
}

/** Times of the events that were deleted with their sessions. */
export function deletedEventTimes(handle: Handle, kind: string, from: number, to: number): number[] {
  return prepared(
    handle,
    `SELECT e.created_at FROM sessions s CROSS JOIN events e INDEXED BY events_turn ON e.session_id = s.id
     WHERE s.status = 'deleted' AND e.kind = $kind AND e.status = 'deleted' AND e.created_at >= $from AND e.created_at < $to`,
  )
    .pluck()
    .all({ kind, from, to }) as number[];
}
