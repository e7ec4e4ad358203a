/**
 * `node dist/hook.cjs <host> [event] [--keepsake[=<data folder>]]`: the program that hosts run at every hook. It hands the host's
 * JSON to the server and prints what the host is to read. Never in the way: it ends in time, exits 0 whatever happens, and says
 * nothing where there is nothing to say. It costs a start of node and little more, so that it imports nothing but node's own
 * modules, and the code that keeps an event for later only when the server fails.
 */
import { createRequire } from "node:module";
import { ask, isFinal, readStdin } from "./exchange";
import { homeFolder, keyAt, portOf, readHookFile } from "./hook-file";
import type { keepForLater as Keep } from "./spool";
import { runToEnd } from "./to-end";

/** Moments whose answer the agent waits for. */
const ASKING = /^(?:SessionStart|UserPromptSubmit|BeforeAgent|sessionStart|beforeSubmitPrompt)$/;
/** Says how long to wait, without parsing what may be large: a tool's input may hold such a name too, so that it says no more. */
const NAMED = /"(?:hook_event_name|agent_action_name)"\s*:\s*"([\w.:-]{1,100})"/;

const [host = "", ...words] = process.argv.slice(2);
/** Set-up marks its commands with `--keepsake`, and names the data folder by it where that is no usual one. */
const mark = words.find((word) => word.startsWith("--keepsake="));
const named = words.find((word) => !word.startsWith("-")) ?? "";
const home = homeFolder(mark?.slice("--keepsake=".length));

async function main(): Promise<string> {
  const at = Date.now();
  const file = readHookFile(home);
  const { recall = 1_500, capture = 1_000, stdin = 5_000 } = file.timeouts ?? {};
  const body = await readStdin(stdin);
  if (body === null || body.length === 0 || host === "") return "";
  const event = named !== "" ? named : (NAMED.exec(body.toString("latin1"))?.[1] ?? "");
  const key = keyAt(at);
  const answer = await ask(file, {
    path: `/api/hooks/${encodeURIComponent(host)}${named === "" ? "" : `?event=${encodeURIComponent(named)}`}`,
    body,
    headers: {
      accept: "text/plain",
      "x-keepsake-key": key,
      "x-keepsake-client": host,
      "x-keepsake-cwd": encodeURIComponent(process.cwd()),
    },
    withinMs: ASKING.test(event) ? recall : capture,
  });
  if (isFinal(answer)) return answer.status === 200 ? answer.text : "";
  // Beside this file, and read only now.
  const { keepForLater } = createRequire(__filename)("./hook-spool.cjs") as { keepForLater: typeof Keep };
  return keepForLater({
    home,
    host,
    event: named,
    key,
    at,
    folder: process.cwd(),
    body: body.toString("utf8"),
    start: file.start ?? null,
    isServed: portOf(file) !== null,
  });
}

runToEnd(main);
