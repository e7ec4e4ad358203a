/** The claim of a pair whose newer half was never stored. Pure. */
import { PairCandidate } from "../contract/review";
import { parseJson } from "../text/json-value";

/** null where the column holds anything else than what was written there, e.g. after a deletion for good. */
export const candidateOf = (row: { candidate: string | null }): PairCandidate | null =>
  row.candidate === null ? null : (PairCandidate.safeParse(parseJson(row.candidate)).data ?? null);
