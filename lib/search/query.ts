/** Reads of the words tables and of the rows behind hits. Filters stand inside every recall, never after it. */
import type { SearchKind } from "../contract/common";
import type { Handle } from "../context";
import { prepared } from "../db/prepared";
import { JOB } from "../jobs/kinds";
import { conditionsOf, filterValues, type RowFilter, TABLES } from "./filter";
import { WORDS } from "./recipe";

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

export interface WordsRecall {
  hits: WordsHit[];
  /** Ids of rows that match too, as far as they were looked at: as many again as were wanted. */
  rest: number[];
}

const atMost = (rows: WordsHit[], limit: number): WordsRecall => ({
  hits: rows.slice(0, limit),
  rest: rows.slice(limit).map((row) => row.id),
});

/**
 * Best first; ties newest first. Ranks by the words table alone and then looks at the best rows, which is several times faster
 * than reading every row that matches; where the filters leave too little of them, all rows are read after all.
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
  const ranked = prepared(
    handle,
    `SELECT rowid AS id, ${score} AS score FROM ${kind}_words WHERE ${kind}_words MATCH $expression
     ORDER BY score DESC, rowid DESC LIMIT $ahead`,
  ).all({ expression, ahead }) as WordsHit[];
  const passing = passingIds(
    handle,
    kind,
    ranked.map((hit) => hit.id),
    filter,
  );
  if (ranked.length < ahead || passing.size >= limit)
    return atMost(
      ranked.filter((hit) => passing.has(hit.id)),
      limit,
    );
  const rows = prepared(
    handle,
    `SELECT r.id AS id, ${score} AS score ${matching(kind, filter)} ORDER BY score DESC, r.id DESC LIMIT $ahead`,
  ).all({ ...filterValues(kind, filter), expression, ahead }) as WordsHit[];
  return atMost(rows, limit);
}

function passingIds(handle: Handle, kind: SearchKind, ids: number[], filter: RowFilter): Set<number> {
  const rows = prepared(
    handle,
    `SELECT r.id FROM json_each($ids) i CROSS JOIN ${TABLES[kind]} r ON r.id = i.value WHERE ${conditionsOf(kind, filter)}`,
  )
    .pluck()
    .all({ ...filterValues(kind, filter), ids: JSON.stringify(ids) }) as number[];
  return new Set(rows);
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
    `SELECT r.id AS id, 1.0 AS score ${matching(kind, filter)} ORDER BY ${kind}_words.rowid DESC LIMIT $ahead`,
  ).all({ ...filterValues(kind, filter), expression, ahead: limit * AHEAD }) as WordsHit[];
  return atMost(rows, limit);
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

/** Which of `ids` match, whatever the filters say. */
export function matchingIds(handle: Handle, kind: SearchKind, expression: string, ids: number[]): Set<number> {
  const rows = prepared(
    handle,
    `SELECT rowid FROM ${kind}_words WHERE ${kind}_words MATCH $expression AND rowid IN (SELECT value FROM json_each($ids))`,
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

const FACTS: Record<SearchKind, string> = {
  memory:
    "r.importance / 10.0 AS importance, r.project_id || ':' || r.key AS topic, r.key AS key, NULL AS sessionId, NULL AS turn",
  observation:
    "CASE r.priority WHEN 'high' THEN 1.0 WHEN 'medium' THEN 0.5 ELSE 0.0 END AS importance, NULL AS topic, NULL AS key, NULL AS sessionId, NULL AS turn",
  summary: "0.5 AS importance, NULL AS topic, NULL AS key, NULL AS sessionId, NULL AS turn",
  prompt: "0.5 AS importance, NULL AS topic, NULL AS key, r.session_id AS sessionId, r.prompt_number AS turn",
  event:
    "0.5 AS importance, NULL AS topic, NULL AS key, CASE r.kind WHEN 'message' THEN r.session_id END AS sessionId, CASE r.kind WHEN 'message' THEN r.turn END AS turn",
};

/** Facts of those of `ids` that exist and pass the filters: the check after the index answered. */
export function factsOf(handle: Handle, kind: SearchKind, ids: number[], filter: RowFilter): Map<number, Facts> {
  const rows = prepared(
    handle,
    `SELECT r.id AS id, r.created_at AS createdAt, ${FACTS[kind]} FROM json_each($ids) i CROSS JOIN ${TABLES[kind]} r ON r.id = i.value WHERE ${conditionsOf(kind, filter)}`,
  ).all({ ...filterValues(kind, filter), ids: JSON.stringify(ids) }) as Facts[];
  return new Map(rows.map((row) => [row.id, row]));
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
