/**
 * `--hook` and `--recall` as codewatch-memory has them (C1, C16, C17, C41): read the hook's JSON, let the server do the work, and
 * exit 0 whatever happens. stdout is the agent's to read: only recall writes there. `dist/codewatch-modes.cjs`, a program of its
 * own: a person waits for it at every prompt, so that it imports no more than the hook program does.
 */
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { asTyped, callerAt, callOf } from "../call";
import { ask, isFinal, readStdin } from "../hook/exchange";
import { homeFolder, keyAt, portOf, readHookFile } from "../hook/hook-file";
import type { keepForLater as Keep } from "../hook/spool";
import { codewatchMode } from "./mode";

/** C16, C41: milliseconds for the host to hand over the event. */
const HOOK_STDIN_MS = 5_000;
const RECALL_STDIN_MS = 2_000;
/** Milliseconds for the server's answer: nobody waits for `--hook`, a person waits at every prompt for `--recall`. */
const HOOK_ANSWER_MS = 3_000;
const RECALL_ANSWER_MS = 1_500;
const HOST = "claude-code";
/** This file lies in its dist/. */
const ROOT = join(dirname(__filename), "..");
const whenItRuns = (): string =>
  `The transcript is taken in when it runs again: ${callOf(callerAt(ROOT))} start --background`;

const words = process.argv.slice(2);
/** Set-up names the data folder by it where that is no usual one. */
const mark = words.find((word) => word.startsWith("--keepsake="));
const home = homeFolder(mark?.slice("--keepsake=".length));

interface Event {
  session_id?: string;
  transcript_path?: string;
  cwd?: string;
  hook_event_name?: string;
  prompt?: string;
}
const FIELDS = ["session_id", "transcript_path", "cwd", "hook_event_name", "prompt"] as const;

async function readEvent(withinMs: number): Promise<Event> {
  const read = process.stdin.isTTY ? null : await readStdin(withinMs, true);
  let value: unknown;
  try {
    value = JSON.parse((read ?? "").toString().replace(/^\uFEFF/, ""));
  } catch {
    // The parser's message would quote what the person said.
    throw new Error("The hook's input is no JSON.");
  }
  if (typeof value !== "object" || value === null) throw new Error("The hook's input is no JSON object.");
  const given = value as Record<string, unknown>;
  return Object.fromEntries(
    FIELDS.flatMap((name) => {
      const field = given[name];
      return typeof field === "string" && field !== "" ? [[name, field]] : [];
    }),
  );
}

const json = (value: object): Buffer => Buffer.from(JSON.stringify(value));

/** C16: hands the transcript's end to the server, and answers what became of it. */
async function takeTranscript(): Promise<string> {
  const at = Date.now();
  const { session_id, transcript_path, cwd = process.cwd(), hook_event_name = "Stop" } = await readEvent(HOOK_STDIN_MS);
  if (transcript_path === undefined) throw new Error("The hook's input names no transcript_path.");
  const event = { transcript_path, ...(session_id === undefined ? {} : { session_id }), cwd, hook_event_name };
  const file = readHookFile(home);
  const answer = await ask(file, {
    path: "/api/codewatch/hook",
    body: json(event),
    headers: {},
    withinMs: HOOK_ANSWER_MS,
  });
  if (!isFinal(answer)) {
    // Beside this file, and read only now.
    const { keepForLater } = createRequire(__filename)("./hook-spool.cjs") as { keepForLater: typeof Keep };
    const body = { session_id: basename(transcript_path, ".jsonl"), ...event, keepsake_mode: "transcript" };
    const later = { home, host: HOST, event: "", key: keyAt(at), at, folder: cwd, isServed: portOf(file) !== null };
    keepForLater({ ...later, body: JSON.stringify(body), start: file.start ?? null });
    return answer === null
      ? `No Keepsake server answers. ${whenItRuns()}`
      : "Keepsake takes nothing in now. It is told again.";
  }
  const told = JSON.parse(answer.text) as Record<string, string | number | undefined>;
  if (answer.status !== 200)
    return asTyped([told["error"], told["hint"]].filter((line) => line !== undefined).join("\n"), callerAt(ROOT));
  return told["status"] === "stored" ? `took in ${told["messages"]} messages.` : `nothing to do (${told["reason"]}).`;
}

/** C41: what memory has for the prompt, or the briefing of a session that begins; empty where there is none (C46). */
async function recall(): Promise<string> {
  const { session_id, cwd = process.cwd(), hook_event_name, prompt } = await readEvent(RECALL_STDIN_MS);
  const isStart = hook_event_name === "SessionStart";
  if (!isStart && (prompt === undefined || prompt.trim() === "")) return "";
  const body = {
    event: isStart ? "SessionStart" : "UserPromptSubmit",
    ...(isStart ? {} : { prompt }),
    cwd,
    host: HOST,
    ...(session_id === undefined ? {} : { session: session_id }),
    format: "text",
  };
  const file = readHookFile(home);
  const withinMs = file.timeouts?.recall ?? RECALL_ANSWER_MS;
  const answer = await ask(file, { path: "/api/context/recall", body: json(body), headers: {}, withinMs });
  const text = answer?.status === 200 ? answer.text : "";
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

/** A host that leaves the pipe open must not keep us. */
const end = (): void => process.exit(0);

// C17, C41: nothing that goes wrong reaches the agent; recall does not even speak of it.
process.on("uncaughtException", end);
process.stdout.on("error", end);
process.stderr.on("error", end);
if (codewatchMode(words) === "recall")
  recall().then((text) => (text === "" ? end() : process.stdout.write(text, end)), end);
else
  takeTranscript()
    .catch((error: unknown) => (error instanceof Error ? error.message : String(error)))
    .then((line) => process.stderr.write(`keepsake: ${line}\n`, end), end);
