/** What all hook commands share: an agent calls them, so they end soon, say nothing but what it is to read, and exit 0 (E40, E61). */
import { type Client, createClient } from "../../lib/client";
import { DEFAULT_PORT, readEnv } from "../../lib/env";
import { errorLines } from "./error-text";
import { readServerFile, urlOf } from "./server-file";
import { readToken } from "./token";

/** Milliseconds for the server's answer; hosts give a hook 5 to 30 seconds. */
const TIMEOUT_MS = 3_000;
/** Milliseconds for the host to hand over the event. */
const STDIN_MS = 1_000;
const MAX_STDIN_BYTES = 4 * 1024 * 1024;

export interface HookEvent {
  session_id?: string;
  cwd?: string;
  stop_hook_active?: boolean;
}

/** Runs a hook's work; whatever goes wrong is told on stderr, and the agent goes on. */
export async function failOpen(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(`keepsake: ${errorLines(error).join("\n")}`);
  }
  // A host that leaves the pipe open must not keep us.
  process.stdin.destroy();
}

/** The running server of the data folder, without asking it first how it is. */
export function hookClient(): Client {
  const env = readEnv();
  const known = readServerFile(env.home);
  const url = known === null ? `http://127.0.0.1:${env.port ?? DEFAULT_PORT}` : urlOf(known);
  return createClient(url, { token: readToken(env.home), timeout: TIMEOUT_MS });
}

/** What the host says of the event, as far as it is of use; `{}` where it says nothing. Throws when it is no JSON. */
export async function readHookEvent(): Promise<HookEvent> {
  const text = await readStdin();
  if (text.trim() === "") return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's message would quote what the person said.
    throw new Error("The hook's input is no JSON.");
  }
  if (typeof value !== "object" || value === null) throw new Error("The hook's input is no JSON object.");
  const { session_id, cwd, stop_hook_active } = value as Record<string, unknown>;
  return {
    ...(typeof session_id === "string" && session_id.trim() !== "" ? { session_id } : {}),
    ...(typeof cwd === "string" && cwd !== "" ? { cwd } : {}),
    ...(typeof stop_hook_active === "boolean" ? { stop_hook_active } : {}),
  };
}

/** What was handed over by then, or until the end; empty at a terminal. */
function readStdin(withinMs = STDIN_MS): Promise<string> {
  if (process.stdin.isTTY) return Promise.resolve("");
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const done = (): void =>
      resolve(
        Buffer.concat(chunks)
          .toString("utf8")
          .replace(/^\uFEFF/, ""),
      );
    const timer = setTimeout(done, withinMs);
    process.stdin.on("data", (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size <= MAX_STDIN_BYTES) return void chunks.push(chunk);
      clearTimeout(timer);
      reject(new Error("The hook's input is larger than 4 MB."));
    });
    process.stdin.once("end", () => {
      clearTimeout(timer);
      done();
    });
    process.stdin.once("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
  });
}
