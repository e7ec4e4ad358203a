/** Search over everything that is stored, by words and by meaning (M30, design §5). */
import type { App } from "../context";
import { AppError } from "../contract/errors";
import {
  type Degraded,
  SEARCH_TYPES,
  type SearchAnswer,
  type SearchHit,
  type SearchQuery,
  type SearchType,
} from "../contract/search";
import type { RowFilter } from "./filter";
import { type Scored, fuse, shareWithNeighbours, sortScored, type Turn } from "./fuse";
import { KIND_OF_TYPE, toHit } from "./hits";
import { meaningGap, type MeaningHits, QUERY_WAITS, type QueryWaits, searchMeaning, vectorOf } from "./meaning";
import { type Facts, factsOf, listRows } from "./query";
import { readRequest, type Request } from "./request";
import { loadRows, projectNames } from "./rows-query";
import { searchWords, type WordsFound } from "./words";

/** Hits that words bring, and to a deep page; `totals` counts no further. */
const WORDS = 500;
const MAX_WORDS = 1_000;
const NO_WORDS: WordsFound = { hits: [], certainty: 1 };
const MODEL_LATE = "The model is busy or still loading; search again in a moment.";
const NONE: MeaningHits = { hits: [], facts: new Map() };
/** Kinds that are turns of one conversation. */
const CONVERSATION: SearchType[] = ["prompts", "events"];

interface Page {
  hits: Pick<Scored, "id" | "rank" | "parts" | "neighbour">[];
  matches: Map<number, SearchHit["match_type"]>;
  total: number;
}

/**
 * Answers hits by kind, best first. Without `query` the filters decide, newest first; a query of blanks or signs finds nothing.
 * `degraded` says which half is missing: a broken or lagging index, or a model that takes longer than `waits` (milliseconds),
 * never passes for an empty store. Throws only for a broken database.
 */
export async function search(app: App, query: SearchQuery, waits: QueryWaits = QUERY_WAITS): Promise<SearchAnswer> {
  const request = readRequest(app, query);
  const asked = query.type === undefined ? [...SEARCH_TYPES] : [query.type];
  const answer = emptyAnswer(query);
  if (request.filter.projectIds?.length === 0) return answer;
  if (request.text === undefined) {
    for (const type of asked) fill(app, query, answer, type, [], listPage(app, type, request.filter, query));
    return answer;
  }
  if (request.parsed.terms.length === 0) return answer;

  const terms = request.parsed.terms.flatMap((term) => [
    term.highlight,
    ...term.relaxed.map((relaxed) => relaxed.highlight),
  ]);
  answer.terms = [...new Set(terms)];
  const recalled = withNeighbours(query, asked);
  const { words, broken } = recallByWords(app, query, request, recalled);
  const { meaning, gap } = await recallByMeaning(app, query, request, recalled, waits);
  answer.degraded = broken ?? gap;

  const lists = new Map<SearchType, Scored[]>();
  const facts = new Map<SearchType, Map<number, Facts>>();
  for (const type of recalled) {
    const found = meaning.get(type) ?? NONE;
    const { hits, certainty } = words.get(type) ?? NO_WORDS;
    const known = factsOf(
      app.db,
      KIND_OF_TYPE[type],
      [...hits.map((hit) => hit.id), ...found.hits.map((hit) => hit.entityId)],
      request.filter,
    );
    facts.set(type, known);
    lists.set(
      type,
      fuse({
        words: hits,
        certainty,
        meaning: found.hits,
        facts: known,
        now: app.now(),
        isLiteral: request.parsed.isLiteral,
      }),
    );
  }
  if (query.mode === "hybrid") shareInConversations(lists, facts);
  for (const type of asked) fill(app, query, answer, type, answer.terms, scoredPage(lists.get(type) ?? [], query));
  return answer;
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
function withNeighbours(query: SearchQuery, asked: SearchType[]): SearchType[] {
  if (query.mode !== "hybrid" || !asked.some((type) => CONVERSATION.includes(type))) return asked;
  return [...new Set([...asked, ...CONVERSATION])];
}

interface ByWords {
  words: Map<SearchType, WordsFound>;
  broken: Degraded | null;
}

function recallByWords(app: App, query: SearchQuery, { parsed, filter }: Request, types: SearchType[]): ByWords {
  const words = new Map<SearchType, WordsFound>();
  if (query.mode === "vector") return { words, broken: null };
  try {
    const limit = Math.min(MAX_WORDS, Math.max(WORDS, query.offset + query.limit));
    for (const type of types) words.set(type, searchWords(app.db, KIND_OF_TYPE[type], parsed, filter, limit));
    return { words, broken: null };
  } catch (error) {
    app.log.error({ code: errorCode(error) }, "search by words failed");
    return {
      words,
      broken: { missing: "words", reason: "The words index cannot be read; rebuild it: keepsake reindex." },
    };
  }
}

interface ByMeaning {
  meaning: Map<SearchType, MeaningHits>;
  gap: Degraded | null;
}

async function recallByMeaning(
  app: App,
  query: SearchQuery,
  { text = "", parsed, filter }: Request,
  types: SearchType[],
  waits: QueryWaits,
): Promise<ByMeaning> {
  const meaning = new Map<SearchType, MeaningHits>();
  if (query.mode === "fts" || !parsed.hasMeaning) return { meaning, gap: null };
  try {
    const vector = await vectorOf(app, text, waits[query.mode]);
    if (vector === null) return { meaning, gap: { missing: "meaning", reason: MODEL_LATE } };
    const want = query.offset + query.limit;
    const found = await Promise.all(
      types.map((type) => searchMeaning(app, KIND_OF_TYPE[type], text, vector, filter, want)),
    );
    types.forEach((type, i) => meaning.set(type, found[i] ?? NONE));
    const reason = meaningGap(app);
    return { meaning, gap: reason === null ? null : { missing: "meaning", reason } };
  } catch (error) {
    const isExpected = error instanceof AppError && error.code === "not_ready";
    if (!isExpected) app.log.error({ code: errorCode(error) }, "search by meaning failed");
    const reason = isExpected ? error.message : "The model or the vector index failed; the log says more.";
    return { meaning, gap: { missing: "meaning", reason } };
  }
}

/** A code, never a message: messages of the engines repeat what was searched for. */
const errorCode = (error: unknown): string => {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return typeof code === "string" ? code : typeof name === "string" ? name : "unknown";
};

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

function scoredPage(scored: Scored[], query: SearchQuery): Page {
  const sign = query.orderBy === "date_asc" ? 1 : -1;
  const isByDate = query.orderBy === "date_asc" || query.orderBy === "date_desc";
  const ordered = isByDate ? [...scored].sort((a, b) => sign * (a.createdAt - b.createdAt || a.id - b.id)) : scored;
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
    hits: ids.map((id) => ({ id, rank: 0, parts, neighbour: 0 })),
    matches: new Map(ids.map((id) => [id, "filter"])),
    total,
  };
}

/** Rows of a page, read after the last await: what was deleted meanwhile is not shown. */
function fill(app: App, query: SearchQuery, answer: SearchAnswer, type: SearchType, terms: string[], page: Page): void {
  const kind = KIND_OF_TYPE[type];
  const rows = loadRows(
    app.db,
    kind,
    page.hits.map((hit) => hit.id),
  );
  const projects = projectNames(
    app.db,
    [...rows.values()].map((row) => row.projectId),
  );
  answer.totals[type] = page.total;
  for (const { id, rank, parts, neighbour } of page.hits) {
    const row = rows.get(id);
    if (row === undefined) continue;
    const score = { rank, parts, match_type: page.matches.get(id) ?? "filter", neighbour };
    answer[type].push(toHit(kind, type, row, score, { format: query.format, terms, projects }));
  }
}
