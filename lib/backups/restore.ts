/** Goes back to a backup while the server runs: checked and migrated beside the store, then taken over in one transaction. */
import { chmodSync, rmSync } from "node:fs";
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
import { backupsFolder, findBackup, writeBackup } from "./repo";
import { attachBackup, detachBackup, pendingReceipts, replaceRows } from "./restore-repo";

/**
 * The store becomes what it was when the backup was made; what it is now is saved as `before-restore` first. Both indexes
 * are made anew by jobs. Proofs and graves of deletions, the feed and what models cost stay. Throws `not_found`;
 * `conflict` while a deletion for good is not proven yet, or when the file is damaged or of a newer program.
 */
export async function restoreBackup(app: App, name: string, actor: Actor): Promise<BackupRestored> {
  const backup = findBackup(app, name);
  if (backup === undefined) {
    throw new AppError("not_found", "There is no such backup.", { hint: "GET /api/backups lists them." });
  }
  if (pendingReceipts(app.sqlite) > 0) {
    throw new AppError("conflict", "A deletion for good is not proven yet.", {
      hint: "Wait until its receipt says complete: an older backup would bring the text back.",
    });
  }
  const copy = join(backupsFolder(app), `restoring-${app.now()}.db`);
  try {
    await copyFile(join(backupsFolder(app), backup.name), copy);
    chmodSync(copy, 0o600);
    bringUpToDate(copy, app.env.root, app.now);
    const saved = basename(writeBackup(app, "before-restore"));
    const counts = takeOver(app, copy, actor);
    return { ok: true, restored: backup.name, saved_as: saved, counts };
  } finally {
    for (const end of ["", "-wal", "-shm", "-journal"]) rmSync(`${copy}${end}`, { force: true });
  }
}

function takeOver(app: App, file: string, actor: Actor): Record<string, number> {
  attachBackup(app.sqlite, file);
  try {
    return write(app, (tx) => {
      const now = app.now();
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
