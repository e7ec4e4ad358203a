/** Which rows of the timeline's tables hold the words that are asked for, and when those were. */
import type { Handle } from "../context";
import { prepared } from "../db/prepared";
import type { IdSet } from "./id-set";
import type { Source } from "./sources";
import type { Edge, RowFilters } from "./walk-query";

type Table = Source["table"];

const WORDS: Partial<Record<Table, string>> = {
  prompts: "prompt_words",
  observations: "observation_words",
  summaries: "summary_words",
  events: "event_words",
  memories: "memory_words",
};
/** Tables whose rows belong to a session. */
const OF_SESSIONS: readonly Table[] = ["prompts", "observations", "summaries", "events"];
/** Of a word that very many rows hold, so many of those that came last are looked at for their sessions. */
const MAX_ROWS = 20_000;

/** Tables that no index of words knows: few rows, which are read. */
export const READ_TABLES = ["reflections", "tasks"] as const satisfies readonly Table[];

/** Rows whose text holds all of these, in any case of letters. */
export const idsSaying = (handle: Handle, table: (typeof READ_TABLES)[number], parts: readonly string[]): number[] =>
  prepared(
    handle,
    `SELECT r.id FROM ${table} r WHERE NOT EXISTS (
       SELECT 1 FROM json_each($parts) p WHERE instr(lower(r.content), lower(p.value)) = 0)`,
  )
    .pluck()
    .all({ parts: JSON.stringify(parts) }) as number[];

/** `words`: an FTS5 expression. */
export function idsHolding(handle: Handle, table: Table, words: string): number[] {
  const index = WORDS[table];
  if (index === undefined) return [];
  return prepared(handle, `SELECT rowid FROM ${index} WHERE ${index} MATCH $words`).pluck().all({ words }) as number[];
}

/** Sessions of the rows that hold the words. */
export function sessionsHolding(handle: Handle, words: string): Set<number> {
  const ids = OF_SESSIONS.flatMap(
    (table) =>
      prepared(
        handle,
        `SELECT DISTINCT r.session_id FROM (
           SELECT rowid AS id FROM ${WORDS[table]} WHERE ${WORDS[table]} MATCH $words ORDER BY rowid DESC LIMIT ${MAX_ROWS}) m
         CROSS JOIN ${table} r ON r.id = m.id WHERE r.session_id IS NOT NULL AND r.status = 'active'`,
      )
        .pluck()
        .all({ words }) as number[],
  );
  return new Set(ids);
}

/** Rows of one read. */
const READ = 10_000;

/**
 * Times of the rows of one read before `edge` that are in `holds`, newest first, from the index alone: that a row is alive is for others to
 * tell. `next` = where to go on.
 */
export function timesHolding(
  handle: Handle,
  { table, at, prefix, index, projectIndex }: Source,
  { since }: RowFilters,
  project: number | null,
  edge: Edge,
  holds: IdSet,
): { rows: Edge[]; next: Edge | null } {
  const byProject = project !== null;
  const rows = prepared(
    handle,
    `SELECT r.id, r.${at} AS at FROM ${table} r INDEXED BY ${byProject ? (projectIndex ?? index) : index}
     WHERE ${byProject ? "r.project_id = $project AND " : ""}${prefix}
       AND r.${at} <= $at AND r.${at} >= $since AND (r.${at} < $at OR r.id < $id)
     ORDER BY r.${at} DESC, r.id DESC LIMIT ${READ}`,
  ).all({ ...edge, since, ...(byProject ? { project } : {}) }) as Edge[];
  return { rows: rows.filter(({ id }) => holds.has(id)), next: rows.length < READ ? null : (rows.at(-1) ?? null) };
}

/** Events that were deleted with their sessions. */
export const deletedEvents = (handle: Handle): number[] =>
  prepared(
    handle,
    `SELECT e.id FROM sessions s CROSS JOIN events e INDEXED BY events_turn ON e.session_id = s.id
     WHERE s.status = 'deleted' AND e.status = 'deleted'`,
  )
    .pluck()
    .all() as number[];

export const TABLES = Object.keys(WORDS) as Table[];
