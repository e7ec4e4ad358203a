/** Sessions that nobody ended: a look every hour, or when cron asks; one run at a time (E92–E98). */
import type { App, Tx } from "../context";
import type { StaleRun, StaleStarted, StaleState } from "../contract/session-extract";
import { write } from "../db/write";
import { sourceSession } from "../extract/source-session";
import { listSessions } from "../hosts/kimi/locate";
import { JOB } from "../jobs/kinds";
import { enqueue } from "../jobs/repo";
import { settle } from "../jobs/run";
import type { JobHandler } from "../jobs/types";
import { chooseModel } from "../metering/service";
import { staleJob } from "./repo";
import { extractLog } from "./service";
import { staleCandidates } from "./stale-candidates";
import { appendRun, lastRun } from "./stale-log";
import { readState } from "./state";

const MINUTE = 23;

/** One run. What goes wrong with one session is logged by its class, and the next one is read (E95). */
export async function runStale(app: App): Promise<StaleRun> {
  const startedAt = app.now();
  const sessions: StaleRun["sessions"] = [];
  const end = (status: StaleRun["status"]): StaleRun => {
    const run: StaleRun = { started_at: startedAt, ended_at: app.now(), status, sessions };
    appendRun(app.env.home, run);
    app.log.info({ status, sessions: sessions.length }, "stale sessions looked at");
    return run;
  };
  if (chooseModel(app) === null) return end("no_provider");
  const logs = await listSessions(app.env.kimiHome);
  for (const log of staleCandidates(logs, readState(app.env.home), app.now())) {
    const session = sourceSession(log.sessionId);
    try {
      const outcome = await extractLog(app, log, null);
      sessions.push({ session, outcome, error: null });
      if (outcome.rate_limited) return end("rate_limited");
    } catch (error) {
      const name = error instanceof Error && /^[A-Za-z]\w{0,59}$/.test(error.name) ? error.name : "Error";
      sessions.push({ session, outcome: null, error: name });
      app.log.error({ session, error: name }, "a session could not be extracted");
    }
  }
  return end("completed");
}

export const staleHandler: JobHandler = {
  batch: 1,
  async run(app) {
    try {
      await runStale(app);
    } finally {
      if (app.sqlite.open) settle(app, (tx) => scheduleStale(tx, app.now()));
    }
  },
};

/** At minute 23 of each hour (E92). */
export const scheduleStale = (tx: Tx, now: number): void =>
  enqueue(tx, now, { kind: JOB.extractStale, key: "all", runAt: nextRun(now) });

function nextRun(now: number): number {
  const at = new Date(now);
  at.setMinutes(MINUTE, 0, 0);
  if (at.getTime() <= now) at.setHours(at.getHours() + 1);
  return at.getTime();
}

/** Lets the run begin now, unless one is at work: the job's one row is the lock. */
export function startStale(app: App): StaleStarted {
  return write(app, (tx) => {
    const now = app.now();
    if (isRunning(staleJob(tx), now)) return { status: "running" };
    enqueue(tx, now, { kind: JOB.extractStale, key: "all", runAt: now });
    return { status: "started" };
  });
}

export function staleState(app: App): StaleState {
  const job = staleJob(app.db);
  const running = isRunning(job, app.now());
  return {
    running,
    next_at: running || job?.status !== "queued" ? null : job.runAt,
    last: lastRun(app.env.home),
  };
}

const isRunning = (job: ReturnType<typeof staleJob>, now: number): boolean =>
  job !== undefined && (job.status === "running" || (job.status === "queued" && job.runAt <= now));
