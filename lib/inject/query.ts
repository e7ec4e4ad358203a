/** Finds what may stand in a block: bounded, by index, never the whole store. */
import type { App } from "../context";
import type { Settings } from "../contract/settings";
import type { Candidates, Scope } from "./candidates";
import { memoryReader, newestLogs, SPARE, withinQuota } from "./memories-query";
import { newestSummaries, recentObservations } from "./recent-query";
import { weightsOf } from "./score";

/** How far down the ranking a memory of a rarer key prefix is looked for. */
const RANKED_MAX = 3_000;
const WITHDRAWN_MAX = 300;

export function findCandidates(app: App, scope: Scope, settings: Settings): Candidates {
  const now = app.now();
  const memoryScope = settings.inject_scope === "all" ? null : [0, ...scope.projectIds];
  const reader = memoryReader(app, memoryScope, scope.terms, weightsOf(settings), now);
  const logIds = reader.logIds();
  const recent = recentObservations(app, scope, settings.context_observations);
  return {
    logs: settings.digest_max_chars === 0 ? [] : newestLogs(app, logIds),
    summaries: settings.digest_max_chars === 0 ? [] : newestSummaries(app, scope, settings),
    pinned: reader.load(reader.pinned(settings.inject_pinned_max_count + SPARE)),
    normal: reader.load(withinQuota(reader.ranked("normal", RANKED_MAX), settings)),
    reference: reader.load(reader.ranked("reference", SPARE)),
    withdrawn: reader.withdrawn(WITHDRAWN_MAX),
    observations: recent,
    total: reader.total() - logIds.length,
    showBranch: scope.branch === null && new Set(recent.map((row) => row.branch)).size > 1,
  };
}
