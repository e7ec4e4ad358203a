/** The life of the server's process: opens the app, starts its work, says where it listens, and leaves nothing behind. */
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { getApp } from "../app";
import type { App } from "../context";
import { AppError } from "../contract/errors";
import { unlockHome } from "../db/lock";
import { endStreams } from "../health/streams";
import { versionOf } from "../health/version";
import { startRunner } from "../jobs/runner";
import { ensureStoreId } from "../transfer/export";
import { startSpool } from "../spool/service";
import { keepHookFile, retireHookFile } from "./hook-file";
import { endSessions } from "./mcp-sessions";
import { ensureToken } from "./token";

/** Ends the process with exit code 1 and one sentence on stderr when the data folder cannot be opened. */
export async function startServer(): Promise<void> {
  try {
    const app = await getApp();
    ensureToken(app.env.home);
    ensureStoreId(app);
    const runner = startRunner(app);
    // Before the first request: what happened while no server ran comes before what happens now.
    await startSpool(app);
    writeServerFile(app);
    keepHookFile(app);
    closeOnSignal(app, () => runner.stop());
    app.log.info({ port: app.env.servedPort, version: versionOf(app) }, "server started");
  } catch (error) {
    process.stderr.write(`${sentenceOf(error)}\n`);
    process.exit(1);
  }
}

/** `<home>/server.json`: hooks and the command line find the server by it. Whole or not at all, for this user only. */
export function writeServerFile(app: App): void {
  const { home, host, servedPort } = app.env;
  const content = { pid: process.pid, port: servedPort, host, startedAt: app.now(), version: versionOf(app) };
  const temporary = join(home, `server.json.${process.pid}`);
  writeFileSync(temporary, `${JSON.stringify(content)}\n`, { mode: 0o600 });
  renameSync(temporary, join(home, "server.json"));
}

/** Milliseconds for the work in hand: one batch of inference, one job. */
const END_WITHIN_MS = 8_000;

/**
 * Streams end first, since they would keep the server waiting, then jobs and the model: leaving in the middle of an
 * inference aborts the whole process. The database stays open for the last requests and closes with the process.
 */
function closeOnSignal(app: App, stopJobs: () => Promise<void>): void {
  let isEnding = false;
  const onSignal = (): void => {
    // A terminal's Ctrl+C reaches us twice, from itself and from the launcher; the second must not cut the first short.
    if (isEnding) return;
    isEnding = true;
    endStreams();
    endSessions();
    const work = Promise.all([stopJobs(), app.embedder.close()]).catch((error: unknown) => {
      app.log.error({ err: error }, "not stopped cleanly");
    });
    if (!app.env.endsOnSignal) return;
    const late = new Promise<void>((resolve) => setTimeout(resolve, END_WITHIN_MS).unref());
    void Promise.race([work, late]).then(() => process.exit(0));
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
  process.once("exit", () => {
    rmSync(join(app.env.home, "server.json"), { force: true });
    retireHookFile(app);
    if (app.sqlite.open) app.sqlite.close();
    unlockHome(app.env.home);
  });
}

export function sentenceOf(error: unknown): string {
  if (error instanceof AppError) return [error.message, error.hint].filter((part) => part !== undefined).join("\n");
  if (error instanceof z.ZodError)
    return `Keepsake cannot start, the environment is not valid:\n${z.prettifyError(error)}`;
  const { code } = (error ?? {}) as { code?: unknown };
  if (code === "SQLITE_FULL" || code === "ENOSPC")
    return "Keepsake cannot start: the disk of its data folder is full.\nFree some space, then start it again; nothing that was stored is lost.";
  if (code === "EROFS" || code === "EACCES" || code === "EPERM" || code === "SQLITE_READONLY")
    return `Keepsake cannot start: its data folder cannot be written (${code}).\nIs the folder yours, and its disk writable? KEEPSAKE_HOME names another one.`;
  return `Keepsake cannot start: ${error instanceof Error ? error.message : "unknown error"}`;
}
