/** What a list's `q` finds by words and meaning, before the list's other filters. */
import type { App } from "../context";
import { isRanked, type MemoryFit, type MemorySearchMode } from "../contract/memory-list";
import type { Degraded, SearchMode } from "../contract/search";
import { storeVersion } from "../db/version";
import type { RowFilter } from "../search/filter";
import { rank } from "../search/service";
import { parseQuery } from "../text/tokens-query";
import { type Columns, columnsOf } from "./columns";
import { type Filters, positionsOf, select } from "./selection";

export interface Ranked {
  mode: Exclude<MemorySearchMode, "text">;
  terms: string[];
  degraded: Degraded | null;
  /** More rows hold the words than were looked at. */
  isCapped: boolean;
  /** By id, best first. */
  fits: ReadonlyMap<number, MemoryFit>;
}

/** Rows that each half brings. A store of no more is searched whole, whatever it is then narrowed to. */
const DEPTH = 1_000;
/** Rows that are searched by themselves where the other filters leave no more. */
const MAX_NARROW = 2_000;
/** Milliseconds for which a ranking may be shown again: ages and new pairs move on meanwhile. */
const KEPT_MS = 60_000;
const MAX_KEPT = 16;

const MODES: Record<Ranked["mode"], SearchMode> = { words: "fts", meaning: "vector", hybrid: "hybrid" };

/**
 * null where `q` is no question for the index. The whole store is ranked, so that facets can say what other filters would leave; where the
 * filters leave few rows of many, those are ranked by themselves too: they might be far down in the whole.
 */
export async function findRanked(app: App, filters: Filters): Promise<Ranked | null> {
  const { q = "", mode, ...others } = filters;
  if (mode === undefined || mode === "text" || !isRanked(filters)) return null;
  const whole = await ranking(app, { q, mode });
  if (columnsOf(app).size <= DEPTH) return whole;
  const selection = select(app, others);
  const positions = positionsOf(selection);
  if (positions.length > MAX_NARROW) return whole;
  const only = positions.map((at) => selection.columns.ids[at] ?? 0);
  const narrow = await ranking(app, { q, mode, only });
  return { ...narrow, isCapped: whole.isCapped, fits: new Map([...whole.fits, ...narrow.fits]) };
}

interface Question {
  q: string;
  mode: Ranked["mode"];
  /** Absent = all. */
  only?: number[];
}

interface Kept {
  result: Promise<Ranked>;
  at: number;
  /** Of the memories, and of the whole store while a half is missing. */
  version: number;
  store: string;
}

const kept = new WeakMap<Columns, Map<string, Kept>>();

/** A list, its facets and its next page ask the same. */
async function ranking(app: App, question: Question): Promise<Ranked> {
  const columns = columnsOf(app);
  const known = kept.get(columns) ?? new Map<string, Kept>();
  kept.set(columns, known);
  const key = JSON.stringify(question);
  const before = known.get(key);
  if (before?.version === columns.version && app.now() - before.at < KEPT_MS) {
    const result = await before.result;
    if (result.degraded === null || before.store === storeVersion(app.db)) return result;
  }
  const result = look(app, question);
  known.delete(key);
  known.set(key, { result, at: app.now(), version: columns.version, store: storeVersion(app.db) });
  const [oldest] = known.keys();
  if (known.size > MAX_KEPT && oldest !== undefined) known.delete(oldest);
  result.catch(() => known.delete(key));
  return result;
}

/** The last word may be half typed; where nothing begins like that it is read as a whole one, mistakes and all. */
async function look(app: App, question: Question): Promise<Ranked> {
  const begun = await lookFor(app, question, true);
  const hasWords = [...begun.fits.values()].some(({ match_type }) => match_type !== "vector");
  return hasWords || question.mode === "meaning" ? begun : lookFor(app, question, false);
}

async function lookFor(app: App, { q, mode, only }: Question, typing: boolean): Promise<Ranked> {
  const parsed = parseQuery(q, { typing });
  if (parsed.terms.length === 0) return { mode, terms: [], degraded: null, isCapped: false, fits: new Map() };
  const query = { mode: MODES[mode], offset: 0, limit: DEPTH, orderBy: undefined };
  const filter: RowFilter = { ...ANY, now: app.now(), ...(only === undefined ? {} : { only }) };
  const { lists, names, terms, degraded } = await rank(app, query, { text: q, parsed, filter }, ["memories"]);
  const fits = (lists.get("memories") ?? []).map(({ id, rank, parts, match }) => ({
    id,
    rank,
    parts,
    match_type: match,
  }));
  return {
    mode,
    terms,
    degraded,
    isCapped: (names.get("memories")?.words.rest.length ?? 0) > 0,
    fits: new Map(fits.map((fit) => [fit.id, fit])),
  };
}

const ANY: Omit<RowFilter, "now"> = {
  projectIds: null,
  branch: null,
  statuses: null,
  since: null,
  until: null,
  obsTypes: null,
  concepts: null,
  files: null,
};
