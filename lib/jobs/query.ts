/** What is asked about jobs: what is due, how many there are, the list on the jobs page. */
import { and, asc, desc, eq, gt, inArray, lt, min, or, sql } from "drizzle-orm";
import type { Handle } from "../context";
import type { Job, JobCounts } from "../contract/system";
import { prepared } from "../db/prepared";
import { type JobRow, jobs } from "../db/schema";

/** Kinds of which a job is queued, due or not; one index probe a kind. */
export function queuedKinds(handle: Handle): string[] {
  const kinds: string[] = [];
  for (;;) {
    const after = kinds.at(-1) ?? "";
    const kind = handle
      .select({ kind: min(jobs.kind) })
      .from(jobs)
      .where(gt(jobs.kind, after))
      .get()?.kind;
    if (kind === null || kind === undefined) return kinds;
    kinds.push(kind);
  }
}

/** When the next queued job of these kinds is due, or null; one index probe a kind. */
export function nextRunAt(handle: Handle, kinds: string[]): number | null {
  const next = prepared(
    handle,
    "SELECT min(run_at) FROM jobs INDEXED BY jobs_kind_due WHERE kind = ? AND status = 'queued'",
  );
  const times = kinds.map((kind) => next.pluck().get(kind) as number | null).filter((at) => at !== null);
  return times.length === 0 ? null : Math.min(...times);
}

/**
 * `due` leaves out all that is not yet to run; `timers` are those of them that nothing holds up: silence of open turns,
 * upkeep. What waits after a failure, or for a model, is work that is held up. `byKind` counts work, not timers.
 */
export function countJobs(handle: Handle, now: number): JobCounts {
  const counts: JobCounts = { queued: 0, due: 0, timers: 0, running: 0, dead: 0, byKind: {} };
  const rows = handle
    .select({
      kind: jobs.kind,
      status: jobs.status,
      count: sql<number>`count(*)`,
      due: sql<number>`sum(${jobs.status} = 'queued' AND ${jobs.runAt} <= ${now})`,
      timers: sql<number>`sum(${jobs.status} = 'queued' AND ${jobs.runAt} > ${now} AND ${jobs.attempts} = 0 AND ${jobs.lastError} IS NULL)`,
    })
    .from(jobs)
    .groupBy(jobs.kind, jobs.status)
    .all();
  for (const row of rows) {
    counts[row.status] += row.count;
    counts.due += row.due;
    counts.timers += row.timers;
    const work = row.count - row.timers;
    if (work > 0) counts.byKind[row.kind] = (counts.byKind[row.kind] ?? 0) + work;
  }
  return counts;
}

export const getJob = (handle: Handle, id: number): JobRow | undefined =>
  handle.select().from(jobs).where(eq(jobs.id, id)).get();

export const hasJobOfKind = (handle: Handle, kind: string): boolean =>
  handle.select({ id: jobs.id }).from(jobs).where(eq(jobs.kind, kind)).limit(1).get() !== undefined;

/** Keys of the jobs of a kind that wait or run; what is dead does nothing more. */
export const waitingKeys = (handle: Handle, kind: string): Set<string> =>
  new Set(
    handle
      .select({ key: jobs.key })
      .from(jobs)
      .where(and(eq(jobs.kind, kind), inArray(jobs.status, ["queued", "running"])))
      .all()
      .map((row) => row.key),
  );

export interface JobListFilter {
  status?: Job["status"] | undefined;
  kind?: string | undefined;
  limit: number;
  /** Last change and id of the last row of the page before. */
  after?: readonly [updatedAt: number, id: number] | undefined;
}

/** Latest change first. */
export function listJobRows(handle: Handle, filter: JobListFilter): JobRow[] {
  const [updatedAt, id] = filter.after ?? [];
  return handle
    .select()
    .from(jobs)
    .where(
      and(
        filter.status === undefined ? undefined : eq(jobs.status, filter.status),
        filter.kind === undefined ? undefined : eq(jobs.kind, filter.kind),
        updatedAt === undefined || id === undefined
          ? undefined
          : or(lt(jobs.updatedAt, updatedAt), and(eq(jobs.updatedAt, updatedAt), gt(jobs.id, id))),
      ),
    )
    .orderBy(desc(jobs.updatedAt), asc(jobs.id))
    .limit(filter.limit)
    .all();
}

export const toJob = (row: JobRow): Job => ({
  id: row.id,
  kind: row.kind,
  key: row.key,
  status: row.status,
  attempts: row.attempts,
  run_at: row.runAt,
  last_error: row.lastError,
  created_at: row.createdAt,
});
