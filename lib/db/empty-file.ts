/** An emptied database beside what is left of its store: SQLite would take it for a new one, and drop its write-ahead log. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "../contract/errors";

/**
 * Call before SQLite opens the file. Throws `not_ready` when `<home>/keepsake.db` has no bytes though the folder holds
 * backups, vectors or a write-ahead log. A folder without the file passes: whoever moved it away wants to begin anew.
 */
export function refuseEmptiedDatabase(home: string): void {
  const file = join(home, "keepsake.db");
  if (bytesOf(file) !== 0 || !holdsData(home)) return;
  const backup = newestBackup(join(home, "backups"));
  const restore =
    backup === null
      ? "There is no backup in backups/: start without the file, and import your transcripts again."
      : `Then copy the newest backup, ${backup}, to ${file}, and start again.`;
  throw new AppError("not_ready", `The database ${file} is empty, though there is other data of a store beside it.`, {
    hint: `Move keepsake.db and what begins with its name aside. ${restore}`,
  });
}

function holdsData(home: string): boolean {
  const parts = ["vectors.json", "keepsake.db-wal"];
  if (parts.some((name) => (bytesOf(join(home, name)) ?? 0) > 0)) return true;
  return ["backups", "vectors"].some((name) => namesIn(join(home, name)).length > 0);
}

/** Backups are called `<label>-<time>.db`, or `<label>-<time>-<copy>.db`; one without bytes restores nothing. */
function newestBackup(folder: string): string | null {
  const timed = namesIn(folder).flatMap((name) => {
    const match = /-(\d+)(?:-(\d+))?\.db$/.exec(name);
    if (match === null || (bytesOf(join(folder, name)) ?? 0) === 0) return [];
    return [{ name, at: Number(match[1]), copy: Number(match[2] ?? 1) }];
  });
  const newest = timed.sort((a, b) => b.at - a.at || b.copy - a.copy)[0];
  return newest === undefined ? null : join(folder, newest.name);
}

/** null = there is no such file. */
function bytesOf(path: string): number | null {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats?.isFile() === true ? stats.size : null;
}

function namesIn(folder: string): string[] {
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder ? readdirSync(folder) : [];
}
