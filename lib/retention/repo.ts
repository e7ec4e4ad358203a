/** SQL that removes evidence whose time is over. */
import type { App, Tx } from "../context";
import { prepared } from "../db/prepared";
import { emptyBodies } from "../operations/scrub-repo";
import { deleteWords } from "../search/repo";

/** Rows, their words, and their bodies in operations: a session that comes back comes without them. */
export function deleteEvents(app: App, tx: Tx, ids: number[]): void {
  prepared(tx, "DELETE FROM events WHERE id IN (SELECT value FROM json_each(?))").run(JSON.stringify(ids));
  for (const id of ids) deleteWords(tx, "event", id);
  emptyBodies(app.sqlite, "events", ids);
}

/** Gives free pages back to the disk. Blocks for about ten seconds a gigabyte. */
export function shrinkFile(app: App): void {
  app.sqlite.exec("VACUUM");
  emptyLog(app);
}

/** Brings the write-ahead log into the file and cuts it; a reader in the way leaves it for another time. */
export const emptyLog = (app: App): void => void app.sqlite.pragma("wal_checkpoint(TRUNCATE)");
