/** How `memory_search` scores: EvolvMem's normalisation and weights (E23). Pure numbers. */

export interface RankedHit {
  id: number;
  /** Below zero: of bm25, lower is better. Above zero: of a substring, higher is better, and it wins over the row's bm25. */
  rank: number;
}

export interface DistantHit {
  id: number;
  /** Cosine distance, 0 … 2. */
  distance: number;
}

export interface MergedHit {
  id: number;
  score: number;
  match: "fts" | "vector" | "fts+vector";
}

/** E23: bm25 ranks are divided by the best of them, substring ranks by theirs; meaning is max(0, 1 − distance / 2). Best first. */
export function mergeRecalls(
  words: RankedHit[],
  meaning: DistantHit[],
  weights: { words: number; meaning: number },
): MergedHit[] {
  const wordScores = normalise(words);
  const similarities = new Map(meaning.map(({ id, distance }) => [id, Math.max(0, 1 - distance / 2)]));
  return [...new Set([...wordScores.keys(), ...similarities.keys()])]
    .map((id): MergedHit => {
      const word = wordScores.get(id);
      const similarity = similarities.get(id);
      const match = word === undefined ? "vector" : similarity === undefined ? "fts" : "fts+vector";
      return { id, score: (word ?? 0) * weights.words + (similarity ?? 0) * weights.meaning, match };
    })
    .sort((a, b) => b.score - a.score || b.id - a.id);
}

function normalise(hits: RankedHit[]): Map<number, number> {
  const best = Math.min(0, ...hits.map((hit) => hit.rank));
  const largest = Math.max(0, ...hits.map((hit) => hit.rank));
  const scores = new Map<number, number>();
  for (const { id, rank } of hits) if (rank <= 0) scores.set(id, best < 0 ? rank / best : 1);
  for (const { id, rank } of hits) if (rank > 0) scores.set(id, rank / largest);
  return scores;
}
