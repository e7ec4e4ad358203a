/** Messages of a Claude Code transcript as codewatch-memory reads them (C19, C20), in today's nested form and the older flat one. Pure. */
import { partsText } from "../text/content-parts";
import { isCommandMarkup, isCompaction, isInterruption } from "../transcripts/claude-markup";
import { headOf } from "../text/caps";
import { cleanText, toolText } from "../text/clean";
import { isRecord, parseJson } from "../text/json-value";

export interface CodewatchMessage {
  role: "user" | "assistant" | "tool";
  /** Clean. */
  text: string;
}

/** C19. */
export const LAST_MESSAGES = 20;
/** C20. */
const INPUT_CHARS = 500;
const RESULT_CHARS = 1000;

/** The last 20 of the lines; what is no message, or not of the main conversation, is none. */
export function lastMessages(lines: readonly string[]): CodewatchMessage[] {
  return lines.flatMap((line) => messagesOf(parseJson(line))).slice(-LAST_MESSAGES);
}

/** C20: `[USER]`, `[ASSISTANT]` and `[TOOL]` paragraphs. */
export const rendered = (messages: readonly CodewatchMessage[]): string =>
  messages.map(({ role, text }) => `[${role.toUpperCase()}]\n${text}`).join("\n\n");

export function messagesOf(line: unknown): CodewatchMessage[] {
  if (!isRecord(line) || line["isSidechain"] === true || line["isMeta"] === true || line["isCompactSummary"] === true)
    return [];
  const type = line["type"];
  if (type === "tool_result" || type === "tool") return message("tool", resultOf(line["content"] ?? line["output"]));
  if (type === "tool_use") return message("assistant", callOf(line));
  const inner = isRecord(line["message"]) ? line["message"] : line;
  const role = inner["role"] ?? type;
  if (role === "user" || role === "human") return userMessages(inner["content"]);
  return role === "assistant" ? message("assistant", said(inner["content"])) : [];
}

/** Results answer the calls above: they come before what was typed. */
function userMessages(content: unknown): CodewatchMessage[] {
  const blocks = Array.isArray(content) ? content.filter(isRecord) : [];
  const results = blocks.filter((block) => block["type"] === "tool_result").map((block) => resultOf(block["content"]));
  const typed = Array.isArray(content)
    ? blocks.filter((block) => block["type"] !== "tool_result" && !isCommandMarkup(String(block["text"] ?? "")))
    : content;
  const text = partsText(typed);
  const isTyped = !isCommandMarkup(text) && !isCompaction(text) && !isInterruption(text);
  return [...results.flatMap((result) => message("tool", result)), ...(isTyped ? message("user", text) : [])];
}

/** Thinking is nobody's. */
function said(content: unknown): string {
  if (!Array.isArray(content)) return partsText(content);
  return content
    .filter(isRecord)
    .map((block) => {
      if (block["type"] === "text") return partsText([block]);
      return block["type"] === "tool_use" ? callOf(block) : "";
    })
    .filter((part) => part !== "")
    .join("\n");
}

const callOf = (block: Record<string, unknown>): string => {
  const name = typeof block["name"] === "string" ? block["name"] : "unknown";
  // Cleaned before it is cut: a secret must not survive by half.
  const input = cleanText(toolText(block["input"] ?? {}, (value) => JSON.stringify(value))).text;
  return `[Tool: ${headOf(name, 200)}] ${headOf(input, INPUT_CHARS)}`;
};

const resultOf = (content: unknown): string => headOf(cleanText(toolText(content)).text, RESULT_CHARS);

function message(role: CodewatchMessage["role"], text: string): CodewatchMessage[] {
  const clean = cleanText(text).text.trim();
  return clean === "" ? [] : [{ role, text: clean }];
}
