/** Very many ids in little room. Pure. */

export interface IdSet {
  has(id: number): boolean;
}

/** One bit an id up to the highest. */
export function idSet(ids: readonly number[]): IdSet {
  const highest = ids.reduce((most, id) => Math.max(most, id), 0);
  const bits = new Uint8Array((highest >> 3) + 1);
  for (const id of ids) bits[id >> 3] = (bits[id >> 3] ?? 0) | (1 << (id & 7));
  return { has: (id) => ((bits[id >> 3] ?? 0) & (1 << (id & 7))) !== 0 };
}
