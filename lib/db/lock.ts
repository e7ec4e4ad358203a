/** One process owns the data folder: a lock file with the owner's pid, taken over when that process is gone. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "../contract/errors";

/** Takes `<home>/server.lock`; throws `not_ready` naming the holder. Answers the way to let go. */
export function lockHome(home: string): () => void {
  const file = join(home, "server.lock");
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      writeFileSync(file, String(process.pid), { flag: "wx", mode: 0o600 });
      return () => release(file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      const holder = readHolder(file);
      if (holder !== null && isRunning(holder)) throw heldBy(home, holder);
      rmSync(file, { force: true });
    }
  }
  throw heldBy(home, readHolder(file));
}

/** Lets go without the function that {@link lockHome} answered; for the moment in which a process exits. */
export const unlockHome = (home: string): void => release(join(home, "server.lock"));

const heldBy = (home: string, pid: number | null): AppError =>
  new AppError("not_ready", `Another Keepsake server (process ${pid ?? "unknown"}) holds ${home}.`, {
    hint: "Use that one, stop it, or set KEEPSAKE_HOME to another folder.",
  });

function release(file: string): void {
  if (readHolder(file) === process.pid) rmSync(file, { force: true });
}

function readHolder(file: string): number | null {
  try {
    const pid = Number(readFileSync(file, "utf8").trim());
    return Number.isInteger(pid) && pid > 0 ? pid : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** A process of another user answers EPERM: it runs. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
