/**
 * One line of a Claude Code transcript. The record format is internal to Claude Code, so unknown types and fields are
 * ignored; nothing is remembered between lines, the store joins what belongs together by message and tool-use id.
 */
import { z } from "zod";
import type { Adapted, CaptureEvent } from "../../contract/capture";
import { isRecord } from "../../text/json-value";
import type { Payload } from "../adapter";
import { optionalFlag, optionalString, SessionId } from "../fields";
import { partsText, stringOf } from "../../text/content-parts";
import { readTime } from "../../text/read-time";
import { isCommandMarkup, isCompaction, isInterruption } from "../../transcripts/claude-markup";

const Line = z.looseObject({
  type: optionalString,
  subtype: optionalString,
  role: optionalString,
  uuid: optionalString,
  sessionId: z.unknown().optional(),
  session_id: z.unknown().optional(),
  timestamp: z.unknown().optional(),
  cwd: optionalString,
  gitBranch: optionalString,
  isSidechain: optionalFlag,
  isMeta: optionalFlag,
  isCompactSummary: optionalFlag,
  isApiErrorMessage: optionalFlag,
  message: z.unknown().optional(),
  content: z.unknown().optional(),
});
type Line = z.infer<typeof Line>;

type Base = Pick<CaptureEvent, "host" | "hostSessionId" | "at" | "cwd" | "branch" | "fromTranscript">;

/** Field and strength of each kind of title line; a stronger title replaces a weaker one. */
const TITLES: Record<string, { field: string; rank: number }> = {
  "custom-title": { field: "customTitle", rank: 3 },
  "agent-name": { field: "agentName", rank: 2 },
  "ai-title": { field: "aiTitle", rank: 1 },
  summary: { field: "summary", rank: 1 },
};

/**
 * Events of one line, or why there are none: `sidechain`, `meta`, `command`, `compaction`, `bookkeeping`, `empty`,
 * `no_session` (the importer adds the file's session id to lines without one, such as titles).
 */
export function adaptTranscriptLine(payload: Payload): Adapted {
  const line = Line.parse(payload);
  const base = baseOf(line);
  const type = line.type ?? line.role ?? "";
  if (line.isSidechain === true) return sidechainOf(base, line, messageOf(line, type));
  const title = Object.hasOwn(TITLES, type) ? TITLES[type] : undefined;
  if (title !== undefined) return base === null ? { skip: "no_session" } : titleOf(base, line, title.field, title.rank);
  if (type === "system") {
    if (line.subtype !== "turn_duration") return { skip: "bookkeeping" };
    return base === null
      ? { skip: "no_session" }
      : { events: [{ ...base, type: "turn_end", outcome: "done", key: line.uuid }] };
  }
  const message = messageOf(line, type);
  if (message === null) return { skip: "bookkeeping" };
  if (line.isMeta === true) return { skip: "meta" };
  if (line.isApiErrorMessage === true || message.model === "<synthetic>") return { skip: "synthetic" };
  if (base === null) return { skip: "no_session" };
  if (message.role === "assistant") return assistantOf(base, line, message);
  return userOf(base, line, message.content);
}

/** The importer's word that a file ended; closes its last turn as far as the evidence goes. */
export function adaptTranscriptEnd(payload: Payload): Adapted {
  const base = baseOf(Line.parse(payload));
  if (base === null) return { skip: "no_session" };
  return { events: [{ ...base, type: "session_end", reason: "transcript_end" }] };
}

function baseOf(line: Line): Base | null {
  const id = SessionId.safeParse(line.sessionId ?? line.session_id);
  if (!id.success) {
    if (line.sessionId === undefined && line.session_id === undefined) return null;
    throw id.error;
  }
  return {
    host: "claude-code",
    hostSessionId: id.data,
    at: readTime(line.timestamp),
    cwd: line.cwd,
    // Claude Code writes HEAD when no branch is checked out.
    branch: line.gitBranch === "HEAD" ? "detached" : stringOf(line.gitBranch),
    fromTranscript: true,
  };
}

function titleOf(base: Base, line: Line, field: string, rank: number): Adapted {
  const text = stringOf(line[field]) ?? stringOf(line["title"]);
  return text === undefined ? { skip: "empty" } : { events: [{ ...base, type: "title", text, rank }] };
}

interface Message {
  role: "user" | "assistant";
  id: string | undefined;
  model: string | undefined;
  stopReason: string | undefined;
  content: unknown;
}

/** Today's envelope with `message`, or the flat form of older tools with role and content at the top. */
function messageOf(line: Line, type: string): Message | null {
  if (type === "tool_result" || type === "tool") return { ...NO_MESSAGE, role: "user", content: [flatResult(line)] };
  if (type === "tool_use") return { ...NO_MESSAGE, role: "assistant", content: [line] };
  if (type !== "user" && type !== "assistant" && type !== "human" && type !== "message") return null;
  const inner = isRecord(line.message) ? line.message : line.content === undefined ? null : line;
  if (inner === null) return null;
  const role = inner["role"] ?? type;
  if (role !== "user" && role !== "human" && role !== "assistant") return null;
  return {
    role: role === "assistant" ? "assistant" : "user",
    id: stringOf(inner["id"]),
    model: stringOf(inner["model"]),
    stopReason: stringOf(inner["stop_reason"]),
    content: inner["content"],
  };
}
const NO_MESSAGE = { id: undefined, model: undefined, stopReason: undefined };

const flatResult = (line: Line): Record<string, unknown> => ({
  type: "tool_result",
  tool_use_id: line["tool_use_id"] ?? line["toolCallId"] ?? line["tool_call_id"],
  content: line.content ?? line["output"],
  is_error: line["is_error"] ?? line["isError"],
});

function assistantOf(base: Base, line: Line, message: Message): Adapted {
  const blocks = typeof message.content === "string" ? [{ type: "text", text: message.content }] : message.content;
  if (!Array.isArray(blocks)) return { skip: "empty" };
  const final = message.stopReason === "end_turn";
  const events: CaptureEvent[] = [];
  let texts: string[] = [];
  const flush = (isLast: boolean): void => {
    if (texts.length === 0) return;
    const key = keyOf(line, events.length);
    events.push({
      ...base,
      type: "message",
      text: texts.join("\n"),
      messageId: message.id,
      key,
      final: isLast && final,
    });
    texts = [];
  };
  for (const block of blocks) {
    if (!isRecord(block)) continue;
    if (block["type"] === "text" && typeof block["text"] === "string") texts.push(block["text"]);
    else if (block["type"] === "tool_use") {
      flush(false);
      const toolUseId = stringOf(block["id"]);
      const key = keyOf(line, events.length);
      events.push({ ...base, type: "tool", toolUseId, name: stringOf(block["name"]), input: block["input"], key });
    }
  }
  flush(true);
  return events.length === 0 ? { skip: "empty" } : { events };
}

/** Of a sub-agent only what it said, as such: what it was asked and what it came to stand in the tool that started it (K21). */
function sidechainOf(base: Base | null, line: Line, message: Message | null): Adapted {
  if (line.isMeta === true || line.isApiErrorMessage === true || message?.role !== "assistant")
    return { skip: "sidechain" };
  if (base === null) return { skip: "no_session" };
  const adapted = assistantOf(base, line, message);
  if ("skip" in adapted) return { skip: "sidechain" };
  const events = adapted.events.flatMap((event) =>
    event.type === "message" ? [{ ...event, final: false, subagent: true }] : [],
  );
  return events.length === 0 ? { skip: "sidechain" } : { events };
}

/** Results come before the text: they answer the calls of the message above, the text begins something new. */
function userOf(base: Base, line: Line, content: unknown): Adapted {
  const events: CaptureEvent[] = [];
  const texts: unknown[] = [];
  let reason = "empty";
  const blocks =
    typeof content === "string" ? [{ type: "text", text: content }] : Array.isArray(content) ? content : [];
  for (const block of blocks) {
    if (!isRecord(block)) continue;
    if (block["type"] === "tool_result") {
      const toolUseId = stringOf(block["tool_use_id"]);
      // The format leaves `is_error` out where there was none.
      const isError = block["is_error"] === true;
      events.push({
        ...base,
        type: "tool",
        toolUseId,
        output: block["content"] ?? "",
        isError,
        key: keyOf(line, events.length),
      });
    } else if (typeof block["text"] === "string" && isCommandMarkup(block["text"])) reason = "command";
    else texts.push(block);
  }
  const text = partsText(texts);
  if (isInterruption(text)) events.push({ ...base, type: "turn_end", outcome: "interrupted", key: line.uuid });
  else if (line.isCompactSummary === true || isCompaction(text)) reason = "compaction";
  else if (text.trim() !== "") events.push({ ...base, type: "prompt", text, key: keyOf(line, events.length) });
  return events.length === 0 ? { skip: reason } : { events };
}

/** The line's uuid names its first event, a number the further ones. */
const keyOf = (line: Line, index: number): string | undefined =>
  line.uuid === undefined || line.uuid === "" ? undefined : index === 0 ? line.uuid : `${line.uuid}#${index}`;
