/** Goes back to a backup while the server runs: checked and migrated beside the store, then taken over in one transaction. */
import { chmodSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { appendActivity } from "../activity/repo";
import type { App } from "../context";
import type { BackupRestored } from "../contract/backups";
import type { Actor } from "../contract/common";
import { AppError } from "../contract/errors";
import { SearchKind } from "../contract/common";
import { bringUpToDate } from "../db/bring-up-to-date";
import { write } from "../db/write";
import { JOB } from "../jobs/kinds";
import { enqueue } from "../jobs/repo";
import { scheduleUpkeep } from "../jobs/upkeep";
import { clearWords } from "../search/repo";
import { bumpSettingsRevision, settingsRevision } from "../settings/repo";
import { backupsFolder, findBackup, newCopyPath, removeCopy, removeLeftCopies, writeBackup } from "./repo";
import { attachBackup, countReceipts, detachBackup, pendingReceipts, replaceRows } from "./restore-repo";

/**
 * The store becomes what it was when the backup was made; what it is now is saved as `before-restore` first. Both indexes
 * are made anew by jobs. Proofs and graves of deletions, the feed and what models cost stay. Throws `not_found`;
 * `conflict` while a deletion for good is not proven yet, or when the file is damaged or of a newer program.
 */
export async function restoreBackup(app: App, name: string, actor: Actor): Promise<BackupRestored> {
  const backup = findBackup(app, name);
  if (backup === undefined) {
    throw new AppError("not_found", "There is no such backup.", {
      hint: "`keepsake backup --list` and GET /api/backups list them.",
    });
  }
  if (pendingReceipts(app.sqlite) > 0) throw unproven();
  removeLeftCopies(app);
  const receipts = countReceipts(app.sqlite);
  const copy = newCopyPath(app);
  try {
    await copyFile(join(backupsFolder(app), backup.name), copy);
    chmodSync(copy, 0o600);
    bringUpToDate(copy, app.env.root, app.now);
    const saved = basename(writeBackup(app, "before-restore"));
    const counts = takeOver(app, copy, receipts, actor);
    return { ok: true, restored: backup.name, saved_as: saved, counts };
  } finally {
    removeCopy(copy);
  }
}

const unproven = (): AppError =>
  new AppError("conflict", "A deletion for good is not proven yet.", {
    hint: "Wait until its receipt says complete: an older backup would bring the text back.",
  });

function takeOver(app: App, file: string, receipts: number, actor: Actor): Record<string, number> {
  attachBackup(app.sqlite, file);
  try {
    return write(app, (tx) => {
      const now = app.now();
      // What was deleted while the copy was made stands in it.
      if (countReceipts(app.sqlite) !== receipts) throw unproven();
      const revision = settingsRevision(tx);
      const counts = replaceRows(app.sqlite, now);
      bumpSettingsRevision(tx, now, revision);
      // Old words would find rows that say something else now.
      for (const kind of SearchKind.options) clearWords(tx, kind);
      for (const kind of [JOB.rebuildWords, JOB.rebuildVectors]) enqueue(tx, now, { kind, key: "all" });
      scheduleUpkeep(tx, now);
      appendActivity(tx, now, { kind: "backup.restored", data: { actor: actor.kind, rows: counts["memories"] ?? 0 } });
      return counts;
    });
  } finally {
    detachBackup(app.sqlite);
  }
}
