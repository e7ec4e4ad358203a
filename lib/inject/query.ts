/** Finds what may stand in a block: bounded, by index, never the whole store. */
import type { App } from "../context";
import type { Settings } from "../contract/settings";
import { reason, type Reason } from "../contract/trace-reason";
import { excludedFrom, keptPairsAmong, openSuccessionsAmong, type OpenSuccession } from "./barred-query";
import type { Candidates, RankedMemory, Scope } from "./candidates";
import { withLabels } from "./labels-query";
import { memoryReader, newestLogs, SPARE, withinQuota } from "./memories-query";
import { newestSummaries, notesAndWork } from "./recent-query";
import { localProjectIds } from "../projects/local-query";
import { weightsOf } from "./score";
import { standingOf } from "./standing";
import { withdrawnIn } from "./withdrawn-query";

/** How far down the ranking a memory of a rarer key prefix is looked for. */
const RANKED_MAX = 3_000;

export function findCandidates(app: App, scope: Scope, settings: Settings): Candidates {
  const reach = settings.inject_scope === "all" ? localProjectIds(app.db) : scope.projectIds;
  const projectIds = reach === null ? null : [0, ...reach];
  const excluded = excludedFrom(app.db, "memory", scope.projectIds);
  const memoryScope = { projectIds, terms: scope.terms, excluded: [...excluded.keys()] };
  const reader = memoryReader(app, memoryScope, weightsOf(settings), app.now());
  const keptOut = reader.excluded(SPARE);
  const keptOutRows = reader.load(keptOut);
  const ofTier = (tier: string, found: RankedMemory[], order: Order): RankedMemory[] =>
    [...found, ...keptOutRows.filter(({ row }) => row.tier === tier)].sort(order);
  const pinned = ofTier("pinned", reader.load(reader.pinned(settings.inject_pinned_max_count + SPARE)), byImportance);
  const ranked = withinQuota(reader.ranked("normal", RANKED_MAX), settings);
  const normal = ofTier("normal", reader.load(ranked), byScore);
  const reference = ofTier("reference", reader.load(reader.ranked("reference", SPARE)), byScore);
  const logIds = reader.logIds();
  const hasDigest = settings.digest_max_chars > 0;
  const logs = hasDigest ? [...newestLogs(app, logIds, settings), ...reader.loadLogs(keptOut)] : [];
  const eligible = [...logs, ...[...pinned, ...normal, ...reference].map(({ row }) => row)]
    .map(({ id }) => id)
    .filter((id) => !excluded.has(id));
  const barredObservations = excludedFrom(app.db, "observation", scope.projectIds);
  const wanted = settings.context_observations;
  const spare = wanted === 0 ? 0 : Math.min(barredObservations.size, SPARE);
  const observations = notesAndWork(app, scope, wanted + spare);
  const open = openSuccessionsAmong(app.db, eligible);
  const replaced = replacedBy(open);
  return {
    logs,
    summaries: hasDigest ? newestSummaries(app, scope, settings) : [],
    pinned: withLabels(app.db, pinned),
    normal: withLabels(app.db, normal),
    reference: withLabels(app.db, reference),
    standing: standingOf(app, scope),
    withdrawn: withdrawnIn(app.db, projectIds),
    observations,
    barredMemories: new Map([...replaced, ...excluded]),
    barredObservations,
    successions: [...keptPairsAmong(app.db, eligible), ...open.filter(({ isProposed }) => isProposed)],
    // What is excluded the reader does not count.
    total: reader.total() - logIds.length - [...replaced.keys()].filter((id) => !logIds.includes(id)).length,
    showBranch: scope.branch === null && new Set(observations.map((row) => row.branch)).size > 1,
  };
}

type Order = (a: RankedMemory, b: RankedMemory) => number;

/** The database ranks by the same formula, but its exponential may differ in the last digit. */
const byScore: Order = (a, b) => b.score - a.score || a.row.id - b.row.id;

const byImportance: Order = (a, b) =>
  b.row.importance - a.row.importance || b.row.updatedAt - a.row.updatedAt || a.row.id - b.row.id;

/** What a newer candidate seems to replace waits for a person's word, and meanwhile the newer one speaks, unless it only proposes. */
export const replacedBy = (open: OpenSuccession[]): Map<number, Reason> =>
  new Map(
    open
      .filter(({ isProposed }) => !isProposed)
      .map(({ olderId, newerId }) => [olderId, reason("replaced", { id: newerId })]),
  );
