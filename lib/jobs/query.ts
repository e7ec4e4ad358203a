/** What is asked about jobs: what is due, how many there are, the list on the jobs page. */
import { and, asc, desc, eq, gt, inArray, lt, or, sql } from "drizzle-orm";
import type { Handle } from "../context";
import type { Job, JobCounts } from "../contract/system";
import { prepared } from "../db/prepared";
import { type JobRow, jobs } from "../db/schema/jobs";

/** From kind to kind by the index, however many jobs there are of one. */
const NEXT_DUE = `
  WITH RECURSIVE kinds (kind) AS (
    SELECT min(kind) FROM jobs
    UNION ALL SELECT (SELECT min(kind) FROM jobs WHERE kind > kinds.kind) FROM kinds WHERE kind IS NOT NULL)
  SELECT kind, (SELECT min(run_at) FROM jobs INDEXED BY jobs_kind_due WHERE kind = kinds.kind AND status = 'queued') AS at
  FROM kinds WHERE at IS NOT NULL`;

/** When the next queued job of each kind is due; kinds of which none is queued are left out. */
export function nextDue(handle: Handle): Map<string, number> {
  const rows = prepared(handle, NEXT_DUE).all() as { kind: string; at: number }[];
  return new Map(rows.map(({ kind, at }) => [kind, at]));
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

/** One of the jobs of a kind of which there is one at most. */
export const jobOfKind = (handle: Handle, kind: string): JobRow | undefined =>
  handle.select().from(jobs).where(eq(jobs.kind, kind)).limit(1).get();

/** Those that wait or run. */
export const countJobsOfKind = (handle: Handle, kind: string): number =>
  prepared(handle, "SELECT count(*) FROM jobs WHERE kind = ? AND status <> 'dead'").pluck().get(kind) as number;

const QUEUE = `
  SELECT kind, sum(status = 'queued' AND run_at <= $now) AS due, sum(status = 'running') AS running, sum(status = 'dead') AS dead,
    sum(status = 'queued' AND run_at > $now AND attempts = 0 AND last_error IS NULL) AS timers,
    sum(status = 'queued' AND (attempts > 0 OR last_error IS NOT NULL)) AS retrying,
    max(CASE WHEN status = 'queued' AND (run_at <= $now OR attempts > 0 OR last_error IS NOT NULL) THEN $now - created_at END) AS oldest
  FROM jobs GROUP BY kind`;

export interface QueuedKind {
  kind: string;
  due: number;
  running: number;
  dead: number;
  timers: number;
  retrying: number;
  /** Milliseconds since the longest waiting one was asked for; null = none is held up. */
  oldest: number | null;
}

export const readQueue = (handle: Handle, now: number): QueuedKind[] =>
  prepared(handle, QUEUE).all({ now }) as QueuedKind[];

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
