/** Starts the built server as a child and waits until it answers. */
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createRequire } from "node:module";
import { type Client, createClient } from "../../../lib/client";
import { AppError } from "../../../lib/contract/errors";
import type { Env } from "../../../lib/env";
import { packageRoot } from "../root";
import { readServerFile, urlOf } from "../server-file";

const READY_WITHIN_MS = 60_000;

export interface RunningServer {
  child: ChildProcess;
  url: string;
  home: string;
  /** Resolves with the exit code when the server has ended. */
  ended: Promise<number>;
}

/** `background`: it outlives the command. Memory bounds of design §9: one malloc arena less, small young generation. */
export function spawnServer(env: Env, port: number, { background = false } = {}): RunningServer {
  const root = packageRoot();
  const next = createRequire(join(root, "package.json")).resolve("next/dist/bin/next");
  const child = spawn(
    process.execPath,
    ["--max-semi-space-size=2", next, "start", "-H", env.host, "-p", String(port)],
    {
      cwd: root,
      // In the background nobody reads it: what goes wrong stands in the log.
      stdio: background ? "ignore" : ["ignore", "pipe", "inherit"],
      detached: background,
      windowsHide: background,
      env: {
        ...process.env,
        NODE_ENV: "production",
        NEXT_TELEMETRY_DISABLED: "1",
        NEXT_MANUAL_SIG_HANDLE: "true",
        MALLOC_ARENA_MAX: "2",
        KEEPSAKE_ROOT: root,
        KEEPSAKE_PORT: String(port),
        KEEPSAKE_HOST: env.host,
        KEEPSAKE_HOME: env.home,
      },
    },
  );
  child.stdout?.resume();
  const ended = new Promise<number>((resolve) => child.once("exit", (code) => resolve(code ?? 1)));
  return { child, url: urlOf({ host: env.host, port }), home: env.home, ended };
}

/** Throws `not_ready` when the server ends or stays silent; its own message stands on stderr already. */
export async function waitUntilReady(server: RunningServer, token?: string): Promise<void> {
  const client = createClient(server.url, { timeout: 5_000, token });
  const deadline = Date.now() + READY_WITHIN_MS;
  let exitCode: number | null = null;
  void server.ended.then((code) => (exitCode = code));
  while (Date.now() < deadline) {
    if (exitCode !== null) throw new AppError("not_ready", `The server ended at once (exit ${exitCode}).`);
    if (await answers(client, server)) return;
    await sleep(50);
  }
  throw new AppError("not_ready", "The server did not answer within a minute.", {
    hint: "Run `keepsake doctor`, and look into logs/ of the data folder.",
  });
}

/** Is it this very server that answers? Another one may have taken the port a moment before. */
async function answers(client: Client, { child, home }: RunningServer): Promise<boolean> {
  try {
    return (await client.health()).pid === child.pid;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "not_ready" || error.code === "internal") return false;
    // It refuses us, who have no token yet: then its file says that it is up.
    return readServerFile(home)?.pid === child.pid;
  }
}
