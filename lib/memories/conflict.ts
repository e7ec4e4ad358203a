/** A conflict (E43) writes no memory: what was said is kept beside the active row, for a person to choose. */
import { appendActivity } from "../activity/repo";
import type { Tx } from "../context";
import type { PairCandidate } from "../contract/review";
import { recordPair } from "../review/repo";
import { cleanTags, cleanWord, type Statement } from "./clean";
import { clampImportance } from "./fields";
import { hostOf, originOf } from "./origin";
import type { MemoryRow } from "./repo";
import type { MemoryCandidate, Proposed, WriteContext } from "./write";

/** Records the pair once, however often it is said again, and tells the feed with ids only. */
export function recordConflict(
  tx: Tx,
  now: number,
  active: MemoryRow,
  statement: Statement,
  candidate: MemoryCandidate,
  context: WriteContext,
): Proposed {
  const similarity = context.neighbours?.find((neighbour) => neighbour.id === active.id)?.similarity;
  const { id, change } = recordPair(tx, now, {
    kind: "conflict",
    projectId: context.projectId,
    olderId: active.id,
    candidate: keptCandidate(tx, statement, candidate, context, now),
    reasons: ["same_key"],
    similarity,
    actor: context.actor,
  });
  if (change !== null) {
    appendActivity(tx, now, {
      kind: "memory.conflicted",
      projectId: context.projectId,
      entityType: "memory",
      entityId: active.id,
      data: { actor: context.actor.kind, pair: id, session: context.sources[0]?.session_id ?? null },
    });
  }
  return {
    status: "conflict",
    id: active.id,
    pair: id,
    reason:
      "The key holds another value, and this one does not clearly say the same with more detail. Nothing was written: both wait in the review for a person to choose.",
    changes: change === null ? [] : [change],
  };
}

/** The statement that was not stored, whole, so that it can still be written: fields that were not given are left out. */
function keptCandidate(
  tx: Tx,
  { key, value }: Statement,
  candidate: MemoryCandidate,
  context: WriteContext,
  now: number,
): PairCandidate {
  return {
    key,
    value: value.trim(),
    attribute: candidate.attribute === undefined ? undefined : cleanWord(candidate.attribute),
    tags: candidate.tags === undefined ? undefined : cleanTags(candidate.tags),
    importance: clampImportance(candidate.importance),
    tier: candidate.tier,
    confidence: candidate.confidence,
    expires_at: candidate.expiresAt,
    kind: candidate.kind,
    branch: candidate.branch,
    at: Math.min(candidate.at ?? now, now),
    source_session: context.sourceSession,
    sources: context.sources,
    origin: originOf(context),
    host: hostOf(tx, context),
  };
}
