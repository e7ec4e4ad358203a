/** Ranked memories about the same subject: the newer statement stands above the older one. Pure. */
import type { RankedMemory, Succession } from "./candidates";

/**
 * The order by score, but a newer statement that ranks below an older one about the same subject moves up to just above
 * it. The same subject: `successions` says so, or they share a key (of a project and global).
 */
export function newerFirst(ranked: RankedMemory[], successions: Succession[]): RankedMemory[] {
  const byId = new Map(ranked.map((memory) => [memory.row.id, memory]));
  const olderOf = new Map<number, Set<number>>();
  const link = (newer: number, older: number): void => {
    if (newer === older || !byId.has(newer) || !byId.has(older)) return;
    olderOf.set(newer, (olderOf.get(newer) ?? new Set()).add(older));
  };
  for (const { olderId, newerId } of successions) link(newerId, olderId);
  for (const [newer, older] of sharingKey(ranked)) link(newer, older);
  if (olderOf.size === 0) return ranked;

  const newersOf = invert(olderOf);
  const placed = new Set<number>();
  const ordered: RankedMemory[] = [];
  const opened = new Set<number>();
  for (const { row } of ranked) {
    // A stack of our own: a chain may be as long as the list. What was opened already is not waited for again.
    const waiting = [row.id];
    for (let id = waiting.at(-1); id !== undefined; id = waiting.at(-1)) {
      const newers = opened.has(id) ? [] : (newersOf.get(id) ?? []).filter((newer) => !opened.has(newer));
      opened.add(id);
      if (newers.length > 0) {
        waiting.push(...newers.reverse());
        continue;
      }
      waiting.pop();
      const memory = byId.get(id);
      if (memory === undefined || placed.has(id)) continue;
      placed.add(id);
      ordered.push(memory);
    }
  }
  return ordered;
}

/** Pairs (newer, older) of neighbours in time among those of one key. */
function sharingKey(ranked: RankedMemory[]): [number, number][] {
  const groups = new Map<string, RankedMemory[]>();
  for (const memory of ranked) {
    const key = memory.row.key.toLowerCase();
    groups.set(key, [...(groups.get(key) ?? []), memory]);
  }
  return [...groups.values()].flatMap((group) => {
    if (group.length < 2) return [];
    const newest = [...group].sort((a, b) => b.row.updatedAt - a.row.updatedAt || b.row.id - a.row.id);
    return newest.slice(1).map((older, n): [number, number] => [newest[n]?.row.id ?? 0, older.row.id]);
  });
}

function invert(olderOf: Map<number, Set<number>>): Map<number, number[]> {
  const newersOf = new Map<number, number[]>();
  for (const [newer, olders] of olderOf) {
    for (const older of olders) newersOf.set(older, [...(newersOf.get(older) ?? []), newer]);
  }
  return newersOf;
}
