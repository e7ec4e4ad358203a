/** Which memories forgetting archives: a look through windows of ids, so that no look holds up the store for long. */
import type { Handle } from "../context";
import { prepared } from "../db/prepared";
import { cameInLately } from "../memories/came-in-query";

export type ForgetReason = "expired" | "unused";

/** Bounds of one run; times in milliseconds UTC. */
export interface ForgetRule {
  now: number;
  /** Last use at or before this is long ago. */
  unusedSince: number;
  /** Last write at or before this is long enough ago. */
  writtenSince: number;
  /** The most uses that are still few. */
  maxAccess: number;
}

export interface Forgettable {
  id: number;
  projectId: number;
  key: string;
  value: string;
  reason: ForgetReason;
  accessCount: number;
  lastUsedAt: number;
  expiresAt: number | null;
  updatedAt: number;
  revision: number;
}

/** What is archived for its age was archived, or brought back by Undo, so lately that it is left alone. */
const RECENTLY = `EXISTS (
  SELECT 1 FROM operation_changes c JOIN operations o ON o.id = c.operation_id
  WHERE c.entity_table = 'memories' AND c.entity_id = m.id AND o.created_at > $writtenSince
    AND o.kind IN ('memory.fade', 'memory.expire', 'operation.undo'))`;

const EXPIRED = "(m.expires_at IS NOT NULL AND m.expires_at <= $now)";
/** A person said in the review inbox that it stays: that holds for as long as it takes to become unused. */
const KEPT = `EXISTS (
  SELECT 1 FROM review_findings f
  WHERE f.kind = 'unused' AND f.memory_id = m.id AND f.other_id = 0 AND f.status = 'dismissed' AND f.updated_at > $unusedSince)`;
/** E49, with trap 9: a memory that was never used counts from when it was made. */
const UNUSED = `(m.tier <> 'pinned' AND m.access_count <= $maxAccess
  AND coalesce(m.last_accessed, m.created_at) <= $unusedSince AND m.updated_at <= $writtenSince
  AND NOT (m.last_accessed IS NULL AND ${cameInLately("m", "$unusedSince")}) AND NOT ${KEPT})`;

/** By id, not by an index: a window of ids is a stretch of the table. Who may not write to a project may not tidy it either. */
const FORGETTABLE = `
  SELECT m.id, m.project_id AS projectId, m.key, substr(m.value, 1, 400) AS value, iif(${EXPIRED}, 'expired', 'unused') AS reason,
    m.access_count AS accessCount, coalesce(m.last_accessed, m.created_at) AS lastUsedAt, m.expires_at AS expiresAt,
    m.updated_at AS updatedAt, m.revision
  FROM memories m NOT INDEXED LEFT JOIN projects p ON p.id = m.project_id
  WHERE m.id > $after AND m.id <= $upTo AND m.status = 'active'
    AND coalesce(p.mode, 'auto') NOT IN ('read-only', 'off')
    AND (${EXPIRED} OR ${UNUSED}) AND NOT ${RECENTLY}
  ORDER BY m.id`;

/** Those with ids in (`after`, `upTo`], by id. Expired comes before unused where both hold. */
export function forgettable(handle: Handle, rule: ForgetRule, after: number, upTo: number): Forgettable[] {
  return prepared(handle, FORGETTABLE).all({ ...rule, after, upTo }) as Forgettable[];
}

/** The largest id there is; 0 = no memories. */
export const lastMemoryId = (handle: Handle): number =>
  Number(prepared(handle, "SELECT coalesce(max(id), 0) FROM memories").pluck().get());
