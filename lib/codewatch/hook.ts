/** `--hook` on the server's side: the end of a transcript, taken in once (C16–C22). What is drawn from it follows. */
import { createHash } from "node:crypto";
import { basename } from "node:path";
import type { IngestItem } from "../contract/capture";
import type { CodewatchHook, CodewatchHooked } from "../contract/codewatch-hook";
import type { Actor } from "../contract/common";
import type { App } from "../context";
import { readsMemory, toolSkipper } from "../capture/excluded-tools";
import { ingest } from "../capture/ingest";
import { readTail } from "../capture/transcript-tail";
import { write } from "../db/write";
import { SessionId } from "../hosts/fields";
import { readSettings } from "../settings/service";
import { estimateTokens } from "../text/estimate";
import { isRecord, parseJson } from "../text/json-value";
import { withoutSkipped } from "./kept-lines";
import { lastMessages, LAST_MESSAGES, messagesOf } from "./messages";
import { isSeen, markSeen, sessionNamed } from "./seen-repo";
import { watchTurn } from "./watch";

const HOST = "claude-code";
/** C21: a turn of less says nothing. */
const TRIVIAL_TOKENS = 50;

/**
 * Takes the last 20 messages in, unless they were taken in before or say nothing: first is looked whether there are any, then
 * whether they are known, then how long they are (C22). Where storing fails they are not known, so that the next hook tries again.
 */
export async function codewatchHook(app: App, input: CodewatchHook, actor: Actor): Promise<CodewatchHooked> {
  const read = await readTail(input.transcript_path, undefined, app.env.home);
  if (read === null) return skipped("unreadable", 0);
  const lines = read.lines.map(parseJson).filter(isRecord);
  const named = input.session_id ?? lines.map((line) => line["sessionId"]).find((id) => typeof id === "string");
  const session = SessionId.parse(named ?? basename(input.transcript_path, ".jsonl"));
  const skipsName = toolSkipper(readSettings(app).skip_tools);
  const skips = (name: string, input: unknown): boolean => skipsName(name) || readsMemory(input, app.env.servedPort);
  const own = withoutSkipped(
    lines.filter((line) => (line["sessionId"] ?? session) === session),
    skips,
  );
  const messages = lastMessages(own.map((line) => JSON.stringify(line)));
  if (messages.length === 0) return skipped("empty", 0);
  const text = messages.map((message) => message.text).join("\n");
  const hash = createHash("sha256").update(text).digest("hex");
  const before = sessionNamed(app.db, HOST, session);
  if (before !== undefined && isSeen(app.db, before.id, hash)) return skipped("seen", messages.length);
  if (estimateTokens(text.length) < TRIVIAL_TOKENS) return skipped("trivial", messages.length);
  const result = await ingest(app, itemsOf(own, session, input), actor);
  const after = sessionNamed(app.db, HOST, session);
  if (after === undefined) return skipped(Object.keys(result.skipped)[0] ?? "rejected", messages.length);
  const turn = {
    messages,
    projectId: after.projectId,
    cwd: input.cwd ?? after.cwd,
    branch: after.branch ?? readSettings(app).default_branch,
    host: HOST,
    session,
    event: input.hook_event_name,
  };
  watchLater(app, session, async () => {
    if ((await watchTurn(app, turn, actor)) !== null)
      write(app, (tx) => markSeen(tx, app.now(), after.id, after.projectId, hash));
  });
  return { status: "stored", messages: messages.length };
}

/** A model takes its time, and no hook waits for it; of one session one turn after another. */
const running = new WeakMap<App, Map<string, Promise<void>>>();

function watchLater(app: App, session: string, work: () => Promise<void>): void {
  const state = running.get(app) ?? new Map<string, Promise<void>>();
  if (!running.has(app)) app.onClose(() => watched(app));
  running.set(app, state);
  const done = (state.get(session) ?? Promise.resolve())
    .then(work)
    .catch((error: unknown) => app.log.warn({ err: error }, "what a hook brought could not be observed"));
  state.set(session, done);
  void done.then(() => {
    if (state.get(session) === done) state.delete(session);
  });
}

/** Resolves when nothing is being observed. */
export async function watched(app: App): Promise<void> {
  await Promise.all(running.get(app)?.values() ?? []);
}

const skipped = (reason: string, messages: number): CodewatchHooked => ({
  status: "skipped",
  reason,
  messages,
});

/** The lines that hold the last messages, with the session and the folder that the hook names; and that the agent stopped. */
function itemsOf(lines: Record<string, unknown>[], session: string, input: CodewatchHook): IngestItem[] {
  let left = LAST_MESSAGES;
  let first = lines.length;
  while (first > 0 && left > 0) left -= messagesOf(lines[--first]).length;
  const place = input.cwd === undefined ? {} : { cwd: input.cwd };
  const items = lines.slice(first).map((line): IngestItem => ({
    host: HOST,
    event: "TranscriptLine",
    payload: { ...place, ...line, sessionId: session },
  }));
  const event = input.hook_event_name === "PreCompact" ? "PreCompact" : "Stop";
  return [...items, { host: HOST, event, payload: { ...place, session_id: session } }];
}
