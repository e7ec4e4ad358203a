/**
 * Deletion for good, second half: one job for all receipts that wait. Each step may be repeated; after a crash the job
 * starts over, and still knows what to look for, since that stands as keyed hashes beside the database.
 */
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { appendActivity } from "../activity/repo";
import { removeBackupsExcept, writeBackup } from "../backups/repo";
import type { App } from "../context";
import { write } from "../db/write";
import { removeStaleUploads } from "../everme/stale-uploads";
import { JOB } from "../jobs/kinds";
import { enqueue, MAX_ATTEMPTS } from "../jobs/repo";
import type { JobHandler } from "../jobs/types";
import { storedRows } from "../search/rebuild";
import { joinSets, type PieceSet } from "./fingerprint";
import { forgetPieces, piecesFolder, readKey, readPieces } from "./pieces";
import { blotLines, scanFile, scanHome } from "./purge-files";
import { emptyLog, optimizeWords, rewriteFile } from "./purge-repo";
import { type Holder, holdersOf, pendingReceipts, type ReceiptRow, updateReceipt } from "./receipts-repo";

/** How long a reader that blocks the checkpoint is waited for before the next try. */
const RETRY_MS = 2_000;
const DATABASE_FILES = ["keepsake.db", "keepsake.db-wal"];

/** Job `purge`, key `all`. Completes receipts only when no file of the data folder holds the text any more. */
export const purgeHandler: JobHandler = {
  batch: 1,
  async run(app, jobs) {
    const receipts = pendingReceipts(app.db);
    if (receipts.length === 0) return;
    try {
      await purge(app, receipts);
    } catch (error) {
      const isLast = jobs.some((job) => job.attempts >= MAX_ATTEMPTS);
      const reason = "The purge failed; the server's log has the details.";
      for (const receipt of receipts)
        note(app, receipt, isLast ? { status: "failed", error: reason } : { error: reason });
      throw error;
    }
  },
};

async function purge(app: App, receipts: ReceiptRow[]): Promise<void> {
  const key = readKey(app);
  const sets = receipts.map((receipt) => readPieces(app, receipt.id));
  const isBlind = key === null || sets.includes(null);
  const set = joinSets(sets.filter((known) => known !== null));
  const holders: Holder[] = [];

  write(app, () => optimizeWords(app.sqlite));
  if (!emptyLog(app.sqlite)) return waitForReader(app, receipts);
  const rewrites = sets.some((known) => known?.rewrites === true);
  const inDatabase = isBlind || rewrites || (await isInDatabase(app, key, set));
  if (inDatabase) {
    rewriteFile(app.sqlite);
    if (!emptyLog(app.sqlite)) return waitForReader(app, receipts);
  }
  holders.push({ holder: "database files", found: inDatabase ? 1 : 0, removed: inDatabase ? 1 : 0 });
  if (existsSync(join(app.env.home, "vectors"))) {
    await app.vectors.rewrite(storedRows(app));
    holders.push({ holder: "vectors", found: 1, removed: 1 });
  }
  removeStaleUploads(app);
  const removed = renewBackups(app);
  holders.push({ holder: "backups", found: removed, removed });
  const blotted = isBlind ? new Map<string, number>() : await blotLines(app.env.home, key, set);
  for (const [holder, count] of blotted) holders.push({ holder, found: count, removed: count });

  const left = isBlind ? [] : await scanHome(app.env.home, piecesFolder(app), key, set);
  const files = left.filter((found) => found.whole.length > 0).map((found) => found.file);
  settle(app, receipts, holders, { files: [...new Set(files)], isBlind });
}

async function isInDatabase(app: App, key: string, set: PieceSet): Promise<boolean> {
  for (const name of DATABASE_FILES) {
    if ((await scanFile(join(app.env.home, name), key, set)).touched) return true;
  }
  return false;
}

/** The fresh one first: there is no moment without a backup. */
function renewBackups(app: App): number {
  const fresh = writeBackup(app, "after-deletion");
  return removeBackupsExcept(app, fresh);
}

/** Another connection reads an older state of the database, which the log must keep for it. */
function waitForReader(app: App, receipts: ReceiptRow[]): void {
  for (const receipt of receipts)
    note(app, receipt, { error: "Another program is reading the database; the purge waits for it." });
  write(app, (tx) => enqueue(tx, app.now(), { kind: JOB.purge, key: "all", runAt: app.now() + RETRY_MS }));
}

function settle(
  app: App,
  receipts: ReceiptRow[],
  holders: Holder[],
  left: { files: string[]; isBlind: boolean },
): void {
  const error = failureOf(left);
  const isProven = error === null;
  const remaining = left.files.map((holder) => ({ holder, found: 1, removed: 0 }));
  write(app, (tx) => {
    const now = app.now();
    for (const receipt of receipts) {
      updateReceipt(tx, receipt.id, {
        status: isProven ? "complete" : "failed",
        holders: JSON.stringify([...holdersOf(receipt), ...holders, ...remaining]),
        error,
        completedAt: now,
      });
      appendActivity(tx, now, {
        kind: isProven ? "receipt.completed" : "receipt.failed",
        entityType: "receipt",
        entityId: receipt.id,
      });
    }
  });
  for (const receipt of receipts) forgetPieces(app, receipt.id);
  if (pendingReceipts(app.db).length === 0) rmSync(piecesFolder(app), { recursive: true, force: true });
}

function failureOf({ files, isBlind }: { files: string[]; isBlind: boolean }): string | null {
  if (isBlind)
    return "What to look for was lost. Database, vectors and backups were written anew, but logs and spool could not be searched.";
  if (files.length === 0) return null;
  return `The text still stands in: ${files.slice(0, 10).join(", ")}. It was written again after the deletion.`;
}

function note(app: App, receipt: ReceiptRow, values: Partial<ReceiptRow>): void {
  write(app, (tx) => updateReceipt(tx, receipt.id, values));
}
