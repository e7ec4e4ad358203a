/** What of a host's messages may leave this machine: without private text and secrets, and no single value larger than a request holds. Pure. */
import { cleanText, cleanValue } from "../../../text/clean";
import { parseJson } from "../../../text/json-value";
import { isOwnTool } from "../../../text/own-tools";
import { extractText, withinBytes } from "../text";

type Fields = Readonly<Record<string, unknown>>;

/** UTF-16 units of one tool result. The wire sets no bound of its own, a gateway's request does. */
const MAX_RESULT_UNITS = 64 * 1024;
/** UTF-16 units of one string of a call's arguments, and bytes of all of them as JSON. */
const MAX_ARGUMENT_UNITS = 16 * 1024;
const MAX_ARGUMENT_BYTES = 96 * 1024;

export const outgoingText = (text: string): string => cleanText(text, { cap: MAX_RESULT_UNITS }).text;

/** Arguments of a call as JSON; text that is no JSON stays text. */
export function outgoingArguments(value: unknown): string {
  const parsed = typeof value === "string" ? parseJson(value) : (value ?? {});
  if (parsed === undefined) return withinBytes(outgoingText(String(value)), MAX_ARGUMENT_BYTES);
  const clean = cleanValue(parsed, { cap: MAX_ARGUMENT_UNITS }).value;
  return withinBytes(typeof clean === "string" ? clean : JSON.stringify(clean), MAX_ARGUMENT_BYTES);
}

/**
 * A message in any shape that the writers take, cleaned. Text that is spread over blocks is joined first: a private tag
 * may open in one of them and close in the next.
 */
export function outgoingMessage(raw: unknown): Record<string, unknown> | null {
  if (typeof raw !== "object" || raw === null) return null;
  const fields = raw as Fields;
  const { content, text, toolCalls, tool_calls: others, ...rest } = fields;
  const calls = [content, toolCalls, others].flatMap(callsIn);
  return {
    ...rest,
    content: outgoingText(extractText(content ?? text)),
    ...(calls.length === 0 ? {} : { toolCalls: calls }),
  };
}

interface MayCall {
  content?: unknown;
  toolCallId?: unknown;
  toolCalls?: unknown;
}

/**
 * The messages, in their places, without what memory's own tools brought back: it was remembered before, and would come again as
 * something new.
 */
export function withoutMemoryOutput<T extends MayCall>(messages: readonly T[]): T[] {
  const own = new Set<unknown>();
  return messages.map((message) => {
    const calls = Array.isArray(message.toolCalls) ? (message.toolCalls as Fields[]) : [];
    for (const { id, name } of calls) if (typeof name === "string" && isOwnTool(name)) own.add(id);
    return message.toolCallId !== undefined && own.has(message.toolCallId) ? { ...message, content: "" } : message;
  });
}

function callsIn(list: unknown): Record<string, unknown>[] {
  if (!Array.isArray(list)) return [];
  return (list as unknown[]).flatMap((block) => {
    if (typeof block !== "object" || block === null) return [];
    const { id, type, name, input, arguments: given, function: inner } = block as Fields;
    const isCall = type === "tool_use" || type === "toolCall" || type === "function" || inner !== undefined;
    if (!isCall && !(type === undefined && name !== undefined)) return [];
    const named = (typeof inner === "object" && inner !== null ? inner : { name, arguments: given }) as Fields;
    return [
      { id, type: "function", name: named["name"], arguments: outgoingArguments(named["arguments"] ?? input ?? {}) },
    ];
  });
}
