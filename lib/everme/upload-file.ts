/** A file of a cold start as messages: JSON, lines of JSON, or text. */
import { setImmediate } from "node:timers/promises";
import { z } from "zod";
import { AppError } from "../contract/errors";
import { EvermeMessage, MAX_TEXT_POINTS, type ToolCall, type UploadType } from "../contract/everme";
import { cleanText } from "../text/clean";
import { storedName } from "./stored-name";

/** null = the conversation that the caller names. */
export const FileMessage = z.object({ conversationId: z.string().min(1).max(200).nullable(), message: EvermeMessage });
export type FileMessage = z.infer<typeof FileMessage>;

const Conversation = z.object({
  conversationId: z.string().trim().min(1).max(200).optional(),
  messages: z.array(EvermeMessage),
});
const Entry = z.union([Conversation, EvermeMessage]);
const MAX_FILE_MESSAGES = 100_000;

/** Lines or messages that are looked at before others pass. */
const AT_ONCE = 200;

/**
 * What the file says, free of secrets and private text. Throws `validation_failed` for a file that holds nothing of the kind,
 * naming the line.
 */
export async function readUpload(type: UploadType, text: string): Promise<FileMessage[]> {
  const messages =
    type === "application/json"
      ? await ofJson(text)
      : type === "application/x-ndjson"
        ? await ofLines(text)
        : ofText(text);
  if (messages.length === 0 || messages.length > MAX_FILE_MESSAGES) {
    throw refuse(
      `The file holds ${messages.length === 0 ? "no messages" : `more than ${MAX_FILE_MESSAGES} messages`}.`,
    );
  }
  return inSteps(messages, (message) => [cleaned(message)]);
}

async function inSteps<T, R>(items: readonly T[], read: (item: T, at: number) => R[]): Promise<R[]> {
  const found: R[] = [];
  for (const [at, item] of items.entries()) {
    if (at > 0 && at % AT_ONCE === 0) await setImmediate();
    found.push(...read(item, at));
  }
  return found;
}

function ofJson(text: string): Promise<FileMessage[]> {
  const value = parse(text, "The file");
  return inSteps(Array.isArray(value) ? (value as unknown[]) : [value], (entry, at) =>
    entriesOf(entry, `Entry ${at + 1}`),
  );
}

const ofLines = (text: string): Promise<FileMessage[]> =>
  inSteps(text.split("\n"), (line, at) =>
    line.trim() === "" ? [] : entriesOf(parse(line, `Line ${at + 1}`), `Line ${at + 1}`),
  );

function parse(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw refuse(`${where} is not valid JSON.`, cause);
  }
}

function entriesOf(value: unknown, where: string): FileMessage[] {
  const entry = Entry.safeParse(value);
  if (!entry.success) throw refuse(`${where} is neither a message nor a conversation.`);
  if (!("messages" in entry.data)) return [{ conversationId: null, message: entry.data }];
  const { conversationId = null, messages } = entry.data;
  return messages.map((message) => ({ conversationId, message }));
}

/** Paragraphs, put together as far as one message holds. */
function ofText(text: string): FileMessage[] {
  const messages: FileMessage[] = [];
  let piece = "";
  const end = (): void => {
    if (piece.trim() !== "") messages.push({ conversationId: null, message: { role: "user", content: piece.trim() } });
    piece = "";
  };
  for (const paragraph of text.split(/\n[ \t]*\n/)) {
    for (let rest = paragraph; rest !== "";) {
      const room = MAX_TEXT_POINTS - piece.length;
      if (rest.length + 2 <= room || (piece === "" && rest.length <= room)) {
        piece += piece === "" ? rest : `\n\n${rest}`;
        break;
      }
      if (piece !== "") {
        end();
        continue;
      }
      // Never between the halves of a pair.
      const cut = /[\uD800-\uDBFF]/.test(rest[room - 1] ?? "") ? room - 1 : room;
      piece = rest.slice(0, cut);
      rest = rest.slice(cut);
      end();
    }
  }
  end();
  return messages;
}

/** Free of secrets and private text before a byte of it is written. */
function cleaned({ conversationId, message }: FileMessage): FileMessage {
  return {
    conversationId: conversationId === null ? null : storedName(conversationId),
    message: cleanedMessage(message),
  };
}

const clean = (text: string): string => cleanText(text).text;

function cleanedMessage(message: EvermeMessage): EvermeMessage {
  const own = message.id === undefined ? {} : { id: storedName(message.id) };
  switch (message.role) {
    case "user":
      return { ...message, ...own, content: clean(message.content) };
    case "tool":
      return { ...message, ...own, toolCallId: storedName(message.toolCallId), content: clean(message.content) };
    case "assistant":
      return {
        ...message,
        ...own,
        ...(message.content === undefined ? {} : { content: clean(message.content) }),
        ...(message.toolCalls === undefined ? {} : { toolCalls: message.toolCalls.map(cleanedCall) }),
      };
  }
}

/** A name that was private as a whole is none; the call stays, so that its result finds it. */
const cleanedCall = (call: ToolCall): ToolCall => ({
  ...call,
  id: storedName(call.id),
  name: clean(call.name) || "tool",
  arguments: clean(call.arguments),
});

const refuse = (message: string, cause?: unknown): AppError =>
  new AppError("validation_failed", message, {
    hint: "Send messages, or conversations with messages, as JSON or one a line; or plain text.",
    cause,
  });
