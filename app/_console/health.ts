/** What the health page shows beside the log. */
import { listBackups } from "@/lib/backups/service";
import type { App } from "@/lib/context";
import { readIntegrity } from "@/lib/health/integrity";
import { readHealth } from "@/lib/health/service";
import { jobQueue } from "@/lib/jobs/queue";
import { listJobs } from "@/lib/jobs/service";
import { readLlmState } from "@/lib/metering/state";
import { readRebuild } from "@/lib/search/rebuild";

const MAX_DEAD = 50;

export const readHealthPage = async (app: App) => ({
  health: await readHealth(app),
  dead: listJobs(app, { status: "dead", limit: MAX_DEAD }).items,
  backups: listBackups(app).backups,
  llm: readLlmState(app),
  queue: jobQueue(app),
  rebuild: readRebuild(app),
  integrity: readIntegrity(app),
});
