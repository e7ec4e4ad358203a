/** Write-time semantic merge (E45): a new memory that says what one under another key says becomes its next version. */
import type { Tx } from "../context";
import type { MemoryTier, ReviewState } from "../contract/memory";
import { SETTING_DEFAULTS } from "../contract/settings";
import { cleanTags, type Statement } from "./clean";
import { clampImportance } from "./fields";
import type { Neighbour } from "./neighbours";
import { findMemory, type MemoryRow } from "./repo";
import { isSaidAgain } from "./said-again";
import { fieldsOf } from "./version";
import type { MemoryCandidate, WriteContext } from "./write";

/** Nearest memories that are looked at. */
export const MERGE_NEIGHBOURS = 5;

export interface MergeTarget {
  row: MemoryRow;
  similarity: number;
}

/**
 * The best of the nearest that may be superseded: active, unexpired, in the same project, no long document (E35), of the
 * same kind and standing. What waits for a person never pushes out what is trusted, and another value is another statement
 * however near it is ("port 8080", "port 8081"). The neighbours were looked up before the transaction began, so each is
 * checked again: it must still say what it was compared by.
 */
export function mergeTarget(
  tx: Tx,
  now: number,
  statement: Statement,
  candidate: MemoryCandidate,
  context: WriteContext,
  reviewState: ReviewState | null,
): MergeTarget | undefined {
  if (candidate.tier === "reference") return undefined;
  const threshold = context.mergeThreshold ?? SETTING_DEFAULTS.add_merge_threshold;
  const near = [...(context.neighbours ?? [])].sort((a, b) => b.similarity - a.similarity).slice(0, MERGE_NEIGHBOURS);
  for (const neighbour of near) {
    if (!(neighbour.similarity >= threshold)) return undefined;
    const row = findMemory(tx, neighbour.id);
    if (row === undefined || !isStill(row, neighbour, now)) continue;
    if (isOneKind(row, candidate, context, reviewState) && isSaidAgain(statement, row)) {
      return { row, similarity: neighbour.similarity };
    }
  }
  return undefined;
}

const isStill = (row: MemoryRow, neighbour: Neighbour, now: number): boolean =>
  row.status === "active" &&
  (row.expiresAt === null || row.expiresAt > now) &&
  (neighbour.revision === undefined || neighbour.revision === row.revision);

const isOneKind = (
  row: MemoryRow,
  candidate: MemoryCandidate,
  context: WriteContext,
  reviewState: ReviewState | null,
): boolean =>
  row.projectId === context.projectId &&
  row.tier !== "reference" &&
  row.kind === (candidate.kind ?? "memory") &&
  row.reviewState === reviewState;

/** As for a replacement, but nothing is lost: tags are united, importance never falls, what is pinned stays so. */
export function mergedFields(candidate: MemoryCandidate, target: MemoryRow, context: WriteContext, now: number) {
  const fields = fieldsOf(candidate, target, context, now);
  const given = candidate.tags === undefined ? [] : [candidate.tags].flat();
  const tier: MemoryTier = target.tier === "pinned" ? "pinned" : fields.tier;
  return {
    ...fields,
    tags: cleanTags([target.tags, ...given]),
    importance: Math.max(target.importance, clampImportance(candidate.importance) ?? 0),
    tier,
  };
}
