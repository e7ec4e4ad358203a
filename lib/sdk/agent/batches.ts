/** Cuts a stream of messages into requests of at most 500 (V38), so that a cut harms as little as it can. Pure. */
import type { LocalMessage } from "./messages";
import { boundariesOf, type Boundaries } from "./turns";

export const MAX_MESSAGES_PER_REQUEST = 500;

export interface Batch {
  messages: LocalMessage[];
  /** Turns that end in this batch. */
  completedTurns: number;
}

/** In source order; each cut after a finished turn, else after a finished call with its result, else at the limit. */
export function splitMessages(messages: readonly LocalMessage[], max: number = MAX_MESSAGES_PER_REQUEST): Batch[] {
  const boundaries = boundariesOf(messages);
  const batches: Batch[] = [];
  for (let start = 0; start < messages.length;) {
    const end = messages.length - start <= max ? messages.length : cutBefore(boundaries, start, start + max);
    batches.push(batchOf(messages, boundaries, start, end));
    start = end;
  }
  return batches;
}

/** The messages from `start` up to `end`, with the turns that end among them. */
export function batchOf(
  messages: readonly LocalMessage[],
  { isTurnEnd }: Boundaries,
  start: number,
  end: number,
): Batch {
  return {
    messages: messages.slice(start, end),
    completedTurns: isTurnEnd.slice(start, end).filter(Boolean).length,
  };
}

/** Looks back from `limit` to `start`; answers an index after which nothing of this batch stands. */
function cutBefore({ isTurnEnd, isGroupEnd }: Boundaries, start: number, limit: number): number {
  return lastTrue(isTurnEnd, start, limit) ?? lastTrue(isGroupEnd, start, limit) ?? limit;
}

/** One past the last index in [start, end) where `flags` holds. */
export function lastTrue(flags: readonly boolean[], start: number, end: number): number | undefined {
  for (let at = end - 1; at >= start; at -= 1) if (flags[at] === true) return at + 1;
  return undefined;
}
