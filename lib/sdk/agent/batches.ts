/** Cuts a stream of messages into requests of at most 500 (V38), so that a cut harms as little as it can. Pure. */
import type { LocalMessage } from "./messages";
import { bytesOf } from "./text";
import { boundariesOf, type Boundaries } from "./turns";

export const MAX_MESSAGES_PER_REQUEST = 500;
/** Bytes of a request's messages as JSON, unless one of them has more by itself: gateways take a mebibyte in all. */
export const MAX_BATCH_BYTES = 768 * 1024;

export interface Batch {
  messages: LocalMessage[];
  /** Turns that end in this batch. */
  completedTurns: number;
}

/** In source order; each cut after a finished turn, else after a finished call with its result, else at the limit. */
export function splitMessages(messages: readonly LocalMessage[], max: number = MAX_MESSAGES_PER_REQUEST): Batch[] {
  const boundaries = boundariesOf(messages);
  const sizes = messages.map(sizeOf);
  const batches: Batch[] = [];
  for (let start = 0; start < messages.length;) {
    const reached = reach(start, sizes, MAX_BATCH_BYTES, max);
    const end = reached === messages.length ? reached : cutBefore(boundaries, start, reached);
    batches.push(batchOf(messages, boundaries, start, end));
    start = end;
  }
  return batches;
}

/** Bytes of a message in a list, with the comma behind it. */
export const sizeOf = ({ message }: LocalMessage): number => bytesOf(message) + 1;

/** One past the last message that still fits `bytes` and the number of messages; at least one. */
export function reach(start: number, sizes: readonly number[], bytes: number, max = MAX_MESSAGES_PER_REQUEST): number {
  let room = bytes;
  let end = start;
  while (end < sizes.length && end - start < max) {
    room -= sizes[end] ?? 0;
    if (room < 0) break;
    end += 1;
  }
  return Math.max(end, start + 1);
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
