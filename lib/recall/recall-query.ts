/** Reads of prompt-time recall beside the search: by category, what a session got already, what a branch was at last. By index. */
import type { Handle } from "../context";
import type { Category } from "../contract/evidence";
import { prepared } from "../db/prepared";
import type { Statement } from "../inject/outdated";
import { attributesOf, HIGH_IMPORTANCE, MEDIUM_IMPORTANCE } from "./categories";

export interface RecallScope {
  /** null = any; global memories come with them. */
  memoryProjects: number[] | null;
  projectIds: number[];
  /** Of observations; null = any. */
  branch: string | null;
  now: number;
}

export interface RecallRef {
  kind: "memory" | "observation";
  id: number;
}

/** Newest rows of a project that are looked through: history that is imported today has new ids and old times. */
const WINDOW = 2_000;
/** Blocks of a session that are asked what it holds already. */
const BLOCKS_MAX = 200;

const values = (scope: RecallScope) => ({
  now: scope.now,
  memoryProjects: scope.memoryProjects === null ? null : JSON.stringify([0, ...scope.memoryProjects]),
  projectIds: JSON.stringify(scope.projectIds),
  branch: scope.branch,
});

/** Active, unexpired, not held back for review, in scope. */
const LIVE_MEMORY = `status = 'active' AND review_state IS NULL AND (expires_at IS NULL OR expires_at > @now)
  AND (@memoryProjects IS NULL OR project_id IN (SELECT value FROM json_each(@memoryProjects)))`;
const LIVE_OBSERVATION = `status = 'active' AND source <> 'running' AND (@branch IS NULL OR branch IS NULL OR branch = @branch)`;

const newestMemories = (where: string): string =>
  `SELECT id, updated_at AS at FROM memories WHERE ${LIVE_MEMORY} AND ${where} ORDER BY updated_at DESC, id DESC LIMIT @limit`;

/** Window first, then the condition: the index has no time, and a rare category must not walk a whole history. */
const newestObservations = (where: string): string =>
  `SELECT o.id, o.created_at AS at FROM json_each(@projectIds) p CROSS JOIN observations o
     ON o.id IN (SELECT id FROM observations WHERE project_id = p.value AND status = 'active' ORDER BY id DESC LIMIT ${WINDOW})
   WHERE ${LIVE_OBSERVATION} AND ${where} ORDER BY o.created_at DESC, o.id DESC LIMIT @limit`;

const IN_CATEGORIES = "category IN (SELECT value FROM json_each(@categories))";
const OF_ATTRIBUTES = "attribute IN (SELECT value FROM json_each(@attributes))";

interface Timed {
  id: number;
  at: number;
}

/** C45: rows of these categories with a priority of medium or higher, newest first. */
export function newestOfCategories(
  handle: Handle,
  scope: RecallScope,
  categories: Category[],
  limit: number,
): RecallRef[] {
  if (categories.length === 0) return [];
  const attributes = JSON.stringify(categories.flatMap(attributesOf));
  const memories = prepared(
    handle,
    newestMemories(`${OF_ATTRIBUTES} AND (tier = 'pinned' OR importance >= ${MEDIUM_IMPORTANCE})`),
  ).all({ ...values(scope), attributes, limit }) as Timed[];
  const observations = prepared(handle, newestObservations(`${IN_CATEGORIES} AND priority IN ('high', 'medium')`)).all({
    ...values(scope),
    categories: JSON.stringify(categories),
    limit,
  }) as Timed[];
  return newest(memories, observations, limit);
}

/** C48: what is of high priority, newest first; with `all` whatever its priority. */
export function newestRows(handle: Handle, scope: RecallScope, which: "high" | "all", limit: number): RecallRef[] {
  const isHigh = which === "high";
  const memories = prepared(
    handle,
    newestMemories(isHigh ? `(tier = 'pinned' OR importance >= ${HIGH_IMPORTANCE})` : "1"),
  ).all({ ...values(scope), limit }) as Timed[];
  const observations = prepared(handle, newestObservations(isHigh ? "priority = 'high'" : "1")).all({
    ...values(scope),
    limit,
  }) as Timed[];
  return newest(memories, observations, limit);
}

/** What live memories in scope say, newest first. */
export const liveStatements = (handle: Handle, scope: RecallScope, limit: number): Statement[] =>
  prepared(
    handle,
    `SELECT id, key, value, attribute, created_at AS at FROM memories WHERE ${LIVE_MEMORY} ORDER BY updated_at DESC, id DESC LIMIT @limit`,
  ).all({ ...values(scope), limit }) as Statement[];

/** Those of these memories that are live and in scope. */
export const liveAmong = (handle: Handle, scope: RecallScope, ids: number[]): number[] =>
  ids.length === 0
    ? []
    : (prepared(handle, `SELECT id FROM memories WHERE ${LIVE_MEMORY} AND id IN (SELECT value FROM json_each(@ids))`)
        .pluck()
        .all({ ...values(scope), ids: JSON.stringify(ids) }) as number[]);

function newest(memories: Timed[], observations: Timed[], limit: number): RecallRef[] {
  return [
    ...memories.map((row) => ({ kind: "memory" as const, ...row })),
    ...observations.map((row) => ({ kind: "observation" as const, ...row })),
  ]
    .sort((a, b) => b.at - a.at || a.kind.localeCompare(b.kind) || b.id - a.id)
    .slice(0, limit)
    .map(({ kind, id }) => ({ kind, id }));
}

/**
 * Revisions by `type:id` of what blocks gave this session since it last began: a start after a compaction gets its block anew, and
 * what stood before it is gone from the agent's context.
 */
export function heldInSession(handle: Handle, host: string | null, session: string): Map<string, number> {
  const rows = prepared(
    handle,
    `WITH block AS (
       SELECT id, event FROM injections WHERE host_session_id = @session AND host IS @host ORDER BY id DESC LIMIT ${BLOCKS_MAX})
     SELECT i.entity_type || ':' || i.entity_id AS entity, max(i.revision) AS revision
     FROM block b JOIN injection_items i ON i.injection_id = b.id
     WHERE b.id >= coalesce((SELECT max(id) FROM block WHERE event = 'SessionStart'), 0) AND i.layer <> 'index'
     GROUP BY 1`,
  ).all({ host, session }) as { entity: string; revision: number }[];
  return new Map(rows.map(({ entity, revision }) => [entity, revision]));
}

/** Sessions that are looked into for one of the branch. */
const SESSIONS_MAX = 30;

/**
 * Id of the summary that says what is open: the newest that did something or named a next step, of the session that was active last in these
 * projects and on this branch and came to either. null = there is none, or the session that asks came later, which knows.
 * Nothing of a session that was forgotten.
 */
export function openSummaryId(
  handle: Handle,
  projectIds: number[],
  branch: string | null,
  asking: { host: string | null; session: string } | null,
): number | null {
  const recent = prepared(
    handle,
    `SELECT id, last_event_at AS at, host_session_id AS session, host FROM sessions
     WHERE project_id = ? AND status <> 'deleted' ORDER BY last_event_at DESC LIMIT ${SESSIONS_MAX}`,
  );
  const newest = prepared(
    handle,
    `SELECT max(id) AS any, max(iif(next_steps <> '' OR completed <> '', turn, NULL)) AS turn FROM summaries
     WHERE session_id = @session AND status = 'active' AND project_id IN (SELECT value FROM json_each(@projectIds))
       AND (@branch IS NULL OR branch IS NULL OR branch = @branch)`,
  );
  const ofTurn = prepared(
    handle,
    `SELECT id FROM summaries WHERE session_id = @session AND turn = @turn AND status = 'active' ORDER BY id DESC LIMIT 1`,
  ).pluck();
  const sessions = projectIds
    .flatMap((id) => recent.all(id) as (Timed & { session: string; host: string })[])
    .sort((a, b) => b.at - a.at || b.id - a.id)
    .slice(0, SESSIONS_MAX);
  for (const { id: session, session: hostSession, host } of sessions) {
    const said = newest.get({ session, branch, projectIds: JSON.stringify(projectIds) }) as {
      any: number | null;
      turn: number | null;
    };
    if (said.any !== null && asking?.session === hostSession && (asking.host ?? host) === host) return null;
    // A session that only asked leaves open what the one before it left.
    if (said.turn !== null) return ofTurn.get({ session, turn: said.turn }) as number;
  }
  return null;
}
