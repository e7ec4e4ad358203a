/** Test helper: candidates of a block, ranked as the query would, and days that are those of UTC. */
import { afterEach, beforeEach } from "vitest";
import { SETTING_DEFAULTS } from "../contract/settings";
import type { Reason } from "../contract/trace-reason";
import type { Candidates, RankedMemory } from "../inject/candidates";
import type { MemoryRow } from "../inject/repo";
import { scoreMemory, weightsOf } from "../inject/score";
import { NOTHING_STANDS } from "../inject/standing";
import { memoryRow, NOW } from "./inject-rows";

export const FRAME = { project: "app", branch: "main", now: NOW, maxChars: 8000 };

/** Blocks show times in the zone of the process: each test of the file begins in UTC, and what it sets is set back. */
export function inUtc(): void {
  let zone: string | undefined;
  beforeEach(() => {
    zone = process.env.TZ;
    process.env.TZ = "UTC";
  });
  afterEach(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });
}

export const ranked = (given: Partial<MemoryRow>, relevance = 0): RankedMemory => {
  const row = memoryRow(given);
  return { row, ...scoreMemory(row, relevance, weightsOf(SETTING_DEFAULTS), NOW) };
};

export function candidates(given: Partial<Candidates> = {}): Candidates {
  const base = {
    logs: [],
    summaries: [],
    pinned: [],
    normal: [],
    reference: [],
    observations: [],
    standing: NOTHING_STANDS,
    withdrawn: [],
    barredMemories: new Map<number, Reason>(),
    barredObservations: new Map<number, Reason>(),
    successions: [],
    showBranch: false,
    ...given,
  };
  return { total: base.pinned.length + base.normal.length + base.reference.length, ...base };
}
