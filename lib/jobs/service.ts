/** The jobs page: what waits, what is dead, and what a person may do about it. */
import { appendActivity } from "../activity/repo";
import type { App } from "../context";
import type { Actor } from "../contract/common";
import { AppError } from "../contract/errors";
import type { JobDiscarded, JobListQuery, JobPage, JobResult } from "../contract/system";
import { write } from "../db/write";
import { recordOperation } from "../operations/record";
import { ByTime, decodeCursor, encodeCursor, pageOf } from "../paging";
import { getJob, listJobRows, toJob } from "./query";
import { deleteDeadJob, retryDeadJobs as requeueDead, retryJob as requeue } from "./repo";

/** A page of jobs, latest change first. Throws `validation_failed` on a cursor that is not ours. */
export function listJobs(app: App, query: JobListQuery): JobPage {
  const after = decodeCursor("jobs", ByTime, query.cursor);
  const rows = listJobRows(app.db, { status: query.status, kind: query.kind, limit: query.limit + 1, after });
  const { items, nextCursor } = pageOf(rows, query.limit, (last) => encodeCursor("jobs", last.updatedAt, last.id));
  return { items: items.map(toJob), nextCursor };
}

/** Lets a dead or waiting job run now, with all its attempts. Throws `not_found`, or `conflict` while it runs. */
export function retryJob(app: App, id: number): JobResult {
  return write(app, (tx) => {
    const job = requireJob(getJob(tx, id), id);
    if (!requeue(tx, app.now(), id)) {
      throw new AppError("conflict", `Job ${id} is running.`, { hint: "Look again in a moment." });
    }
    appendActivity(tx, app.now(), { kind: "job.retried", data: { job: id, kind: job.kind } });
    return { ok: true, id };
  });
}

/** {@link retryJob} for all that are dead: what kept them from their work is mended, e.g. a model that was missing. */
export function retryDeadJobs(app: App): { count: number } {
  return write(app, (tx) => {
    const count = requeueDead(tx, app.now());
    if (count > 0) appendActivity(tx, app.now(), { kind: "job.retried", data: { count } });
    return { count };
  });
}

/** Removes a dead job; Undo lays it to the dead ones again. Throws `not_found`, or `conflict` when it is not dead. */
export function discardJob(app: App, id: number, actor: Actor): JobDiscarded {
  return write(app, (tx) => {
    const job = requireJob(getJob(tx, id), id);
    if (!deleteDeadJob(tx, id)) {
      throw new AppError("conflict", `Job ${id} is not dead.`, {
        hint: "Only a job that failed for good can be discarded.",
      });
    }
    const operation = recordOperation(tx, app.now(), {
      kind: "job.discard",
      title: `Discarded job ${id}`,
      actor,
      changes: [{ table: "jobs", id, before: job, after: null }],
      told: { kind: job.kind },
    });
    return { ok: true, id, operation_id: operation };
  });
}

function requireJob<T>(job: T | undefined, id: number): T {
  if (job !== undefined) return job;
  throw new AppError("not_found", `There is no job ${id}.`, {
    hint: "It may have run meanwhile: jobs vanish when they are done.",
  });
}
