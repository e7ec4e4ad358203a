/** Starts the built program as a person would, on a temp data folder; used by process tests, browser tests and benchmarks. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient, type Client } from "../../lib/client";

const READY = /Keepsake is ready: (http:\S+)/;
const READY_WITHIN_MS = 90_000;

export interface Server {
  url: string;
  home: string;
  client: Client;
  /** Process id of the server itself, not of the launcher. */
  pid: number;
  /** What the launcher printed. */
  output: () => string;
  /** Resolves when the launcher is gone, and the server with it. */
  ended: Promise<number>;
  /** SIGTERM, as Ctrl+C; resolves when both processes are gone. */
  stop(): Promise<number>;
  /** SIGKILL to the server, as a power cut; resolves when it is gone. */
  kill(): Promise<void>;
}

export interface ServerOptions {
  home: string;
  env?: Record<string, string>;
  args?: string[];
}

export const tempHome = (): string => mkdtempSync(join(tmpdir(), "keepsake-e2e-"));
export const removeHome = (home: string): void => rmSync(home, { recursive: true, force: true, maxRetries: 5 });

export interface Launch {
  child: ChildProcess;
  output: () => string;
  ended: Promise<number>;
}

/** Runs the built `keepsake <args>`; answers at once. */
export function launch(args: string[], home: string, env: Record<string, string> = {}): Launch {
  const child = spawn(process.execPath, [join(process.cwd(), "dist", "cli.mjs"), ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, KEEPSAKE_HOME: home, KEEPSAKE_PORT: "0", ...env },
  });
  let said = "";
  child.stdout?.on("data", (chunk: Buffer) => (said += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const ended = new Promise<number>((resolve) => child.once("exit", (code) => resolve(code ?? 1)));
  return { child, output: () => said, ended };
}

export async function startServer(options: ServerOptions): Promise<Server> {
  const started = launch(["start", ...(options.args ?? [])], options.home, options.env);
  let exit: number | null = null;
  void started.ended.then((code) => (exit = code));
  const url = await until(() => {
    if (exit !== null) throw new Error(`the server ended (exit ${exit}): ${started.output()}`);
    return READY.exec(started.output())?.[1];
  }, READY_WITHIN_MS);
  const { pid } = JSON.parse(readFileSync(join(options.home, "server.json"), "utf8")) as { pid: number };
  return {
    url,
    home: options.home,
    client: createClient(url, { actor: "cli" }),
    pid,
    output: started.output,
    ended: started.ended,
    stop: async () => {
      started.child.kill("SIGTERM");
      return started.ended;
    },
    kill: async () => {
      process.kill(pid, "SIGKILL");
      await started.ended;
      await until(() => (existsSync(`/proc/${pid}`) ? undefined : true), 10_000);
    },
  };
}

/** Polls until `look` answers something; throws after `withinMs`. */
export async function until<T>(look: () => T | undefined | Promise<T | undefined>, withinMs = 30_000): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`nothing within ${withinMs} ms: ${look.toString().slice(0, 200)}`);
    await sleep(25);
  }
}
