/** Recent work of projects: observations, and the last summary of each session. Bounded, by index. */
import type { App } from "../context";
import type { Settings } from "../contract/settings";
import { prepared } from "../db/prepared";
import { rowsById } from "../db/rows-by-id";
import { type ObservationRow, observations, summaries, type SummaryRow } from "../db/schema/observations";
import { MANUAL_SOURCE } from "../observations/repo";
import { stillOpen } from "../observations/open-ends";
import { rollUp, type TurnTold } from "../observations/roll-up";
import { localProjectIds } from "../projects/local-query";
import { projectNames } from "../search/rows-query";
import type { DigestSummary, Scope } from "./candidates";

/** Sessions looked into for recent work and for the digest. */
const SESSIONS_MAX = 60;
/** Newest rows of a project that are looked through, beside its recent sessions, for those of one branch that tell something. */
const WINDOW = 1_000;
/** From so many on that tell what came of the work, those of low priority are left out: "Read a.ts" helps where there is little else. */
const ENOUGH = 10;
/** Turns of one session that the digest folds. */
const TURNS_MAX = 50;
const DAY_MS = 86_400_000;

/**
 * The last summary of each recent session of the scope, with what the turns before it told folded in: of those that came to
 * something, and of those that only asked, a few each.
 */
export function newestSummaries(app: App, scope: Scope, settings: Settings): DigestSummary[] {
  const isAll = settings.inject_scope === "all";
  const reach = isAll ? localProjectIds(app.db) : scope.projectIds;
  const since = app.now() - (settings.digest_days + 1) * DAY_MS;
  const ids: number[] = [];
  const counts = { withResults: new Map<number, number>(), without: new Map<number, number>() };
  const wanted = settings.digest_per_project + 1;
  for (const { id } of recentSessions(app, reach, since)) {
    const hit = prepared(
      app.db,
      `SELECT id, project_id AS projectId, max(next_steps <> '' OR completed <> '') OVER () AS hasResults FROM summaries
       WHERE session_id = @id AND status = 'active' AND (@branch IS NULL OR branch IS NULL OR branch = @branch)
       ORDER BY turn DESC LIMIT 1`,
    ).get({ id, branch: scope.branch }) as { id: number; projectId: number; hasResults: number } | undefined;
    if (hit === undefined || !(reach?.includes(hit.projectId) ?? true)) continue;
    const counted = hit.hasResults === 1 ? counts.withResults : counts.without;
    const count = (counted.get(hit.projectId) ?? 0) + 1;
    counted.set(hit.projectId, count);
    if (count <= wanted) ids.push(hit.id);
    if (!isAll && scope.projectIds.every((projectId) => (counts.withResults.get(projectId) ?? 0) >= wanted)) break;
  }
  const rows = summariesById(app.db, ids);
  const names = projectNames(
    app.db,
    rows.map((row) => row.projectId),
  );
  /** What newer sessions did, by project. */
  const done = new Map<number, string>();
  return rows.flatMap((row) => {
    const project = names.get(row.projectId);
    if (project === undefined) return [];
    const told = rollUp(turnsUpTo(app, row, scope.branch));
    const later = done.get(row.projectId) ?? "";
    done.set(row.projectId, `${later}\n${told.completed}`.trim());
    const nextSteps = stillOpen(told.nextSteps.split("\n"), later).join("\n");
    return [{ row: { ...row, ...told, nextSteps }, project }];
  });
}

/** Oldest first, the newest {@link TURNS_MAX}. */
export function turnsUpTo(app: App, { sessionId, projectId, turn }: SummaryRow, branch: string | null): TurnTold[] {
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

/** Notes that go before all recent work; of more, the older take their place by time like any other row. */
const NOTES_MAX = 20;
/** Newest notes of all projects among which those of one are looked for. */
const NOTES_WINDOW = 5_000;

/**
 * What may stand in the layer of recent work, `count` rows: first the notes that somebody wrote down on purpose (M27), then
 * what was done, newest first each.
 */
export function notesAndWork(app: App, scope: Scope, count: number): ObservationRow[] {
  const notes = newestNotes(app, scope, Math.min(count, NOTES_MAX));
  if (notes.length === 0) return recentObservations(app, scope, count);
  const first = new Set(notes.map(({ id }) => id));
  const work = recentObservations(app, scope, count).filter(({ id }) => !first.has(id));
  return [...notes, ...work].slice(0, count);
}

/** A note has no session and no turn: the index of those holds them together, newest last. */
function newestNotes(app: App, { projectIds, branch }: Scope, count: number): ObservationRow[] {
  if (count === 0 || projectIds.length === 0) return [];
  const ids = prepared(
    app.db,
    `SELECT id FROM (
       SELECT id, project_id, branch, status, source FROM observations INDEXED BY observations_turn
       WHERE session_id IS NULL AND turn IS NULL ORDER BY id DESC LIMIT ${NOTES_WINDOW})
     WHERE source = @source AND status = 'active' AND project_id IN (SELECT value FROM json_each(@projects))
       AND (@branch IS NULL OR branch IS NULL OR branch = @branch)
     LIMIT @count`,
  )
    .pluck()
    .all({ source: MANUAL_SOURCE, projects: JSON.stringify(projectIds), branch, count }) as number[];
  return newestFirst(observationsById(app.db, ids));
}

const observationsById = rowsById(observations);
const summariesById = rowsById(summaries);

const newestFirst = (rows: ObservationRow[]): ObservationRow[] =>
  rows.sort((a, b) => b.createdAt - a.createdAt || b.id - a.id);

/**
 * Newest observations of the projects and branch. History that was imported today has new ids and old times, so both
 * the sessions that were active last and the newest ids are looked at, and time decides.
 */
function recentObservations(app: App, scope: Scope, count: number): ObservationRow[] {
  if (count === 0 || scope.projectIds.length === 0) return [];
  const telling = newestOf(app, scope, count, false);
  const missing = Math.min(count, ENOUGH) - telling.length;
  const ids = [...telling, ...(missing > 0 ? newestOf(app, scope, missing, true) : [])].map(({ id }) => id);
  return newestFirst(observationsById(app.db, ids));
}

/** Of low priority, or of any other; none of a turn that still goes on. */
function newestOf(app: App, { projectIds, branch }: Scope, count: number, isLow: boolean): Seen[] {
  const low = isLow ? 1 : 0;
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
           AND source <> 'running' AND (priority = 'low') = @low
           AND (@branch IS NULL OR branch IS NULL OR branch = @branch)
         ORDER BY id DESC LIMIT @count`,
      ).all({ id, projectId, branch, count, low }) as Seen[];
      fromSessions += rows.length;
      add(rows);
    }
    add(newestById(app, { projectId, branch, count, low }));
  }
  return [...found.values()].sort((a, b) => b.at - a.at || b.id - a.id).slice(0, count);
}

function newestById(app: App, of: { projectId: number; branch: string | null; count: number; low: number }): Seen[] {
  return prepared(
    app.db,
    `SELECT id, at FROM (
       SELECT id, created_at AS at, branch, source, priority FROM observations
       WHERE project_id = @projectId AND status = 'active' ORDER BY id DESC LIMIT ${WINDOW})
     WHERE source <> 'running' AND (priority = 'low') = @low AND (@branch IS NULL OR branch IS NULL OR branch = @branch)
     LIMIT @count`,
  ).all(of) as Seen[];
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
