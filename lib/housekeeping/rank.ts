/** Which half of a pair stays (E47). Pure. */
import { scoreMemory, type ScoreWeights } from "../inject/score";
import type { Eligible } from "./consolidate-query";

/** The score of injection; the project's relevance is the same for both halves and left out. */
export const scoreOf = (memory: Eligible, weights: ScoreWeights, now: number): number =>
  scoreMemory(memory, 0, weights, now).score;

/** Pinned over normal, then the higher score, then the later write, then the earlier row. */
export function rankPair(
  a: Eligible,
  b: Eligible,
  weights: ScoreWeights,
  now: number,
): [keep: Eligible, drop: Eligible] {
  const order =
    Number(b.tier === "pinned") - Number(a.tier === "pinned") ||
    scoreOf(b, weights, now) - scoreOf(a, weights, now) ||
    b.updatedAt - a.updatedAt ||
    a.id - b.id;
  return order <= 0 ? [a, b] : [b, a];
}
