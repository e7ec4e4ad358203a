/** Addresses of backups. */
import { BackupList, BackupMade, BackupParams, BackupRestored } from "../../contract/backups";
import type { ApiOperation } from "./types";

const tag = "system";

export const backupOperations: ApiOperation[] = [
  { method: "get", path: "/api/backups", tag, summary: "Backups of the database, newest first", output: BackupList },
  { method: "post", path: "/api/backups", tag, summary: "Write a backup now", output: BackupMade, status: 201 },
  {
    method: "post",
    path: "/api/backups/{name}/restore",
    tag,
    summary: "Go back to a backup; what is there now is saved as another one first",
    params: BackupParams,
    output: BackupRestored,
  },
];
