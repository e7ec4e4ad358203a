/** Text of messages and queries: plain parts, budgets that never cut a character, and what chat channels put around a question (V31–V34). Pure. */
import { headOf } from "../../text/caps";

/** Code points of one user or assistant text on the wire. */
export const MAX_TEXT_CODE_POINTS = 8000;
/** UTF-16 units of a query. */
export const MAX_QUERY_UNITS = 1024;
const HEAD_SHARE = 0.7;

/** The text of a content value, literally: a string, blocks with `text`, or a list of both, joined by line breaks; anything else is "". */
export function extractText(content: unknown): string {
  if (typeof content === "string") return content;
  if (Array.isArray(content)) {
    return (content as unknown[])
      .map(extractText)
      .filter((part) => part !== "")
      .join("\n");
  }
  if (typeof content !== "object" || content === null) return "";
  const { type, text } = content as { type?: unknown; text?: unknown };
  return typeof text === "string" && (type === undefined || type === "text") ? text : "";
}

/** `text` whole, or its head (70 %) and tail with a mark that says how many code points are missing (V31). */
export function withinCodePoints(text: string, max: number = MAX_TEXT_CODE_POINTS): string {
  if (text.length <= max) return text;
  const points = Array.from(text);
  if (points.length <= max) return text;
  const mark = (cut: number) => `\n[… ${cut} characters cut …]\n`;
  const room = Math.max(0, max - Array.from(mark(points.length)).length);
  const head = Math.ceil(room * HEAD_SHARE);
  const tail = room - head;
  return points.slice(0, head).join("") + mark(points.length - room) + points.slice(points.length - tail).join("");
}

/** The same in UTF-8 bytes (V49); no character is cut, so that the result may be a few bytes shorter. */
export function withinBytes(text: string, max: number): string {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= max) return text;
  const mark = (cut: number) => `\n[… ${cut} bytes cut …]\n`;
  const room = Math.max(0, max - new TextEncoder().encode(mark(bytes.length)).length);
  const headEnd = backToCharacter(bytes, Math.ceil(room * HEAD_SHARE));
  const tailStart = forwardToCharacter(bytes, bytes.length - (room - Math.ceil(room * HEAD_SHARE)));
  const decoder = new TextDecoder();
  const head = decoder.decode(bytes.subarray(0, headEnd));
  const tail = decoder.decode(bytes.subarray(tailStart));
  return head + mark(tailStart - headEnd) + tail;
}

export const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

function backToCharacter(bytes: Uint8Array, at: number): number {
  let end = at;
  while (end > 0 && isContinuation(bytes[end])) end -= 1;
  return end;
}

function forwardToCharacter(bytes: Uint8Array, at: number): number {
  let start = at;
  while (start < bytes.length && isContinuation(bytes[start])) start += 1;
  return start;
}

const METADATA_BLOCK =
  /^[ \t]*(?:Sender|Conversation info|发送者|会话信息|对话信息)[ \t]*(?:[（(][^)）\n]{0,60}[)）])?[ \t]*[:：]?[ \t]*\r?\n```[^\n]*\n(?:(?!```)[^\n]*\n)*```[ \t]*(?:\r?\n|$)/gim;
const MESSAGE_ID = /^[ \t]*\[?message_id\s*[:=][^\n]*\n(?:[ \t]*[A-Za-z_][\w-]*\s*[:=][^\n]*\n)?/gim;
const LEADING_TIME =
  /^\s*\[?(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,?\s+)?\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:\s?(?:Z|UTC|GMT)?(?:[+-]\d{1,2}(?::?\d{2})?)?)?\]?[ \t]*[:：]?\s*/i;

/** What a chat channel adds to a question, taken away: metadata blocks, message ids, one time in front. For queries only (V33). */
export function stripChannelMetadata(text: string): string;
export function stripChannelMetadata<T>(text: T): T | string;
export function stripChannelMetadata(text: unknown): unknown {
  if (typeof text !== "string") return text;
  // The patterns look line by line; what is longer than any question is not searched.
  return headOf(text, 16 * 1024)
    .replace(METADATA_BLOCK, "")
    .replace(MESSAGE_ID, "")
    .replace(LEADING_TIME, "")
    .trim();
}

/** A content value as a query: its text without what the channel added. */
export const toText = (content: unknown): string => stripChannelMetadata(extractText(content));

const RESET = ["/clear", "/reset", "/new", "start over", "新会话", "重新开始"];

/** Whether the person begins anew: nothing is looked up then (V34). */
export function isSessionResetPrompt(text: string): boolean {
  const said = text.trim().toLowerCase();
  return RESET.some((word) => said === word || said.startsWith(`${word} `));
}
