/** Measures of a ranking against what is relevant, 0–1 each: binary relevance, ids that occur once in a ranking. */

/** Share of the relevant ids within the first `k`; 0 when nothing is relevant. */
export function recallAt(ranked: readonly string[], relevant: ReadonlySet<string>, k: number): number {
  return relevant.size === 0 ? 0 : hitsAt(ranked, relevant, k) / relevant.size;
}

/** 1 when at least one relevant id is within the first `k`. */
export function anyAt(ranked: readonly string[], relevant: ReadonlySet<string>, k: number): number {
  return hitsAt(ranked, relevant, k) > 0 ? 1 : 0;
}

/** 1 when every relevant id is within the first `k`; impossible, thus 0, where there are more than `k` of them. */
export function allAt(ranked: readonly string[], relevant: ReadonlySet<string>, k: number): number {
  return relevant.size > 0 && hitsAt(ranked, relevant, k) === relevant.size ? 1 : 0;
}

/** Discounted gain of the first `k` against the best order there could be: a hit at place i (from 1) counts 1 / log2(i + 1). */
export function ndcgAt(ranked: readonly string[], relevant: ReadonlySet<string>, k: number): number {
  const gain = ranked.slice(0, k).reduce((sum, id, place) => sum + (relevant.has(id) ? discount(place) : 0), 0);
  let ideal = 0;
  for (let place = 0; place < Math.min(k, relevant.size); place += 1) ideal += discount(place);
  return ideal === 0 ? 0 : gain / ideal;
}

/** 1 / place of the first relevant id; 0 when there is none. */
export function reciprocalRank(ranked: readonly string[], relevant: ReadonlySet<string>): number {
  const place = ranked.findIndex((id) => relevant.has(id));
  return place < 0 ? 0 : 1 / (place + 1);
}

/** 0 of nothing. */
export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The ranking's ids, each replaced by the group it is in, groups kept where they come first. */
export function groupRanking(ranked: readonly string[], groupOf: (id: string) => string | undefined): string[] {
  return [...new Set(ranked.flatMap((id) => groupOf(id) ?? []))];
}

const discount = (place: number): number => 1 / Math.log2(place + 2);

const hitsAt = (ranked: readonly string[], relevant: ReadonlySet<string>, k: number): number =>
  ranked.slice(0, k).filter((id) => relevant.has(id)).length;
