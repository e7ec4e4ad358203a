/** Which of two memories is the older, and which one a merge keeps. Pure. */
import type { MemoryRow } from "../memories/repo";

/** The older one first; the same age falls to the id. */
export const byAge = (a: MemoryRow, b: MemoryRow): [older: MemoryRow, newer: MemoryRow] =>
  a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.id < b.id) ? [a, b] : [b, a];

/** A merge keeps the pinned, then the more important, then the more used, then the later written, then the later made. */
export function rankTwins(a: MemoryRow, b: MemoryRow): [keep: MemoryRow, drop: MemoryRow] {
  const order =
    Number(b.tier === "pinned") - Number(a.tier === "pinned") ||
    b.importance - a.importance ||
    b.accessCount - a.accessCount ||
    b.updatedAt - a.updatedAt ||
    b.id - a.id;
  return order <= 0 ? [a, b] : [b, a];
}
