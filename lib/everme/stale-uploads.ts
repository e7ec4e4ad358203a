/** Files of a cold start that were never taken in go away: when the next is announced, once a day, and with all that is deleted for good. */
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { App } from "../context";
import { write } from "../db/write";
import { dropExpired, waitingKeys } from "./uploads-repo";

export const uploadsFolder = (app: App): string => join(app.env.home, "uploads");

/** Forgets announcements whose time is over, and removes every file that none is waiting for. */
export function removeStaleUploads(app: App): void {
  write(app, (tx) => dropExpired(tx, app.now()));
  const folder = uploadsFolder(app);
  if (!existsSync(folder)) return;
  const waiting = waitingKeys(app.db);
  for (const name of readdirSync(folder)) {
    if (!waiting.has(name.slice(0, name.indexOf(".")))) rmSync(join(folder, name), { force: true });
  }
}
