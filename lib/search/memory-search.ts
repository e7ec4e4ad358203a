/** `memory_search` for agents, exactly EvolvMem's: two recalls of some twenty, 0.6 to 0.4, filtered, then cut (E22–E24, E55). */
import type { App } from "../context";
import { AppError } from "../contract/errors";
import type { Degraded, MemorySearchAnswer, MemorySearchHit, MemorySearchInput } from "../contract/search";
import { utcText } from "../memories/fields";
import { countUse } from "../memories/count-use";
import { findProject, identifyProject, localProjectIdsOf } from "../projects/service";
import { readSettings } from "../settings/service";
import { hasCjk } from "../text/cjk";
import { foldText } from "../text/tokens-fold";
import { type ParsedQuery, parseQuery } from "../text/tokens-query";
import { errorCode, gapOfFailure, isExpected, MODEL_LATE, WORDS_BROKEN } from "./degraded";
import { forAgents, type RowFilter } from "./filter";
import { meaningGap, nearest, QUERY_WAITS, vectorOf } from "./meaning";
import { type DistantHit, mergeRecalls, type RankedHit } from "./memory-score";
import { factsOf, recallUnranked } from "./query";
import { type IndexedRow, loadRows } from "./rows-query";
import { searchWords } from "./words";

type MemoryRow = IndexedRow["memory"];
type Input = Pick<MemorySearchInput, "query"> & Partial<MemorySearchInput>;

/** E17: what a row that holds the query itself is worth. A key is no prose either, so it counts as a tag. */
const IN_VALUE = 1;
const IN_TAGS = 0.5;
/** Rows that are looked through for the query itself; newest first. */
const MAX_SUBSTRINGS = 500;

/**
 * Active, unexpired, reviewed memories in scope, best first, at most `top_k`; only those that are returned count as used
 * (E13, E24). With the setting `inject_scope` = `project` and a project named, its own and the global ones; else all.
 * `waitMs`: the most that meaning may cost; without a model in time the words answer alone, and `degraded` says so (E21).
 * Throws `validation_failed` for a blank query.
 */
export async function memorySearch(
  app: App,
  input: Input,
  options: { waitMs?: number } = {},
): Promise<MemorySearchAnswer> {
  const query = input.query.trim();
  if (query === "") {
    throw new AppError("validation_failed", "query: say what to look for.", {
      hint: 'For example {"query": "cart cache"}.',
      details: [{ path: "query", message: "must not be blank" }],
    });
  }
  const settings = readSettings(app);
  const filter = forAgents(app.now(), {
    projectIds: settings.inject_scope === "all" ? localProjectIdsOf(app, undefined) : projectsOf(app, input),
    attribute: input.attribute ?? null,
  });
  const parsed = parseQuery(query);
  const byWords = recallWords(app, query, parsed, filter, settings.fts_top_k);
  const wait = options.waitMs ?? QUERY_WAITS.hybrid;
  const byMeaning = parsed.hasMeaning
    ? await recallMeaning(app, query, filter, settings.vector_top_k, wait)
    : { hits: [], gap: null };
  const weights = { words: settings.fts_weight, meaning: settings.vector_weight };
  const merged = mergeRecalls(byWords.hits, byMeaning.hits, weights);
  // Once more after the last await, and for what the index knew only as it was.
  const live = factsOf(
    app.db,
    "memory",
    merged.map((hit) => hit.id),
    filter,
  );
  const kept = merged.filter((hit) => live.has(hit.id)).slice(0, input.top_k ?? 10);
  const ids = kept.map((hit) => hit.id);
  const rows = loadRows(app.db, "memory", ids);
  const results = kept.flatMap((hit) => {
    const row = rows.get(hit.id);
    return row === undefined ? [] : [toResult(row, hit.score, hit.match)];
  });
  countUse(app, ids);
  const degraded = byWords.gap ?? byMeaning.gap;
  return { results, count: results.length, ...(degraded === null ? {} : { degraded }) };
}

/** A project that is not known yet has no memories of its own: the global ones are in scope all the same. */
function projectsOf(app: App, input: Input): number[] | null {
  if (input.project !== undefined) return localProjectIdsOf(app, input.project);
  const cwd = input.cwd?.trim() ?? "";
  if (cwd === "") return localProjectIdsOf(app, undefined);
  const project = findProject(app.db, identifyProject(app, { cwd }));
  return project === null ? [] : [project.id];
}

interface Recall<Hit> {
  hits: Hit[];
  gap: Degraded | null;
}

function recallWords(
  app: App,
  query: string,
  parsed: ParsedQuery,
  filter: RowFilter,
  limit: number,
): Recall<RankedHit> {
  if (parsed.terms.length === 0) return { hits: [], gap: null };
  try {
    const { hits } = searchWords(app.db, "memory", parsed, filter, limit);
    const ranked = hits.map((hit) => ({ id: hit.id, rank: -hit.score }));
    return { hits: [...ranked, ...substringHits(app, query, parsed, filter, limit)], gap: null };
  } catch (error) {
    app.log.error({ code: errorCode(error) }, "memory_search by words failed");
    return { hits: [], gap: WORDS_BROKEN };
  }
}

/** E17: for a query with Chinese, Japanese or Korean in it also the rows that hold it as it stands. */
function substringHits(app: App, query: string, parsed: ParsedQuery, filter: RowFilter, limit: number): RankedHit[] {
  if (!hasCjk(query)) return [];
  const expression = parsed.terms.map((term) => `(${term.strict})`).join(" AND ");
  const ids = recallUnranked(app.db, "memory", expression, filter, MAX_SUBSTRINGS).hits.map((hit) => hit.id);
  const rows = loadRows(app.db, "memory", ids);
  const wanted = foldText(query);
  const holds = (text: string): boolean => foldText(text).includes(wanted);
  return ids
    .flatMap((id) => {
      const row = rows.get(id);
      if (row === undefined) return [];
      if (holds(row.value)) return [{ id, rank: IN_VALUE }];
      return holds(row.tags) || holds(row.key) ? [{ id, rank: IN_TAGS }] : [];
    })
    .sort((a, b) => b.rank - a.rank)
    .slice(0, limit);
}

async function recallMeaning(
  app: App,
  query: string,
  filter: RowFilter,
  limit: number,
  waitMs: number,
): Promise<Recall<DistantHit>> {
  try {
    const vector = await vectorOf(app, query, waitMs);
    if (vector === null) return { hits: [], gap: MODEL_LATE };
    const { hits } = await nearest(app, "memory", vector, filter, limit);
    return { hits: hits.map(({ entityId, cosine }) => ({ id: entityId, distance: 1 - cosine })), gap: meaningGap(app) };
  } catch (error) {
    if (!isExpected(error)) app.log.error({ code: errorCode(error) }, "memory_search by meaning failed");
    return { hits: [], gap: gapOfFailure(app, error) };
  }
}

const toResult = (row: MemoryRow, score: number, match: MemorySearchHit["match_type"]): MemorySearchHit => ({
  id: row.id,
  key: row.key,
  value: row.value,
  status: row.status,
  attribute: row.attribute,
  tags: row.tags,
  score,
  match_type: match,
  created_at: utcText(row.createdAt),
});
