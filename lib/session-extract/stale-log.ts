/** `logs/extract_stale.log`: one line of JSON a run, ids and names of reasons only (E92). The last line is the last run. */
import { appendFileSync, closeSync, fstatSync, mkdirSync, openSync, readSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { StaleRun } from "../contract/session-extract";

const MAX_BYTES = 1024 * 1024;
/** More than three sessions take. */
const TAIL_BYTES = 16 * 1024;

const fileIn = (home: string): string => join(home, "logs", "extract_stale.log");

/** A log that has grown long starts anew; the one before is kept beside it. */
export function appendRun(home: string, run: StaleRun): void {
  mkdirSync(join(home, "logs"), { recursive: true, mode: 0o700 });
  const path = fileIn(home);
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > MAX_BYTES) renameSync(path, `${path}.1`);
  appendFileSync(path, `${JSON.stringify(run)}\n`, { mode: 0o600 });
}

/** null when there was none, or the last line is half written. */
export function lastRun(home: string): StaleRun | null {
  const line = tailOf(fileIn(home)).trimEnd().split("\n").at(-1) ?? "";
  try {
    return StaleRun.parse(JSON.parse(line));
  } catch {
    // An older version's line, or a torn one: then nothing is known of it.
    return null;
  }
}

function tailOf(path: string): string {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
  try {
    const { size } = fstatSync(file);
    const bytes = Buffer.alloc(Math.min(size, TAIL_BYTES));
    readSync(file, bytes, 0, bytes.byteLength, size - bytes.byteLength);
    return bytes.toString("utf8");
  } finally {
    closeSync(file);
  }
}
