/**
 * One line of a Kimi log as one event, for Kimi Code's `wire.jsonl` and the older kimi-cli's. The two write the same
 * protocol numbers, so the shape of a line decides, never the version. Pure: nothing is remembered between lines.
 */
import { isRecord } from "../text/json-value";
import { partsText, stringOf } from "../text/content-parts";
import { readTime } from "../text/read-time";

/** Who wrote a line of text: the turn itself, or the context log that repeats it in live sessions. */
type Source = "turn" | "context";

export type WireEvent = { at?: number | undefined } & (
  | { type: "prompt"; source: Source; /** False for cron jobs, reminders and the like. */ human: boolean; text: string }
  /** Typed while a turn ran. */
  | { type: "steer"; text: string }
  /** Assistant text; pieces of one step belong together. */
  | { type: "text"; source: Source; step: string | null; text: string }
  | { type: "call"; id: string; name: string; args: unknown }
  | { type: "result"; id: string; output: unknown; isError: boolean | null }
  /** The last `count` turns were taken back. */
  | { type: "undo"; count: number }
  | { type: "clear" }
  | { type: "turn_end"; outcome: "done" | "interrupted" }
);

type Line = Record<string, unknown>;

/** Events of one parsed line; [] for reasoning, bookkeeping, and whatever is not known. Never throws. */
export function readWireLine(line: unknown): WireEvent[] {
  if (!isRecord(line)) return [];
  if (typeof line["type"] !== "string" && isRecord(line["message"]))
    return readOldLine(line["message"], line["timestamp"]);
  return readLine(line);
}

function readLine(line: Line): WireEvent[] {
  const at = readTime(line["time"]);
  switch (line["type"]) {
    case "turn.prompt":
      return promptOf(line, "turn", at);
    case "turn.steer": {
      const text = partsText(line["input"]);
      return text === "" || !isHuman(line["origin"]) ? [] : [{ type: "steer", text, at }];
    }
    case "context.append_message":
      return isRecord(line["message"]) ? messageOf(line["message"], at) : [];
    case "context.append_loop_event":
      return isRecord(line["event"]) ? loopEvent(line["event"], at) : [];
    case "context.undo":
      return [{ type: "undo", count: countOf(line["count"]), at }];
    case "context.clear":
      return [{ type: "clear", at }];
    case "turn.ended":
      return [{ type: "turn_end", outcome: line["reason"] === "completed" ? "done" : "interrupted", at }];
    case "turn.cancel":
      return [{ type: "turn_end", outcome: "interrupted", at }];
    default:
      return [];
  }
}

/** A prompt without text says only that a turn began; its words then stand in the context log. */
function promptOf(line: Line, source: Source, at: number | undefined): WireEvent[] {
  const text = partsText(line["input"]);
  return text === "" ? [] : [{ type: "prompt", source, human: isHuman(line["origin"]), text, at }];
}

function isHuman(origin: unknown): boolean {
  if (!isRecord(origin)) return true;
  return origin["kind"] === undefined || origin["kind"] === "user";
}

function messageOf(message: Line, at: number | undefined): WireEvent[] {
  const text = partsText(textParts(message["content"]));
  switch (message["role"]) {
    case "user":
      return text === "" ? [] : [{ type: "prompt", source: "context", human: isHuman(message["origin"]), text, at }];
    case "assistant": {
      const said: WireEvent[] = text === "" ? [] : [{ type: "text", source: "context", step: null, text, at }];
      return [
        ...said,
        ...(Array.isArray(message["toolCalls"]) ? message["toolCalls"].flatMap((one) => callOf(one, at)) : []),
      ];
    }
    case "tool": {
      const id = stringOf(message["toolCallId"]);
      return id === undefined ? [] : [{ type: "result", id, output: text, isError: flagOf(message["isError"]), at }];
    }
    default:
      return [];
  }
}

function loopEvent(event: Line, at: number | undefined): WireEvent[] {
  switch (event["type"]) {
    case "content.part": {
      const text = isRecord(event["part"]) ? partText(event["part"]) : "";
      return text === "" ? [] : [{ type: "text", source: "turn", step: stringOf(event["stepUuid"]) ?? null, text, at }];
    }
    case "tool.call":
      return callOf({ ...event, id: event["toolCallId"], arguments: event["args"] }, at);
    case "tool.result": {
      const id = stringOf(event["toolCallId"]);
      const result = isRecord(event["result"]) ? event["result"] : {};
      return id === undefined
        ? []
        : [{ type: "result", id, output: result["output"], isError: flagOf(result["isError"]), at }];
    }
    default:
      return [];
  }
}

/** kimi-cli: `{timestamp (seconds), message: {type, payload}}`. */
function readOldLine(message: Line, timestamp: unknown): WireEvent[] {
  const at = readTime(timestamp);
  const payload = isRecord(message["payload"]) ? message["payload"] : {};
  switch (message["type"]) {
    case "TurnBegin": {
      const text = partsText(payload["user_input"]);
      return text === "" ? [] : [{ type: "prompt", source: "turn", human: true, text, at }];
    }
    case "SteerInput": {
      const text = partsText(payload["user_input"]);
      return text === "" ? [] : [{ type: "steer", text, at }];
    }
    case "ContentPart": {
      const text = partText(payload);
      return text === "" ? [] : [{ type: "text", source: "turn", step: null, text, at }];
    }
    case "ToolCall":
      return callOf(payload, at);
    case "ToolResult": {
      const id = stringOf(payload["tool_call_id"]);
      const value = isRecord(payload["return_value"]) ? payload["return_value"] : {};
      return id === undefined
        ? []
        : [{ type: "result", id, output: value["output"], isError: flagOf(value["is_error"]), at }];
    }
    case "TurnEnd":
      return [{ type: "turn_end", outcome: "done", at }];
    default:
      return [];
  }
}

/** Both spellings of a call: flat, and nested under `function` as protocol 1.0 and kimi-cli write it. */
function callOf(call: unknown, at: number | undefined): WireEvent[] {
  if (!isRecord(call)) return [];
  const nested = isRecord(call["function"]) ? call["function"] : call;
  const id = stringOf(call["id"]);
  const name = stringOf(nested["name"]);
  return id === undefined || name === undefined
    ? []
    : [{ type: "call", id, name, args: argumentsOf(nested["arguments"]), at }];
}

function argumentsOf(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    // A call whose arguments were cut off is still a call.
    return value;
  }
}

/** Reasoning may carry its words under `text` too: only the part's type tells. */
const partText = (part: Line): string => (part["type"] === "text" ? (stringOf(part["text"]) ?? "") : "");

const textParts = (content: unknown): unknown =>
  Array.isArray(content) ? content.filter((part) => !isRecord(part) || part["type"] !== "think") : content;

const flagOf = (value: unknown): boolean | null => (typeof value === "boolean" ? value : null);

const countOf = (value: unknown): number =>
  typeof value === "number" && Number.isInteger(value) && value > 0 ? value : 1;
