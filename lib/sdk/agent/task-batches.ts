/** Cuts a stream into requests by bytes, so that whole tasks stay together (V49, V50, V72). Pure. */
import { type Batch, batchOf, lastTrue, reach, sizeOf } from "./batches";
import type { LocalMessage } from "./messages";
import { withinBytes } from "./text";
import { type Boundaries, boundariesOf } from "./turns";

/** Bytes of JSON that a request is cut near to. */
export const SOFT_BATCH_BYTES = 64 * 1024;
/** Bytes of JSON that no request of several messages exceeds. */
export const HARD_BATCH_BYTES = 280 * 1024;
/** UTF-8 bytes of one tool result in a task that does not fit, tried in this order. */
export const TOOL_RESULT_BUDGETS = [4096, 3072, 2048] as const;

/**
 * In source order, with every message and its fields. A task is a person's message and what follows it: one that fits
 * the hard limit is never cut; of one that does not, long tool results lose their middle first.
 */
export function splitTasks(messages: readonly LocalMessage[]): Batch[] {
  const kept = tasksOf(messages).flatMap(withinHardLimit);
  const boundaries = boundariesOf(kept);
  const sizes = kept.map(sizeOf);
  const isTaskEnd = kept.map((_, at) => at === kept.length - 1 || kept[at + 1]?.message.role === "user");
  const batches: Batch[] = [];
  for (let start = 0; start < kept.length;) {
    const end = cutAfter(start, sizes, isTaskEnd, boundaries);
    batches.push(batchOf(kept, boundaries, start, end));
    start = end;
  }
  return batches;
}

function cutAfter(start: number, sizes: number[], isTaskEnd: boolean[], boundaries: Boundaries): number {
  const soft = reach(start, sizes, SOFT_BATCH_BYTES);
  const hard = reach(start, sizes, HARD_BATCH_BYTES);
  return (
    lastTrue(isTaskEnd, start, soft) ??
    firstTrue(isTaskEnd, soft, hard) ??
    lastTrue(boundaries.isTextEnd, start, hard) ??
    lastTrue(boundaries.isGroupEnd, start, hard) ??
    hard
  );
}

/** One past the first index in [start, end) where `flags` holds. */
function firstTrue(flags: readonly boolean[], start: number, end: number): number | undefined {
  for (let at = start; at < end; at += 1) if (flags[at] === true) return at + 1;
  return undefined;
}

function tasksOf(messages: readonly LocalMessage[]): LocalMessage[][] {
  const tasks: LocalMessage[][] = [];
  for (const one of messages) {
    const current = tasks.at(-1);
    if (current === undefined || one.message.role === "user") tasks.push([one]);
    else current.push(one);
  }
  return tasks;
}

function withinHardLimit(task: LocalMessage[]): LocalMessage[] {
  let shorter = task;
  for (const budget of TOOL_RESULT_BUDGETS) {
    if (total(shorter) <= HARD_BATCH_BYTES) break;
    shorter = task.map((one) =>
      one.message.role === "tool"
        ? { ...one, message: { ...one.message, content: withinBytes(one.message.content, budget) } }
        : one,
    );
  }
  return shorter;
}

const total = (task: readonly LocalMessage[]): number => task.reduce((sum, one) => sum + sizeOf(one), 0);
