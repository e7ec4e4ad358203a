/** What somebody kept out of the blocks of these projects, and which memories succeed each other. By index. */
import type { Handle } from "../context";
import { reason, type Reason } from "../contract/trace-reason";
import { prepared } from "../db/prepared";
import type { Succession } from "./candidates";

interface Excluded {
  /** The row itself, or for a memory a newer version of it. */
  id: number;
  exclusionId: number;
  projectId: number;
}

/** An exclusion holds for what superseded the memory since: it is meant of the statement, not of its wording. */
const MEMORIES = `
  WITH RECURSIVE hit(id, exclusionId, projectId) AS (
    SELECT entity_id, id, project_id FROM injection_exclusions
    WHERE entity_type = 'memory' AND project_id IN (SELECT value FROM json_each(@projects))
    UNION
    SELECT m.id, hit.exclusionId, hit.projectId FROM hit JOIN memories m ON m.supersedes = hit.id)
  SELECT id, exclusionId, projectId FROM hit ORDER BY id, exclusionId`;

const OBSERVATIONS = `
  SELECT entity_id AS id, id AS exclusionId, project_id AS projectId FROM injection_exclusions
  WHERE entity_type = 'observation' AND project_id IN (SELECT value FROM json_each(@projects))
  ORDER BY entity_id, id`;

/** Reasons by id of the memory or observation that must not be injected into these projects. */
export function excludedFrom(
  handle: Handle,
  entity: "memory" | "observation",
  projectIds: number[],
): Map<number, Reason> {
  const text = entity === "memory" ? MEMORIES : OBSERVATIONS;
  const rows = prepared(handle, text).all({ projects: JSON.stringify([0, ...projectIds]) }) as Excluded[];
  const reasons = new Map<number, Reason>();
  for (const { id, exclusionId, projectId } of rows) {
    if (reasons.has(id)) continue;
    const code = projectId === 0 ? "excludedAnywhere" : "excludedHere";
    reasons.set(id, reason(code, { exclusion: exclusionId }));
  }
  return reasons;
}

/** Pairs of these memories that a person let stand side by side: the same subject, said twice. */
export const keptPairsAmong = (handle: Handle, memoryIds: number[]): Succession[] =>
  prepared(
    handle,
    `SELECT older_id AS olderId, newer_id AS newerId FROM memory_pairs
     WHERE resolution = 'keep_both' AND newer_id > 0
       AND older_id IN (SELECT value FROM json_each(@ids)) AND newer_id IN (SELECT value FROM json_each(@ids))
     ORDER BY id`,
  ).all({ ids: JSON.stringify(memoryIds) }) as Succession[];

export interface OpenSuccession extends Succession {
  /** An agent or a model said the newer, so that it only proposes: until a person decides both are told. */
  isProposed: boolean;
}

/** Open questions whether a newer memory replaces an older one, where these are one half of it at least. */
export const openSuccessionsOf = (handle: Handle, memoryIds: number[]): OpenSuccession[] =>
  memoryIds.length === 0
    ? []
    : (
        prepared(
          handle,
          `SELECT p.older_id AS olderId, p.newer_id AS newerId, n.origin IN ('agent', 'llm') AS isProposed
           FROM memory_pairs p JOIN memories n ON n.id = p.newer_id
           WHERE p.status = 'open' AND p.kind = 'supersedes'
             AND (p.older_id IN (SELECT value FROM json_each(@ids)) OR p.newer_id IN (SELECT value FROM json_each(@ids)))
           ORDER BY p.id`,
        ).all({ ids: JSON.stringify(memoryIds) }) as (Succession & { isProposed: number })[]
      ).map((pair) => ({ ...pair, isProposed: pair.isProposed === 1 }));

/** The same, both halves among these. */
export function openSuccessionsAmong(handle: Handle, memoryIds: number[]): OpenSuccession[] {
  const ids = new Set(memoryIds);
  return openSuccessionsOf(handle, memoryIds).filter(({ olderId, newerId }) => ids.has(olderId) && ids.has(newerId));
}
