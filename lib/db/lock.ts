/**
 * One process owns the data folder. The lock is the operating system's, on `server.lock.db`, so that it ends with its
 * holder however that dies; a process id alone is soon another program's, and in a container always the same.
 * `server.lock` only tells whom to name.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { AppError } from "../contract/errors";

const holderFile = (home: string): string => join(home, "server.lock");

/** Takes the data folder; throws `not_ready` naming the holder. Answers the way to let go; the lock holds as long as that is kept. */
export function lockHome(home: string): () => void {
  const lock = takeLock(home);
  try {
    writeFileSync(holderFile(home), String(process.pid), { mode: 0o600 });
  } catch (error) {
    lock.close();
    throw error;
  }
  return () => {
    if (!lock.open) return;
    unlockHome(home);
    lock.close();
  };
}

/** Lets go without the function that {@link lockHome} answered; for the moment in which a process exits. */
export function unlockHome(home: string): void {
  if (readHolder(home) === process.pid) rmSync(holderFile(home), { force: true });
}

/** An exclusive transaction that writes nothing: the file stays empty. */
function takeLock(home: string): Database.Database {
  const lock = new Database(join(home, "server.lock.db"), { timeout: 0 });
  try {
    lock.exec("BEGIN EXCLUSIVE");
    return lock;
  } catch (error) {
    lock.close();
    if (!String((error as { code?: unknown }).code).startsWith("SQLITE_BUSY")) throw error;
    throw heldBy(home, readHolder(home));
  }
}

const heldBy = (home: string, pid: number | null): AppError =>
  new AppError("not_ready", `Another Keepsake server (process ${pid ?? "unknown"}) holds ${home}.`, {
    hint: "Use that one, stop it, or set KEEPSAKE_HOME to another folder.",
  });

function readHolder(home: string): number | null {
  try {
    const pid = Number(readFileSync(holderFile(home), "utf8").trim());
    return Number.isInteger(pid) && pid > 0 ? pid : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
