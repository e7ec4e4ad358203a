/** What was said and no longer holds: by memories that were taken back or said something else before, and by observations that a newer memory changed. Bounded, by index. */
import type { Handle } from "../context";
import { prepared } from "../db/prepared";
import { OUTDATE } from "../extract/repo";
import type { Withdrawn } from "./candidates";

/** Most lately withdrawn of each that are looked for in what others say. */
const MOST = 300;

const inScope = (projectIds: number[] | null): string =>
  projectIds === null ? "" : "AND project_id IN (SELECT value FROM json_each(@projects))";

const values = (projectIds: number[] | null) => ({
  limit: MOST,
  ...(projectIds === null ? {} : { projects: JSON.stringify(projectIds) }),
});

/** Most lately withdrawn first; `projectIds` with 0 for global memories, null = of every project. */
export const withdrawnIn = (handle: Handle, projectIds: number[] | null): Withdrawn[] => [
  ...ofMemories(handle, projectIds),
  ...ofEdits(handle, projectIds),
  ...ofObservations(handle, projectIds),
];

const ofMemories = (handle: Handle, projectIds: number[] | null): Withdrawn[] =>
  prepared(
    handle,
    `SELECT id, value, iif(status = 'active', 'held back', status) AS state FROM memories
     WHERE (status IN ('archived', 'superseded', 'deleted') OR (status = 'active' AND review_state IS NOT NULL))
       ${inScope(projectIds)} ORDER BY updated_at DESC, id DESC LIMIT @limit`,
  ).all(values(projectIds)) as Withdrawn[];

/** Operations of one kind that hold, latest first; a list of kinds would be sorted whole. */
const newestOf = (kind: string, projectIds: number[] | null): string =>
  `SELECT id FROM operations INDEXED BY operations_kind
   WHERE kind = '${kind}' AND undone_by IS NULL ${inScope(projectIds)} ORDER BY id DESC LIMIT @limit`;

/** What changes a text in place. */
const EDITS = ["memory.edit", "memory.revert"];
/** Changes of one edit that are looked at: only what changes single fields of many rows at once, and never their texts, has more. */
const MOST_OF_EDIT = 8;

/** Earlier texts of memories that were edited in place, as long as the edit holds and the memory does not say the same again. */
const ofEdits = (handle: Handle, projectIds: number[] | null): Withdrawn[] =>
  prepared(
    handle,
    `SELECT id, value, 'edited' AS state FROM (
       SELECT m.id AS id, m.value AS now, json_extract(c.before, '$.value') AS value, json_extract(c.after, '$.value') AS next
       FROM (${EDITS.map((kind) => `SELECT id FROM (${newestOf(kind, projectIds)})`).join(" UNION ALL ")}) p
       CROSS JOIN operation_changes c ON c.operation_id = p.id AND c.seq < ${MOST_OF_EDIT} AND c.entity_table = 'memories'
         AND c.before IS NOT NULL AND c.after IS NOT NULL
       CROSS JOIN memories m ON m.id = c.entity_id
       ORDER BY p.id DESC, c.seq)
     WHERE value <> '' AND value <> next AND value <> now`,
  ).all(values(projectIds)) as Withdrawn[];

/** Its title where it is archived, else the request that was taken off it. What Undo or a person brought back is said again. */
const ofObservations = (handle: Handle, projectIds: number[] | null): Withdrawn[] =>
  prepared(
    handle,
    `SELECT * FROM (
       SELECT o.id AS id, 'observation' AS type, 'outdated' AS state,
         CASE WHEN o.status = 'archived' THEN o.title
              WHEN o.status = 'active' AND o.subtitle IS NULL THEN json_extract(c.before, '$.subtitle') END AS value
       FROM (${newestOf(OUTDATE, projectIds)}) p
       CROSS JOIN operation_changes c ON c.operation_id = p.id AND c.entity_table = 'observations'
       CROSS JOIN observations o ON o.id = c.entity_id
       ORDER BY p.id DESC, c.seq LIMIT @limit)
     WHERE value <> ''`,
  ).all(values(projectIds)) as Withdrawn[];

/** What memories in force say, newest first. */
export const valuesInForce = (handle: Handle, projectIds: number[] | null, now: number, limit: number): string[] =>
  prepared(
    handle,
    `SELECT value FROM memories WHERE status = 'active' AND review_state IS NULL AND (expires_at IS NULL OR expires_at > @now)
       ${inScope(projectIds)} ORDER BY updated_at DESC, id DESC LIMIT @limit`,
  )
    .pluck()
    .all({ ...values(projectIds), now, limit }) as string[];
