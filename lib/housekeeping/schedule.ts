/** When house is kept by itself: markers in the data folder say when it was, settings how often (E39, E118, E132). */
import type { App } from "../context";
import { HousekeepingRun } from "../contract/housekeeping";
import { write } from "../db/write";
import { JOB } from "../jobs/kinds";
import { enqueue } from "../jobs/repo";
import { readSettings } from "../settings/service";
import { lastRunAt } from "./markers";

const HOUR_MS = 3_600_000;
/** A marker further in the future than a clock goes wrong is none: it would put the run off for as long. */
const CLOCK_SLACK_MS = 60_000;

export const RUN_JOBS: Record<HousekeepingRun, string> = {
  forget: JOB.forgetMemories,
  consolidate: JOB.consolidateMemories,
};

export interface DueState {
  lastRunAt: number | null;
  /** null = never by itself. */
  nextDueAt: number | null;
  isDue: boolean;
  everyHours: number;
}

/** Reads one file's time; a run that was never done is due now. */
export function dueState(app: App, run: HousekeepingRun): DueState {
  const settings = readSettings(app);
  const everyHours = run === "forget" ? settings.forget_auto_run_hours : settings.consolidate_auto_run_hours;
  const last = lastRunAt(app, run);
  if (everyHours === 0) return { lastRunAt: last, nextDueAt: null, isDue: false, everyHours };
  const now = app.now();
  const next = last === null || last > now + CLOCK_SLACK_MS ? now : last + everyHours * HOUR_MS;
  return { lastRunAt: last, nextDueAt: next, isDue: next <= now, everyHours };
}

/**
 * Asks for the runs that are due, as jobs (E39): for the start of a session, which waits for nothing of it. Looks at two
 * files and mostly does no more. Never throws: what goes wrong stands in the log.
 */
export function requestDueMaintenance(app: App): void {
  try {
    const due = HousekeepingRun.options.filter((run) => dueState(app, run).isDue);
    if (due.length === 0) return;
    write(app, (tx) => {
      for (const run of due) enqueue(tx, app.now(), { kind: RUN_JOBS[run], key: "due", payload: { isDue: true } });
    });
  } catch (error) {
    app.log.warn({ err: error }, "due housekeeping not asked for");
  }
}
