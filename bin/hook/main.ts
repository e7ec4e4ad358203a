/**
 * `node dist/hook.cjs <host> [event] [--keepsake[=<data folder>]]`: the program that hosts run at every hook. It hands the host's
 * JSON to the server and prints what the host is to read. Never in the way: it ends in time, exits 0 whatever happens, and says
 * nothing where there is nothing to say. It costs a start of node and little more, so that it imports nothing but node's own
 * modules, and the code that keeps an event for later only when the server fails.
 */
import { request } from "node:http";
import { createRequire } from "node:module";
import { type HookFile, homeFolder, keyAt, portOf, readHookFile } from "./hook-file";
import type { keepForLater as Keep } from "./spool";

/** The server takes no more; what comes behind it is not read. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Moments whose answer the agent waits for. */
const ASKING = /^(?:SessionStart|UserPromptSubmit|BeforeAgent|sessionStart|beforeSubmitPrompt)$/;
/** Quotes inside a string stand behind a backslash, so that this is a name and its value. */
const NAMED = /"(?:hook_event_name|agent_action_name)"\s*:\s*"([\w.:-]{1,100})"/;

const [host = "", ...words] = process.argv.slice(2);
/** Set-up marks its commands with `--keepsake`, and names the data folder by it where that is no usual one. */
const mark = words.find((word) => word.startsWith("--keepsake="));
const named = words.find((word) => !word.startsWith("-")) ?? "";
const home = homeFolder(mark?.slice("--keepsake=".length));

/** null = the host handed over nothing whole in time, or far too much. */
function readStdin(withinMs: number): Promise<Buffer | null> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const timer = setTimeout(() => resolve(null), withinMs);
    const end = (value: Buffer | null): void => {
      clearTimeout(timer);
      resolve(value);
    };
    process.stdin.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_BYTES) end(null);
      else chunks.push(chunk);
    });
    process.stdin.once("end", () => end(Buffer.concat(chunks)));
    process.stdin.once("error", () => end(null));
  });
}

/** What to print; null = the server did not take the event, and might later. */
function post(file: HookFile, body: Buffer, event: string, key: string, withinMs: number): Promise<string | null> {
  return new Promise((resolve) => {
    const port = portOf(file);
    if (port === null) return resolve(null);
    const path = `/api/hooks/${encodeURIComponent(host)}${named === "" ? "" : `?event=${encodeURIComponent(event)}`}`;
    const sent = request(
      {
        host: file.host ?? "127.0.0.1",
        port,
        path,
        method: "POST",
        agent: false,
        headers: {
          "content-type": "application/json",
          "content-length": body.length,
          accept: "text/plain",
          "x-keepsake-key": key,
          "x-keepsake-client": host,
          "x-keepsake-cwd": encodeURIComponent(process.cwd()),
          ...(file.token ? { authorization: `Bearer ${file.token}` } : {}),
        },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("end", () => {
          const { statusCode = 0 } = answer;
          if (statusCode === 200) resolve(Buffer.concat(chunks).toString("utf8"));
          // What is no event of a host that we know is none tomorrow either.
          else resolve([204, 400, 404, 413, 415, 422].includes(statusCode) ? "" : null);
        });
        answer.on("error", () => resolve(null));
      },
    );
    sent.on("error", () => resolve(null));
    setTimeout(() => {
      resolve(null);
      sent.destroy();
    }, withinMs);
    sent.end(body);
  });
}

async function main(): Promise<string> {
  const at = Date.now();
  const file = readHookFile(home);
  const { recall = 1_500, capture = 1_000, stdin = 5_000 } = file.timeouts ?? {};
  const body = await readStdin(stdin);
  if (body === null || body.length === 0 || host === "") return "";
  const event = named !== "" ? named : (NAMED.exec(body.toString("latin1"))?.[1] ?? "");
  const key = keyAt(at);
  const answer = await post(file, body, event, key, ASKING.test(event) ? recall : capture);
  if (answer !== null) return answer;
  // Beside this file, and read only now.
  const { keepForLater } = createRequire(__filename)("./hook-spool.cjs") as { keepForLater: typeof Keep };
  return keepForLater({
    home,
    host,
    event,
    key,
    at,
    folder: process.cwd(),
    body: body.toString("utf8"),
    start: file.start ?? null,
  });
}

function end(text: string): void {
  if (text === "") process.exit(0);
  process.stdout.write(text, () => process.exit(0));
}

process.on("uncaughtException", () => process.exit(0));
process.stdout.on("error", () => process.exit(0));
main().then(end, () => process.exit(0));
