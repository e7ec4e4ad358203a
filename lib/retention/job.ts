/** Job `evidence.retain`: once a day, what is over its time and what is over the bound. */
import type { Tx } from "../context";
import { write } from "../db/write";
import { removeStaleUploads } from "../everme/stale-uploads";
import { JOB } from "../jobs/kinds";
import { enqueue } from "../jobs/repo";
import type { JobHandler } from "../jobs/types";
import { boundDisk } from "./bound";
import { expireEvidence } from "./evidence";

const DAY_MS = 86_400_000;

export const retainHandler: JobHandler = {
  batch: 1,
  async run(app) {
    removeStaleUploads(app);
    const removed = await expireEvidence(app);
    const above = await boundDisk(app);
    app.log.info({ removed, above }, "evidence retained");
    write(app, (tx) => scheduleRetention(tx, app.now(), DAY_MS));
  },
};

export const scheduleRetention = (tx: Tx, now: number, inMs: number): void =>
  enqueue(tx, now, { kind: JOB.retainEvidence, key: "all", runAt: now + inMs });
