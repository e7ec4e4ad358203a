/** Work that nobody asks for: a look at the indexes at each start, regular care, and a rebuild after a loss. */
import { BACKUP_JOB, scheduleBackup } from "../backups/daily-job";
import type { App, Tx } from "../context";
import { checkVectors, checkWords, VECTORS_REBUILD } from "../search/rebuild";
import { hasJobOfKind } from "./query";
import { enqueue } from "./repo";
import { settle } from "./run";
import type { JobHandler } from "./types";

const FIRST_BACKUP_MS = 60 * 60_000;
const FIRST_OPTIMIZE_MS = 10 * 60_000;
const OPTIMIZE_EVERY_MS = 6 * 60 * 60_000;
export const VECTORS_OPTIMIZE = "vectors.optimize";
export const INDEX_CHECK = "index.check";

/** At the start of a runner. */
export function scheduleUpkeep(tx: Tx, now: number): void {
  enqueue(tx, now, { kind: INDEX_CHECK, key: "all" });
  if (!hasJobOfKind(tx, VECTORS_OPTIMIZE)) scheduleOptimize(tx, now, FIRST_OPTIMIZE_MS);
  if (!hasJobOfKind(tx, BACKUP_JOB)) scheduleBackup(tx, now, FIRST_BACKUP_MS);
}

const scheduleOptimize = (tx: Tx, now: number, delay: number): void =>
  enqueue(tx, now, { kind: VECTORS_OPTIMIZE, key: "all", runAt: now + delay });

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
  if (app.vectors.state().state !== "unavailable" || hasJobOfKind(app.db, VECTORS_REBUILD)) return;
  settle(app, (tx) => enqueue(tx, app.now(), { kind: VECTORS_REBUILD, key: "all" }));
}
