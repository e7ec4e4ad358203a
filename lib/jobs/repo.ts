/** Jobs as leased rows: enqueue inside the transaction that makes them necessary. */
import { sql } from "drizzle-orm";
import type { Handle } from "../context";
import { jobs } from "../db/schema";

export interface NewJob {
  /** `noun.verb`, a key of the handler registry. */
  kind: string;
  /** Coalesces: asking again for the same (kind, key) updates the waiting row. */
  key: string;
  payload?: Record<string, string | number | boolean | null>;
  /** Milliseconds UTC; default now. */
  runAt?: number;
}

/** Adds a job, or renews the one that waits (a dead one comes back to life). */
export function enqueue(tx: Handle, now: number, job: NewJob): void {
  const payload = JSON.stringify(job.payload ?? {});
  const runAt = job.runAt ?? now;
  tx.insert(jobs)
    .values({ kind: job.kind, key: job.key, payload, runAt, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({
      target: [jobs.kind, jobs.key],
      set: {
        payload,
        runAt,
        updatedAt: now,
        attempts: 0,
        revision: sql`${jobs.revision} + 1`,
        status: sql`CASE WHEN ${jobs.status} = 'running' THEN 'running' ELSE 'queued' END`,
      },
    })
    .run();
}
