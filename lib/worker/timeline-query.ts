/** Reads of the timeline: rows of three tables before and after a place in time, by keyset on the time index of each (M31). */
import type { Handle } from "../context";
import { prepared } from "../db/prepared";

/** What stands first of one moment: who asked, then what was learned, then what it came to. */
export const MOMENT_KINDS = ["prompt", "observation", "summary"] as const;
export type MomentKind = (typeof MOMENT_KINDS)[number];

export interface Moment {
  kind: MomentKind;
  id: number;
  at: number;
}

/** Where the timeline is cut: all of a moment's order. `kind` null = a bare time at which nothing stands. */
export interface Cut {
  at: number;
  kind: MomentKind | null;
  id: number;
}

const TABLES: Record<MomentKind, { table: string; where: string }> = {
  prompt: { table: "prompts", where: "status = 'active' AND is_private = 0" },
  observation: { table: "observations", where: "status = 'active'" },
  summary: { table: "summaries", where: "status = 'active'" },
};
const LAST_ID = Number.MAX_SAFE_INTEGER;

type Side = "before" | "after";

/** By the index (status, created_at, id), or (project_id, status, created_at, id): the rows are read in order, none is sorted. */
export function timelineSql(kind: MomentKind, side: Side, isOfProject: boolean): string {
  const { table, where } = TABLES[kind];
  const index = `${table}_${isOfProject ? "project_time" : "time"}`;
  const [sign, order] = side === "before" ? ["<", "DESC"] : [">", "ASC"];
  return `SELECT id, created_at AS at FROM ${table} INDEXED BY ${index}
    WHERE ${where}${isOfProject ? " AND project_id = $projectId" : ""} AND (created_at, id) ${sign} ($at, $id)
    ORDER BY created_at ${order}, id ${order} LIMIT $limit`;
}

/** In order of time; ties by kind, then id. */
const compareMoments = (a: Moment, b: Moment): number =>
  a.at - b.at || MOMENT_KINDS.indexOf(a.kind) - MOMENT_KINDS.indexOf(b.kind) || a.id - b.id;

/** The `limit` moments nearest to the cut on one side of it, in order of time. `projectIds` null = all projects. */
export function momentsBeside(
  handle: Handle,
  side: Side,
  cut: Cut,
  limit: number,
  projectIds: number[] | null,
): Moment[] {
  if (limit === 0) return [];
  const found = MOMENT_KINDS.flatMap((kind) =>
    rowsBeside(handle, kind, side, cut, limit, projectIds).map((row) => ({ kind, ...row })),
  ).sort(compareMoments);
  return side === "before" ? found.slice(-limit) : found.slice(0, limit);
}

/** Newest first. */
export const newestOf = (handle: Handle, kind: MomentKind, limit: number, projectIds: number[] | null): Moment[] =>
  rowsBeside(handle, kind, "before", { at: LAST_ID, kind: null, id: 0 }, limit, projectIds)
    .map((row) => ({ kind, ...row }))
    .sort((a, b) => compareMoments(b, a))
    .slice(0, limit);

/** Observations of the sessions that these summaries are of, newest first; `projectIds` null = of any project that a session touched. */
export function observationsBeside(
  handle: Handle,
  summaryIds: number[],
  limit: number,
  projectIds: number[] | null,
): number[] {
  return prepared(
    handle,
    `SELECT o.id FROM (SELECT DISTINCT session_id FROM summaries WHERE id IN (SELECT value FROM json_each($summaryIds))) s
     CROSS JOIN observations o INDEXED BY observations_turn ON o.session_id = s.session_id
     WHERE o.status = 'active' AND ($projectIds IS NULL OR o.project_id IN (SELECT value FROM json_each($projectIds)))
     ORDER BY o.created_at DESC, o.id DESC LIMIT $limit`,
  )
    .pluck()
    .all({
      summaryIds: JSON.stringify(summaryIds),
      projectIds: projectIds === null ? null : JSON.stringify(projectIds),
      limit,
    }) as number[];
}

function rowsBeside(
  handle: Handle,
  kind: MomentKind,
  side: Side,
  cut: Cut,
  limit: number,
  projectIds: number[] | null,
): { id: number; at: number }[] {
  const values = { at: cut.at, id: edgeOf(kind, cut), limit };
  if (projectIds === null) return prepared(handle, timelineSql(kind, side, false)).all(values) as never;
  const statement = prepared(handle, timelineSql(kind, side, true));
  return projectIds.flatMap((projectId) => statement.all({ ...values, projectId }) as { id: number; at: number }[]);
}

/** Rows of another kind at the very moment of the cut stand all before it or all behind it. */
function edgeOf(kind: MomentKind, cut: Cut): number {
  if (cut.kind === null || cut.kind === kind) return cut.id;
  return MOMENT_KINDS.indexOf(kind) < MOMENT_KINDS.indexOf(cut.kind) ? LAST_ID : 0;
}

/** The row of an id, where it may stand in a timeline of these projects. */
export function momentOf(
  handle: Handle,
  kind: MomentKind,
  id: number,
  projectIds: number[] | null,
): Moment | undefined {
  const { table, where } = TABLES[kind];
  const row = prepared(
    handle,
    `SELECT id, created_at AS at, project_id AS projectId FROM ${table} WHERE id = ? AND ${where}`,
  ).get(id) as { id: number; at: number; projectId: number } | undefined;
  if (row === undefined || (projectIds !== null && !projectIds.includes(row.projectId))) return undefined;
  return { kind, id: row.id, at: row.at };
}
