/** Writes what a person said about themselves, without tools (V7). */
import { splitMessages } from "./batches";
import type { Client } from "./client";
import { convertMessages } from "./messages";
import { send } from "./save";

export interface SavePersonalMemoryInput {
  conversationId: string;
  /** Messages of user and assistant; others are left out. */
  messages: readonly unknown[];
  /** Asks for extraction after the last one; default true. */
  flush?: boolean | undefined;
}

export interface SavePersonalMemoryResult {
  sessionId?: string;
  status?: string;
  /** Messages that were taken. */
  messageCount: number;
  flushed: boolean;
  /** Whether anything was drawn from them. */
  extracted?: boolean;
  requestId: string;
}

/** null = nothing to write, and nothing was sent. Throws `EvermeError`. */
export async function savePersonalMemory(
  client: Pick<Client, "request"> & Partial<Client>,
  { conversationId, messages, flush = true }: SavePersonalMemoryInput,
): Promise<SavePersonalMemoryResult | null> {
  const said = convertMessages(messages).flatMap(({ message: { role, content, timestamp }, turnId }) =>
    role === "tool" || content === undefined ? [] : [{ message: { role, content, timestamp }, turnId }],
  );
  if (conversationId.trim() === "" || said.length === 0) return null;
  let sum: SavePersonalMemoryResult = { messageCount: 0, flushed: flush, requestId: "" };
  const batches = splitMessages(said);
  for (const [at, batch] of batches.entries()) {
    const isLast = at === batches.length - 1;
    const body = { conversationId, messages: batch.messages.map(({ message }) => message), flush: flush && isLast };
    const { result, requestId } = await send<Partial<SavePersonalMemoryResult>>(client, "/mem/personal", body);
    sum = { ...sum, ...result, messageCount: sum.messageCount + (result?.messageCount ?? 0), requestId };
  }
  return sum;
}
