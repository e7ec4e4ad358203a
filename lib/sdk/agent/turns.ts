/** Where a turn ends and which calls still wait for their results, over a whole stream of messages (V39, V40). Pure. */
import type { LocalMessage } from "./messages";

export interface Boundaries {
  /** After message i no call waits for a result, and the next message is no further piece of the same result. */
  isGroupEnd: boolean[];
  /** Message i is an assistant's text that leaves no call open, and does not say that its turn goes on. */
  isTextEnd: boolean[];
  /** After message i a turn is over. */
  isTurnEnd: boolean[];
}

/** The end of the input alone ends nothing: more may follow. */
export function boundariesOf(messages: readonly LocalMessage[]): Boundaries {
  const pending = new Map<string, number>();
  const isGroupEnd: boolean[] = [];
  const isTextEnd: boolean[] = [];
  const isTurnEnd: boolean[] = [];
  messages.forEach(({ message, turnId }, at) => {
    const next = messages[at + 1];
    if (message.role === "assistant") {
      for (const { id } of message.toolCalls ?? []) pending.set(id, (pending.get(id) ?? 0) + 1);
    }
    const isFragment =
      message.role === "tool" && next?.message.role === "tool" && next.message.toolCallId === message.toolCallId;
    if (message.role === "tool" && !isFragment) settle(pending, message.toolCallId);
    isGroupEnd.push(pending.size === 0 && !isFragment);
    const mayEnd =
      message.role === "assistant" &&
      message.content !== undefined &&
      message.turnComplete !== false &&
      pending.size === 0;
    isTextEnd.push(mayEnd);
    isTurnEnd.push(mayEnd && (message.turnComplete === true || isNextTurn(turnId, next)));
  });
  return { isGroupEnd, isTextEnd, isTurnEnd };
}

function isNextTurn(turnId: string | undefined, next: LocalMessage | undefined): boolean {
  if (next === undefined) return false;
  return next.message.role === "user" || (turnId !== undefined && next.turnId !== undefined && next.turnId !== turnId);
}

function settle(pending: Map<string, number>, id: string): void {
  const count = pending.get(id) ?? 0;
  if (count > 1) pending.set(id, count - 1);
  else pending.delete(id);
}
