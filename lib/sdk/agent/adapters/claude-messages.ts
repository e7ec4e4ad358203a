/** Messages in a Claude Code transcript. Its record format is internal: what is unknown is passed over. Pure. */
import { partsText, stringOf } from "../../../text/content-parts";
import { isRecord } from "../../../text/json-value";
import { isCommandMarkup, isCompaction, isInterruption } from "../../../transcripts/claude-markup";
import { outgoingArguments, outgoingText, withoutMemoryOutput } from "./outgoing";
import type { HostMessage } from "./store-batches";

type Fields = Readonly<Record<string, unknown>>;

/** In file order; without side chains, thinking, what no person typed, what memory brought back, private text and secrets. */
export function claudeMessages(lines: readonly Fields[]): HostMessage[] {
  const messages: HostMessage[] = [];
  /** An answer's blocks come in lines of their own. */
  const answers = new Map<string, HostMessage>();
  let turnId: string | undefined;
  for (const line of lines) {
    if (line["isSidechain"] === true || line["isMeta"] === true || line["isCompactSummary"] === true) continue;
    const message = messageOf(line);
    const at = { timestamp: line["timestamp"], ...idOf(line) };
    if (message?.["role"] === "user") {
      for (const result of resultsIn(message["content"])) messages.push({ ...result, ...at, ...turnOf(turnId) });
      const text = typedIn(message["content"]);
      if (text === "") continue;
      turnId = stringOf(line["uuid"]);
      messages.push({ role: "user", content: text, ...at, ...turnOf(turnId) });
    } else if (message?.["role"] === "assistant") {
      if (line["isApiErrorMessage"] === true || message["model"] === "<synthetic>") continue;
      addAnswer(messages, answers, message, { ...at, ...turnOf(turnId) });
    } else if (line["type"] === "tool_result") {
      messages.push(...resultsIn([line]).map((result) => ({ ...result, ...at, ...turnOf(turnId) })));
    }
  }
  return withoutMemoryOutput(messages);
}

/** V61: what changes when a turn has ended, and only then. */
export function lastUuid(lines: readonly Fields[]): string | null {
  for (const line of [...lines].reverse()) {
    const uuid = stringOf(line["uuid"]);
    if (uuid !== undefined && line["isSidechain"] !== true) return uuid;
  }
  return null;
}

function addAnswer(
  messages: HostMessage[],
  answers: Map<string, HostMessage>,
  message: Fields,
  rest: Partial<HostMessage>,
): void {
  const blocks: unknown[] = Array.isArray(message["content"]) ? message["content"] : [message["content"]];
  const text = outgoingText(partsText(blocks.filter((block) => !isRecord(block) || block["type"] === "text"))).trim();
  const calls = blocks.flatMap((block) => {
    const call = isRecord(block) && block["type"] === "tool_use" ? block : {};
    const id = stringOf(call["id"]);
    const name = stringOf(call["name"]);
    if (id === undefined || name === undefined) return [];
    return [{ id, type: "function" as const, name, arguments: outgoingArguments(call["input"]) }];
  });
  const id = stringOf(message["id"]);
  const known = id === undefined ? undefined : answers.get(id);
  const isEnd = message["stop_reason"] === "end_turn";
  if (known !== undefined) {
    known.content = [known.content, text].filter((part) => part !== "").join("\n");
    if (calls.length > 0) known.toolCalls = [...(known.toolCalls ?? []), ...calls];
    if (isEnd) known.turnComplete = true;
    return;
  }
  if (text === "" && calls.length === 0) return;
  const answer: HostMessage = {
    role: "assistant",
    content: text,
    ...(calls.length === 0 ? {} : { toolCalls: calls }),
    ...(isEnd ? { turnComplete: true } : {}),
    ...rest,
  };
  messages.push(answer);
  if (id !== undefined) answers.set(id, answer);
}

/** The line's message, or the flat line of older tools itself. */
function messageOf(line: Fields): Fields | null {
  if (isRecord(line["message"])) return line["message"];
  return line["content"] !== undefined && typeof line["role"] === "string" ? line : null;
}

function resultsIn(content: unknown): HostMessage[] {
  if (!Array.isArray(content)) return [];
  return (content as unknown[]).flatMap((block): HostMessage[] => {
    if (!isRecord(block) || block["type"] !== "tool_result") return [];
    const toolCallId = stringOf(block["tool_use_id"]) ?? stringOf(block["toolCallId"]);
    if (toolCallId === undefined) return [];
    return [{ role: "tool", toolCallId, content: outgoingText(partsText(block["content"])) }];
  });
}

function typedIn(content: unknown): string {
  const parts = Array.isArray(content)
    ? (content as unknown[]).filter((block) => !isRecord(block) || block["type"] !== "tool_result")
    : content;
  const text = partsText(parts);
  if (isCommandMarkup(text) || isCompaction(text) || isInterruption(text)) return "";
  return outgoingText(text).trim();
}

const turnOf = (turnId: string | undefined) => (turnId === undefined ? {} : { turnId });
const idOf = (line: Fields) => (typeof line["uuid"] === "string" ? { nativeId: line["uuid"] } : {});
