/** Cuts what a transcript holds and the gateway has not into batches, each with its own checkpoint. Pure. */
import { lastTrue, reach, sizeOf } from "../batches";
import { convertMessages } from "../messages";
import type { StoreBatch } from "../runtime/adapter";
import { HARD_BATCH_BYTES } from "../task-batches";
import { bytesOf, withinBytes } from "../text";
import { boundariesOf } from "../turns";

/** A message in a host's shape that the writers keep, and the host's id of it. */
export interface HostMessage {
  role: "user" | "assistant" | "tool";
  content: string;
  timestamp?: unknown;
  toolCalls?: { id: string; type: "function"; name: string; arguments: string }[];
  toolCallId?: string;
  turnComplete?: boolean;
  turnId?: string;
  nativeId?: string;
}

export interface CutOptions {
  /** Cut before a person's message only: the writer knows how to divide a task that is too large (V49). */
  wholeTasks: boolean;
}

/** From message `from` on. A batch ends before a person's message where it can, else after a whole call with its result. */
export function storeBatches(all: readonly HostMessage[], from: number, { wholeTasks }: CutOptions): StoreBatch[] {
  const messages = all.map(fitted);
  const kept = convertMessages(messages);
  // Positions are those of `messages`: readers hand over nothing that the writers would drop.
  if (kept.length !== messages.length) throw new Error("A transcript's reader let a message through that says nothing");
  const sizes = kept.map(sizeOf);
  const { isGroupEnd } = boundariesOf(kept);
  const isTaskEnd = kept.map((_, at) => at === kept.length - 1 || kept[at + 1]?.message.role === "user");
  const batches: StoreBatch[] = [];
  for (let start = Math.max(0, from); start < messages.length;) {
    const reached = reach(start, sizes, HARD_BATCH_BYTES);
    const next = isTaskEnd.indexOf(true, start) + 1;
    const end = wholeTasks
      ? (lastTrue(isTaskEnd, start, reached) ?? next)
      : (lastTrue(isTaskEnd, start, reached) ?? lastTrue(isGroupEnd, start, reached) ?? reached);
    const last = messages[end - 1]?.nativeId;
    batches.push({
      messages: messages.slice(start, end),
      uploadedCount: end,
      nativeMessageIds: last === undefined ? [] : [last],
    });
    start = end;
  }
  return batches;
}

/** Many calls in one message share what one request holds; their JSON may take twice its bytes once it is quoted. */
function fitted(message: HostMessage): HostMessage {
  const { toolCalls } = message;
  if (toolCalls === undefined || bytesOf(toolCalls) <= HARD_BATCH_BYTES / 2) return message;
  const budget = Math.floor(HARD_BATCH_BYTES / 4 / toolCalls.length);
  return {
    ...message,
    toolCalls: toolCalls.map((call) => ({ ...call, arguments: withinBytes(call.arguments, budget) })),
  };
}
