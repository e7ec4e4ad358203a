/**
 * Messages in a rollout of Codex: what it was given beside the person's words and its reasoning stay out. A turn that was
 * taken back later stays where it is: positions are what the checkpoint counts. Pure.
 */
import { partsText, stringOf } from "../../../text/content-parts";
import { isRecord, parseJson } from "../../../text/json-value";
import { codexPrompt, isInjected } from "../../../transcripts/codex-prompt";
import { type CodexEvent, codexTool } from "../../../transcripts/codex-tools";
import { outgoingArguments, outgoingText, withoutMemoryOutput } from "./outgoing";
import type { HostMessage } from "./store-batches";

type Fields = Readonly<Record<string, unknown>>;

interface Entry {
  timestamp: unknown;
  kind: string;
  type: string;
  payload: Record<string, unknown>;
}

/** In file order; nothing of a sub-agent's rollout. */
export function codexMessages(lines: readonly Fields[]): HostMessage[] {
  const entries = lines.map(entryOf);
  if (entries.some(({ kind, payload }) => kind === "session_meta" && isSubagent(payload))) return [];
  const hasEvents = entries.some((entry) => promptOf(entry, true) !== null);
  const hasAnswers = entries.some(({ kind, type, payload }) => kind === "response_item" && isAnswer(type, payload));
  const messages: HostMessage[] = [];
  let turnId: string | undefined;
  entries.forEach((entry, index) => {
    const at = { timestamp: entry.timestamp, ...(turnId === undefined ? {} : { turnId }) };
    const prompt = promptOf(entry, hasEvents);
    const { kind, type, payload } = entry;
    if (prompt !== null) {
      const content = outgoingText(prompt).trim();
      if (content !== "") messages.push({ role: "user", content, ...at });
    } else if (kind === "turn_context" || (kind === "event_msg" && type === "task_started")) {
      turnId = stringOf(payload["turn_id"]) ?? turnId;
    } else if (isEnd(entry)) endTurn(messages, entry, at);
    else if (hasAnswers ? kind === "response_item" && isAnswer(type, payload) : isAgentEvent(entry)) {
      const content = outgoingText(partsText(payload["content"] ?? payload["message"])).trim();
      if (content !== "") messages.push({ role: "assistant", content, ...at });
    } else if (kind === "response_item") {
      messages.push(...toolMessages(codexTool(type, payload, parseJson), index).map((one) => ({ ...one, ...at })));
    }
  });
  return withoutMemoryOutput(messages);
}

/** The turn that the last lines belong to has its answer. */
export function hasAnswered(lines: readonly Fields[]): boolean {
  for (const line of [...lines].reverse()) {
    const entry = entryOf(line);
    const { kind, type, payload } = entry;
    if (isEnd(entry) || (kind === "response_item" && isAnswer(type, payload))) return true;
    if (promptOf(entry, true) !== null || promptOf(entry, false) !== null) return false;
  }
  return false;
}

/** Where the items of the turn were not written, its end still tells the answer. */
function endTurn(messages: HostMessage[], { payload, type }: Entry, at: Partial<HostMessage>): void {
  if (type === "turn_aborted") return;
  const last = messages.at(-1);
  if (last?.role === "assistant" && last.toolCalls === undefined) {
    last.turnComplete = true;
    return;
  }
  const content = outgoingText(stringOf(payload["last_agent_message"]) ?? "").trim();
  if (content !== "") messages.push({ role: "assistant", content, turnComplete: true, ...at });
}

/** A call and its result come as items of their own; a search's result is never written. */
function toolMessages(event: CodexEvent | null, index: number): HostMessage[] {
  if (event?.type !== "tool") return [];
  const id = event.toolUseId ?? `item-${index}`;
  const call: HostMessage[] =
    event.name === undefined
      ? []
      : [
          {
            role: "assistant",
            content: "",
            toolCalls: [{ id, type: "function", name: event.name, arguments: outgoingArguments(event.input) }],
          },
        ];
  if (event.output === undefined) return call;
  const output = typeof event.output === "string" ? event.output : partsText(event.output);
  const text = output === "" && isRecord(event.output) ? outgoingArguments(event.output) : outgoingText(output);
  return [...call, { role: "tool", toolCallId: id, content: text }];
}

/** Lines of older versions carry no envelope. */
function entryOf(line: Fields): Entry {
  const isWrapped = isRecord(line["payload"]) && typeof line["type"] === "string";
  const payload = isWrapped ? (line["payload"] as Record<string, unknown>) : { ...line };
  const kind = isWrapped ? String(line["type"]) : typeof line["type"] === "string" ? "response_item" : "";
  return { timestamp: line["timestamp"], kind, type: stringOf(payload["type"]) ?? "", payload };
}

/** The person's words, or null where the line is something else. */
function promptOf({ kind, type, payload }: Entry, byEvents: boolean): string | null {
  if (byEvents) {
    const given = stringOf(payload["kind"]);
    if (kind !== "event_msg" || type !== "user_message" || (given !== undefined && given !== "plain")) return null;
    return codexPrompt(stringOf(payload["message"]) ?? "", payload);
  }
  if (kind !== "response_item" || type !== "message" || payload["role"] !== "user") return null;
  const text = partsText(payload["content"]);
  return isInjected(text) ? null : codexPrompt(text, payload);
}

const isSubagent = (payload: Fields): boolean => isRecord(payload["source"]) && "subagent" in payload["source"];
const isAnswer = (type: string, payload: Fields): boolean => type === "message" && payload["role"] === "assistant";
const isAgentEvent = ({ kind, type }: Entry): boolean => kind === "event_msg" && type === "agent_message";
const isEnd = ({ kind, type }: Entry): boolean =>
  kind === "event_msg" && (type === "task_complete" || type === "turn_complete" || type === "turn_aborted");
