/** Work that nobody asks for: a look at the indexes at each start, regular care, and a rebuild after a loss. */
import { scheduleBackup } from "../backups/daily-job";
import type { App, Tx } from "../context";
import { scheduleAsking } from "../housekeeping/jobs";
import { scheduleRetention } from "../retention/job";
import { scheduleFindings } from "../review/findings-job";
import { checkVectors, checkWords } from "../search/rebuild";
import { scheduleStale } from "../session-extract/stale";
import { JOB } from "./kinds";
import { hasJobOfKind } from "./query";
import { enqueue } from "./repo";
import { settle } from "./run";
import type { JobHandler } from "./types";

const FIRST_BACKUP_MS = 60 * 60_000;
const FIRST_RETENTION_MS = 20 * 60_000;
const FIRST_OPTIMIZE_MS = 10 * 60_000;
/** Sessions ask too; the first minutes of a server belong to whoever started it. */
const FIRST_ASK_MS = 15 * 60_000;
const FIRST_FINDINGS_MS = 30 * 60_000;
const OPTIMIZE_EVERY_MS = 6 * 60 * 60_000;

/** At the start of a runner. */
export function scheduleUpkeep(tx: Tx, now: number): void {
  enqueue(tx, now, { kind: JOB.checkIndexes, key: "all" });
  if (!hasJobOfKind(tx, JOB.optimizeVectors)) scheduleOptimize(tx, now, FIRST_OPTIMIZE_MS);
  if (!hasJobOfKind(tx, JOB.backUp)) scheduleBackup(tx, now, FIRST_BACKUP_MS);
  if (!hasJobOfKind(tx, JOB.retainEvidence)) scheduleRetention(tx, now, FIRST_RETENTION_MS);
  if (!hasJobOfKind(tx, JOB.extractStale)) scheduleStale(tx, now);
  if (!hasJobOfKind(tx, JOB.askMaintenance)) scheduleAsking(tx, now, FIRST_ASK_MS);
  if (!hasJobOfKind(tx, JOB.findTwins)) scheduleFindings(tx, now, JOB.findTwins, FIRST_FINDINGS_MS);
  if (!hasJobOfKind(tx, JOB.findChangedFiles)) scheduleFindings(tx, now, JOB.findChangedFiles, FIRST_FINDINGS_MS);
}

const scheduleOptimize = (tx: Tx, now: number, delay: number): void =>
  enqueue(tx, now, { kind: JOB.optimizeVectors, key: "all", runAt: now + delay });

/** Compares both indexes with the rows and orders what is missing. */
export const indexCheckHandler: JobHandler = {
  batch: 1,
  async run(app) {
    checkWords(app);
    await checkVectors(app);
  },
};

/** Compacts the vector index and asks for the next time. */
export const optimizeHandler: JobHandler = {
  batch: 1,
  async run(app) {
    await app.vectors.optimize();
    settle(app, (tx) => scheduleOptimize(tx, app.now(), OPTIMIZE_EVERY_MS));
  },
};

/** Asks for a rebuild when the index was lost while the server runs; one that is dead is left to a person. */
export function askForRebuild(app: App): void {
  if (app.vectors.state().state !== "unavailable" || hasJobOfKind(app.db, JOB.rebuildVectors)) return;
  settle(app, (tx) => enqueue(tx, app.now(), { kind: JOB.rebuildVectors, key: "all" }));
}
