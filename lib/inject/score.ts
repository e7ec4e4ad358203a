/** How memories are ranked for injection: E37's formula, E38's project relevance. Pure. */
import { basename } from "node:path";
import type { Settings } from "../contract/settings";
import { keySegment } from "../memories/fields";

const DAY_MS = 86_400_000;
/** A memory without any date counts as this old. */
const UNKNOWN_AGE_DAYS = 365;

export interface ScoreWeights {
  importance: number;
  recency: number;
  frequency: number;
  relevance: number;
  tauDays: number;
  frequencyCap: number;
}

export interface Scorable {
  importance: number;
  accessCount: number;
  lastAccessed: number | null;
  updatedAt: number | null;
}

export interface Score {
  score: number;
  /** Each already weighted; they add up to `score`. */
  parts: { importance: number; recency: number; frequency: number; relevance: number };
}

export const weightsOf = (settings: Settings): ScoreWeights => ({
  importance: settings.inject_w_importance,
  recency: settings.inject_w_recency,
  frequency: settings.inject_w_frequency,
  relevance: settings.inject_w_relevance,
  tauDays: settings.inject_recency_tau_days,
  frequencyCap: settings.inject_freq_norm_cap,
});

/** E37. Times in milliseconds; `relevance` is 0 or 1. With the default weights the score lies between 0 and 1.3. */
export function scoreMemory(memory: Scorable, relevance: number, weights: ScoreWeights, now: number): Score {
  const seen = memory.lastAccessed ?? memory.updatedAt;
  const ageDays = seen === null ? UNKNOWN_AGE_DAYS : Math.max(0, now - seen) / DAY_MS;
  const frequency = Math.log1p(Math.max(0, memory.accessCount)) / Math.log1p(weights.frequencyCap);
  const parts = {
    importance: weights.importance * Math.min(1, Math.max(0, memory.importance / 10)),
    recency: weights.recency * Math.exp(-ageDays / weights.tauDays),
    frequency: weights.frequency * Math.min(1, frequency),
    relevance: weights.relevance * relevance,
  };
  return { score: parts.importance + parts.recency + parts.frequency + parts.relevance, parts };
}

/**
 * E38: the lower-case texts whose occurrence in a key makes a memory relevant: the folder's base name as it is and as keys
 * spell it (`My Shop` → `my_shop`), and its alias. Without a folder the project's names stand in. None → nothing is relevant.
 */
export function relevanceTerms(
  cwd: string | undefined,
  projectNames: string[],
  aliases: Record<string, string>,
): string[] {
  const folder = cwd === undefined ? "" : basename(cwd.replaceAll("\\", "/"));
  const names = folder === "" ? projectNames : [folder];
  const all = names.flatMap((name) => [
    name,
    keySegment(name.slice(0, 200)),
    Object.hasOwn(aliases, name) ? (aliases[name] ?? "") : "",
  ]);
  return [...new Set(all.map((term) => term.toLowerCase()).filter((term) => term !== ""))].slice(0, 20);
}

export function keyRelevance(key: string, terms: string[]): number {
  const folded = key.toLowerCase();
  return terms.some((term) => folded.includes(term)) ? 1 : 0;
}
