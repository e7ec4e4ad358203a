/**
 * Reads BEAM's chat layout. Expected is one of
 * - a conversation's folder with `chat.json` and `probing_questions/probing_questions.json`, or a folder of such folders;
 * - that `chat.json` itself;
 * - a JSON array, or JSON Lines, of rows `{conversation_id, chat, probing_questions}`.
 *
 * A chat is a list of batches `{batch_number, time_anchor?, turns: [[message]]}`, a list of lists of messages, or plans
 * `{"plan-1": [batch]}`; a message is `{role, content, id?, time_anchor?: "March-15-2024"}`. Each batch, or list of messages,
 * is a session. The questions are an object by ability of `[{question, source_chat_ids}]`, as JSON or as the Python literal
 * of the published tables; the ids are a list or an object of lists. A question is scored when each id that the chat has
 * belongs to one message only (the chats of ten million tokens repeat ids). The generator's marks at the end of the
 * user's messages ("->-> 1,2") are taken off.
 */
import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import {
  broken,
  type Conversation,
  dateOf,
  type EvidenceQuestion,
  fillTimes,
  readJson,
  type Session,
} from "./conversation";
import { parsePythonLiteral } from "./python-literal";

const Message = z.looseObject({
  role: z.string(),
  content: z.string(),
  id: z.union([z.number(), z.string()]).nullish(),
  time_anchor: z.string().nullish(),
});
type Message = z.infer<typeof Message>;
const Batch = z.looseObject({ turns: z.array(z.unknown()), time_anchor: z.string().nullish() });
const Questions = z.record(
  z.string(),
  z.array(z.looseObject({ question: z.string().min(1), source_chat_ids: z.unknown().optional() })),
);
const Row = z.looseObject({
  conversation_id: z.union([z.string(), z.number()]).nullish(),
  chat: z.unknown(),
  probing_questions: z.unknown(),
});

const HINT =
  "Expected is BEAM's chats/<size> folder, one chat.json, or rows of {conversation_id, chat, probing_questions}.";
const QUESTIONS = join("probing_questions", "probing_questions.json");
const FIRST = Date.UTC(2024, 0, 1);
const MAX_DEPTH = 8;

/** Conversations at the path, at most `limit`. Throws `validation_failed` for another layout. */
export function readBeam(path: string, limit = Infinity): Conversation[] {
  const folders = foldersOf(path);
  if (folders.length > 0) {
    return folders.slice(0, limit).map((folder) => {
      const questions = join(folder, QUESTIONS);
      return toConversation(folder, basename(folder), readJson(join(folder, "chat.json")), readJson(questions));
    });
  }
  const json = readJson(path);
  const rows = z
    .array(Row)
    .min(1)
    .safeParse(Array.isArray(json) ? json : [json]);
  if (!rows.success) throw broken(`${path} is not in BEAM's layout: ${z.prettifyError(rows.error)}`, HINT);
  return rows.data
    .slice(0, limit)
    .map((row, i) => toConversation(path, String(row.conversation_id ?? i + 1), row.chat, row.probing_questions));
}

/** Folders with a chat: the path's own, or those in it, by number. Empty when the path is another file. */
function foldersOf(path: string): string[] {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat?.isFile() === true && basename(path) === "chat.json") return [dirname(path)];
  if (stat?.isDirectory() !== true) return [];
  const hasChat = (folder: string): boolean => existsSync(join(folder, "chat.json"));
  if (hasChat(path)) return [path];
  const names = readdirSync(path).sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
  const folders = names.map((name) => join(path, name)).filter(hasChat);
  if (folders.length === 0) throw broken(`${path} holds no chat.json.`, HINT);
  return folders;
}

function toConversation(where: string, id: string, chat: unknown, asked: unknown): Conversation {
  const lists = sessionsOf(chat, 0);
  if (lists.length === 0) throw broken(`${where}: the chat of ${id} has no messages.`, HINT);
  const times = fillTimes(
    lists.map(({ anchor }) => timeOf(anchor)),
    FIRST,
  );
  const idsOf = new Map<string, string[]>();
  const sessions = lists.map(({ messages }, i): Session => {
    const turns = messages.flatMap((message, place) => {
      const turn = { id: `s${i + 1}:t${place + 1}`, role: roleOf(message), text: withoutMark(message.content) };
      if (turn.text === "") return [];
      const raw = String(message.id ?? "");
      const same = idsOf.get(raw);
      if (same !== undefined) same.push(turn.id);
      else if (raw !== "") idsOf.set(raw, [turn.id]);
      return [turn];
    });
    return { id: `s${i + 1}`, at: times[i] ?? FIRST, turns };
  });
  const parsed = Questions.safeParse(typeof asked === "string" ? readLiteral(where, id, asked) : asked);
  if (!parsed.success) {
    throw broken(`${where}: the questions of ${id} are not in BEAM's layout: ${z.prettifyError(parsed.error)}`, HINT);
  }
  const all = Object.entries(parsed.data).flatMap(([category, questions]) =>
    questions.map((question) => ({ ...question, category })),
  );
  const questions = all.flatMap(({ question, source_chat_ids, category }): EvidenceQuestion[] => {
    const found = [...new Set(idsIn(source_chat_ids, 0))].map((raw) => idsOf.get(raw) ?? []);
    const evidence = found.flat();
    const isClear = evidence.length > 0 && found.every((ids) => ids.length <= 1);
    return isClear ? [{ text: question, category, evidence }] : [];
  });
  return { id, sessions, questions, unscored: all.length - questions.length };
}

interface MessageList {
  messages: Message[];
  anchor: string | undefined;
}

function sessionsOf(value: unknown, depth: number): MessageList[] {
  if (depth > MAX_DEPTH || typeof value !== "object" || value === null) return [];
  const batch = Batch.safeParse(value);
  if (batch.success) return listOf(messagesIn(batch.data.turns, depth), batch.data.time_anchor);
  if (!Array.isArray(value)) {
    const plans = Object.entries(value).sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true }));
    return plans.flatMap(([, plan]) => sessionsOf(plan, depth + 1));
  }
  const messages = value.flatMap((item) => Message.safeParse(item).data ?? []);
  if (messages.length > 0 && messages.length === value.length) return listOf(messages, undefined);
  return value.flatMap((item) => sessionsOf(item, depth + 1));
}

const listOf = (messages: Message[], anchor: string | null | undefined): MessageList[] =>
  messages.length === 0
    ? []
    : [{ messages, anchor: anchor ?? messages.find((message) => message.time_anchor)?.time_anchor ?? undefined }];

function messagesIn(value: unknown, depth: number): Message[] {
  if (depth > MAX_DEPTH) return [];
  if (Array.isArray(value)) return value.flatMap((item) => messagesIn(item, depth + 1));
  const message = Message.safeParse(value);
  return message.success ? [message.data] : [];
}

const roleOf = (message: Message): "user" | "assistant" => (message.role === "assistant" ? "assistant" : "user");

function withoutMark(content: string): string {
  const text = content.trim();
  const mark = text.lastIndexOf("->->");
  const isMark = mark >= 0 && /^->->\s?[\w/]{1,8}\s?,\s?[\w/]{1,8}$/.test(text.slice(mark));
  return isMark ? text.slice(0, mark).trimEnd() : text;
}

function readLiteral(where: string, id: string, text: string): unknown {
  try {
    return text.trimStart().startsWith('{"') ? JSON.parse(text) : parsePythonLiteral(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw broken(`${where}: the questions of ${id} are neither JSON nor a Python literal: ${error.message}.`, HINT);
  }
}

/** Numbers anywhere in a list or an object of lists. */
function idsIn(value: unknown, depth: number): string[] {
  if (depth > MAX_DEPTH) return [];
  if (typeof value === "number" || typeof value === "string") return [String(value)];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap((item) => idsIn(item, depth + 1));
}

/** "March-15-2024", noon UTC. */
function timeOf(text: string | undefined): number | undefined {
  const match = /^([A-Za-z]{3,9})-(\d{1,2})-(\d{4})/.exec(text ?? "");
  return match === null ? undefined : dateOf(Number(match[2]), match[1] ?? "", Number(match[3]));
}
