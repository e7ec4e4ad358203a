/** What the search page shows: its address, one or two answers, and what it can be narrowed to. */
import type { App } from "@/lib/context";
import {
  type FoundIn,
  SEARCH_TYPES,
  type SearchAnswer,
  SearchMode,
  SearchQuery,
  type SearchType,
} from "@/lib/contract/search";
import { getMemory } from "@/lib/memories/query";
import { holdsNothing } from "@/lib/overview/empty-query";
import { projectIdsOf } from "@/lib/projects/service";
import { search } from "@/lib/search/service";
import { foundIn } from "@/lib/search/why";
import { branchesOf } from "@/lib/timeline/facets-query";
import { momentOf } from "@/lib/timeline/filters";
import { flatten, parseId, parseParams, type RawParams } from "./params";

/** Hits of a kind among others, and of one kind alone. */
const GROUP_SIZE = 5;
export const PAGE_SIZE = 20;
/** How far a hit's place in the other list is looked for. */
export const COMPARED = 50;

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const ID_TEXT = /^(?:#|memory\s+#?|记忆\s*#?)([1-9]\d{0,15})$/i;
const PEEK = /^memory:([1-9]\d{0,15})$/;

export interface SearchAddress {
  query: SearchQuery;
  text: string;
  /** The mode that is laid beside the first, `compare=vector` or `compare=fts,vector`; null = none. */
  beside: SearchMode | null;
  from: string | undefined;
  to: string | undefined;
  /** Memory that is open beside the hits. */
  peekId: number | null;
  /** The query string as it is. */
  search: string;
}

export function readAddress(raw: RawParams): SearchAddress {
  const flat = flatten(raw);
  // The API takes both names; the box shows one.
  if (flat["q"] === undefined && flat["query"] !== undefined) flat["q"] = flat["query"];
  delete flat["query"];
  const [beside, first] = (flat["compare"] ?? "").split(",").map(modeOf).reverse();
  if (first !== undefined && beside !== undefined) Object.assign(flat, { mode: first, compare: beside });
  const query = parseParams(SearchQuery, flat);
  const day = (name: string): string | undefined => (DAY.test(flat[name] ?? "") ? flat[name] : undefined);
  const text = query.q ?? "";
  const peek = PEEK.exec(flat["peek"] ?? "")?.[1] ?? ID_TEXT.exec(text.trim())?.[1];
  return {
    query,
    text,
    beside: beside === undefined || beside === query.mode ? null : beside,
    from: day("from"),
    to: day("to"),
    peekId: parseId(peek),
    search: new URLSearchParams(flat).toString(),
  };
}

/** Also by the names that lists of memories have for them. */
const MODES = new Map<string, SearchMode>([
  ...SearchMode.options.map((mode) => [mode, mode] as const),
  ["words", "fts"],
  ["meaning", "vector"],
]);
const modeOf = (name: string): SearchMode | undefined => MODES.get(name.trim());

export interface Answered {
  mode: SearchMode;
  answer: SearchAnswer;
  /** Hits that are shown, by kind. */
  shown: Pick<SearchAnswer, SearchType>;
  why: Map<string, FoundIn[]>;
}

export interface SearchData {
  /** Empty without a question. */
  answers: Answered[];
  branches: string[];
  isEmptyStore: boolean;
  /** A memory is open, and it exists. */
  peekId: number | null;
}

export async function readSearch(app: App, address: SearchAddress, zone: string): Promise<SearchData> {
  const { query, text, beside, peekId } = address;
  const modes = text.trim() === "" ? [] : beside === null ? [query.mode] : [query.mode, beside];
  const branches = branchesOf(app.db, { projectIds: projectIdsOf(app, query.project), host: null, branch: null });
  return {
    answers: await Promise.all(modes.map((mode) => answerOf(app, address, mode, zone))),
    branches: branches.map(({ value }) => value),
    isEmptyStore: holdsNothing(app.db),
    peekId: peekId !== null && getMemory(app, peekId) !== undefined ? peekId : null,
  };
}

async function answerOf(app: App, address: SearchAddress, mode: SearchMode, zone: string): Promise<Answered> {
  const { query, text, beside, from, to } = address;
  const size = query.type === undefined ? GROUP_SIZE : PAGE_SIZE;
  const offset = query.type === undefined || beside !== null ? 0 : query.offset;
  const answer = await search(app, {
    ...query,
    type: undefined,
    query: text,
    mode,
    format: "index",
    typing: "true",
    limit: beside === null ? size : COMPARED,
    offset,
    since: query.since ?? momentOf(from, zone, "start") ?? undefined,
    until: query.until ?? momentOf(to, zone, "end") ?? undefined,
  });
  const types = query.type === undefined ? SEARCH_TYPES : [query.type];
  const shown = Object.fromEntries(
    SEARCH_TYPES.map((type) => [type, types.includes(type) ? answer[type].slice(0, size) : []]),
  ) as Answered["shown"];
  return { mode, answer, shown, why: foundIn(app, { ...answer, ...shown }, types) };
}
