/** SQL of whole-session extraction: which folders are known, what was taken back, and when the next stale run is due. */
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Handle } from "../context";
import { jobs, type JobRow } from "../db/schema/jobs";
import { memories } from "../db/schema/memories";
import { type ProjectRow, projectRoots, projects } from "../db/schema/projects";
import { sessions } from "../db/schema/sessions";
import { isTouched } from "../extract/repo";
import { JOB } from "../jobs/kinds";

/** Kind of the operation that the extraction of a session is. */
export const SESSION_EXTRACTION = "session.extract";
const MAX_ROOTS = 20_000;

/** Folders of this machine that belong to a project. */
export function knownRoots(handle: Handle): { path: string; projectId: number }[] {
  return handle
    .select({ path: projectRoots.path, projectId: projectRoots.projectId })
    .from(projectRoots)
    .limit(MAX_ROOTS)
    .all();
}

export function findProjectRow(handle: Handle, id: number): ProjectRow | undefined {
  return handle.select().from(projects).where(eq(projects.id, id)).get();
}

/** True when the session was captured and then forgotten: nothing more of it is kept. */
export function isForgotten(handle: Handle, host: string, ids: string[]): boolean {
  const found = handle
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.host, host), inArray(sessions.hostSessionId, ids), eq(sessions.status, "deleted")))
    .get();
  return found !== undefined;
}

/**
 * True when what this session said under the key was taken back: archived or deleted with the same words, changed by a
 * person before that, or undone and not redone. It does not come back by reading the session again.
 */
export function isTakenBack(
  handle: Handle,
  projectId: number,
  candidate: { key: string; value: string },
  sourceSession: string,
): boolean {
  const gone = handle
    .select({ id: memories.id, value: memories.value })
    .from(memories)
    .where(
      and(
        eq(memories.projectId, projectId),
        eq(memories.key, candidate.key),
        eq(memories.sourceSession, sourceSession),
        inArray(memories.status, ["archived", "deleted"]),
      ),
    )
    .all();
  if (gone.some((row) => row.value === candidate.value || isTouched(handle, "memories", row.id))) return true;
  const undone = handle.get<{ id: number }>(sql`
    SELECT o.id AS id FROM operations o
    JOIN operations u ON u.id = o.undone_by AND u.undone_by IS NULL
    JOIN operation_changes c ON c.operation_id = o.id
    WHERE o.kind = ${SESSION_EXTRACTION} AND c.entity_table = 'memories' AND c.before IS NULL
      AND json_extract(c.after, '$.sourceSession') = ${sourceSession} AND json_extract(c.after, '$.key') = ${candidate.key}
    LIMIT 1`);
  return undone !== undefined;
}

/** When a person last undid an extraction of the session, as far as that stands; null = never. */
export function undoneAt(handle: Handle, sourceSession: string): number | null {
  const found = handle.get<{ at: number | null }>(sql`
    SELECT max(u.created_at) AS at FROM operations o
    JOIN operations u ON u.id = o.undone_by AND u.undone_by IS NULL
    JOIN operation_changes c ON c.operation_id = o.id
    WHERE o.kind = ${SESSION_EXTRACTION} AND c.entity_table = 'memories'
      AND json_extract(c.after, '$.sourceSession') = ${sourceSession}`);
  return found?.at ?? null;
}

/** The one job that looks for sessions nobody ended. */
export function staleJob(handle: Handle): Pick<JobRow, "status" | "runAt"> | undefined {
  return handle
    .select({ status: jobs.status, runAt: jobs.runAt })
    .from(jobs)
    .where(eq(jobs.kind, JOB.extractStale))
    .get();
}
