/** `<home>/hook.json`: all that the hook program has to know, in one small file that it reads without any library. */
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { App } from "../context";
import { readSettings } from "../settings/service";
import { readToken } from "./token";

const LATER_MS = 500;

const fileOf = (app: App): string => join(app.env.home, "hook.json");

/** `port` null = no server runs: the program then asks nobody, since another program may have the port by now. */
function contentOf(app: App, isServing: boolean): string {
  const { env } = app;
  const settings = readSettings(app);
  const wildcard = { "0.0.0.0": "127.0.0.1", "::": "::1", "[::]": "::1" }[env.host];
  return `${JSON.stringify({
    pid: process.pid,
    host: (wildcard ?? env.host).replace(/^\[|\]$/g, ""),
    port: isServing ? env.servedPort : null,
    // A server that is started in the background, by an agent for example, comes back where this one was.
    lastPort: env.servedPort,
    token: isServing ? readToken(env.home) : null,
    timeouts: {
      recall: settings.hook_recall_ms,
      capture: settings.hook_capture_ms,
      stdin: settings.hook_stdin_ms,
    },
    // Only a person who asked for it gets a server started by a hook.
    start: settings.hook_starts_server ? [process.execPath, join(env.root, "bin", "keepsake.mjs")] : null,
  })}\n`;
}

/** Whole or not at all, for this user only; not where it says the same already. */
export function writeHookFile(app: App, isServing = true): void {
  const content = contentOf(app, isServing);
  if (current(app) === content) return;
  const temporary = `${fileOf(app)}.${process.pid}`;
  writeFileSync(temporary, content, { mode: 0o600 });
  renameSync(temporary, fileOf(app));
}

/** Writes it, and again when a setting that stands in it changed. */
export function keepHookFile(app: App): void {
  writeHookFile(app);
  let timer: NodeJS.Timeout | null = null;
  const forget = app.onWake(() => {
    timer ??= setTimeout(() => {
      timer = null;
      try {
        writeHookFile(app);
      } catch (error) {
        app.log.warn({ err: error }, "hook.json could not be written");
      }
    }, LATER_MS).unref();
  });
  app.onClose(() => {
    forget();
    if (timer !== null) clearTimeout(timer);
    return Promise.resolve();
  });
}

/** The server ends: it names no port any more. Never throws, the process is on its way out. */
export function retireHookFile(app: App): void {
  try {
    writeHookFile(app, false);
  } catch {
    // The disk is full or the store is closed: without the file hooks wait for nobody either.
    rmSync(fileOf(app), { force: true });
  }
}

function current(app: App): string | null {
  try {
    return readFileSync(fileOf(app), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
