/** How much of what was captured still becomes observations, summaries and memories (M24, M48). */
import type { Handle } from "../context";
import type { ProcessingStatus } from "../contract/worker-lists";
import { prepared } from "../db/prepared";
import { JOB } from "../jobs/kinds";

export type { ProcessingStatus };

/**
 * Each of these was asked for because something came in. Turns that may yet go on, vectors, backups and upkeep are no part of it:
 * nobody waits for the timers, and health tells of the rest.
 */
const KINDS = JSON.stringify([JOB.observeTurn, JOB.extractTurn, JOB.askTurn, JOB.extractSession]);
const DEPTH = `
  SELECT count(*) FROM json_each(?) AS wanted CROSS JOIN jobs ON jobs.kind = wanted.value
  WHERE jobs.status IN ('queued', 'running')`;

/** M24: jobs that wait or run; what failed for good waits for a person. */
export function processingStatus(handle: Handle): ProcessingStatus {
  const queueDepth = Number(prepared(handle, DEPTH).pluck().get(KINDS));
  return { isProcessing: queueDepth > 0, queueDepth };
}
