/** Where the programs for an EverMe gateway find their settings and keep their state. */
import { homedir } from "node:os";
import { join } from "node:path";
import { readFileSync } from "node:fs";
import { bearerOf, type Config, type HostConfig, resolveConfig } from "../../lib/sdk/agent/config";
import { mergeEnv, parseEnvFile } from "../../lib/sdk/agent/env-file";
import { homeFolder, portOf, readHookFile } from "../hook/hook-file";

type Environment = Readonly<Record<string, string | undefined>>;

/** Folder of checkpoints and ledgers, one a host. */
export const stateFolder = (host: string): string => join(homeFolder(), "everme", host);

/** V24: another file than the host's own. */
export function namedEnvFile(env: Environment): string | undefined {
  const path = env["EVERME_ENV_FILE_PATH"]?.trim();
  return path === undefined || path === "" ? undefined : path;
}

/** For a program without a host's file: what `EVERME_ENV_FILE_PATH` names, and the environment. */
export function readConfig(env: Environment, host: HostConfig = {}): Config {
  return resolveConfig(host, environmentOf(env, namedEnvFile(env)));
}

/**
 * The key for EverMe's tools of the Keepsake server at `url` (V12); undefined = the local account: none is set, or one for the
 * gateway that `EVERME_API_BASE` names elsewhere.
 */
export function keyFor(env: Environment, url: string): string | undefined {
  const file = namedEnvFile(env);
  const merged = mergeEnv(env, parseEnvFile(file === undefined ? "" : textOf(file)));
  const base = (merged["EVERME_API_BASE"] ?? "").trim();
  const key = bearerOf(resolveConfig({}, merged));
  if (key === "" || (base !== "" && !isSamePlace(base, url))) return undefined;
  // What no header carries is no key, and is refused as one.
  return /^[\x21-\x7e]{1,200}$/.test(key) ? key : "unreadable";
}

/** Port and host, where all names of this machine are one. */
function isSamePlace(one: string, other: string): boolean {
  const [left, right] = [one, other].map((text) => (URL.canParse(text) ? new URL(text) : null));
  if (left === null || left === undefined || right === null || right === undefined) return false;
  const nameOf = ({ hostname }: URL): string => (LOOPBACK.has(hostname) ? "loopback" : hostname);
  return left.protocol === right.protocol && left.port === right.port && nameOf(left) === nameOf(right);
}
const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]", "0.0.0.0"]);

/** The environment with `envFile` in it; where neither names a gateway, the Keepsake server that runs here. */
export function environmentOf(env: Environment, envFile: string | undefined): Record<string, string | undefined> {
  const merged = mergeEnv(env, parseEnvFile(envFile === undefined ? "" : textOf(envFile)));
  if ((merged["EVERME_API_BASE"] ?? "").trim() !== "") return merged;
  const file = readHookFile(homeFolder());
  const port = portOf(file);
  return port === null ? merged : { ...merged, EVERME_API_BASE: `http://${file.host ?? "127.0.0.1"}:${port}` };
}

export const claudeFolder = (env: Environment): string => env["CLAUDE_CONFIG_DIR"] || join(homedir(), ".claude");
export const codexFolder = (env: Environment): string => env["CODEX_HOME"] || join(homedir(), ".codex");

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}
