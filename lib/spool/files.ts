/** The files of the spool: what waits, in order, and nothing that is no file of ours. */
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { SPOOL_FOLDER, SPOOL_NAME } from "../contract/spool";

export const spoolFolder = (home: string): string => join(home, SPOOL_FOLDER);

/** Names in the order in which they happened; [] where nobody ever spooled. */
export function waitingFiles(home: string): string[] {
  try {
    return readdirSync(spoolFolder(home))
      .filter((name) => SPOOL_NAME.test(name))
      .sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** null = it is gone. */
export function readWaiting(home: string, name: string): string | null {
  try {
    return readFileSync(join(spoolFolder(home), name), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

export const removeWaiting = (home: string, name: string): void =>
  rmSync(join(spoolFolder(home), name), { force: true });

/** A hook that writes is done long before. */
const ABANDONED_MS = 60_000;

/** Half-written files of hooks that were killed: their content waits for nobody. `now`: milliseconds UTC. */
export function removeAbandoned(home: string, now: number): void {
  const folder = spoolFolder(home);
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    if (!name.endsWith(".tmp")) continue;
    const changed = statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs;
    if (changed !== undefined && changed < now - ABANDONED_MS) rmSync(join(folder, name), { force: true });
  }
}

/** A hook tells once, until a server ran, that there is none. */
export const forgetTold = (home: string): void => rmSync(join(spoolFolder(home), "told"), { force: true });
