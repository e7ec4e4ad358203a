/** What a person does with backups: see them, make one. Going back to one is `restore.ts`. */
import { basename } from "node:path";
import { appendActivity } from "../activity/repo";
import type { App } from "../context";
import type { BackupList, BackupMade } from "../contract/backups";
import type { Actor } from "../contract/common";
import { AppError } from "../contract/errors";
import { write } from "../db/write";
import { readSettings } from "../settings/service";
import { findBackup, keepNewest, listBackupFiles, writeBackup } from "./repo";

const LABEL = "manual";

/** Newest first. */
export const listBackups = (app: App): BackupList => ({ backups: listBackupFiles(app) });

/** Writes one now, beside the daily ones; of those made by hand as many are kept as of the daily ones. */
export function makeBackup(app: App, actor: Actor): BackupMade {
  const name = basename(writeBackup(app, LABEL));
  keepNewest(app, LABEL, readSettings(app).backups_kept);
  write(app, (tx) => appendActivity(tx, app.now(), { kind: "backup.created", data: { actor: actor.kind } }));
  const backup = findBackup(app, name);
  if (backup === undefined) throw new AppError("internal", "The backup was written and is gone again.");
  return { ok: true, backup };
}
