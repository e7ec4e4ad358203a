/** What may stand in a block, as `query.ts` finds it and `compose.ts` takes it. */
import { reason, type Reason } from "../contract/trace-reason";
import type { MemoryRow, ObservationRow, SummaryRow } from "./repo";
import type { Score } from "./score";
import type { Standing } from "./standing";

export interface Scope {
  /** Projects in scope; global memories (0) come with them. */
  projectIds: number[];
  /** null = all branches. */
  branch: string | null;
  /** E38: what makes a key relevant, lower case. */
  terms: string[];
}

export interface RankedMemory extends Score {
  row: MemoryRow;
  /** What agents read in the place of its key, where that tells what it said before; may be empty. */
  label?: string;
}

export interface DigestSummary {
  row: SummaryRow;
  project: string;
}

/** What a person or a newer statement took back: what else says the same is not injected either. */
export interface Withdrawn {
  /** Of a memory, unless told otherwise. */
  type?: "observation";
  id: number;
  value: string;
  /** `archived`, `superseded`, `deleted`, `edited` since, `held back`, or `kept out`; `outdated` of an observation that a newer memory changed. */
  state: string;
}

export const whoSaid = ({ type, id, state }: Withdrawn): Reason =>
  reason("withdrawn", { type: type ?? "memory", id, state });

/** Two statements about the same subject, one said after the other. */
export interface Succession {
  olderId: number;
  newerId: number;
}

/** Reasons by id: what was looked at but may stand in no layer. */
export type Barred = ReadonlyMap<number, Reason>;

export interface Candidates {
  /** Session logs (E29). */
  logs: MemoryRow[];
  /** The newest summary of each session. */
  summaries: DigestSummary[];
  /** By importance. */
  pinned: RankedMemory[];
  /** By score. */
  normal: RankedMemory[];
  /** By score. */
  reference: RankedMemory[];
  /** Where the branch stands. */
  standing: Standing;
  /** Most lately withdrawn first, bounded. */
  withdrawn: Withdrawn[];
  /** Notes, then what was done; newest first each. */
  observations: ObservationRow[];
  /** Memories among the lists above that somebody excluded here, or that a newer one seems to replace. */
  barredMemories: Barred;
  barredObservations: Barred;
  /** Among the memories above, those about the same subject. */
  successions: Succession[];
  /** All memories in scope that may be injected, session logs and what a newer one seems to replace aside. */
  total: number;
  /** True when the observations are of several branches. */
  showBranch: boolean;
}
