/** Recall by words: which form of each term to ask for, which terms a long query can spare, and exact names first. */
import type { SearchKind } from "../contract/common";
import type { Handle } from "../context";
import { isProse, type ParsedQuery, type QueryTerm } from "../text/tokens-query";
import type { RowFilter } from "./filter";
import {
  documentFrequency,
  hasMatch,
  highestId,
  matchingIds,
  recallUnranked,
  recallWords,
  type WordsHit,
} from "./query";

/** Terms that are tried as written before their pieces; a longer query is prose and takes the pieces' word for it. */
const MAX_PROBES = 24;
/** A query of more terms than this is long. */
const LONG_QUERY = 8;
/** Below this many rows nothing is slow, and every term may count. */
const SMALL_TABLE = 2_000;
/** Share of the rows that a long query's terms may reach, added up. */
const MAX_REACH = 0.2;
/** FTS5 parses at most 256 nodes deep, and a rarer term always says more. */
const MAX_TERMS = 64;

export interface WordsFound {
  /** Best first. Scores have no bound. */
  hits: WordsHit[];
  /** 1, or less when no term is there as it was written: then the share of bigrams and pieces that the best row holds. */
  certainty: number;
}

/** At most `limit` hits; none when the query holds no word. */
export function searchWords(
  handle: Handle,
  kind: SearchKind,
  query: ParsedQuery,
  filter: RowFilter,
  limit: number,
): WordsFound {
  if (query.terms.length === 0) return { hits: [], certainty: 1 };
  const terms = affordable(handle, kind, expand(handle, kind, query.terms, filter));
  const expression = anyOf(terms);
  if (query.isSingleCharacter) {
    return { hits: recallUnranked(handle, kind, expression, filter, limit), certainty: 1 };
  }
  const hits = recallWords(handle, kind, expression, filter, limit);
  const isLoose = query.terms.every((term) => term.relaxed.length > 0 && (isProse(term) || !terms.includes(term)));
  const certainty = isLoose && hits[0] !== undefined ? shareHeld(handle, kind, terms, hits[0].id) : 1;
  return { hits: exactFirst(handle, kind, query.terms, hits), certainty };
}

/** Share of the terms that a row matches. */
function shareHeld(handle: Handle, kind: SearchKind, terms: QueryTerm[], id: number): number {
  const held = terms.filter((term) => matchingIds(handle, kind, term.strict, [id]).size > 0);
  return held.length / terms.length;
}

const anyOf = (terms: QueryTerm[]): string => terms.map((term) => `(${term.strict})`).join(" OR ");

/**
 * A run or an identifier counts as it was written; where no row holds it, its bigrams or pieces stand in,
 * so that a sentence without spaces still finds what it is about.
 */
function expand(handle: Handle, kind: SearchKind, terms: QueryTerm[], filter: RowFilter): QueryTerm[] {
  const expanded = new Map<string, QueryTerm>();
  const add = (term: QueryTerm): void => void expanded.set(term.strict, term);
  let probes = 0;
  for (const term of terms) {
    const isOpen = term.relaxed.length > 0;
    if (!isOpen) add(term);
    else if (isProse(term) || probes >= MAX_PROBES) [term, ...term.relaxed].forEach(add);
    else {
      probes += 1;
      if (hasMatch(handle, kind, term.strict, filter)) add(term);
      else term.relaxed.forEach(add);
    }
  }
  return [...expanded.values()];
}

/** Drops the commonest terms of a long query; what only they would find stands below every hit that is shown. */
function affordable(handle: Handle, kind: SearchKind, terms: QueryTerm[]): QueryTerm[] {
  if (terms.length <= LONG_QUERY) return terms;
  const rows = highestId(handle, kind);
  if (rows < SMALL_TABLE && terms.length <= MAX_TERMS) return terms;
  const rated = terms.map((term) => ({ term, reach: reachOf(handle, kind, term) })).sort((a, b) => a.reach - b.reach);
  const kept: QueryTerm[] = [];
  let sum = 0;
  for (const { term, reach } of rated) {
    sum += reach;
    const isTooMuch = rows >= SMALL_TABLE && sum > rows * MAX_REACH && kept.length > 0;
    if (kept.length >= MAX_TERMS || (isTooMuch && reach > 0)) break;
    kept.push(term);
  }
  return kept;
}

/** Rows that a term can match: as many as hold its rarest token. A prefix alone is taken for rare. */
function reachOf(handle: Handle, kind: SearchKind, term: QueryTerm): number {
  if (term.tokens.length === 0) return 0;
  return Math.min(...term.tokens.map((token) => documentFrequency(handle, kind, token)));
}

/** Lifts rows that hold an identifier itself above rows that only hold its pieces (F13); the less, the more else was asked for. */
function exactFirst(handle: Handle, kind: SearchKind, terms: QueryTerm[], hits: WordsHit[]): WordsHit[] {
  const exact = terms.map((term) => term.exact).filter((expression) => expression !== null);
  const lift = (hits[0]?.score ?? 0) / terms.length;
  if (exact.length === 0 || hits.length < 2) return hits;
  const expression = exact
    .slice(0, MAX_TERMS)
    .map((each) => `(${each})`)
    .join(" OR ");
  const ids = matchingIds(
    handle,
    kind,
    expression,
    hits.map((hit) => hit.id),
  );
  return hits
    .map((hit) => (ids.has(hit.id) ? { id: hit.id, score: hit.score + lift } : hit))
    .sort((a, b) => b.score - a.score);
}
