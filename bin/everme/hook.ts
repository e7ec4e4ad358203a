/**
 * `node dist/everme-hook.cjs <claude-code|codex> [event]`: a host's hook on an EverMe gateway. Prints what the host reads back,
 * ends in time, and exits 0 whatever happens (V57, V64).
 */
import { claudeCodeAdapter } from "../../lib/sdk/agent/adapters/claude-code";
import { codexAdapter } from "../../lib/sdk/agent/adapters/codex";
import type { HostAdapter } from "../../lib/sdk/agent/runtime/adapter";
import { deadlineOf, HOOK_EVENTS } from "../../lib/sdk/agent/runtime/deadlines";
import { runHook } from "../../lib/sdk/agent/runtime/run";
import { claudeFolder, codexFolder, environmentOf, namedEnvFile, stateFolder } from "./settings";
import { runToEnd } from "../hook/to-end";

const MAX_BYTES = 16 * 1024 * 1024;
/** Milliseconds for the host to hand over its input. */
const STDIN_MS = 5000;

const log = (line: string): void => console.error(`keepsake everme-hook: ${line}`);

function adapterOf(host: string): HostAdapter | null {
  const file = namedEnvFile(process.env);
  const own = file === undefined ? {} : { envFile: file };
  if (host === "claude-code") return claudeCodeAdapter({ configDir: claudeFolder(process.env), ...own });
  return host === "codex" ? codexAdapter({ configDir: codexFolder(process.env), ...own }) : null;
}

/** "" = nothing whole in time, or far too much. */
function readStdin(): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    setTimeout(() => resolve(""), STDIN_MS).unref();
    process.stdin.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_BYTES) resolve("");
      else chunks.push(chunk);
    });
    process.stdin.once("end", () => resolve(Buffer.concat(chunks).toString("utf8")));
    process.stdin.once("error", () => resolve(""));
  });
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {};
  } catch {
    log("the host's input is no JSON; nothing was done");
    return {};
  }
}

async function main(): Promise<string> {
  const startedAt = Date.now();
  const [host = "", named] = process.argv.slice(2);
  const adapter = adapterOf(host);
  if (adapter === null) {
    log(`there is no host "${host.slice(0, 100)}"; use claude-code or codex`);
    return "";
  }
  const raw = parse(await readStdin());
  const event = named ?? (typeof raw["hook_event_name"] === "string" ? raw["hook_event_name"] : "");
  const known = HOOK_EVENTS.find((one) => one === event);
  if (known === undefined) return "";
  const left = deadlineOf(known, startedAt).watchdog - (Date.now() - startedAt);
  setTimeout(() => {
    log("out of time");
    process.exit(0);
  }, left).unref();
  const env = environmentOf(process.env, adapter.envFile);
  return runHook({ adapter, event, raw, env, stateDir: stateFolder(host), log, startedAt });
}

runToEnd(main);
