/** Reads of what waits for a person, and counts of it. */
import type { Handle } from "../context";
import type { ReviewKind } from "../contract/review";
import { prepared } from "../db/prepared";

export interface Waiting {
  kind: ReviewKind;
  type: "pair" | "memory";
  id: number;
  at: number;
}

const LIVE = (row: string): string =>
  `${row}.status = 'active' AND (${row}.expires_at IS NULL OR ${row}.expires_at > $now)`;

/** Both halves in force: with one of them gone there is nothing to decide until it comes back. */
const STANDING = `SELECT p.id, p.kind, p.created_at, p.project_id, p.older_id, p.newer_id FROM memory_pairs p
  JOIN memories o ON o.id = p.older_id AND ${LIVE("o")}
  LEFT JOIN memories n ON n.id = p.newer_id
  WHERE p.status = 'open' AND (p.newer_id = 0 OR (${LIVE("n")}))`;

/** A memory in conflict is shown with the pair that says with what; alone when nothing stands against it. */
const WAITING = `WITH standing AS (${STANDING}),
  waiting AS (
    SELECT kind, 'pair' AS type, id, created_at AS at, project_id FROM standing
    UNION ALL
    SELECT CASE m.review_state WHEN 'conflict' THEN 'held' ELSE m.review_state END, 'memory', m.id, m.created_at, m.project_id
    FROM memories m WHERE m.review_state IS NOT NULL AND ${LIVE("m")}
      AND NOT (m.review_state = 'conflict' AND EXISTS
        (SELECT 1 FROM standing s WHERE s.kind = 'conflict' AND (s.older_id = m.id OR s.newer_id = m.id))))`;

const IN_PROJECTS = "($projectIds IS NULL OR project_id IN (SELECT value FROM json_each($projectIds)))";

interface Filter {
  projectIds: number[] | null;
  now: number;
}

const projectsOf = (ids: number[] | null): string | null => (ids === null ? null : JSON.stringify(ids));

/** Newest first, pairs before memories of the same time; `after` = time, 1 for a memory or 0, and id of the last one shown. */
export function listWaiting(
  handle: Handle,
  filter: Filter & { kind: ReviewKind | null; after: readonly [number, number, number] | null; limit: number },
): Waiting[] {
  const [at, rank, id] = filter.after ?? [null, null, null];
  return prepared(
    handle,
    `${WAITING} SELECT kind, type, id, at FROM waiting
     WHERE ($kind IS NULL OR kind = $kind) AND ${IN_PROJECTS}
       AND ($at IS NULL OR (-at, type = 'memory', -id) > (-$at, $rank, -$id))
     ORDER BY -at, type = 'memory', -id LIMIT $limit`,
  ).all({
    now: filter.now,
    kind: filter.kind,
    projectIds: projectsOf(filter.projectIds),
    at,
    rank,
    id,
    limit: filter.limit,
  }) as Waiting[];
}

export function countWaiting(handle: Handle, { projectIds, now }: Filter): Record<ReviewKind, number> {
  const rows = prepared(
    handle,
    `${WAITING} SELECT kind, count(*) AS n FROM waiting WHERE ${IN_PROJECTS} GROUP BY kind`,
  ).all({
    now,
    projectIds: projectsOf(projectIds),
  }) as { kind: ReviewKind; n: number }[];
  const counts: Record<ReviewKind, number> = { conflict: 0, supersedes: 0, pending: 0, quarantined: 0, held: 0 };
  for (const { kind, n } of rows) counts[kind] = n;
  return counts;
}
