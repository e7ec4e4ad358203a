/** What a handler of jobs is given, and what it promises. */
import type { App } from "../context";

export interface ClaimedJob {
  id: number;
  kind: string;
  key: string;
  /** As it was enqueued; ids and revisions, never text. */
  payload: Record<string, string | number | boolean | null>;
  revision: number;
  /** This attempt included. */
  attempts: number;
}

/** A job as it is leased: the payload still is text. */
export interface LeasedJob extends Omit<ClaimedJob, "payload"> {
  payload: string;
}

/**
 * Does the work of up to `batch` jobs of one kind. Must be safe to run again: a crash repeats it.
 * A throw fails the whole batch, which is then run one by one; `AppError("validation_failed")` means that trying again is of no use.
 */
export interface JobHandler {
  batch: number;
  run(app: App, jobs: ClaimedJob[]): Promise<void>;
}
