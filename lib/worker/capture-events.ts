/** Bodies of the worker API as captured events; pure (M6–M12). */
import type { CaptureEvent } from "../contract/capture";
import type { SessionInitPost, SessionObservationPost, SessionSummarizePost } from "../contract/worker-capture";
import { saysError } from "../hosts/common-hook";
import { partsText, stringOf } from "../text/content-parts";
import { cleanText } from "../text/clean";
import { mayHoldTags } from "../text/private";
import type { SessionKey } from "./sessions-query";

const baseOf = (
  { host, hostSessionId }: SessionKey,
  body: SessionInitPost | SessionObservationPost | SessionSummarizePost,
) => ({
  host,
  hostSessionId,
  cwd: body.cwd,
  project: body.project,
  branch: body.branch,
  turn: body.promptNumber,
  beginsTurns: true,
  fromTranscript: false,
});

/** A tool use; those of sub-agents are their turn's. */
export const observationEvent = (key: SessionKey, body: SessionObservationPost): CaptureEvent => ({
  ...baseOf(key, body),
  type: "tool",
  toolUseId: stringOf(body.toolUseId),
  name: stringOf(body.toolName),
  input: parsed(body.toolInput, true),
  output: parsed(body.toolResponse, false),
  isError: saysError(body.toolResponse),
});

/**
 * Older senders write objects as JSON text. A tool's input is an object, whatever it came as; output that is text stays
 * text, unless escapes in it may hide a private tag, its brackets or what stands between them.
 */
function parsed(value: unknown, isObject: boolean): unknown {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return value;
  if (!isObject && !(value.includes("\\u") && mayHoldTags(value))) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    // No JSON after all, or cut: the text it is, with its brackets in sight.
    return value.replace(/\\u003c/gi, "<").replace(/\\u003e/gi, ">");
  }
}

/** What the person typed: nothing, private as a whole, or text. */
export function promptText(prompt: string | unknown[] | undefined): { text: string; isPrivate: boolean } {
  const text = partsText(prompt);
  return { text, isPrivate: mayHoldTags(text) && cleanText(text).isPrivate };
}

/** A prompt begins a turn; without one the session alone begins. */
export function initEvent(key: SessionKey, body: SessionInitPost): CaptureEvent {
  const { text } = promptText(body.prompt);
  const base = baseOf(key, body);
  return text.trim() === "" ? { ...base, type: "session_start" } : { ...base, type: "prompt", text };
}

/** The end of a turn, and the prompt that began it. What follows a private prompt is private too. */
export function summaryEvents(
  key: SessionKey,
  body: SessionSummarizePost,
): { events: CaptureEvent[]; isPrivate: boolean } {
  const { text, isPrivate } = promptText(body.lastUserMessage);
  const base = baseOf(key, body);
  const said = isPrivate ? undefined : stringOf(partsText(body.lastAssistantMessage));
  const end: CaptureEvent = { ...base, type: "turn_end", outcome: "done", lastMessage: said };
  const events: CaptureEvent[] = text.trim() === "" ? [end] : [{ ...base, type: "prompt", text, isLate: true }, end];
  return { events, isPrivate };
}
