/** Keeps the data folder below `disk_max_mb`: oldest backups first, then the oldest tool events that nothing points to. */
import type { App } from "../context";
import { removeOldest } from "../backups/repo";
import { diskUse } from "../health/disk";
import { readSettings } from "../settings/service";
import { removeEvents } from "./evidence";
import { freePageBytes } from "./query";
import { emptyLog, shrinkFile } from "./repo";

const MB = 1024 * 1024;
const DAY_MS = 86_400_000;
/** Backups that stay however full the folder is. */
const BACKUPS_LEFT = 3;
/** Evidence of these days stays however full the folder is: it may not have been extracted yet. */
const FRESH_DAYS = 7;
/** Free pages are worth the time that giving them back takes when they are this share of the file. */
const SLACK = 0.25;

/** Bytes that the folder may take; null = as many as it likes. */
export function diskBound(app: App): number | null {
  const { disk_max_mb: max } = readSettings(app);
  return max === 0 ? null : max * MB;
}

/** Bytes of the folder above the bound; 0 = within it, or none is set. Free pages of the database do not count: they are used again. */
export async function bytesAboveBound(app: App): Promise<number> {
  const max = diskBound(app);
  if (max === null) return 0;
  const used = Object.values(await diskUse(app.env.home)).reduce((sum, bytes) => sum + bytes, 0);
  return Math.max(0, used - freePageBytes(app.db) - max);
}

/** Makes room; answers the bytes that are still too many. */
export async function boundDisk(app: App): Promise<number> {
  if ((await bytesAboveBound(app)) === 0) return 0;
  emptyLog(app);
  let above = await bytesAboveBound(app);
  if (above === 0) return 0;
  removeOldest(app, above, BACKUPS_LEFT);
  above = await bytesAboveBound(app);
  // What a row takes is estimated: look again, until it is enough or nothing is left that may go.
  for (let removed = 1; above > 0 && removed > 0; above = await bytesAboveBound(app)) {
    removed = await removeEvents(app, app.now() - FRESH_DAYS * DAY_MS, above);
    emptyLog(app);
  }
  const free = freePageBytes(app.db);
  if (free > SLACK * ((await diskUse(app.env.home))["db"] ?? 0)) shrinkFile(app);
  return bytesAboveBound(app);
}
