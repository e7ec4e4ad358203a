/** The block that a prompt brings back (C47). Pure. */
import type { Priority } from "../contract/evidence";
import { reason, type Reason } from "../contract/trace-reason";
import { WRAPPER } from "../inject/frame";
import { type Entry, type Made, makeBlock, type Section } from "./blocks";
import type { RecallItem, TaskLine } from "./lines";

/** Ours, and the one that codewatch-memory's own mode promises (C47). */
export type Wrapper = typeof WRAPPER | "codewatch-memory";

/** C43: of all kinds together. */
export const MAX_ITEMS = 15;

export interface Found extends RecallItem {
  /** Why it was looked at. */
  reason: Reason;
  score: number | null;
  parts: Record<string, number> | null;
  /** Set = looked at, and left out for that reason. */
  barred?: Reason;
}

export interface RecallBounds {
  maxChars: number;
  /** Rows. */
  limit?: number | undefined;
  wrapper?: Wrapper | undefined;
}

/**
 * High ones as key observations, the rest as related ones, each in the given order, then the current task; at most 15 (or `limit`), and
 * `maxChars` characters. Without anything found there is no block, task or not (C46).
 */
export function composeRecall(found: Found[], task: TaskLine | null, bounds: RecallBounds): Made {
  const { maxChars, limit = MAX_ITEMS, wrapper = WRAPPER } = bounds;
  const most = Math.min(limit, MAX_ITEMS);
  const admitted = found.filter((item) => item.barred === undefined);
  const over = new Set(admitted.slice(most));
  const entries = found.map((item) => ({
    ...entryOf(item),
    priority: item.priority,
    ...(over.has(item) ? { barred: reason("promptCount", { most }) } : {}),
  }));
  const section = (name: string, priorities: Priority[]): Section => ({
    name,
    entries: entries.filter(({ priority }) => priorities.includes(priority)),
  });
  const sections = [section("key-observations", ["high"]), section("related-observations", ["medium", "low"])];
  // What was only taken for its kind need not be about anything that the prompt is about: no reason to speak of the task.
  const isOnTopic = admitted.some(({ score }) => score !== null);
  if (task !== null && isOnTopic) sections.push({ name: "current-task", entries: [taskEntry(task)] });
  return makeBlock(sections, { wrapper, maxChars });
}

export const entryOf = (item: Found): Entry => ({
  type: item.type,
  id: item.id,
  revision: item.revision,
  line: item.line,
  reason: item.reason,
  score: item.score,
  parts: item.parts,
  ...(item.barred === undefined ? {} : { barred: item.barred }),
});

export const taskEntry = (task: TaskLine): Entry => ({
  type: task.type,
  id: task.id,
  revision: task.revision,
  line: task.line,
  reason: reason("openTask"),
  score: null,
  parts: null,
});
