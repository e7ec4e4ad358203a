/** Reads of consolidation: which memories may be merged at all, and which two were told apart. */
import type { Handle } from "../context";
import { prepared } from "../db/prepared";
import type { MemoryRow } from "../db/schema/memories";

export type { MemoryRow };

export interface EligibleScope {
  /** null = all. */
  projectIds: number[] | null;
  /** Leaves out projects that agents and jobs may not write to. */
  isWritableOnly: boolean;
  now: number;
}

/** What is compared and scored of a memory. */
export type Eligible = Pick<
  MemoryRow,
  "id" | "projectId" | "kind" | "tier" | "importance" | "accessCount" | "lastAccessed" | "updatedAt"
>;

/** Active, in force, no reference, not held back for review (E47). */
const IS_ELIGIBLE = `m.status = 'active' AND m.tier <> 'reference' AND m.review_state IS NULL
  AND (m.expires_at IS NULL OR m.expires_at > $now)`;

const COLUMNS = `m.id, m.project_id AS projectId, m.kind, m.tier, m.importance, m.access_count AS accessCount,
  m.last_accessed AS lastAccessed, m.updated_at AS updatedAt`;

const PAGE = `
  SELECT ${COLUMNS} FROM memories m NOT INDEXED LEFT JOIN projects p ON p.id = m.project_id
  WHERE m.id > $after AND ${IS_ELIGIBLE}
    AND ($projectIds IS NULL OR m.project_id IN (SELECT value FROM json_each($projectIds)))
    AND ($isWritableOnly = 0 OR coalesce(p.mode, 'auto') NOT IN ('read-only', 'off'))
  ORDER BY m.id LIMIT $limit`;

/** The next memories that may be merged, by id. */
export function eligibleAfter(handle: Handle, scope: EligibleScope, after: number, limit: number): Eligible[] {
  return prepared(handle, PAGE).all({
    after,
    limit,
    now: scope.now,
    projectIds: scope.projectIds === null ? null : JSON.stringify(scope.projectIds),
    isWritableOnly: Number(scope.isWritableOnly),
  }) as Eligible[];
}

/** Those of the ids that may be merged. */
export function eligibleAmong(handle: Handle, ids: number[], now: number): Map<number, Eligible> {
  const rows = prepared(
    handle,
    `SELECT ${COLUMNS} FROM memories m WHERE m.id IN (SELECT value FROM json_each($ids)) AND ${IS_ELIGIBLE}`,
  ).all({ ids: JSON.stringify(ids), now }) as Eligible[];
  return new Map(rows.map((row) => [row.id, row]));
}

/** A person has to choose between the two, or decided to keep both. */
const TOLD_APART = `
  SELECT 1 FROM memory_pairs
  WHERE (older_id = $a AND newer_id = $b OR older_id = $b AND newer_id = $a)
    AND (status = 'open' OR resolution = 'keep_both') LIMIT 1`;

export const areToldApart = (handle: Handle, a: number, b: number): boolean =>
  prepared(handle, TOLD_APART).get({ a, b }) !== undefined;

/** Somebody took back a consolidation that archived it. */
const BROUGHT_BACK = `
  SELECT 1 FROM operation_changes c JOIN operations o ON o.id = c.operation_id
  WHERE c.entity_table = 'memories' AND c.entity_id = ? AND o.kind = 'memory.consolidate' AND o.undone_by IS NOT NULL LIMIT 1`;

export const wasBroughtBack = (handle: Handle, id: number): boolean =>
  prepared(handle, BROUGHT_BACK).get(id) !== undefined;
