/** Gates first, then one a key, then the order of writing (E83, E84). Pure. */
import type { Atomic, Candidate } from "./candidate";
import { type GateReason, type GateRules, passGates } from "./gates";

export interface Ranked {
  atomics: Atomic[];
  /** Reason → candidates that a gate refused. */
  rejected: Partial<Record<GateReason, number>>;
}

/** What passed, best first; of one key (letter case aside) the best. */
export function rankCandidates(candidates: readonly Candidate[], rules: GateRules): Ranked {
  const passed: Atomic[] = [];
  const rejected: Ranked["rejected"] = {};
  for (const candidate of candidates) {
    const gated = passGates(candidate, rules);
    if ("atomic" in gated) passed.push(gated.atomic);
    else rejected[gated.reason] = (rejected[gated.reason] ?? 0) + 1;
  }
  return { atomics: rankAtomics(passed), rejected };
}

/** E84: pinned, importance, confidence, the order they came in. */
export function rankAtomics(atomics: readonly Atomic[]): Atomic[] {
  const seen = new Set<string>();
  return atomics
    .toSorted(
      (a, b) =>
        Number(b.tier === "pinned") - Number(a.tier === "pinned") ||
        b.importance - a.importance ||
        b.confidence - a.confidence,
    )
    .filter((atomic) => {
      const key = foldKey(atomic.key);
      return !seen.has(key) && seen.add(key);
    });
}

/** E85: the form in which keys are stored. */
export const foldKey = (key: string): string => key.trim().normalize("NFC").toLowerCase();
