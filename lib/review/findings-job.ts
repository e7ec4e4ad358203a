/** Jobs `review.twins` and `review.files`: what the inbox finds by comparing rows; daily, and files soon after memories were written. */
import type { App, Tx } from "../context";
import { AppError } from "../contract/errors";
import { write } from "../db/write";
import { findPairs, requireMeaning } from "../housekeeping/find-pairs";
import { createPause } from "../housekeeping/pause";
import { JOB } from "../jobs/kinds";
import { enqueue } from "../jobs/repo";
import type { ClaimedJob, JobHandler } from "../jobs/types";
import { readSettings } from "../settings/service";
import { findChangedFiles } from "./changed-files";
import { dropOutdated, type FindingKind } from "./findings-repo";
import { recordTwin } from "./twins";

const DAY_MS = 86_400_000;
const SOON_MS = 3_600_000;
/** Memories of one run: a large store is gone through in several, so that other housekeeping gets its turn. */
const MEMORIES_A_RUN = 2_000;
/** Findings removed at once. */
const DROPPED_AT_ONCE = 500;

type FindingJob = typeof JOB.findTwins | typeof JOB.findChangedFiles;

/** An earlier time that is set already stays. */
export const scheduleFindings = (tx: Tx, now: number, kind: FindingJob, inMs: number): void =>
  enqueue(tx, now, { kind, key: "all", runAt: now + inMs, keepsTime: true });

/** Memories were written: their files are looked at within the hour. */
export const askForFiles = (app: App): void =>
  write(app, (tx) => scheduleFindings(tx, app.now(), JOB.findChangedFiles, SOON_MS));

/** What was written by itself is compared as it is written; this finds what came in otherwise, and what the setting now calls alike. */
export const twinsHandler: JobHandler = {
  batch: 1,
  async run(app, jobs) {
    const from = placeOf(jobs);
    if (from === 0) await dropAll(app, "near_duplicate");
    const next = await sweepTwins(app, from);
    write(app, (tx) =>
      next === null
        ? scheduleFindings(tx, app.now(), JOB.findTwins, DAY_MS)
        : enqueue(tx, app.now(), { kind: JOB.findTwins, key: "all", payload: { after: next } }),
    );
  },
};

export const changedFilesHandler: JobHandler = {
  batch: 1,
  async run(app) {
    await dropAll(app, "file_changed");
    await findChangedFiles(app);
    write(app, (tx) => scheduleFindings(tx, app.now(), JOB.findChangedFiles, DAY_MS));
  },
};

function placeOf(jobs: ClaimedJob[]): number {
  const after = jobs[0]?.payload["after"];
  return typeof after === "number" ? after : 0;
}

/** Answers the id to go on after; null = all were looked at, or meaning is not to be had. */
async function sweepTwins(app: App, from: number): Promise<number | null> {
  const threshold = readSettings(app).consolidate_similarity_threshold;
  const pause = createPause();
  let scanned = 0;
  try {
    requireMeaning(app);
    for await (const stride of findPairs(app, { threshold, after: from, projectIds: null, isWritableOnly: false })) {
      if (stride.pairs.length > 0) {
        write(app, (tx) => {
          for (const { keep, drop, similarity } of stride.pairs) recordTwin(tx, app.now(), keep, drop, similarity);
        });
      }
      scanned += stride.scanned;
      if (scanned >= MEMORIES_A_RUN) return stride.upTo;
      await pause.rest(2);
    }
  } catch (error) {
    // Nobody waits for it: tomorrow is another day.
    if (!(error instanceof AppError) || error.code !== "not_ready") throw error;
    app.log.info({ code: error.code }, "near-duplicates not looked for");
  }
  return null;
}

async function dropAll(app: App, kind: FindingKind): Promise<void> {
  const pause = createPause();
  while (write(app, (tx) => dropOutdated(tx, kind, DROPPED_AT_ONCE)) === DROPPED_AT_ONCE) await pause.rest();
}
