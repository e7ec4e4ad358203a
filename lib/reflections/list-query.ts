/** SQL of lists of reflections and tasks, newest first. */
import { and, desc, eq, inArray, lt, or, sql, type SQL } from "drizzle-orm";
import type { Handle } from "../context";
import { type ReflectionRow, reflections, type TaskRow, tasks } from "../db/schema/observations";
import { projects } from "../db/schema/projects";
import { sessions } from "../db/schema/sessions";

/** Time and id of the last row of the page before. */
export type After = readonly [number, number];

export interface ListFilter {
  /** null = all. */
  projectIds: number[] | null;
  branch: string | null;
  after: After | undefined;
  limit: number;
  /** This row alone. */
  id?: number;
  sessionId?: number | null;
}

/** What tells of something that was deleted since is shown to nobody; of a superseded one no trigger counts that. */
const WHOLE = sql`(${reflections.gone} = 0 AND NOT EXISTS (SELECT 1 FROM json_each(${reflections.observationIds}) j
  WHERE NOT EXISTS (SELECT 1 FROM observations o WHERE o.id = j.value AND o.status = 'active')))`;

export function listedReflections(
  handle: Handle,
  { projectIds, branch, after, limit, id, sessionId = null }: ListFilter,
  statuses: ("active" | "superseded")[],
): { row: ReflectionRow; project: string | null }[] {
  const where = [
    inArray(reflections.status, statuses),
    ...(projectIds === null ? [] : [inArray(reflections.projectId, projectIds)]),
    ...(branch === null ? [] : [eq(reflections.branch, branch)]),
    ...(id === undefined ? [] : [eq(reflections.id, id)]),
    ...(sessionId === null ? [] : [eq(reflections.sessionId, sessionId)]),
    ...(after === undefined ? [] : [before(reflections.createdAt, reflections.id, after)]),
    WHOLE,
  ];
  return handle
    .select({ row: reflections, project: projects.name })
    .from(reflections)
    .leftJoin(projects, eq(projects.id, reflections.projectId))
    .where(and(...where))
    .orderBy(desc(reflections.createdAt), desc(reflections.id))
    .limit(limit)
    .all();
}

export function listedTasks(
  handle: Handle,
  { projectIds, branch, after, limit, id, sessionId = null }: ListFilter,
): { row: TaskRow; project: string | null }[] {
  const where = [
    eq(tasks.status, "active"),
    sql`${sessions.status} <> 'deleted'`,
    ...(projectIds === null ? [] : [inArray(tasks.projectId, projectIds)]),
    ...(branch === null ? [] : [eq(tasks.branch, branch)]),
    ...(id === undefined ? [] : [eq(tasks.id, id)]),
    ...(sessionId === null ? [] : [eq(tasks.sessionId, sessionId)]),
    ...(after === undefined ? [] : [before(tasks.updatedAt, tasks.id, after)]),
  ];
  return handle
    .select({ row: tasks, project: projects.name })
    .from(tasks)
    .innerJoin(sessions, eq(sessions.id, tasks.sessionId))
    .leftJoin(projects, eq(projects.id, tasks.projectId))
    .where(and(...where))
    .orderBy(desc(tasks.updatedAt), desc(tasks.id))
    .limit(limit)
    .all();
}

function before(
  time: typeof tasks.updatedAt | typeof reflections.createdAt,
  id: typeof tasks.id | typeof reflections.id,
  [at, after]: After,
): SQL | undefined {
  return or(lt(time, at), and(eq(time, at), lt(id, after)));
}
