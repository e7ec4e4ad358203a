/** Search over everything that is stored, by words and by meaning (M30, design §5). */
import { setImmediate } from "node:timers/promises";
import type { App } from "../context";
import { storeVersion } from "../db/version";
import {
  type Degraded,
  SEARCH_TYPES,
  type SearchAnswer,
  type SearchHit,
  type SearchQuery,
  type SearchType,
} from "../contract/search";
import type { SearchKind } from "../contract/common";
import { heldBy, type NamesFound, NO_NAMES, questionOf, searchNames } from "./bridge";
import { errorCode, gapOfFailure, isExpected, MODEL_LATE, WORDS_BROKEN } from "./degraded";
import { keyMatch, nameOf } from "./exact";
import type { RowFilter } from "./filter";
import { type Scored, fuse, shareWithNeighbours, sortScored, type Turn } from "./fuse";
import { KIND_OF_TYPE, toHit } from "./hits";
import { bearingRows } from "./judged";
import { meaningGap, type MeaningHits, QUERY_WAITS, type QueryWaits, searchMeaning, vectorOf } from "./meaning";
import { type ByDate, type Facts, factsOf, listRows } from "./query";
import { EXACT, NAMED } from "./recipe";
import { readRequest, type Request } from "./request";
import { loadRows, projectNames } from "./rows-query";
import { correctSubjects } from "./subjects";
import { highestId } from "./vocabulary-query";
import { resultsOf } from "../worker/results";

/** Hits that words bring, and to a deep page; `totals` counts twice as far. */
const WORDS = 300;
const MAX_WORDS = 5_000;
const NONE: MeaningHits = { hits: [], facts: new Map() };
/** Kinds that are turns of one conversation. */
const CONVERSATION: SearchType[] = ["prompts", "events"];

interface Page {
  hits: Pick<Scored, "id" | "rank" | "parts" | "neighbour" | "exact" | "glossary">[];
  matches: Map<number, SearchHit["match_type"]>;
  total: number;
}

/**
 * Answers hits by kind, best first. Without `query` the filters decide, newest first; a query of blanks or signs finds nothing.
 * `degraded` says which half is missing: a broken or lagging index, or a model that takes longer than `waits` (milliseconds),
 * never passes for an empty store. `within` bounds it to these projects, whatever the query says. `judged` adds `bears` to each hit of a
 * query: whether it would be told unasked. Throws only for a broken database.
 */
export async function search(
  app: App,
  query: SearchQuery,
  waits: QueryWaits = QUERY_WAITS,
  within?: Pick<RowFilter, "projectIds" | "withoutGlobal" | "reviewedOnly" | "only">,
  { judged = false }: { judged?: boolean } = {},
): Promise<SearchAnswer> {
  const read = readRequest(app, query);
  const request = within === undefined ? read : { ...read, filter: { ...read.filter, ...within } };
  const asked = query.type === undefined ? [...SEARCH_TYPES] : [query.type];
  const answer = emptyAnswer(query);
  if (request.filter.projectIds?.length === 0) return answer;
  if (request.text === undefined) {
    for (const type of asked) fill(app, query, answer, type, [], listPage(app, type, request.filter, query));
    return answer;
  }
  if (request.parsed.terms.length === 0) return answer;

  const ranking = await rank(app, query, request, asked, waits);
  const { lists, facts, names, terms, degraded } = ranking;
  const bearing = judged ? bearingRows(app, request.text, ranking, query.offset + query.limit) : null;
  answer.terms = terms;
  answer.degraded = degraded;
  for (const type of asked) {
    const page = scoredPage(lists.get(type) ?? [], query);
    const known = facts.get(type);
    page.total += names.get(type)?.words.rest.filter((id) => known?.has(id) !== true).length ?? 0;
    fill(app, query, answer, type, answer.terms, page);
    if (bearing !== null) for (const hit of answer[type]) hit["bears"] = bearing.get(type)?.has(hit.id) === true;
  }
  return answer;
}

export interface Ranking {
  /** Best first. */
  lists: Map<SearchType, Scored[]>;
  facts: Map<SearchType, Map<number, Facts>>;
  names: Map<SearchType, NamesFound>;
  /** Lower-case terms that a viewer may highlight. */
  terms: string[];
  degraded: Degraded | null;
}

/** What the words and the meaning of a request find, as far as a page at `query.offset` needs it, put together and in order. */
export async function rank(
  app: App,
  query: Pick<SearchQuery, "mode" | "orderBy" | "offset" | "limit">,
  request: Request,
  asked: SearchType[],
  waits: QueryWaits = QUERY_WAITS,
): Promise<Ranking> {
  const own = request.parsed.terms.flatMap((term) => [
    term.highlight,
    ...term.relaxed.map((relaxed) => relaxed.highlight),
  ]);
  const recalled = withNeighbours(query, asked).filter((type) => highestId(app.db, KIND_OF_TYPE[type]) > 0);
  const version = storeVersion(app.db);
  const looked = await queryVector(app, query, request, waits);
  const nearby = recallByMeaning(app, query, request, recalled, looked);
  // The index works in threads of its own while this one reads the words, once it had the turn to begin.
  if (looked.vector !== null) await setImmediate();
  const { names, broken } = recallByNames(app, query, request, recalled);
  const terms = [...new Set([...own, ...[...names.values()].flatMap((found) => otherNames(found, own))])];
  const { meaning, gap } = await nearby;
  const isUnchanged = storeVersion(app.db) === version;

  const lists = new Map<SearchType, Scored[]>();
  const facts = new Map<SearchType, Map<number, Facts>>();
  for (const type of recalled) {
    const found = meaning.get(type) ?? NONE;
    const byNames = names.get(type) ?? NO_NAMES;
    const { hits, named } = byNames.words;
    const held = heldBy(byNames, found.hits);
    const ids = [...hits.map((hit) => hit.id), ...found.hits.map((hit) => hit.entityId), ...byNames.bridge.ids];
    // What was written since may have taken rows away.
    const read = isUnchanged ? [byNames.words.facts, found.facts] : [];
    const known = factsAmong(app, KIND_OF_TYPE[type], ids, request.filter, read);
    facts.set(type, known);
    const scored = fuse({
      words: hits,
      certainty: found.hits.length > 0 ? byNames.certainty() : 1,
      meaning: found.hits,
      facts: known,
      now: app.now(),
      exact: exactness(request, hits, named, known),
      held,
      isLiteral: request.parsed.isLiteral,
    });
    lists.set(type, type === "memories" ? correctSubjects(app, scored) : scored);
  }
  if (query.mode === "hybrid") shareInConversations(lists, facts);
  return { lists, facts, names, terms, degraded: broken ?? gap };
}

/** Facts of those of `ids` that pass the filters; `read` holds those that passed already. */
function factsAmong(
  app: App,
  kind: SearchKind,
  ids: number[],
  filter: RowFilter,
  read: ReadonlyMap<number, Facts>[],
): Map<number, Facts> {
  const facts = new Map<number, Facts>();
  const unread: number[] = [];
  for (const id of ids) {
    const known = facts.get(id) ?? read.find((some) => some.has(id))?.get(id);
    if (known === undefined) unread.push(id);
    else facts.set(id, known);
  }
  for (const [id, known] of factsOf(app.db, kind, unread, filter)) facts.set(id, known);
  return facts;
}

/** What a viewer may mark beside the words of the query: what they were read as, and what else they are called. */
const otherNames = ({ words, bridge }: NamesFound, terms: string[]): string[] => [
  ...[...words.corrections.values()].flat(),
  // A name that holds a word of the query would make a mere piece of it, to be marked by itself no more.
  ...bridge.terms.filter((name) => !terms.some((term) => name.includes(term))),
];

/** What rows gain that were named: by their key, or by an identifier, path, ticket or version that stands in them as written. */
function exactness(
  { text = "", parsed }: Request,
  hits: { id: number }[],
  named: Set<number>,
  facts: Map<number, Facts>,
): Map<number, number> {
  const name = nameOf(text);
  const gains = new Map<number, number>();
  for (const { id } of hits) {
    const key = facts.get(id)?.key ?? null;
    const match = key === null ? null : keyMatch(name, key);
    const isNamed = named.has(id);
    if (match === "topic" || (isNamed && parsed.isLiteral)) gains.set(id, EXACT);
    else if (match === "part" || isNamed) gains.set(id, NAMED);
  }
  return gains;
}

const emptyAnswer = (query: SearchQuery): SearchAnswer => ({
  observations: [],
  sessions: [],
  prompts: [],
  memories: [],
  events: [],
  mode: query.mode,
  degraded: null,
  terms: [],
  totals: Object.fromEntries(SEARCH_TYPES.map((type) => [type, 0])),
});

/** A prompt gains from its answer and the other way round, so both are looked at even if one is asked for. */
function withNeighbours(query: Pick<SearchQuery, "mode">, asked: SearchType[]): SearchType[] {
  if (query.mode !== "hybrid" || !asked.some((type) => CONVERSATION.includes(type))) return asked;
  return [...new Set([...asked, ...CONVERSATION])];
}

interface ByNames {
  names: Map<SearchType, NamesFound>;
  broken: Degraded | null;
}

function recallByNames(
  app: App,
  query: Pick<SearchQuery, "mode" | "orderBy" | "offset" | "limit">,
  { text = "", parsed, filter }: Request,
  types: SearchType[],
): ByNames {
  const names = new Map<SearchType, NamesFound>();
  if (query.mode === "vector") return { names, broken: null };
  try {
    const limit = Math.min(MAX_WORDS, Math.max(WORDS, query.offset + query.limit));
    const order = dateOrder(query);
    const question = questionOf(text, parsed);
    for (const type of types) names.set(type, searchNames(app.db, KIND_OF_TYPE[type], question, filter, limit, order));
    return { names, broken: null };
  } catch (error) {
    app.log.error({ code: errorCode(error) }, "search by words failed");
    return { names, broken: WORDS_BROKEN };
  }
}

interface Looked {
  /** null = meaning is not asked for, or not to be had now. */
  vector: Float32Array | null;
  gap: Degraded | null;
}

async function queryVector(
  app: App,
  query: Pick<SearchQuery, "mode">,
  { text = "", parsed }: Request,
  waits: QueryWaits,
): Promise<Looked> {
  if (query.mode === "fts" || !parsed.hasMeaning) return { vector: null, gap: null };
  try {
    const vector = await vectorOf(app, text, waits[query.mode]);
    return { vector, gap: vector === null ? MODEL_LATE : null };
  } catch (error) {
    return { vector: null, gap: gapOf(app, error) };
  }
}

interface ByMeaning {
  meaning: Map<SearchType, MeaningHits>;
  gap: Degraded | null;
}

async function recallByMeaning(
  app: App,
  query: Pick<SearchQuery, "offset" | "limit">,
  { text = "", filter }: Request,
  types: SearchType[],
  { vector, gap }: Looked,
): Promise<ByMeaning> {
  const meaning = new Map<SearchType, MeaningHits>();
  if (vector === null) return { meaning, gap };
  try {
    const want = query.offset + query.limit;
    const found = await Promise.all(
      types.map((type) => searchMeaning(app, KIND_OF_TYPE[type], text, vector, filter, want)),
    );
    types.forEach((type, i) => meaning.set(type, found[i] ?? NONE));
    return { meaning, gap: meaningGap(app) };
  } catch (error) {
    return { meaning, gap: gapOf(app, error) };
  }
}

function gapOf(app: App, error: unknown): Degraded {
  if (!isExpected(error)) app.log.error({ code: errorCode(error) }, "search by meaning failed");
  return gapOfFailure(app, error);
}

function shareInConversations(lists: Map<SearchType, Scored[]>, facts: Map<SearchType, Map<number, Facts>>): void {
  const turns: Turn[] = [];
  for (const type of CONVERSATION) {
    for (const hit of lists.get(type) ?? []) {
      const fact = facts.get(type)?.get(hit.id);
      if (fact?.sessionId == null || fact.turn === null) continue;
      turns.push({ hit, sessionId: fact.sessionId, place: 2 * fact.turn + (type === "events" ? 1 : 0) });
    }
  }
  shareWithNeighbours(turns);
  for (const type of CONVERSATION) sortScored(lists.get(type) ?? []);
}

function dateOrder({ orderBy }: Pick<SearchQuery, "orderBy">): ByDate | undefined {
  if (orderBy === "date_asc") return "asc";
  return orderBy === "date_desc" ? "desc" : undefined;
}

function scoredPage(scored: Scored[], query: SearchQuery): Page {
  const order = dateOrder(query);
  const sign = order === "asc" ? 1 : -1;
  const ordered =
    order === undefined ? scored : [...scored].sort((a, b) => sign * (a.createdAt - b.createdAt || a.id - b.id));
  const hits = ordered.slice(query.offset, query.offset + query.limit);
  return { hits, matches: new Map(hits.map((hit) => [hit.id, hit.match])), total: scored.length };
}

function listPage(app: App, type: SearchType, filter: RowFilter, query: SearchQuery): Page {
  const { ids, total } = listRows(app.db, KIND_OF_TYPE[type], filter, {
    limit: query.limit,
    offset: query.offset,
    oldestFirst: query.orderBy === "date_asc",
  });
  const parts = { words: 0, meaning: 0, recency: 0, importance: 0 };
  return {
    hits: ids.map((id) => ({ id, rank: 0, parts, neighbour: 0, exact: 0, glossary: 0 })),
    matches: new Map(ids.map((id) => [id, "filter"])),
    total,
  };
}

/** Rows of a page, read after the last await: what was deleted meanwhile is not shown. */
function fill(app: App, query: SearchQuery, answer: SearchAnswer, type: SearchType, terms: string[], page: Page): void {
  const kind = KIND_OF_TYPE[type];
  const ids = page.hits.map((hit) => hit.id);
  const rows = loadRows(app.db, kind, ids);
  const results = query.format === "full" ? resultsOf(app.db, kind, ids) : undefined;
  const projects = projectNames(
    app.db,
    [...rows.values()].map((row) => row.projectId),
  );
  answer.totals[type] = page.total;
  for (const { id, rank, parts, neighbour, exact, glossary } of page.hits) {
    const row = rows.get(id);
    if (row === undefined) continue;
    const score = { rank, parts, match_type: page.matches.get(id) ?? "filter", neighbour, exact, glossary };
    answer[type].push(toHit(kind, type, row, score, { format: query.format, terms, projects, results }));
  }
}
