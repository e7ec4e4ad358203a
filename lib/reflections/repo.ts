/** SQL of reflections and tasks. */
import { and, desc, eq, sql } from "drizzle-orm";
import type { Handle } from "../context";
import { prepared } from "../db/prepared";
import { type ReflectionRow, reflections, type TaskRow, tasks } from "../db/schema/observations";
import type { BranchScope } from "./observations-query";

export type { ReflectionRow, TaskRow };
export type NewReflection = Omit<typeof reflections.$inferInsert, "id" | "gone">;

const inScope = ({ projectId, branch, ownsUnbranched }: BranchScope) =>
  and(
    eq(reflections.projectId, projectId),
    sql`(${reflections.branch} = ${branch} OR (${Number(ownsUnbranched)} AND ${reflections.branch} IS NULL))`,
  );

/** Newest first; usually one. */
export const activeReflections = (handle: Handle, scope: BranchScope): ReflectionRow[] =>
  handle
    .select()
    .from(reflections)
    .where(and(inScope(scope), eq(reflections.status, "active")))
    .orderBy(desc(reflections.createdAt), desc(reflections.id))
    .all();

/** Something that it tells was taken back, or kept out of blocks, since: it must be made anew before anybody is told it. */
const IS_SPOILT = `(r.gone > 0 OR EXISTS (
  SELECT 1 FROM injection_exclusions e WHERE e.entity_type = 'observation' AND e.created_at >= r.created_at
    AND e.project_id IN (0, r.project_id) AND e.entity_id IN (SELECT value FROM json_each(r.observation_ids))))`;

export const isSpoilt = (handle: Handle, id: number): boolean =>
  prepared(handle, `SELECT 1 FROM reflections r WHERE r.id = ? AND ${IS_SPOILT}`).get(id) !== undefined;

/** Where there is none to be told, but one that could be made anew. */
export const hasSpoilt = (handle: Handle, scope: BranchScope): boolean =>
  activeReflections(handle, scope).some(({ id }) => isSpoilt(handle, id));

/** The newest that may be told. */
export const latestReflection = (handle: Handle, scope: BranchScope): ReflectionRow | undefined =>
  activeReflections(handle, scope).find(({ id }) => !isSpoilt(handle, id));

/** All that were made, those that a later one took in included. */
export const countReflections = (handle: Handle, scope: BranchScope): number =>
  handle
    .select({ count: sql<number>`count(*)` })
    .from(reflections)
    .where(and(inScope(scope), sql`${reflections.status} <> 'deleted'`))
    .get()?.count ?? 0;

export const insertReflection = (tx: Handle, values: NewReflection): ReflectionRow =>
  tx.insert(reflections).values(values).returning().get();

export const findReflection = (handle: Handle, id: number): ReflectionRow | undefined =>
  handle.select().from(reflections).where(eq(reflections.id, id)).get();

export const setReflectionStatus = (
  tx: Handle,
  now: number,
  id: number,
  status: ReflectionRow["status"],
): ReflectionRow =>
  tx
    .update(reflections)
    .set({ status, updatedAt: now, revision: sql`${reflections.revision} + 1` })
    .where(eq(reflections.id, id))
    .returning()
    .get();

export const findTask = (handle: Handle, id: number): TaskRow | undefined =>
  handle.select().from(tasks).where(eq(tasks.id, id)).get();

export const taskOfSession = (handle: Handle, sessionId: number): TaskRow | undefined =>
  handle.select().from(tasks).where(eq(tasks.sessionId, sessionId)).get();

/** The task that a session of the branch wrote last; of a forgotten session none. */
export const newestTask = (handle: Handle, projectIds: number[], branch: string | null): TaskRow | undefined => {
  const id = prepared(
    handle,
    `SELECT t.id FROM tasks t JOIN sessions s ON s.id = t.session_id AND s.status <> 'deleted'
     WHERE t.project_id IN (SELECT value FROM json_each(@projectIds)) AND t.status = 'active'
       AND (@branch IS NULL OR t.branch IS NULL OR t.branch = @branch)
     ORDER BY t.updated_at DESC, t.id DESC LIMIT 1`,
  )
    .pluck()
    .get({ projectIds: JSON.stringify(projectIds), branch }) as number | undefined;
  return id === undefined ? undefined : handle.select().from(tasks).where(eq(tasks.id, id)).get();
};

export interface TaskValues {
  sessionId: number;
  projectId: number;
  branch: string | null;
  content: string;
  source: string;
}

/** One a session: what was there is replaced. Answers both; the same text again answers null. */
export function putTask(
  tx: Handle,
  now: number,
  values: TaskValues,
): { before: TaskRow | null; after: TaskRow } | null {
  const before = taskOfSession(tx, values.sessionId) ?? null;
  if (before !== null && before.status === "active" && before.content === values.content) return null;
  const after =
    before === null
      ? tx
          .insert(tasks)
          .values({ ...values, createdAt: now, updatedAt: now })
          .returning()
          .get()
      : tx
          .update(tasks)
          .set({ ...values, status: "active", updatedAt: now, revision: sql`${tasks.revision} + 1` })
          .where(eq(tasks.id, before.id))
          .returning()
          .get();
  return { before, after };
}

/** Marks the session's task deleted; null when it has none. */
export function deleteTask(tx: Handle, now: number, sessionId: number): { before: TaskRow; after: TaskRow } | null {
  const before = taskOfSession(tx, sessionId);
  if (before === undefined || before.status === "deleted") return null;
  const after = tx
    .update(tasks)
    .set({ status: "deleted", updatedAt: now, revision: sql`${tasks.revision} + 1` })
    .where(eq(tasks.id, before.id))
    .returning()
    .get();
  return { before, after };
}
