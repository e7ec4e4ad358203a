/** Jobs `memories.forget` and `memories.consolidate`, and the hourly question whether they are due. */
import { appendActivity } from "../activity/repo";
import type { App, Tx } from "../context";
import { AppError } from "../contract/errors";
import type { HousekeepingRun } from "../contract/housekeeping";
import { write } from "../db/write";
import { JOB } from "../jobs/kinds";
import { enqueue } from "../jobs/repo";
import type { ClaimedJob, JobHandler } from "../jobs/types";
import { consolidateBySchedule } from "./consolidate";
import { requireMeaning } from "./find-pairs";
import { forgetMemories } from "./forget";
import { markRun } from "./markers";
import { dueState, requestDueMaintenance } from "./schedule";

const ASK_EVERY_MS = 3_600_000;

/** The marker is written when all is done: a run that a crash cut short is done again (E39). */
export const forgetHandler: JobHandler = {
  batch: 1,
  async run(app, jobs) {
    if (!isWanted(app, "forget", jobs)) return;
    const { expired, unused } = await forgetMemories(app);
    markRun(app, "forget");
    tellFeed(app, "forget", { expired, unused });
  },
};

/** The marker is written first: a run that takes the server down with it comes again in a week, not at each start (E39). */
export const consolidateHandler: JobHandler = {
  batch: 1,
  async run(app, jobs) {
    if (!isWanted(app, "consolidate", jobs)) return;
    try {
      requireMeaning(app);
    } catch (error) {
      // Nobody waits for it: it stays due, and is asked for again. What a person asked for waits until it can run.
      if (!(error instanceof AppError) || !isScheduled(jobs)) throw error;
      app.log.info({ code: error.code }, "consolidation put off");
      return;
    }
    markRun(app, "consolidate");
    const { merged, scanned, missing } = await consolidateBySchedule(app);
    tellFeed(app, "consolidate", { merged, scanned, missing });
  },
};

/** Asks what is due, and asks again in an hour, so that a machine without sessions keeps house too. */
export const askHandler: JobHandler = {
  batch: 1,
  run(app) {
    requestDueMaintenance(app);
    write(app, (tx) => scheduleAsking(tx, app.now(), ASK_EVERY_MS));
    return Promise.resolve();
  },
};

export const scheduleAsking = (tx: Tx, now: number, inMs: number): void =>
  enqueue(tx, now, { kind: JOB.askMaintenance, key: "all", runAt: now + inMs });

/** Several sessions may have asked while it ran: then it is not due any more. */
const isWanted = (app: App, run: HousekeepingRun, jobs: ClaimedJob[]): boolean =>
  !isScheduled(jobs) || dueState(app, run).isDue;

const isScheduled = (jobs: ClaimedJob[]): boolean => jobs.every((job) => job.payload["isDue"] === true);

function tellFeed(app: App, run: HousekeepingRun, data: Record<string, number>): void {
  write(app, (tx) => appendActivity(tx, app.now(), { kind: "housekeeping.done", data: { run, ...data } }));
}
