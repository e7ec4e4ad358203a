/** Jobs as leased rows: enqueue inside the transaction that makes them necessary; claim, finish and fail from the runner. */
import { and, eq, inArray, lte, ne, notInArray, sql } from "drizzle-orm";
import type { Handle } from "../context";
import { prepared } from "../db/prepared";
import { jobs } from "../db/schema/jobs";
import type { LeasedJob } from "./types";

export interface NewJob {
  /** `noun.verb`, a key of the handler registry. */
  kind: string;
  /** Coalesces: asking again for the same (kind, key) updates the waiting row. */
  key: string;
  payload?: Record<string, string | number | boolean | null>;
  /** Milliseconds UTC; default now. */
  runAt?: number;
  /** A waiting one that is due before `runAt` keeps its time: asking again and again does not put it off. */
  keepsTime?: boolean;
}

/** Attempts after which a job is dead. */
export const MAX_ATTEMPTS = 8;
const LONGEST_BACKOFF_MS = 5 * 60_000;

/** Prepared, since every stored row passes here. */
const ENQUEUE = `
  INSERT INTO jobs (kind, key, payload, run_at, created_at, updated_at) VALUES ($kind, $key, $payload, $runAt, $now, $now)
  ON CONFLICT (kind, key) DO UPDATE SET
    payload = excluded.payload, updated_at = excluded.updated_at, attempts = 0,
    revision = jobs.revision + 1,
    run_at = iif($keepsTime AND jobs.status = 'queued', min(jobs.run_at, excluded.run_at), excluded.run_at),
    status = CASE WHEN jobs.status = 'running' THEN 'running' ELSE 'queued' END`;

/** Adds a job, or renews the one that waits (a dead one comes back to life). */
export function enqueue(tx: Handle, now: number, job: NewJob): void {
  const payload = JSON.stringify(job.payload ?? {});
  const runAt = job.runAt ?? now;
  prepared(tx, ENQUEUE).run({
    kind: job.kind,
    key: job.key,
    payload,
    runAt,
    now,
    keepsTime: job.keepsTime === true ? 1 : 0,
  });
}

const DROP = `DELETE FROM jobs
  WHERE kind = ? AND key = ? AND status = 'queued' AND json_extract(payload, '$.revision') <= ?`;

/** Takes away a waiting job that was asked for at this revision of its subject or an earlier one: it has nothing left to do. */
export function dropJob(tx: Handle, kind: string, key: string, revision: number): void {
  prepared(tx, DROP).run(kind, key, revision);
}

/** Among many thousands of another kind: the planner would rather walk all that is due. */
const DUE = `SELECT id FROM jobs INDEXED BY jobs_kind_due
  WHERE kind = ? AND status = 'queued' AND run_at <= ? ORDER BY run_at, id LIMIT ?`;

const LEASE = `
  UPDATE jobs SET status = 'running', leased_until = $leasedUntil, attempts = attempts + 1, updated_at = $now
  WHERE id = $id RETURNING id, kind, key, payload, revision, attempts`;

/** Leases the oldest due jobs of one kind, counting the attempt. */
export function claimJobs(tx: Handle, now: number, kind: string, limit: number, leaseMs: number): LeasedJob[] {
  const ids = prepared(tx, DUE).pluck().all(kind, now, limit) as number[];
  return ids.map((id) => prepared(tx, LEASE).get({ id, now, leasedUntil: now + leaseMs }) as LeasedJob);
}

export function extendLeases(tx: Handle, leasedUntil: number, ids: number[]): void {
  tx.update(jobs)
    .set({ leasedUntil })
    .where(and(inArray(jobs.id, ids), eq(jobs.status, "running")))
    .run();
}

/** Removes a job that ran, or queues it again when it was asked for anew meanwhile. */
export function finishJob(tx: Handle, now: number, { id, revision }: { id: number; revision: number }): void {
  const removed = prepared(tx, "DELETE FROM jobs WHERE id = ? AND revision = ?").run(id, revision).changes;
  if (removed === 0) requeue(tx, now, id);
}

/**
 * Queues a failed job again with a growing pause, or lays it to the dead ones; answers whether it is dead now.
 * `error` is a name and a code, never stored text. A job that was asked for anew meanwhile starts afresh.
 */
export function failJob(tx: Handle, now: number, job: FailedJob, error: string, isPermanent: boolean): boolean {
  const isDead = isPermanent || job.attempts >= MAX_ATTEMPTS;
  const changed = tx
    .update(jobs)
    .set({
      status: isDead ? "dead" : "queued",
      runAt: now + Math.min(2 ** job.attempts * 1_000, LONGEST_BACKOFF_MS),
      leasedUntil: null,
      lastError: error,
      updatedAt: now,
    })
    .where(and(eq(jobs.id, job.id), eq(jobs.revision, job.revision), eq(jobs.status, "running")))
    .run().changes;
  if (changed === 0) requeue(tx, now, job.id);
  return isDead && changed > 0;
}

interface FailedJob {
  id: number;
  revision: number;
  attempts: number;
}

/** Something that all jobs of the kind need is not there yet: none of them runs before `runAt`, and no attempt is counted. */
export function postponeKind(tx: Handle, now: number, kind: string, ids: number[], runAt: number, error: string): void {
  tx.update(jobs)
    .set({
      status: "queued",
      leasedUntil: null,
      attempts: sql`max(${jobs.attempts} - 1, 0)`,
      lastError: error,
      updatedAt: now,
    })
    .where(and(inArray(jobs.id, ids), eq(jobs.status, "running")))
    .run();
  tx.update(jobs)
    .set({ runAt })
    .where(and(eq(jobs.kind, kind), eq(jobs.status, "queued"), lte(jobs.runAt, runAt)))
    .run();
}

/** True when a lease ran out; cheap, since few jobs run at a time. */
export const hasExpiredLease = (handle: Handle, now: number): boolean =>
  prepared(handle, "SELECT 1 FROM jobs INDEXED BY jobs_due WHERE status = 'running' AND leased_until <= ? LIMIT 1").get(
    now,
  ) !== undefined;

/**
 * Frees jobs whose runner is gone: those with an expired lease, or (`everyLease`) all but the ones in `held`.
 * A job that took its runner down with it each time ends among the dead.
 */
export function releaseLeases(tx: Handle, now: number, held: number[], everyLease: boolean): number {
  const notHeld = held.length === 0 ? undefined : notInArray(jobs.id, held);
  return tx
    .update(jobs)
    .set({
      status: sql`CASE WHEN ${jobs.attempts} >= ${MAX_ATTEMPTS} THEN 'dead' ELSE 'queued' END`,
      leasedUntil: null,
      lastError: "Interrupted",
      updatedAt: now,
    })
    .where(and(eq(jobs.status, "running"), notHeld, everyLease ? undefined : lte(jobs.leasedUntil, now)))
    .run().changes;
}

const FOLLOW_CLOCK = `
  UPDATE jobs SET run_at = $now + max(run_at - updated_at, 0), updated_at = $now, created_at = min(created_at, $now)
  WHERE status = 'queued' AND updated_at > $now`;

/** After the clock was put back: what was asked for at a time that has yet to come waits as long as it was meant to, not until then. */
export function followClock(tx: Handle, now: number): void {
  prepared(tx, FOLLOW_CLOCK).run({ now });
}

/** A dead or waiting job runs as soon as it can, with all its attempts; false when it is not there or runs already. */
export function retryJob(tx: Handle, now: number, id: number): boolean {
  const set = { status: "queued" as const, attempts: 0, runAt: now, updatedAt: now };
  return (
    tx
      .update(jobs)
      .set(set)
      .where(and(eq(jobs.id, id), ne(jobs.status, "running")))
      .run().changes > 0
  );
}

/** All dead jobs run as soon as they can; answers how many. */
export const retryDeadJobs = (tx: Handle, now: number): number =>
  tx
    .update(jobs)
    .set({ status: "queued", attempts: 0, runAt: now, updatedAt: now })
    .where(eq(jobs.status, "dead"))
    .run().changes;

export function deleteDeadJob(tx: Handle, id: number): boolean {
  return (
    tx
      .delete(jobs)
      .where(and(eq(jobs.id, id), eq(jobs.status, "dead")))
      .run().changes > 0
  );
}

function requeue(tx: Handle, now: number, id: number): void {
  tx.update(jobs)
    .set({ status: "queued", leasedUntil: null, updatedAt: now })
    .where(and(eq(jobs.id, id), eq(jobs.status, "running")))
    .run();
}
