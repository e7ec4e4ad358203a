/** What our programs beside an agent know of the server: one small file that it writes. Node's own modules only. */
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** `<home>/hook.json`; `port` null = no server runs. */
export interface HookFile {
  pid?: number;
  host?: string;
  port?: number | null;
  token?: string | null;
  timeouts?: { recall?: number; capture?: number; stdin?: number };
  start?: string[] | null;
}

/** What is kept for later where the server fails. */
export interface Undelivered {
  home: string;
  host: string;
  /** Empty = what the body says of itself. */
  event: string;
  key: string;
  /** Milliseconds UTC. */
  at: number;
  folder: string;
  body: string;
  /** Program and first arguments that start a server, where a person asked for that. */
  start: string[] | null;
  /** A server runs, and did not take it. */
  isServed: boolean;
}

export const homeFolder = (named?: string): string =>
  named || process.env["KEEPSAKE_HOME"] || join(homedir(), ".keepsake");

export function readHookFile(home: string): HookFile {
  try {
    const value: unknown = JSON.parse(readFileSync(join(home, "hook.json"), "utf8"));
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    // No server ever ran here: then the event waits for the first one.
    return {};
  }
}

/** null = nobody to ask. The file outlives a server that was killed, and its port may be another program's by now. */
export function portOf({ port, pid }: HookFile): number | null {
  if (typeof port !== "number" || typeof pid !== "number") return null;
  try {
    process.kill(pid, 0);
    return port;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM" ? port : null;
  }
}

/** Names one delivery: the same again is a duplicate. */
export const keyAt = (at: number): string =>
  `${at.toString(36)}-${process.pid.toString(36)}-${Math.random().toString(36).slice(2, 12)}`;
