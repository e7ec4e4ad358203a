/** Job `backup.daily`: one compact copy a day, of which the newest are kept (14 unless told). */
import type { Tx } from "../context";
import { write } from "../db/write";
import { JOB } from "../jobs/kinds";
import { enqueue } from "../jobs/repo";
import type { JobHandler } from "../jobs/types";
import { readSettings } from "../settings/service";
import { keepNewest, removeLeftCopies, writeBackup } from "./repo";

const DAY_MS = 24 * 60 * 60_000;
const LABEL = "daily";

/** Writes a backup, removes those beyond the newest `backups_kept`, and asks for tomorrow's. */
export const backupHandler: JobHandler = {
  batch: 1,
  run(app) {
    removeLeftCopies(app);
    writeBackup(app, LABEL);
    keepNewest(app, LABEL, readSettings(app).backups_kept);
    write(app, (tx) => scheduleBackup(tx, app.now(), DAY_MS));
    return Promise.resolve();
  },
};

export const scheduleBackup = (tx: Tx, now: number, inMs: number): void =>
  enqueue(tx, now, { kind: JOB.backUp, key: "all", runAt: now + inMs });
