/** Consolidation (E47, E48, E60, E131, E132): near-duplicates are shown, and merged when somebody says so or the week is over. */
import { z } from "zod";
import type { App } from "../context";
import type { Actor } from "../contract/common";
import {
  type ConsolidateBody,
  ConsolidateInput,
  type ConsolidateOutput,
  type ConsolidatePair,
  type ConsolidateQuery,
  type Consolidation,
} from "../contract/housekeeping";
import { decodeCursor, encodeCursor } from "../paging";
import { localProjectIdsOf, projectIdsOf } from "../projects/service";
import { readSettings } from "../settings/service";
import { applyPairs } from "./apply-pairs";
import { findPairs, type FoundPair, requireMeaning } from "./find-pairs";
import { type AnyPair, describePairs } from "./pair-view";
import { createPause } from "./pause";
import { mayMergeUnseen } from "./unseen";
import { HOUSEKEEPER, startSteps, type Steps } from "./steps";

/** E48: what merges by itself must be nearly the same, whatever the setting shows. */
export const AUTO_THRESHOLD = 0.97;
/** Somebody waits for the answer: beyond this the rest is left to the next call. */
const BUDGET_MS = 15_000;
/** Pairs that an answer names. */
const NAMED = 1_000;
/** Pairs of one answer to an agent. */
const AGENT_PAIRS = 200;

/** The id up to which all is looked at, and how many pairs of what follows were shown already. */
const Place = z.tuple([z.number().int(), z.number().int()]);
const LIST = "consolidate";

/**
 * Pairs of near-duplicates, both texts whole, at most `limit`; writes nothing. Throws `not_ready` without model or index,
 * `validation_failed` on a cursor that is not ours. An unknown project has no pairs.
 */
export async function previewConsolidation(app: App, query: ConsolidateQuery, actor: Actor): Promise<Consolidation> {
  requireMeaning(app);
  const scope = scopeOf(app, query, actor);
  const deadline = performance.now() + BUDGET_MS;
  let [after, shown] = decodeCursor(LIST, Place, query.cursor) ?? [0, 0];
  const answer = emptyAnswer(true, scope.threshold);
  const found: FoundPair[] = [];
  for await (const stride of findPairs(app, { ...scope, after })) {
    const fresh = stride.pairs.slice(shown);
    const room = query.limit - found.length;
    found.push(...fresh.slice(0, room));
    if (fresh.length > room) {
      answer.nextCursor = encodeCursor(LIST, after, shown + room);
      break;
    }
    answer.scanned += stride.scanned;
    answer.missing += stride.missing;
    [after, shown] = [stride.upTo, 0];
    if (found.length < query.limit && performance.now() < deadline) continue;
    answer.nextCursor = encodeCursor(LIST, after, 0);
    break;
  }
  return { ...answer, pairs: describePairs(app, found) };
}

/**
 * Merges the chosen pairs, or without `pairs` all that are alike enough, as one operation. What can't be merged (any
 * more) is in `skipped` with the reason; `nextCursor` is set where time ran out. Throws as the preview does; chosen pairs
 * need neither model nor index.
 */
export async function consolidate(app: App, body: ConsolidateBody, actor: Actor): Promise<Consolidation> {
  const scope = scopeOf(app, body, actor);
  if (body.pairs !== undefined) {
    const merged = mergePairs(app, startConsolidation(actor), body.pairs);
    return addTo(emptyAnswer(false, scope.threshold), merged);
  }
  requireMeaning(app);
  const [after] = decodeCursor(LIST, Place, body.cursor) ?? [0];
  return mergeAll(app, { ...scope, after }, actor, performance.now() + BUDGET_MS);
}

/**
 * E48: the whole store, between other work, at 0.97. What somebody brought back from an earlier run is not dropped again,
 * and what differs in a number, a name or another word on both sides is left for a person to look at.
 */
export async function consolidateBySchedule(app: App): Promise<Consolidation> {
  requireMeaning(app);
  const scope = scopeOf(app, { threshold: AUTO_THRESHOLD }, HOUSEKEEPER);
  return mergeAll(app, { ...scope, after: 0 }, HOUSEKEEPER, Infinity);
}

/**
 * E60, `memory_consolidate`: looks only unless `dry_run` is false. Values are cut to 80 characters. Throws `not_ready`
 * without model or index, `ZodError` on other input.
 */
export async function memoryConsolidate(app: App, input: unknown, actor: Actor): Promise<ConsolidateOutput> {
  const { dry_run, threshold } = ConsolidateInput.parse(input);
  const done = dry_run
    ? await previewConsolidation(app, { threshold, limit: AGENT_PAIRS }, actor)
    : await consolidate(app, { threshold }, actor);
  const half = ({ id, key, value_preview }: ConsolidatePair["keep"]) => ({ id, key, value: value_preview });
  const pairs = done.pairs.slice(0, AGENT_PAIRS);
  return {
    dry_run,
    pairs: pairs.map(({ keep, drop, similarity }) => ({ keep: half(keep), drop: half(drop), similarity })),
    merged: done.merged,
  };
}

const startConsolidation = (actor: Actor): Steps =>
  startSteps("memory.consolidate", actor, (count) => `Merged ${count} near-duplicate${count === 1 ? "" : "s"}`);

interface Scope {
  threshold: number;
  projectIds: number[] | null;
  isWritableOnly: boolean;
}

function scopeOf(app: App, asked: Pick<ConsolidateQuery, "threshold" | "project">, actor: Actor): Scope {
  return {
    threshold: asked.threshold ?? readSettings(app).consolidate_similarity_threshold,
    projectIds: actor.kind === "agent" ? agentScope(app, asked.project) : projectIdsOf(app, asked.project),
    isWritableOnly: actor.kind !== "person",
  };
}

/** What is said everywhere is a scope like a project's. */
function agentScope(app: App, project: string | undefined): number[] | null {
  const ids = localProjectIdsOf(app, project);
  return ids === null || project !== undefined ? ids : [0, ...ids];
}

/** Pairs are merged as they are found, so that what was archived is no neighbour of the next. */
async function mergeAll(
  app: App,
  scope: Scope & { after: number },
  actor: Actor,
  deadline: number,
): Promise<Consolidation> {
  const isScheduled = actor === HOUSEKEEPER;
  const pause = createPause();
  const answer = emptyAnswer(false, scope.threshold);
  let steps = startConsolidation(actor);
  for await (const stride of findPairs(app, scope)) {
    answer.scanned += stride.scanned;
    answer.missing += stride.missing;
    const pairs = isScheduled ? stride.pairs.filter((pair) => mayMergeUnseen(app, pair)) : stride.pairs;
    if (pairs.length > 0) {
      const merged = mergePairs(app, steps, pairs);
      addTo(answer, merged);
      steps = merged.steps;
      if (merged.isUndone) break;
    }
    if (performance.now() >= deadline) {
      answer.nextCursor = encodeCursor(LIST, stride.upTo, 0);
      break;
    }
    if (isScheduled) await pause.rest(2);
  }
  return answer;
}

interface Merged {
  steps: Steps;
  pairs: ConsolidatePair[];
  skipped: Consolidation["skipped"];
  isUndone: boolean;
}

/** Described as they were before the one took over what the other knew. */
function mergePairs(app: App, steps: Steps, pairs: AnyPair[]): Merged {
  const described = new Map(describePairs(app, pairs).map((pair) => [`${pair.keep.id}:${pair.drop.id}`, pair]));
  const done = applyPairs(app, steps, pairs);
  return { ...done, pairs: done.applied.flatMap(({ keep, drop }) => described.get(`${keep}:${drop}`) ?? []) };
}

const emptyAnswer = (dryRun: boolean, threshold: number): Consolidation => ({
  dry_run: dryRun,
  threshold,
  pairs: [],
  merged: 0,
  skipped: [],
  operation_id: null,
  scanned: 0,
  missing: 0,
  nextCursor: null,
});

function addTo(answer: Consolidation, { steps, pairs, skipped }: Merged): Consolidation {
  answer.pairs.push(...pairs.slice(0, NAMED - answer.pairs.length));
  answer.skipped.push(...skipped.slice(0, NAMED - answer.skipped.length));
  answer.merged = steps.total;
  answer.operation_id = steps.operationId;
  return answer;
}
