/** Puts words and meaning together (design §5). Pure numbers: no store, no clock. */

import { newerFirst } from "./newer";
import { GLOSSARY, HALF_LIFE_DAYS, MEANING, NEIGHBOUR_SHARE, WEIGHTS } from "./recipe";

const DAY = 86_400_000;

export interface Candidate {
  id: number;
  createdAt: number;
  importance: number;
  topic: string | null;
}

export interface Scored {
  id: number;
  createdAt: number;
  topic: string | null;
  rank: number;
  /** −1 … 1; null when meaning did not find it. */
  cosine: number | null;
  parts: { words: number; meaning: number; recency: number; importance: number };
  match: "fts" | "vector" | "fts+vector";
  /** What the neighbours of a turn added to `rank`. */
  neighbour: number;
  /** What was added to `rank` because the row is what was named. */
  exact: number;
  /** What was added to `rank` for what was asked by whatever name. */
  glossary: number;
}

export interface FuseInput {
  words: { id: number; score: number }[];
  /** What the best of the words is worth beside meaning, 0–1; 1 when it is a true match. */
  certainty?: number;
  /** Best first. What is not near is shown only where words find it. */
  meaning: { entityId: number; cosine: number; isNear?: boolean }[];
  /** Candidates that passed the filters; ids without facts are dropped. */
  facts: Map<number, Candidate>;
  now: number;
  /** What to add to rows that were named. */
  exact?: Map<number, number>;
  /** What rows hold of what was asked by whatever name: shares, 0–1. */
  held?: ReadonlyMap<number, { share: number }>;
  /** Names were asked for: what is only close in meaning is left out when words found something. */
  isLiteral?: boolean;
}

/** One list, best first. Words are divided by their best, meaning is scaled from its worst to its best of 100. */
export function fuse(input: FuseInput): Scored[] {
  const { words, certainty = 1, meaning, facts, now, exact, held, isLiteral = false } = input;
  const wordScores = new Map(words.filter((hit) => facts.has(hit.id)).map((hit) => [hit.id, hit.score]));
  const cosines = new Map(meaning.filter((hit) => facts.has(hit.entityId)).map((hit) => [hit.entityId, hit.cosine]));
  const far = new Set(meaning.filter((hit) => hit.isNear === false).map((hit) => hit.entityId));
  const bestWords = Math.max(0, ...wordScores.values());
  const scale = meaningScale([...cosines.values()]);
  const reach = wordScores.size === 0 ? -Infinity : isLiteral ? Infinity : scale.best - MEANING.reach;

  const worth = cosines.size > 0 ? certainty : 1;

  const scored: Scored[] = [];
  for (const id of new Set([...wordScores.keys(), ...cosines.keys(), ...(held?.keys() ?? [])])) {
    const fact = facts.get(id);
    if (fact === undefined) continue;
    const wordScore = wordScores.get(id);
    const cosine = cosines.get(id) ?? null;
    const isNear = cosine !== null && !far.has(id);
    const share = held?.get(id)?.share ?? 0;
    const isFound = wordScore !== undefined || share >= GLOSSARY.least;
    if (!isFound && (!isNear || cosine < reach)) continue;
    const parts = {
      words: wordScore === undefined ? 0 : worth * (bestWords > 0 ? Math.max(0, wordScore / bestWords) : 1),
      meaning: cosine === null ? 0 : scale.of(cosine),
      recency: 0.5 ** (Math.max(0, now - fact.createdAt) / DAY / HALF_LIFE_DAYS),
      importance: Math.min(1, Math.max(0, fact.importance)),
    };
    const match = !isFound ? "vector" : isNear ? "fts+vector" : "fts";
    const glossary = GLOSSARY.weight * share;
    scored.push({
      id,
      createdAt: fact.createdAt,
      topic: fact.topic,
      rank: weigh(parts) + glossary + (exact?.get(id) ?? 0),
      cosine,
      parts,
      match,
      neighbour: 0,
      exact: exact?.get(id) ?? 0,
      glossary,
    });
  }
  return newerFirst(sortScored(scored), []);
}

const weigh = (parts: Scored["parts"]): number =>
  WEIGHTS.words * parts.words +
  WEIGHTS.meaning * parts.meaning +
  WEIGHTS.recency * parts.recency +
  WEIGHTS.importance * parts.importance;

function meaningScale(cosines: number[]): { best: number; of(cosine: number): number } {
  const top = cosines.sort((a, b) => b - a).slice(0, MEANING.top);
  const best = top[0] ?? 0;
  const worst = top.at(-1) ?? 0;
  return { best, of: (cosine) => (best > worst ? Math.max(0, (cosine - worst) / (best - worst)) : 1) };
}

/** By rank; ties by cosine, then newest first. */
export const sortScored = (scored: Scored[]): Scored[] =>
  scored.sort(
    (a, b) => b.rank - a.rank || (b.cosine ?? -1) - (a.cosine ?? -1) || b.createdAt - a.createdAt || b.id - a.id,
  );

export interface Turn {
  hit: Scored;
  sessionId: number;
  /** Twice the turn's number, plus one for an answer: prompts and messages alternate. */
  place: number;
}

/** Gives each turn a share of its better neighbour: the other rows of its place, and the places before and after it. */
export function shareWithNeighbours(turns: Turn[]): void {
  const byPlace = new Map<string, { id: Scored; rank: number }[]>();
  const at = (sessionId: number, place: number): string => `${sessionId}:${place}`;
  for (const { hit, sessionId, place } of turns) {
    const key = at(sessionId, place);
    const best = [...(byPlace.get(key) ?? []), { id: hit, rank: hit.rank }].sort((a, b) => b.rank - a.rank).slice(0, 2);
    byPlace.set(key, best);
  }
  const gains = turns.map(({ hit, sessionId, place }) => {
    const neighbours = [place - 1, place, place + 1].flatMap((each) => byPlace.get(at(sessionId, each)) ?? []);
    return NEIGHBOUR_SHARE * Math.max(0, ...neighbours.filter((each) => each.id !== hit).map((each) => each.rank));
  });
  turns.forEach(({ hit }, i) => {
    hit.neighbour = gains[i] ?? 0;
    hit.rank += hit.neighbour;
  });
}
