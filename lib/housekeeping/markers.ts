/** `.last_forget` and `.last_consolidate` in the data folder: the time of such a file is when that run was last done (E39). */
import { statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { App } from "../context";
import type { HousekeepingRun } from "../contract/housekeeping";

const FILES: Record<HousekeepingRun, string> = { forget: ".last_forget", consolidate: ".last_consolidate" };

const markerFile = (app: App, run: HousekeepingRun): string => join(app.env.home, FILES[run]);

/** Milliseconds UTC; null = never. Throws what reading the folder throws, but for a file that is not there. */
export function lastRunAt(app: App, run: HousekeepingRun): number | null {
  const found = statSync(markerFile(app, run), { throwIfNoEntry: false });
  return found === undefined ? null : Math.round(found.mtimeMs);
}

/** Says that the run was done now, by the app's clock. */
export function markRun(app: App, run: HousekeepingRun): void {
  const now = new Date(app.now());
  const file = markerFile(app, run);
  writeFileSync(file, `${now.toISOString()}\n`, { mode: 0o600 });
  utimesSync(file, now, now);
}
