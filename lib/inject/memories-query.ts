/** Memories that may stand in a block: chosen by index and score, read whole only when chosen. */
import { inArray, sql } from "drizzle-orm";
import type { App } from "../context";
import type { Settings } from "../contract/settings";
import { prepared } from "../db/prepared";
import { memories, type MemoryRow } from "../db/schema";
import type { RankedMemory, Withdrawn } from "./candidates";
import { keyPrefix, parseLogKey } from "./keys";
import { keyRelevance, scoreMemory, type ScoreWeights } from "./score";
import { dayOf } from "./when";

/** Candidates kept beyond what the settings let in: they fill the index. */
export const SPARE = 60;
const LOGS_MAX = 100;

interface Ranked {
  id: number;
  key: string;
}

/** Memories that may be injected: active, not expired, not held back for review, in scope. */
export function memoryReader(
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

export function newestLogs(app: App, ids: number[]): MemoryRow[] {
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
