/** Memories that were told to an agent count as used (E13). */
import type { App } from "../context";
import { write, writeRefusal } from "../db/write";
import { countAccess } from "./repo";

/** Counting is not worth an error: while the store takes no writes, the agent gets its answer all the same. */
export function countUse(app: App, ids: number[]): void {
  if (ids.length === 0) return;
  try {
    write(app, (tx) => countAccess(tx, app.now(), ids));
  } catch (error) {
    const code = writeRefusal(error);
    if (code === null) throw error;
    app.log.warn({ code }, "use of memories not counted");
  }
}
