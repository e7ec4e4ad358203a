/** Writes what was planned: the backup first, then the file, each whole or not at all. */
import { rmSync } from "node:fs";
import { AppError } from "../../../lib/contract/errors";
import type { Place } from "./place";
import { type AgentPlan, type Change, keptFolder } from "./plan";
import { backupOf, isAsRead, removeFile, writeBytes } from "./text-file";

/** Answers the backups that lie beside files now. Throws `conflict` where a file is no longer what the plan was made from. */
export function applyPlan({ agent, title, changes }: AgentPlan, place: Place): string[] {
  const due = changes.filter((change) => change.kind === "write" || change.kind === "delete");
  for (const { path, file } of due)
    if (!isAsRead(file))
      throw new AppError(
        "conflict",
        `${path} was changed by another program meanwhile, so nothing of ${title} was written.`,
        {
          hint: "Run the command again.",
        },
      );
  return due.flatMap((change) => applyChange(change, keptFolder(agent, place, change.path)));
}

function applyChange(change: Change & { kind: "write" | "delete" }, keep: string): string[] {
  const { file } = change;
  const backup = backupOf(file.real);
  if (change.kind === "delete") {
    removeFile(file.real, keep);
    return [];
  }
  if (change.isRestored) {
    writeBytes(file.real, change.after, file.mode);
    rmSync(backup, { force: true });
    return [];
  }
  if (file.bytes === null) {
    // One of an earlier file by this name says nothing of this one.
    rmSync(backup, { force: true });
    writeBytes(file.real, change.after, file.mode);
    return [];
  }
  if (!change.keepsBackup) writeBytes(backup, file.bytes, file.mode);
  writeBytes(file.real, change.after, file.mode);
  return change.keepsBackup ? [] : [backup];
}
