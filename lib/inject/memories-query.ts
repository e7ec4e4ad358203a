/** Memories that may stand in a block: chosen by index and score, read whole only when chosen. */
import type { App } from "../context";
import type { Settings } from "../contract/settings";
import { prepared } from "../db/prepared";
import { rowsById } from "../db/rows-by-id";
import { memories, type MemoryRow } from "../db/schema/memories";
import type { RankedMemory } from "./candidates";
import { keyPrefix, parseLogKey } from "./keys";
import { keyRelevance, scoreMemory, type ScoreWeights } from "./score";
import { dayOf } from "./when";

/** Candidates kept beyond what the settings let in: they fill the index. */
export const SPARE = 60;
const LOGS_MAX = 100;
/** Logs of a project beyond those that the digest tells of: the trace says why they are not in. */
const SPARE_LOGS = 3;

interface Ranked {
  id: number;
  key: string;
}

export interface MemoryScope {
  /** With 0 for global ones; null = every project's. */
  projectIds: number[] | null;
  /** E38: what makes a key relevant, lower case. */
  terms: string[];
  /** Kept out of this block by a person or an agent. */
  excluded: number[];
}

/** Memories that may be injected: active, not expired, not held back for review, in scope. */
export function memoryReader({ db }: App, what: MemoryScope, weights: ScoreWeights, now: number) {
  const { projectIds, terms, excluded } = what;
  const inScope = projectIds === null ? "" : "AND project_id IN (SELECT value FROM json_each(@projects))";
  const eligible = `status = 'active' ${inScope} AND review_state IS NULL AND (expires_at IS NULL OR expires_at > @now)`;
  const outside = "(SELECT value FROM json_each(@excluded))";
  const allowed = excluded.length === 0 ? eligible : `${eligible} AND id NOT IN ${outside}`;
  const relevant = terms.map((_, i) => `instr(lower(key), @term${i}) > 0`).join(" OR ") || "0";
  // The same formula as scoreMemory, only to choose which rows are worth reading.
  const score = `@wi * min(1, max(0, importance / 10.0))
    + @wr * exp(-max(0, @now - coalesce(last_accessed, updated_at)) / 86400000.0 / @tau)
    + @wf * min(1, ln(1 + max(0, access_count)) / ln(1 + @cap)) + @wrel * (${relevant})`;
  const scope = {
    now,
    ...(projectIds === null ? {} : { projects: JSON.stringify(projectIds) }),
    ...(excluded.length === 0 ? {} : { excluded: JSON.stringify(excluded) }),
  };
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
    /** Those that may be injected but for somebody's word, by score. */
    excluded: (limit: number) =>
      excluded.length === 0
        ? []
        : all<Ranked>(
            `SELECT id, key FROM memories WHERE ${eligible} AND id IN ${outside} ORDER BY ${score} DESC, id LIMIT @limit`,
            {
              ...ranking,
              limit,
            },
          ),
    /** Whole rows in the given order, session logs left out, each with its score and the parts of it. */
    load(order: Ranked[]): RankedMemory[] {
      const ids = order.filter((row) => parseLogKey(row.key) === null).map((row) => row.id);
      const byId = new Map(rowsOf(db, ids).map((row) => [row.id, row]));
      return ids.flatMap((id) => {
        const row = byId.get(id);
        return row === undefined ? [] : [{ row, ...scoreMemory(row, keyRelevance(row.key, terms), weights, now) }];
      });
    },
    /** Whole rows of session logs. */
    loadLogs: (order: Ranked[]): MemoryRow[] =>
      rowsOf(
        db,
        order.filter((row) => parseLogKey(row.key) !== null).map((row) => row.id),
      ),
  };
}

const rowsOf = rowsById(memories);

/** From the ranking what the quota lets in, with some to spare, and of what it bars as many as an index may list. */
export function withinQuota(ranked: Ranked[], settings: Settings): Ranked[] {
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

/** The newest logs of each project, a few more than the digest tells of. */
export function newestLogs(app: App, ids: number[], { digest_per_project }: Settings): MemoryRow[] {
  if (ids.length === 0) return [];
  const rows = prepared(
    app.db,
    "SELECT id, key, created_at AS createdAt FROM memories WHERE id IN (SELECT value FROM json_each(?))",
  ).all(JSON.stringify(ids)) as Pick<MemoryRow, "id" | "key" | "createdAt">[];
  const perProject = new Map<string, number>();
  const newest = rows
    .map((row) => {
      const log = parseLogKey(row.key);
      return { ...row, project: log?.project ?? "", day: log?.date ?? dayOf(row.createdAt) };
    })
    .sort((a, b) => b.day.localeCompare(a.day) || b.createdAt - a.createdAt || b.id - a.id)
    .filter(({ project }) => {
      const count = (perProject.get(project) ?? 0) + 1;
      perProject.set(project, count);
      return count <= digest_per_project + SPARE_LOGS;
    })
    .slice(0, LOGS_MAX);
  return rowsOf(
    app.db,
    newest.map((row) => row.id),
  );
}
