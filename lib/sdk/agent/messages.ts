/** A host's messages in the shape of the wire (V28–V32, V35). Pure. */
import { extractText, withinCodePoints } from "./text";

export const AGENT_MEMORY_ROLES = ["user", "assistant", "tool"] as const;
export const AGENT_MEMORY_TOOL_CALL_TYPES = ["function"] as const;

export interface ToolCall {
  id: string;
  type: (typeof AGENT_MEMORY_TOOL_CALL_TYPES)[number];
  name: string;
  /** JSON, or whatever text the model wrote instead. */
  arguments: string;
}

interface Timed {
  /** Milliseconds UTC. */
  timestamp: number;
}

export interface UserMessage extends Timed {
  role: "user";
  /** At most 8,000 code points. */
  content: string;
}

export interface AssistantMessage extends Timed {
  role: "assistant";
  /** At most 8,000 code points. */
  content?: string;
  toolCalls?: ToolCall[];
  /** Whether the turn ends here; absent = the stream says so. */
  turnComplete?: boolean;
}

export interface ToolMessage extends Timed {
  role: "tool";
  toolCallId: string;
  /** Whole, however long; "" is a result too. */
  content: string;
}

export type AgentMessage = UserMessage | AssistantMessage | ToolMessage;

/** A message with what stays here: the host's id of its turn. */
export interface LocalMessage {
  message: AgentMessage;
  turnId: string | undefined;
  /** The host's id of the message, by which a gateway knows it again where it is asked to (V47). */
  nativeId?: string | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

/** Seconds end here: later numbers are milliseconds. */
const LAST_SECOND = 10_000_000_000;

/**
 * One message of a host, or null when there is nothing to keep: another role, no text and no call, a tool result
 * without an id. `index` orders what has no time of its own.
 */
export function convertAgentMessage(raw: unknown, index = 0, now: number = Date.now()): AgentMessage | null {
  if (typeof raw !== "object" || raw === null) return null;
  const fields = raw as Fields;
  const timestamp = timeOf(fields["timestamp"], now + index);
  const content = fields["content"] ?? fields["text"];
  switch (fields["role"]) {
    case "user": {
      const text = textOf(content);
      return text === "" ? null : { role: "user", timestamp, content: text };
    }
    case "assistant": {
      const text = textOf(content);
      const calls = [...callsIn(content), ...callsIn(fields["toolCalls"]), ...callsIn(fields["tool_calls"])];
      if (text === "" && calls.length === 0) return null;
      const done = fields["turnComplete"];
      return {
        role: "assistant",
        timestamp,
        ...(text === "" ? {} : { content: text }),
        ...(calls.length === 0 ? {} : { toolCalls: uniqueById(calls) }),
        ...(typeof done === "boolean" ? { turnComplete: done } : {}),
      };
    }
    case "tool":
    case "toolResult": {
      const toolCallId = idOf(fields["toolCallId"] ?? fields["tool_call_id"] ?? fields["toolUseId"]);
      return toolCallId === "" ? null : { role: "tool", timestamp, toolCallId, content: extractText(content).trim() };
    }
    default:
      return null;
  }
}

/** All that is to be kept, in order, each with the id of its turn. */
export function convertMessages(raw: readonly unknown[], now: number = Date.now()): LocalMessage[] {
  return raw.flatMap((one, index) => {
    const message = convertAgentMessage(one, index, now);
    if (message === null) return [];
    const { turnId, nativeId, id, uuid } = one as Fields;
    return [{ message, turnId: idOf(turnId) || undefined, nativeId: idOf(nativeId ?? id ?? uuid) || undefined }];
  });
}

/** V30: milliseconds, seconds up to 10^10, or a date in words; else `otherwise`. */
export function timeOf(value: unknown, otherwise: number): number {
  if (typeof value === "number" && Number.isFinite(value) && value > 0) {
    return Math.round(value <= LAST_SECOND ? value * 1000 : value);
  }
  const parsed = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(parsed) ? otherwise : parsed;
}

const textOf = (content: unknown): string => withinCodePoints(extractText(content).trim());

const idOf = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" && Number.isFinite(value) ? String(value) : "";

/** Calls among blocks (`tool_use`, `toolCall`) or in a list of their own (`function: { name, arguments }`). */
function callsIn(list: unknown): ToolCall[] {
  if (!Array.isArray(list)) return [];
  return (list as unknown[]).flatMap((block): ToolCall[] => {
    if (typeof block !== "object" || block === null) return [];
    const fields = block as Fields;
    const type = fields["type"];
    if (type !== undefined && !["tool_use", "toolCall", "function"].includes(String(type))) return [];
    const inner =
      typeof fields["function"] === "object" && fields["function"] !== null ? (fields["function"] as Fields) : fields;
    const id = idOf(fields["id"] ?? fields["toolCallId"]);
    const name = idOf(inner["name"]);
    if (id === "" || name === "") return [];
    return [{ id, type: "function", name, arguments: argumentsOf(inner["arguments"] ?? inner["input"]) }];
  });
}

function argumentsOf(value: unknown): string {
  if (typeof value === "string") return value;
  return value === undefined || value === null ? "{}" : JSON.stringify(value);
}

/** A call may stand among the blocks and in the list beside them. */
const uniqueById = (calls: ToolCall[]): ToolCall[] => [...new Map(calls.map((call) => [call.id, call])).values()];
