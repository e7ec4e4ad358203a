/** Claims one batch, runs it, and settles every job of it. */
import { z } from "zod";
import { appendActivity } from "../activity/repo";
import type { App, Tx } from "../context";
import { failureOf, framesOf } from "./failure";
import type { Lane } from "./handlers";
import { claimJobs, extendLeases, failJob, finishJob, postponeKind } from "./repo";
import type { ClaimedJob, JobHandler, LeasedJob } from "./types";

const LEASE_MS = 60_000;
/** How long a kind rests when what it needs is not ready. */
const NOT_READY_PAUSE_MS = 60_000;
const Payload = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

export interface Batch {
  kind: string;
  handler: JobHandler;
  rows: LeasedJob[];
}

/** Not through `write`: claiming tells nobody anything, and its wake would wake the runner for ever. */
export const settle = <T>(app: App, work: (tx: Tx) => T): T => app.db.transaction(work, { behavior: "immediate" });

/** Leases the next jobs of a lane, its kinds in their order of urgency; null when none is due. `due`: `nextDue` of this moment. */
export function claimNext(app: App, lane: Lane, due: ReadonlyMap<string, number>): Batch | null {
  const now = app.now();
  for (const { kind, handler } of lane.kinds) {
    if ((due.get(kind) ?? Number.POSITIVE_INFINITY) > now) continue;
    const rows = settle(app, (tx) => claimJobs(tx, now, kind, handler.batch, LEASE_MS));
    if (rows.length > 0) return { kind, handler, rows };
  }
  return null;
}

/** Runs the batch; when it fails, each of its jobs alone, so that one bad job does not hold up the others. Never rejects. */
export async function runBatch(app: App, batch: Batch): Promise<void> {
  const ids = batch.rows.map((row) => row.id);
  const renewal = setInterval(() => {
    try {
      settleIfOpen(app, (tx) => extendLeases(tx, app.now() + LEASE_MS, ids));
    } catch (error) {
      // A full or busy disk: the next renewal may succeed, and a lease that ran out only means that the job runs again.
      app.log.warn({ err: error }, "job leases not renewed");
    }
  }, LEASE_MS / 3).unref();
  try {
    await runRows(app, batch);
  } finally {
    clearInterval(renewal);
  }
}

async function runRows(app: App, batch: Batch): Promise<void> {
  try {
    await batch.handler.run(app, batch.rows.map(toClaimed));
    settleIfOpen(app, (tx) => {
      for (const row of batch.rows) finishJob(tx, app.now(), row);
    });
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === "not_ready") postpone(app, batch, failure.error);
    else if (batch.rows.length === 1) fail(app, batch, error);
    else for (const row of batch.rows) await runRows(app, { ...batch, rows: [row] });
  }
}

function postpone(app: App, batch: Batch, error: string): void {
  const ids = batch.rows.map((row) => row.id);
  app.log.info({ job: batch.kind, jobs: ids.length, error }, "jobs postponed");
  settleIfOpen(app, (tx) => postponeKind(tx, app.now(), batch.kind, ids, app.now() + NOT_READY_PAUSE_MS, error));
}

function fail(app: App, batch: Batch, error: unknown): void {
  const failure = failureOf(error);
  settleIfOpen(app, (tx) => {
    for (const row of batch.rows) {
      const isDead = failJob(tx, app.now(), row, failure.error, failure.kind === "permanent");
      const fields = {
        job: batch.kind,
        id: row.id,
        attempts: row.attempts,
        isDead,
        error: failure.error,
        at: framesOf(error),
      };
      app.log.warn(fields, "job failed");
      if (isDead) appendActivity(tx, app.now(), { kind: "job.failed", data: { job: row.id, kind: batch.kind } });
    }
  });
}

/** A handler may come back after the app was closed; its lease then runs out and the job runs again. */
function settleIfOpen(app: App, work: (tx: Tx) => void): void {
  if (app.sqlite.open) settle(app, work);
}

/** Throws a `ZodError` or `SyntaxError` for a payload that no version of ours wrote. */
const toClaimed = (row: LeasedJob): ClaimedJob => ({
  id: row.id,
  kind: row.kind,
  key: row.key,
  payload: Payload.parse(JSON.parse(row.payload)),
  revision: row.revision,
  attempts: row.attempts,
});
