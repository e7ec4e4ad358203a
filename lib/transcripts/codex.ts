/**
 * Rollouts of Codex CLI and its editors: today's `{timestamp, type, payload}` lines, and the bare items of 2025. What the
 * model was given beside the person's words (instructions, environment) and its reasoning are left out.
 */
import type { IngestItem } from "../contract/capture";
import { partsText, stringOf } from "../text/content-parts";
import { isRecord, parseJson } from "../text/json-value";
import { readTime } from "../text/read-time";
import { codexPrompt, environmentFolder, isInjected } from "./codex-prompt";
import { type CodexEvent, codexTool } from "./codex-tools";
import { jsonLines } from "./json-lines";
import { leave, type ReadProblems } from "./problems";
import { changedAt, recordMaker } from "./records";
import { turnStack } from "./turn-stack";

type Fields = Record<string, unknown>;

interface Entry {
  at: number | undefined;
  /** `session_meta`, `turn_context`, `event_msg`, `response_item`, `compacted`. */
  kind: string;
  payload: Fields;
}

interface Overview {
  sessionId: string | undefined;
  startedAt: number | undefined;
  isSubagent: boolean;
  /** The person's words stand in events of their own; items of the role `user` then only repeat them, among other things. */
  hasUserEvents: boolean;
  hasAnswers: boolean;
  dropped: ReadonlySet<number>;
}

export function looksLikeCodex(line: Fields): boolean {
  const { type, payload } = line;
  if (isRecord(payload) && typeof type === "string") return WRAPPED.has(type);
  if (line["record_type"] === "state") return true;
  if (typeof line["id"] === "string" && "instructions" in line && "timestamp" in line) return true;
  return type === "function_call" || type === "function_call_output" || type === "local_shell_call";
}
const WRAPPED = new Set(["session_meta", "turn_context", "event_msg", "response_item", "compacted"]);

export async function* codexItems(
  file: string,
  problems: ReadProblems,
  onBytes: (bytes: number) => void,
  stem: string,
): AsyncGenerator<IngestItem> {
  const overview = await look(file);
  const maker = recordMaker("codex", overview.sessionId ?? stem, overview.startedAt ?? changedAt(file));
  let turn = -1;
  let answers = 0;
  let any = false;
  for await (const { value } of jsonLines(file, problems, onBytes)) {
    if (overview.isSubagent) {
      leave(problems, "sidechain");
      continue;
    }
    const entry = entryOf(value);
    const prompt = promptOf(entry, overview.hasUserEvents);
    if (prompt !== null) {
      turn += 1;
      answers = 0;
    }
    if (overview.dropped.has(turn)) {
      leave(problems, "undone");
      continue;
    }
    if (prompt !== null) {
      any = true;
      yield maker.make({ type: "prompt", text: prompt }, entry.at);
      continue;
    }
    if (entry.kind === "session_meta" || entry.kind === "turn_context") {
      placeOf(maker.place, entry.payload);
      continue;
    }
    if (maker.place.cwd === undefined) maker.place.cwd = environmentFolder(entry.payload);
    for (const said of saidIn(entry, overview.hasAnswers, problems)) {
      if (said.type === "message") answers += 1;
      if (said.type !== "turn_end") any = true;
      if (said.type === "turn_end" && !any) continue;
      // Where the items of the turn were not written, its end still tells the answer.
      const last = said.type === "turn_end" ? stringOf(entry.payload["last_agent_message"]) : undefined;
      if (last !== undefined && answers === 0) yield maker.make({ type: "message", text: last }, entry.at);
      yield maker.make(said, entry.at);
    }
  }
  if (any) yield maker.make({ type: "end" }, undefined);
}

/** First pass: whose file it is, what stands in it twice, and which turns were taken back. */
async function look(file: string): Promise<Overview> {
  const overview: Omit<Overview, "dropped"> = {
    sessionId: undefined,
    startedAt: undefined,
    isSubagent: false,
    hasUserEvents: false,
    hasAnswers: false,
  };
  const byEvents = turnStack();
  const byItems = turnStack();
  for await (const { value } of jsonLines(file, null, () => undefined)) {
    const entry = entryOf(value);
    const { kind, payload } = entry;
    if (kind === "session_meta" && overview.sessionId === undefined) {
      overview.sessionId = stringOf(payload["id"]);
      overview.startedAt = readTime(payload["timestamp"]) ?? entry.at;
      overview.isSubagent = isRecord(payload["source"]) && "subagent" in payload["source"];
    }
    if (promptOf(entry, true) !== null) {
      overview.hasUserEvents = true;
      byEvents.begin();
    }
    if (promptOf(entry, false) !== null) byItems.begin();
    if (kind === "response_item" && payload["type"] === "message" && payload["role"] === "assistant")
      overview.hasAnswers = true;
    if (kind === "event_msg" && payload["type"] === "thread_rolled_back") {
      const count = Number(payload["num_turns"]);
      for (const stack of [byEvents, byItems]) stack.undo(Number.isSafeInteger(count) && count > 0 ? count : 0);
    }
  }
  return { ...overview, dropped: (overview.hasUserEvents ? byEvents : byItems).dropped };
}

/** Bare lines of older versions in today's shape. */
function entryOf(line: Fields): Entry {
  const at = readTime(line["timestamp"]);
  if (isRecord(line["payload"]) && typeof line["type"] === "string")
    return { at, kind: line["type"], payload: line["payload"] };
  if (typeof line["type"] === "string") return { at, kind: "response_item", payload: line };
  return { at, kind: typeof line["id"] === "string" ? "session_meta" : "", payload: line };
}

/** The person's words, or null where the line is something else. */
function promptOf({ kind, payload }: Entry, byEvents: boolean): string | null {
  if (byEvents) {
    if (kind !== "event_msg" || payload["type"] !== "user_message") return null;
    const given = stringOf(payload["kind"]);
    if (given !== undefined && given !== "plain") return null;
    return codexPrompt(stringOf(payload["message"]) ?? "", payload);
  }
  if (kind !== "response_item" || payload["type"] !== "message" || payload["role"] !== "user") return null;
  const text = partsText(payload["content"]);
  return isInjected(text) ? null : codexPrompt(text, payload);
}

function placeOf(place: { cwd?: string | undefined; branch?: string | undefined }, payload: Fields): void {
  place.cwd = stringOf(payload["cwd"]) ?? place.cwd;
  const git = payload["git"];
  if (isRecord(git)) place.branch = stringOf(git["branch"]) ?? place.branch;
}

function saidIn({ kind, payload }: Entry, hasAnswers: boolean, problems: ReadProblems): CodexEvent[] {
  const type = stringOf(payload["type"]) ?? "";
  if (kind === "event_msg") {
    if (type === "task_complete" || type === "turn_complete") return [{ type: "turn_end", outcome: "done" }];
    if (type === "turn_aborted") return [{ type: "turn_end", outcome: "interrupted" }];
    if (type === "agent_message" && !hasAnswers) {
      const text = stringOf(payload["message"]);
      return text === undefined ? [] : [{ type: "message", text }];
    }
    leave(problems, type.startsWith("agent_reasoning") ? "reasoning" : "bookkeeping");
    return [];
  }
  if (kind !== "response_item") {
    leave(problems, kind === "compacted" ? "compaction" : "bookkeeping");
    return [];
  }
  if (type === "message") {
    const text = partsText(payload["content"]);
    if (payload["role"] === "assistant" && text !== "")
      return [{ type: "message", text, messageId: stringOf(payload["id"]) }];
    leave(problems, "not_typed");
    return [];
  }
  const tool = codexTool(type, payload, parseJson);
  if (tool === null) leave(problems, type === "reasoning" ? "reasoning" : "bookkeeping");
  return tool === null ? [] : [tool];
}
