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
