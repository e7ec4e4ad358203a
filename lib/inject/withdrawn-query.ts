/** What was said and no longer holds: by memories that were taken back, and by observations that a newer memory changed. Bounded, by index. */
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
  ...ofObservations(handle, projectIds),
];

const ofMemories = (handle: Handle, projectIds: number[] | null): Withdrawn[] =>
  prepared(
    handle,
    `SELECT id, value, iif(status = 'active', 'held back', status) AS state FROM memories
     WHERE (status IN ('archived', 'superseded', 'deleted') OR (status = 'active' AND review_state IS NOT NULL))
       ${inScope(projectIds)} ORDER BY updated_at DESC, id DESC LIMIT @limit`,
  ).all(values(projectIds)) as Withdrawn[];

/** Its title where it is archived, else the request that was taken off it. What Undo or a person brought back is said again. */
const ofObservations = (handle: Handle, projectIds: number[] | null): Withdrawn[] =>
  prepared(
    handle,
    `SELECT * FROM (
       SELECT o.id AS id, 'observation' AS type, 'outdated' AS state,
         CASE WHEN o.status = 'archived' THEN o.title
              WHEN o.status = 'active' AND o.subtitle IS NULL THEN json_extract(c.before, '$.subtitle') END AS value
       FROM (SELECT id FROM operations WHERE kind = '${OUTDATE}' AND undone_by IS NULL ${inScope(projectIds)}
             ORDER BY id DESC LIMIT @limit) p
       CROSS JOIN operation_changes c ON c.operation_id = p.id AND c.entity_table = 'observations'
       CROSS JOIN observations o ON o.id = c.entity_id
       ORDER BY p.id DESC, c.seq LIMIT @limit)
     WHERE value <> ''`,
  ).all(values(projectIds)) as Withdrawn[];
