/** Reads of the words tables and of the rows behind hits. Filters stand inside every recall, never after it. */
import type { SearchKind } from "../contract/common";
import type { Handle } from "../context";
import { prepared } from "../db/prepared";
import { JOB } from "../jobs/kinds";
import { conditionsOf, filterValues, projectScope, type RowFilter, TABLES } from "./filter";
import { WORDS } from "./recipe";
import { highestId } from "./vocabulary-query";

export interface WordsHit {
  id: number;
  /** Higher is better; no upper bound. */
  score: number;
}

/** CROSS JOIN keeps the words table outermost: the other way round each row would run the whole MATCH again. */
const matching = (kind: SearchKind, filter: RowFilter): string =>
  `FROM ${kind}_words CROSS JOIN ${TABLES[kind]} r ON r.id = ${kind}_words.rowid WHERE ${kind}_words MATCH $expression AND ${conditionsOf(kind, filter)}`;

/** So many times the wanted rows are ranked first without a look at them. */
const AHEAD = 2;
/** Share of the rows below which the projects that are asked for are few. */
const NARROW = 1 / 8;

export interface WordsRecall {
  hits: WordsHit[];
  /** Ids of rows that match too, as far as they were looked at: as many again as were wanted. */
  rest: number[];
  /** Of the rows that were looked at, hits or not. */
  facts: Map<number, Facts>;
}

/** A score, whether the row passes the filters (null = it is gone), and its facts. */
type RankedRow = [score: number, passes: number | null, ...row: RawFacts];

function atMost(kind: SearchKind, rows: RankedRow[], limit: number): WordsRecall {
  const facts = new Map<number, Facts>();
  const hits: WordsHit[] = [];
  for (const [score, passes, ...row] of rows) {
    if (passes !== 1) continue;
    const fact = readFacts(kind, row);
    facts.set(fact.id, fact);
    hits.push({ id: fact.id, score });
  }
  return { hits: hits.slice(0, limit), rest: hits.slice(limit).map((hit) => hit.id), facts };
}

/**
 * Best first; ties newest first. Ranks by the words table alone and then looks at the best rows, which is several times faster
 * than reading every row that matches; where the filters leave too little of them, or surely will, all rows are read after all.
 */
export function recallWords(
  handle: Handle,
  kind: SearchKind,
  expression: string,
  filter: RowFilter,
  limit: number,
): WordsRecall {
  const score = `-bm25(${kind}_words, ${WORDS.columns})`;
  const ahead = limit * AHEAD;
  const values = { ...filterValues(kind, filter), expression, ahead };
  if (!isNarrow(handle, kind, filter)) {
    // One statement: to hand the ids back and forth takes as long as to look at the rows.
    const ranked = prepared(
      handle,
      `SELECT w.score, ${conditionsOf(kind, filter)}, ${columnsOf(kind)} FROM (
         SELECT rowid AS id, ${score} AS score FROM ${kind}_words WHERE ${kind}_words MATCH $expression
         ORDER BY score DESC, rowid DESC LIMIT $ahead) w
       LEFT JOIN ${TABLES[kind]} r ON r.id = w.id ORDER BY w.score DESC, w.id DESC`,
    )
      .raw()
      .all(values) as RankedRow[];
    const found = atMost(kind, ranked, limit);
    if (ranked.length < ahead || found.hits.length >= limit) return found;
  }
  const rows = prepared(
    handle,
    `SELECT ${score} AS score, 1, ${columnsOf(kind)} ${matching(kind, filter)} ORDER BY score DESC, r.id DESC LIMIT $ahead`,
  )
    .raw()
    .all(values) as RankedRow[];
  return atMost(kind, rows, limit);
}

/** Whether few rows are asked for, or few are of these projects: among the best of all there would hardly be one of them. */
function isNarrow(handle: Handle, kind: SearchKind, filter: RowFilter): boolean {
  if (filter.only !== undefined) return true;
  if (filter.projectIds === null) return false;
  const most = Math.ceil(highestId(handle, kind) * NARROW);
  const count = prepared(
    handle,
    `SELECT count(*) FROM (SELECT 1 FROM ${TABLES[kind]} r WHERE r.project_id IN (SELECT value FROM json_each($projects)) LIMIT $most)`,
  )
    .pluck()
    .get({ projects: JSON.stringify(projectScope(kind, filter)), most }) as number;
  return count < most;
}

/** Newest first, all with the same score. */
export function recallUnranked(
  handle: Handle,
  kind: SearchKind,
  expression: string,
  filter: RowFilter,
  limit: number,
): WordsRecall {
  const rows = prepared(
    handle,
    `SELECT 1.0, 1, ${columnsOf(kind)} ${matching(kind, filter)} ORDER BY ${kind}_words.rowid DESC LIMIT $ahead`,
  )
    .raw()
    .all({ ...filterValues(kind, filter), expression, ahead: limit * AHEAD }) as RankedRow[];
  return atMost(kind, rows, limit);
}

export type ByDate = "asc" | "desc";

/** The newest or the oldest of all that match, with their scores. */
export function recallByDate(
  handle: Handle,
  kind: SearchKind,
  expression: string,
  filter: RowFilter,
  limit: number,
  order: ByDate,
): WordsHit[] {
  const by = order === "asc" ? "r.created_at, r.id" : "r.created_at DESC, r.id DESC";
  return prepared(
    handle,
    `SELECT r.id AS id, -bm25(${kind}_words, ${WORDS.columns}) AS score ${matching(kind, filter)} ORDER BY ${by} LIMIT $limit`,
  ).all({ ...filterValues(kind, filter), expression, limit }) as WordsHit[];
}

export function hasMatch(handle: Handle, kind: SearchKind, expression: string, filter: RowFilter): boolean {
  return (
    prepared(handle, `SELECT 1 ${matching(kind, filter)} LIMIT 1`).get({
      ...filterValues(kind, filter),
      expression,
    }) !== undefined
  );
}

/** Rows that are walked in the time in which one row is looked up in the words table. */
const WALKED = 20;

/** Which of `ids` match, whatever the filters say. `reach`: rows that match at most, where that is known: few are walked rather than looked up. */
export function matchingIds(
  handle: Handle,
  kind: SearchKind,
  expression: string,
  ids: number[],
  reach = Infinity,
): Set<number> {
  // A plus keeps SQLite from asking the index for one row at a time.
  const column = reach <= ids.length * WALKED ? "+rowid" : "rowid";
  const rows = prepared(
    handle,
    `SELECT rowid FROM ${kind}_words WHERE ${kind}_words MATCH $expression AND ${column} IN (SELECT value FROM json_each($ids))`,
  )
    .pluck()
    .all({ expression, ids: JSON.stringify(ids) }) as number[];
  return new Set(rows);
}

/** What scoring needs to know of a candidate. */
export interface Facts {
  id: number;
  createdAt: number;
  /** 0–1. */
  importance: number;
  /** Memories about one thing share it. */
  topic: string | null;
  /** Of memories. */
  key: string | null;
  /** For prompts and messages: where in which conversation. */
  sessionId: number | null;
  turn: number | null;
}

type RawFacts = [id: number, createdAt: number, ...unknown[]];

/** What each kind has beside its time, and how it is read; of the rest nothing is known. */
const FACTS: Record<SearchKind, { columns: string[]; read(values: unknown[]): Partial<Facts> }> = {
  memory: {
    columns: ["r.importance / 10.0", "r.project_id || ':' || r.key", "r.key"],
    read: ([importance, topic, key]) => ({
      importance: importance as number,
      topic: topic as string,
      key: key as string,
    }),
  },
  observation: {
    columns: ["CASE r.priority WHEN 'high' THEN 1.0 WHEN 'medium' THEN 0.5 ELSE 0.0 END"],
    read: ([importance]) => ({ importance: importance as number }),
  },
  summary: { columns: [], read: () => ({}) },
  prompt: { columns: ["r.session_id", "r.prompt_number"], read: (values) => placeOf(values) },
  event: {
    columns: ["CASE r.kind WHEN 'message' THEN r.session_id END", "CASE r.kind WHEN 'message' THEN r.turn END"],
    read: (values) => placeOf(values),
  },
};

const placeOf = ([sessionId, turn]: unknown[]): Partial<Facts> => ({
  sessionId: sessionId as number | null,
  turn: turn as number | null,
});

const columnsOf = (kind: SearchKind): string => ["r.id", "r.created_at", ...FACTS[kind].columns].join(", ");

const readFacts = (kind: SearchKind, [id, createdAt, ...values]: RawFacts): Facts => ({
  id,
  createdAt,
  importance: 0.5,
  topic: null,
  key: null,
  sessionId: null,
  turn: null,
  ...FACTS[kind].read(values),
});

/** Facts of those of `ids` that exist and pass the filters: the check after the index answered. */
export function factsOf(handle: Handle, kind: SearchKind, ids: number[], filter: RowFilter): Map<number, Facts> {
  if (ids.length === 0) return new Map();
  const rows = prepared(
    handle,
    `SELECT ${columnsOf(kind)} FROM json_each($ids) i CROSS JOIN ${TABLES[kind]} r ON r.id = i.value WHERE ${conditionsOf(kind, filter)}`,
  )
    .raw()
    .all({ ...filterValues(kind, filter), ids: JSON.stringify(ids) }) as RawFacts[];
  return new Map(rows.map((row) => [row[0], readFacts(kind, row)]));
}

/** Columns that tell the script of what was embedded. */
const HEADS: Record<SearchKind, string> = {
  memory: "r.value",
  observation: "r.title || ' ' || r.summary",
  summary: "r.request || ' ' || r.completed || ' ' || r.learned",
  prompt: "r.text",
  event: "r.text",
};

/** How the texts of `ids` begin, 400 characters at most, by id. */
export function headsOf(handle: Handle, kind: SearchKind, ids: number[]): Map<number, string> {
  if (ids.length === 0) return new Map();
  const rows = prepared(
    handle,
    `SELECT r.id AS id, substr(${HEADS[kind]}, 1, 400) AS head FROM json_each($ids) i CROSS JOIN ${TABLES[kind]} r ON r.id = i.value`,
  ).all({ ids: JSON.stringify(ids) }) as { id: number; head: string }[];
  return new Map(rows.map((row) => [row.id, row.head]));
}

export interface ListPage {
  limit: number;
  offset: number;
  oldestFirst: boolean;
}

/** Without a query the filters decide: a page in order of time, and how many there are. */
export function listRows(
  handle: Handle,
  kind: SearchKind,
  filter: RowFilter,
  page: ListPage,
): { ids: number[]; total: number } {
  const { limit, offset, oldestFirst } = page;
  const values = filterValues(kind, filter);
  const from = `FROM ${TABLES[kind]} r WHERE ${conditionsOf(kind, filter)}`;
  const total = Number(prepared(handle, `SELECT count(*) ${from}`).pluck().get(values));
  if (offset >= total) return { ids: [], total };
  const order = oldestFirst ? "r.created_at, r.id" : "r.created_at DESC, r.id DESC";
  const ids = prepared(handle, `SELECT r.id ${from} ORDER BY ${order} LIMIT $limit OFFSET $offset`)
    .pluck()
    .all({ ...values, limit, offset }) as number[];
  return { ids, total };
}

/** Vector jobs that wait, run or failed, counted up to `most`. */
export function countWaitingVectors(handle: Handle, most: number): number {
  return Number(
    prepared(handle, "SELECT count(*) FROM (SELECT 1 FROM jobs WHERE kind = ? LIMIT ?)")
      .pluck()
      .get(JOB.indexVector, most),
  );
}
