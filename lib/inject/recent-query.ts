/** Recent work of projects: observations, and the last summary of each session. Bounded, by index. */
import { eq, inArray } from "drizzle-orm";
import type { App } from "../context";
import type { Settings } from "../contract/settings";
import { prepared } from "../db/prepared";
import { type ObservationRow, observations, projects, summaries, type SummaryRow } from "../db/schema";
import { rollUp, type TurnTold } from "../observations/roll-up";
import type { DigestSummary, Scope } from "./candidates";

/** Sessions looked into for recent work and for the digest. */
const SESSIONS_MAX = 60;
/** Newest rows of a project that are searched for those of one branch, beside its recent sessions. */
const BRANCH_WINDOW = 1_000;
/** Turns of one session that the digest folds. */
const TURNS_MAX = 50;
const DAY_MS = 86_400_000;

/**
 * The last summary of each recent session of the scope, with what the turns before it told folded in: of those that came to
 * something, and of those that only asked, a few each.
 */
export function newestSummaries(app: App, scope: Scope, settings: Settings): DigestSummary[] {
  const isAll = settings.inject_scope === "all";
  const since = app.now() - (settings.digest_days + 1) * DAY_MS;
  const ids: number[] = [];
  const counts = { withResults: new Map<number, number>(), without: new Map<number, number>() };
  const wanted = settings.digest_per_project + 1;
  for (const { id } of recentSessions(app, isAll ? null : scope.projectIds, since)) {
    const hit = prepared(
      app.db,
      `SELECT id, project_id AS projectId, max(next_steps <> '' OR completed <> '') OVER () AS hasResults FROM summaries
       WHERE session_id = @id AND status = 'active' AND (@branch IS NULL OR branch IS NULL OR branch = @branch)
       ORDER BY turn DESC LIMIT 1`,
    ).get({ id, branch: scope.branch }) as { id: number; projectId: number; hasResults: number } | undefined;
    if (hit === undefined || !(isAll || scope.projectIds.includes(hit.projectId))) continue;
    const counted = hit.hasResults === 1 ? counts.withResults : counts.without;
    const count = (counted.get(hit.projectId) ?? 0) + 1;
    counted.set(hit.projectId, count);
    if (count <= wanted) ids.push(hit.id);
    if (!isAll && scope.projectIds.every((projectId) => (counts.withResults.get(projectId) ?? 0) >= wanted)) break;
  }
  return app.db
    .select({ row: summaries, project: projects.name })
    .from(summaries)
    .innerJoin(projects, eq(projects.id, summaries.projectId))
    .where(inArray(summaries.id, ids))
    .all()
    .map(({ row, project }) => ({ row: { ...row, ...rollUp(turnsUpTo(app, row, scope.branch)) }, project }));
}

/** Oldest first, the newest {@link TURNS_MAX}. */
function turnsUpTo(app: App, { sessionId, projectId, turn }: SummaryRow, branch: string | null): TurnTold[] {
  const rows = prepared(
    app.db,
    `SELECT request, learned, completed, next_steps AS nextSteps FROM summaries
     WHERE session_id = @sessionId AND turn <= @turn AND project_id = @projectId AND status = 'active'
       AND (@branch IS NULL OR branch IS NULL OR branch = @branch)
     ORDER BY turn DESC LIMIT ${TURNS_MAX}`,
  ).all({ sessionId, projectId, turn, branch }) as TurnTold[];
  return rows.reverse();
}

interface Seen {
  id: number;
  at: number;
}

/**
 * Newest observations of the projects and branch. History that was imported today has new ids and old times, so both
 * the sessions that were active last and the newest ids are looked at, and time decides.
 */
export function recentObservations(app: App, { projectIds, branch }: Scope, count: number): ObservationRow[] {
  if (count === 0 || projectIds.length === 0) return [];
  const found = new Map<number, Seen>();
  const add = (rows: Seen[]): void => rows.forEach((row) => found.set(row.id, row));
  for (const projectId of projectIds) {
    let fromSessions = 0;
    for (const { id } of recentSessions(app, [projectId], 0)) {
      if (fromSessions >= count) break;
      const rows = prepared(
        app.db,
        // Else the planner walks the whole project to have the order for nothing.
        `SELECT id, created_at AS at FROM observations INDEXED BY observations_turn
         WHERE session_id = @id AND project_id = @projectId AND status = 'active'
           AND (@branch IS NULL OR branch IS NULL OR branch = @branch)
         ORDER BY id DESC LIMIT @count`,
      ).all({ id, projectId, branch, count }) as Seen[];
      fromSessions += rows.length;
      add(rows);
    }
    add(newestById(app, projectId, branch, count));
  }
  const newest = [...found.values()].sort((a, b) => b.at - a.at || b.id - a.id).slice(0, count);
  const rows = app.db
    .select()
    .from(observations)
    .where(
      inArray(
        observations.id,
        newest.map(({ id }) => id),
      ),
    )
    .all();
  return rows.sort((a, b) => b.createdAt - a.createdAt || b.id - a.id);
}

function newestById(app: App, projectId: number, branch: string | null, count: number): Seen[] {
  return prepared(
    app.db,
    `SELECT id, at FROM (
       SELECT id, created_at AS at, branch FROM observations
       WHERE project_id = @projectId AND status = 'active' ORDER BY id DESC LIMIT @window)
     WHERE @branch IS NULL OR branch IS NULL OR branch = @branch LIMIT @count`,
  ).all({ projectId, branch, count, window: branch === null ? count : BRANCH_WINDOW }) as Seen[];
}

/** Latest activity first; of all projects when `projectIds` is null. One index walk a project. */
function recentSessions(app: App, projectIds: number[] | null, since: number): Seen[] {
  const text = (where: string) =>
    `SELECT id, last_event_at AS at FROM sessions WHERE ${where} status <> 'deleted' AND last_event_at >= @since ORDER BY last_event_at DESC LIMIT ${SESSIONS_MAX}`;
  if (projectIds === null) return prepared(app.db, text("")).all({ since }) as Seen[];
  const one = prepared(app.db, text("project_id = @projectId AND"));
  const rows = projectIds.flatMap((projectId) => one.all({ projectId, since }) as Seen[]);
  return rows.sort((a, b) => b.at - a.at || b.id - a.id);
}
