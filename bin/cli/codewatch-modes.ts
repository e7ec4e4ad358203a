/**
 * `--hook` and `--recall` as codewatch-memory has them (C1, C16, C17, C41): read the hook's JSON, let the server do the work, and
 * exit 0 whatever happens. stdout is the agent's to read: only recall writes there.
 */
import { hookClient, readStdin } from "./hook-entry";
import { errorLines } from "./error-text";

/** C16, C41: milliseconds for the host to hand over the event. */
const HOOK_STDIN_MS = 5_000;
const RECALL_STDIN_MS = 2_000;
const HOST = "claude-code";

/** C16: hands the transcript's end to the server. A hook without transcript, or that is no JSON, is told on stderr. */
export async function runHookMode(): Promise<void> {
  await quietly(async () => {
    const { session_id, transcript_path, cwd, hook_event_name } = await readEvent(HOOK_STDIN_MS);
    if (transcript_path === undefined) throw new Error("The hook's input names no transcript_path.");
    const { status, reason, messages } = await hookClient().codewatchHook({
      transcript_path,
      ...(session_id === undefined ? {} : { session_id }),
      cwd: cwd ?? process.cwd(),
      ...(hook_event_name === undefined ? {} : { hook_event_name }),
    });
    console.error(`keepsake: ${status === "stored" ? `took in ${messages} messages` : `nothing to do (${reason})`}.`);
  }, true);
}

/** C41: prints what memory has for the prompt, or the briefing of a session that begins; nothing where there is none (C46). */
export async function runRecallMode(): Promise<void> {
  await quietly(async () => {
    const { session_id, cwd, hook_event_name, prompt } = await readEvent(RECALL_STDIN_MS);
    const isStart = hook_event_name === "SessionStart";
    if (!isStart && (prompt === undefined || prompt.trim() === "")) return;
    const text = await hookClient().recallText({
      event: isStart ? "SessionStart" : "UserPromptSubmit",
      ...(isStart ? {} : { prompt: prompt ?? "" }),
      cwd: cwd ?? process.cwd(),
      host: HOST,
      ...(session_id === undefined ? {} : { session: session_id }),
    });
    if (text !== "") process.stdout.write(text.endsWith("\n") ? text : `${text}\n`);
  }, false);
}

interface Event {
  session_id?: string;
  transcript_path?: string;
  cwd?: string;
  hook_event_name?: string;
  prompt?: string;
}
const FIELDS = ["session_id", "transcript_path", "cwd", "hook_event_name", "prompt"] as const;

async function readEvent(withinMs: number): Promise<Event> {
  const text = await readStdin(withinMs);
  let value: unknown;
  try {
    value = JSON.parse(text);
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

/** C17, C41: nothing that goes wrong reaches the agent; recall does not even speak of it. */
async function quietly(work: () => Promise<void>, speaks: boolean): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (speaks) console.error(`keepsake: ${errorLines(error).join("\n")}`);
  }
  // A host that leaves the pipe open must not keep us.
  process.stdin.destroy();
}
