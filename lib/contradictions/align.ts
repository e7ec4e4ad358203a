/** Lays two readings side by side: what they share, and what stands in the one and not in the other. Pure, bounded. */
import type { Token } from "./types";

export interface Alignment {
  shared: [older: Token, newer: Token][];
  olderOnly: Token[];
  newerOnly: Token[];
}

/** Tokens of one statement that are compared: the longest common run costs their product. */
const MAX_TOKENS = 120;

/** Longest common run in order; what was only moved is shared too. */
export function align(older: Token[], newer: Token[]): Alignment {
  const [a, b] = [older.slice(0, MAX_TOKENS), newer.slice(0, MAX_TOKENS)];
  const lengths = table(a, b);
  const result: Alignment = { shared: [], olderOnly: [], newerOnly: [] };
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [x, y] = [a[i], b[j]];
    if (x !== undefined && y !== undefined && isSame(x, y)) {
      result.shared.push([x, y]);
      i += 1;
      j += 1;
    } else if (y === undefined || (x !== undefined && at(lengths, i + 1, j) >= at(lengths, i, j + 1))) {
      if (x !== undefined) result.olderOnly.push(x);
      i += 1;
    } else {
      result.newerOnly.push(y);
      j += 1;
    }
  }
  return withMoved(result);
}

/** 20 and 20.1 are one version told more or less exactly. */
export function isSame(a: Token, b: Token): boolean {
  if (a.key === b.key) return a.kind === b.kind || (isNaming(a) && isNaming(b));
  if (a.kind !== b.kind) return false;
  if (a.kind === "number") return a.key.startsWith(`${b.key}.`) || b.key.startsWith(`${a.key}.`);
  if (a.kind === "date") return a.key.endsWith(`-${b.key}`) || b.key.endsWith(`-${a.key}`);
  if (a.kind === "path") return a.key.endsWith(`/${b.key}`) || b.key.endsWith(`/${a.key}`);
  return false;
}

const isNaming = (token: Token): boolean => token.kind === "word" || token.kind === "name";

const at = (lengths: number[][], i: number, j: number): number => lengths[i]?.[j] ?? 0;

function table(a: Token[], b: Token[]): number[][] {
  const lengths: number[][] = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const [x, y] = [a[i], b[j]];
      const row = lengths[i];
      if (x === undefined || y === undefined || row === undefined) continue;
      row[j] = isSame(x, y) ? at(lengths, i + 1, j + 1) + 1 : Math.max(at(lengths, i + 1, j), at(lengths, i, j + 1));
    }
  }
  return lengths;
}

/** The same words in another order, or said twice, tell nothing new. */
function withMoved({ shared, olderOnly, newerOnly }: Alignment): Alignment {
  const left: Token[] = [];
  const free = [...newerOnly];
  for (const token of olderOnly) {
    const index = free.findIndex((other) => isSame(token, other));
    const [other] = index < 0 ? [] : free.splice(index, 1);
    if (other !== undefined) shared.push([token, other]);
    else if (!shared.some(([known]) => isSame(known, token))) left.push(token);
  }
  return {
    shared,
    olderOnly: left,
    newerOnly: free.filter(
      (token) => !shared.some(([, known]) => isSame(known, token) && known.retired === token.retired),
    ),
  };
}
