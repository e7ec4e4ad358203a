/** Which server serves a data folder, and how it is ended: only a process that proves to be that server is sent a signal. */
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "../../lib/client";
import { AppError } from "../../lib/contract/errors";
import { hasEnded } from "./proc-stat";
import { readServerFile, type ServerFile, urlOf } from "./server-file";
import { readToken } from "./token";

/** What a healthy server answers within. */
const ANSWER_WITHIN_MS = 2_000;
/** A server ends what it has in hand, eight seconds at most. */
const END_WITHIN_MS = 15_000;

export type Served =
  | { state: "none" }
  /** It answers, and with the process id and the folder that its file names. */
  | { state: "ours"; file: ServerFile; url: string }
  /** The file names a process that does not answer as this folder's server; `isRunning` = a process has that id. */
  | { state: "unknown"; file: ServerFile; url: string; isRunning: boolean };

export async function servedBy(home: string): Promise<Served> {
  const file = readServerFile(home);
  if (file === null) return { state: "none" };
  const url = urlOf(file);
  const health = await createClient(url, { timeout: ANSWER_WITHIN_MS, token: readToken(home), actor: "cli" })
    .health()
    .catch((error: unknown) => {
      if (error instanceof AppError) return null;
      throw error;
    });
  if (health !== null && health.pid === file.pid) return { state: "ours", file, url };
  return { state: "unknown", file, url, isRunning: isRunning(file.pid) };
}

/**
 * Ends the folder's server and waits until it is gone; answers what it was, or null when none runs. Throws `conflict`
 * when the process that the folder names does not prove to be its server, or does not end in time.
 */
export async function stopServer(home: string): Promise<ServerFile | null> {
  const served = await servedBy(home);
  if (served.state === "none") return null;
  const { file, url } = served;
  if (served.state === "unknown") {
    if (!served.isRunning) return null;
    throw new AppError("conflict", `Process ${file.pid} does not answer at ${url} as the server of ${home}.`, {
      hint: "It was left alone, since the number may belong to another program by now. `keepsake doctor` says more.",
    });
  }
  process.kill(file.pid, "SIGTERM");
  const deadline = Date.now() + END_WITHIN_MS;
  while (isRunning(file.pid)) {
    if (Date.now() > deadline)
      throw new AppError("conflict", `Process ${file.pid} was asked to stop and is still at work.`, {
        hint: "It ends when its work in hand is done; look again with `keepsake status`.",
      });
    await sleep(50);
  }
  return file;
}

/** False also for one that ended and that nobody has asked after yet. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  return !isZombie(pid);
}

/** Where there is no /proc, a zombie is waited for like any other process. */
function isZombie(pid: number): boolean {
  try {
    return hasEnded(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch (error) {
    if (["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) return false;
    throw error;
  }
}
