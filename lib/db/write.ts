/** The one way to write: a synchronous immediate transaction, then a nudge to the runner and the streams. */
import type { App, Tx } from "../context";

/**
 * Runs `work` in one immediate transaction. Nothing may be awaited inside; the driver refuses a promise.
 * Everything that belongs to one change goes into one call: rows, operation, jobs, activity. Within another call it joins
 * that one's transaction (E8): only the outermost begins and commits, and only then is there something to be woken for.
 */
export function write<T>(app: App, work: (tx: Tx) => T): T {
  const isOutermost = !app.sqlite.inTransaction;
  const result = app.db.transaction(work, { behavior: "immediate" });
  if (isOutermost) app.wake();
  return result;
}

/** The code of an error that says "no write now": the disk is full, the file busy, read-only or failing; null for others. */
export function writeRefusal(error: unknown): string | null {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" && /^SQLITE_(?:FULL|BUSY|LOCKED|READONLY|IOERR)/.test(code) ? code : null;
}
