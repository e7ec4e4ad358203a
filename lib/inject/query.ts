/** Finds what may stand in a block: bounded, by index, never the whole store. */
import { eq, inArray, sql } from "drizzle-orm";
import type { App } from "../context";
import { prepared } from "../db/prepared";
import { type MemoryRow, memories, type ObservationRow, observations, projects, summaries } from "../db/schema";
import type { Settings } from "../contract/settings";
import type { Candidates, DigestSummary, RankedMemory, Withdrawn } from "./candidates";
import { keyPrefix, parseLogKey } from "./keys";
import { keyRelevance, scoreMemory, type ScoreWeights, weightsOf } from "./score";
import { dayOf } from "./when";

/** How far down the ranking a memory of a rarer key prefix is looked for. */
const RANKED_MAX = 3_000;
/** Candidates kept beyond what the settings let in: they fill the index. */
const SPARE = 60;
const LOGS_MAX = 100;
const WITHDRAWN_MAX = 300;
/** Sessions looked into for recent work and for the digest. */
const SESSIONS_MAX = 60;
/** Newest rows of a project that are searched for those of one branch, beside its recent sessions. */
const BRANCH_WINDOW = 1_000;
const DAY_MS = 86_400_000;

export interface Scope {
  /** Projects in scope; global memories (0) come with them. */
  projectIds: number[];
  /** null = all branches. */
  branch: string | null;
  /** E38: what makes a key relevant, lower case. */
  terms: string[];
}

export function findCandidates(app: App, scope: Scope, settings: Settings): Candidates {
  const now = app.now();
  const memoryScope = settings.inject_scope === "all" ? null : [0, ...scope.projectIds];
  const reader = memoryReader(app, memoryScope, scope.terms, weightsOf(settings), now);
  const logIds = reader.logIds();
  const recent = recentObservations(app, scope, settings.context_observations);
  return {
    logs: settings.digest_max_chars === 0 ? [] : newestLogs(app, logIds),
    summaries: settings.digest_max_chars === 0 ? [] : newestSummaries(app, scope, settings),
    pinned: reader.load(reader.pinned(settings.inject_pinned_max_count + SPARE)),
    normal: reader.load(withinQuota(reader.ranked("normal", RANKED_MAX), settings)),
    reference: reader.load(reader.ranked("reference", SPARE)),
    withdrawn: reader.withdrawn(WITHDRAWN_MAX),
    observations: recent,
    total: reader.total() - logIds.length,
    showBranch: scope.branch === null && new Set(recent.map((row) => row.branch)).size > 1,
  };
}

interface Ranked {
  id: number;
  key: string;
}

/** Memories that may be injected: active, not expired, not held back for review, in scope. */
function memoryReader(
  { db }: App,
  projectIds: number[] | null,
  terms: string[],
  weights: ScoreWeights,
  now: number,
) {
  const inScope = projectIds === null ? "" : "AND project_id IN (SELECT value FROM json_each(@projects))";
  const allowed = `status = 'active' ${inScope} AND review_state IS NULL AND (expires_at IS NULL OR expires_at > @now)`;
  const relevant = terms.map((_, i) => `instr(lower(key), @term${i}) > 0`).join(" OR ") || "0";
  // The same formula as scoreMemory, only to choose which rows are worth reading.
  const score = `@wi * min(1, max(0, importance / 10.0))
    + @wr * exp(-max(0, @now - coalesce(last_accessed, updated_at)) / 86400000.0 / @tau)
    + @wf * min(1, ln(1 + max(0, access_count)) / ln(1 + @cap)) + @wrel * (${relevant})`;
  const scope = { now, ...(projectIds === null ? {} : { projects: JSON.stringify(projectIds) }) };
  const ranking = {
    ...scope,
    wi: weights.importance,
    wr: weights.recency,
    wf: weights.frequency,
    wrel: weights.relevance,
    tau: weights.tauDays,
    cap: weights.frequencyCap,
    ...Object.fromEntries(terms.map((term, i) => [`term${i}`, term])),
  };
  const all = <T>(text: string, values: object): T[] => prepared(db, text).all(values) as T[];
  return {
    total: () => Number(all<{ n: number }>(`SELECT count(*) AS n FROM memories WHERE ${allowed}`, scope)[0]?.n ?? 0),
    /** Runs over the index of keys alone; rows are read only for keys that look like logs. */
    logIds: () =>
      all<Ranked>(`SELECT id, key FROM memories WHERE ${allowed} AND instr(key, ':progress:log:') > 0`, scope)
        .filter((row) => parseLogKey(row.key) !== null)
        .map((row) => row.id),
    pinned: (limit: number) =>
      all<Ranked>(
        `SELECT id, key FROM memories WHERE ${allowed} AND tier = 'pinned' ORDER BY importance DESC, updated_at DESC, id LIMIT @limit`,
        { ...scope, limit },
      ),
    ranked: (tier: "normal" | "reference", limit: number) =>
      all<Ranked>(
        `SELECT id, key FROM memories WHERE ${allowed} AND tier = @tier ORDER BY ${score} DESC, id LIMIT @limit`,
        { ...ranking, tier, limit },
      ),
    withdrawn: (limit: number) =>
      all<Withdrawn>(
        `SELECT id, value, iif(status = 'active', 'held back', status) AS state FROM memories
         WHERE (status IN ('archived', 'superseded', 'deleted') OR (status = 'active' AND review_state IS NOT NULL))
           ${inScope} ORDER BY updated_at DESC, id DESC LIMIT @limit`,
        { limit, ...(projectIds === null ? {} : { projects: scope.projects }) },
      ),
    /** Whole rows in the given order, session logs left out, each with its score and the parts of it. */
    load(order: Ranked[]): RankedMemory[] {
      const ids = order.filter((row) => parseLogKey(row.key) === null).map((row) => row.id);
      const wanted = sql`${memories.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
      const byId = new Map(
        db
          .select()
          .from(memories)
          .where(wanted)
          .all()
          .map((row) => [row.id, row]),
      );
      return ids.flatMap((id) => {
        const row = byId.get(id);
        return row === undefined ? [] : [{ row, ...scoreMemory(row, keyRelevance(row.key, terms), weights, now) }];
      });
    },
  };
}

/** From the ranking what the quota lets in, with some to spare, and of what it bars as many as an index may list. */
function withinQuota(ranked: Ranked[], settings: Settings): Ranked[] {
  const seen = new Map<string, number>();
  const chosen: Ranked[] = [];
  let [passed, barred] = [0, 0];
  for (const row of ranked) {
    const prefix = keyPrefix(row.key);
    const count = (seen.get(prefix) ?? 0) + 1;
    seen.set(prefix, count);
    const passes = count <= settings.inject_key_prefix_quota;
    if (passes ? passed++ < settings.inject_max_count + SPARE : barred++ < SPARE) chosen.push(row);
    if (passed >= settings.inject_max_count + SPARE) break;
  }
  return chosen;
}

function newestLogs(app: App, ids: number[]): MemoryRow[] {
  if (ids.length === 0) return [];
  const rows = app.db
    .select({ id: memories.id, key: memories.key, createdAt: memories.createdAt })
    .from(memories)
    .where(sql`${memories.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`)
    .all();
  const dayOfRow = (row: { key: string; createdAt: number }) => parseLogKey(row.key)?.date ?? dayOf(row.createdAt);
  const newest = rows
    .map((row) => ({ ...row, day: dayOfRow(row) }))
    .sort((a, b) => b.day.localeCompare(a.day) || b.createdAt - a.createdAt || b.id - a.id)
    .slice(0, LOGS_MAX);
  return app.db
    .select()
    .from(memories)
    .where(
      inArray(
        memories.id,
        newest.map((row) => row.id),
      ),
    )
    .all();
}

/** The last summary of each recent session of the scope; it tells the whole session. */
function newestSummaries(app: App, scope: Scope, settings: Settings): DigestSummary[] {
  const isAll = settings.inject_scope === "all";
  const since = app.now() - (settings.digest_days + 1) * DAY_MS;
  const ids: number[] = [];
  const perProject = new Map<number, number>();
  const wanted = settings.digest_per_project + 1;
  for (const { id } of recentSessions(app, isAll ? null : scope.projectIds, since)) {
    const hit = prepared(
      app.db,
      `SELECT id, project_id AS projectId FROM summaries
       WHERE session_id = @id AND status = 'active' AND (@branch IS NULL OR branch IS NULL OR branch = @branch)
       ORDER BY turn DESC LIMIT 1`,
    ).get({ id, branch: scope.branch }) as { id: number; projectId: number } | undefined;
    if (hit === undefined || !(isAll || scope.projectIds.includes(hit.projectId))) continue;
    const count = (perProject.get(hit.projectId) ?? 0) + 1;
    perProject.set(hit.projectId, count);
    if (count <= wanted) ids.push(hit.id);
    if (!isAll && scope.projectIds.every((projectId) => (perProject.get(projectId) ?? 0) >= wanted)) break;
  }
  return app.db
    .select({ row: summaries, project: projects.name })
    .from(summaries)
    .innerJoin(projects, eq(projects.id, summaries.projectId))
    .where(inArray(summaries.id, ids))
    .all();
}

interface Seen {
  id: number;
  at: number;
}

/**
 * Newest observations of the projects and branch. History that was imported today has new ids and old times, so both
 * the sessions that were active last and the newest ids are looked at, and time decides.
 */
function recentObservations(app: App, { projectIds, branch }: Scope, count: number): ObservationRow[] {
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
