/** How dark a day of a heat map is. Pure. */

/** 0 for nothing, then 1 to 4 by quarters of the days on which something happened: one busy day does not pale the rest. */
export function levelsOf(counts: readonly number[]): number[] {
  const busy = counts.filter((count) => count > 0).sort((a, b) => a - b);
  const bounds = [0.25, 0.5, 0.75].map((share) => busy[Math.floor((busy.length - 1) * share)] ?? Infinity);
  return counts.map((count) => (count === 0 ? 0 : 1 + bounds.filter((bound) => count > bound).length));
}
