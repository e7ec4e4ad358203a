/** How the server is: what it holds, what waits, what is wrong and what to do about it (M22, M25, M26). */
import { join } from "node:path";
import type { App } from "../context";
import type { Readiness, Stats, Version } from "../contract/stats";
import type { Health, HealthProblem, IndexState, JobCounts, ModelState } from "../contract/system";
import { countJobs } from "../jobs/query";
import { readLlmLine } from "../metering/state";
import { localProjectIds } from "../projects/local-query";
import { bytesAboveBound, diskBound } from "../retention/bound";
import { describeSettings } from "../settings/service";
import { diskUse, freeBytes } from "./disk";
import { readIntegrity } from "./integrity";
import { pausedNow } from "./paused-query";
import {
  countActiveSessions,
  countIndexLag,
  countRows,
  countRowsOf,
  countVectors,
  countWords,
  memoryStats,
} from "./query";
import { openStreams } from "./streams";
import { versionOf } from "./version";

/** Everything the health page, `keepsake status` and `doctor` show. `degraded` when there is a problem; searching and capturing may still work. */
export async function readHealth(app: App): Promise<Health> {
  const model = app.embedder.state();
  const index = indexState(app);
  const jobs = countJobs(app.db, app.now());
  const llm = readLlmLine(app);
  const problems = [
    ...diskProblems(await freeBytes(app.env.home)),
    ...boundProblems(await bytesAboveBound(app)),
    ...modelProblems(model),
    ...indexProblems(index),
    ...jobProblems(jobs),
    ...settingProblems(app),
    ...llm.problems.map((problem) => ({ ...problem, params: {} })),
    ...integrityProblems(app),
  ];
  return {
    status: "ok",
    state: problems.length === 0 ? "ok" : "degraded",
    version: versionOf(app),
    pid: process.pid,
    uptime: uptime(),
    home: app.env.home,
    port: app.env.servedPort,
    model,
    llm: llm.line,
    index,
    jobs,
    counts: countRows(app.db),
    disk: await diskUse(app.env.home),
    diskMax: diskBound(app),
    checkedAt: app.now(),
    paused: pausedNow(app.db),
    problems,
  };
}

/** M22 with E100 and E101; for agents of this machine (`isPerson` false) those of the local account. */
export async function readStats(app: App, isPerson = true): Promise<Stats> {
  const projectIds = isPerson ? null : localProjectIds(app.db);
  const counts = projectIds === null ? countRows(app.db) : countRowsOf(app.db, projectIds);
  const disk = await diskUse(app.env.home);
  return {
    worker: {
      version: versionOf(app),
      uptime: uptime(),
      activeSessions: countActiveSessions(app.db, app.now(), projectIds),
      sseClients: openStreams(),
      port: app.env.servedPort,
    },
    database: {
      path: join(app.env.home, "keepsake.db"),
      size: (disk["db"] ?? 0) + (disk["wal"] ?? 0),
      observations: counts["observations"] ?? 0,
      sessions: counts["sessions"] ?? 0,
      summaries: counts["summaries"] ?? 0,
    },
    ...memoryStats(app.db, app.now(), projectIds),
  };
}

export const readVersion = (app: App): Version => ({ version: versionOf(app) });

/** Ready = the store answers and takes writes. A missing model or index is degraded, not unready: words still work. */
export function readReadiness(app: App): Readiness {
  const isWritable = app.sqlite.open && !app.sqlite.readonly;
  return isWritable
    ? { status: "ready", problems: [] }
    : { status: "not_ready", problems: ["The database is closed or read-only."] };
}

/** Whole seconds since the process began. */
const uptime = (): number => Math.floor(process.uptime());

function indexState(app: App): IndexState {
  const { state, reason } = app.vectors.state();
  return { words: countWords(app), vectors: countVectors(app.db), lag: countIndexLag(app.db), state, reason };
}

/** A write-ahead log, a backup and a rebuilt index need room beside what is there. */
const LOW_DISK_BYTES = 100 * 1024 * 1024;

export function diskProblems(free: number): HealthProblem[] {
  if (free >= LOW_DISK_BYTES) return [];
  const mb = Math.floor(free / 1024 / 1024);
  const what = `Only ${mb} MB are free on the disk of the data folder.`;
  return [
    {
      code: "disk_low",
      params: { mb },
      what,
      hint: "Free some space: on a full disk nothing more is captured (507), until there is room.",
    },
  ];
}

/** Small excess is what the next daily run removes. */
const BOUND_SLACK_BYTES = 50 * 1024 * 1024;

function boundProblems(above: number): HealthProblem[] {
  if (above <= BOUND_SLACK_BYTES) return [];
  const mb = Math.ceil(above / 1024 / 1024);
  const what = `The data folder is ${mb} MB above its bound (disk_max_mb).`;
  const hint =
    "Old backups and tool events go first, once a day. If it stays: raise disk_max_mb, or delete what you do not need.";
  return [{ code: "above_bound", params: { mb }, what, hint }];
}

function modelProblems(model: ModelState): HealthProblem[] {
  if (model.state !== "missing" && model.state !== "failed") return [];
  const what = model.state === "missing" ? "The embedding model is missing" : "The embedding model could not be loaded";
  return [
    {
      code: model.state === "missing" ? "model_missing" : "model_failed",
      params: { model: model.id },
      what: `${what}; search works by words only.${model.error === null ? "" : ` ${model.error}`}`,
      hint: model.hint ?? "Run `keepsake doctor`; it checks the files of the model folder.",
    },
  ];
}

function indexProblems(index: IndexState): HealthProblem[] {
  if (index.state === "ready") return [];
  if (index.state === "rebuilding") {
    const what = `The index of meaning is being rebuilt; ${index.lag} rows wait. Search works by words meanwhile.`;
    const hint = "Nothing to do: it finishes by itself.";
    return [{ code: "index_rebuilding", params: { count: index.lag }, what, hint }];
  }
  return [
    {
      code: "index_unavailable",
      params: {},
      what: `The index of meaning is not available; search works by words only.${index.reason === null ? "" : ` ${index.reason}`}`,
      hint: "Start the server again: it rebuilds the index from the database.",
    },
  ];
}

function jobProblems(jobs: JobCounts): HealthProblem[] {
  if (jobs.dead === 0) return [];
  const what = jobs.dead === 1 ? "One job failed for good." : `${jobs.dead} jobs failed for good.`;
  return [
    {
      code: "jobs_dead",
      params: { count: jobs.dead },
      what,
      hint: "The health page of the console lists them with their errors, and runs them again.",
    },
  ];
}

const settingProblems = (app: App): HealthProblem[] =>
  describeSettings(app).problems.map((what) => ({
    code: "setting_ignored",
    params: {},
    what,
    hint: "Correct it in config.json of the data folder, or by POST /api/settings.",
  }));

/** What the last check found holds until another one finds nothing. */
function integrityProblems(app: App): HealthProblem[] {
  const { last } = readIntegrity(app);
  const count =
    last?.findings.filter(({ code, params }) => code !== "not_checked" && params["state"] !== "rebuilding").length ?? 0;
  if (count === 0) return [];
  const what =
    count === 1 ? "The last check of the store found something." : `The last check of the store found ${count} things.`;
  return [
    {
      code: "integrity",
      params: { count },
      what,
      hint: "The health page says what, and what to do; check again afterwards.",
    },
  ];
}
