/** Recall by words: which form of each term to ask for, which terms a long query can spare, and exact names first. */
import type { SearchKind } from "../contract/common";
import type { Handle } from "../context";
import { stemOf } from "../text/tokens";
import { isProse, type ParsedQuery, plainTerm, type QueryTerm } from "../text/tokens-query";
import { isFiller } from "./fillers";
import type { RowFilter } from "./filter";
import {
  type ByDate,
  type Facts,
  hasMatch,
  matchingIds,
  recallByDate,
  recallUnranked,
  recallWords,
  type WordsHit,
} from "./query";
import { CERTAINTY, TYPOS, WORDS } from "./recipe";
import { neighboursOf } from "./typos";
import { documentFrequency, highestId } from "./vocabulary-query";

export interface WordsFound {
  /** Best first. Scores have no bound. */
  hits: WordsHit[];
  /** How much of what was asked each row holds, by rarity: 1 for all of it. Costs a look at each term. */
  coverage(ids: number[]): Map<number, number>;
  /** Rows that hold each name of the query (identifiers, paths, tickets, versions) as it was written. */
  named: Set<number>;
  /** Words that no row holds, and the words of the vocabulary that they were read as. */
  corrections: ReadonlyMap<string, string[]>;
  /** Rows that match beside the hits, as far as they were looked at. */
  rest: number[];
  /** Of rows that were looked at, hits or not. */
  facts: ReadonlyMap<number, Facts>;
}

/** A term as it is asked for. */
interface Asked {
  term: QueryTerm;
  /** Expression that finds it. */
  expression: string;
  /** Its part of what was asked, 0–1: less when it was read for another word. */
  worth: number;
  /** A run that is prose: it finds its row when it stands there whole, but nobody expects it to. */
  isBonus: boolean;
}

export const NO_WORDS: WordsFound = {
  hits: [],
  coverage: (ids) => new Map(ids.map((id) => [id, 1])),
  named: new Set(),
  corrections: new Map(),
  rest: [],
  facts: new Map(),
};

/** What the words are worth beside meaning, 0–1, by what the best row holds of them. */
export function certaintyOf({ hits, coverage }: WordsFound): number {
  const best = hits[0];
  return best === undefined ? 1 : (coverage([best.id]).get(best.id) ?? 0) ** CERTAINTY.power;
}

/** At most `limit` hits; none when the query holds no word. `byDate` adds as many of the newest or oldest that match. */
export function searchWords(
  handle: Handle,
  kind: SearchKind,
  query: ParsedQuery,
  filter: RowFilter,
  limit: number,
  byDate?: ByDate,
): WordsFound {
  if (query.terms.length === 0) return NO_WORDS;
  const { asked, corrections } = expand(handle, kind, withoutFillers(query.terms), filter);
  const afforded = affordable(handle, kind, asked);
  const expression = anyOf(afforded.map((each) => each.expression));
  const recalled = query.isSingleCharacter
    ? recallUnranked(handle, kind, expression, filter, limit)
    : recallWords(handle, kind, expression, filter, limit);
  const dated =
    recalled.rest.length > 0 && byDate !== undefined
      ? recallByDate(handle, kind, expression, filter, limit, byDate)
      : undefined;
  const found = dated === undefined ? recalled.hits : union(recalled.hits, dated);
  const seen = new Set(found.map((hit) => hit.id));
  const rest = recalled.rest.filter((id) => !seen.has(id));
  const { facts } = recalled;
  if (query.isSingleCharacter) return { ...NO_WORDS, hits: found, rest, facts };
  const { hits, named } = exactFirst(handle, kind, query.terms, found);
  return { hits, named, corrections, coverage: rememberedCoverage(handle, kind, asked), rest, facts };
}

/** Best first, each once. */
const union = (a: WordsHit[], b: WordsHit[]): WordsHit[] =>
  [...new Map([...b, ...a].map((hit) => [hit.id, hit])).values()].sort((x, y) => y.score - x.score || y.id - x.id);

const anyOf = (expressions: string[]): string => expressions.map((each) => `(${each})`).join(" OR ");

/** Question words find every other question. They count only where nothing else was asked. */
function withoutFillers(terms: QueryTerm[]): QueryTerm[] {
  const telling = terms.filter((term) => !isFiller(term.highlight));
  return telling.length === 0 ? terms : telling;
}

/**
 * A run or an identifier counts as it was written; where no row holds it, its bigrams or pieces stand in, so that a sentence
 * without spaces still finds what it is about. A plain word that no row holds is read as its nearest neighbours.
 */
function expand(
  handle: Handle,
  kind: SearchKind,
  terms: QueryTerm[],
  filter: RowFilter,
): { asked: Asked[]; corrections: Map<string, string[]> } {
  const expanded = new Map<string, Asked>();
  const add = (term: QueryTerm, isBonus = false): void => {
    if (!expanded.has(term.strict)) expanded.set(term.strict, { term, expression: term.strict, worth: 1, isBonus });
  };
  let probes = 0;
  for (const term of terms) {
    const isOpen = term.relaxed.length > 0;
    const pieces = isOpen ? withoutFillers(term.relaxed) : [];
    if (!isOpen) add(term);
    else if (isProse(term) || probes >= WORDS.maxProbes) {
      add(term, true);
      pieces.forEach((piece) => add(piece));
    } else {
      probes += 1;
      if (hasMatch(handle, kind, term.strict, filter)) add(term);
      else pieces.forEach((piece) => add(piece));
    }
  }
  const asked = [...expanded.values()];
  return { asked, corrections: correct(handle, kind, asked, filter) };
}

/** Puts neighbours in place of words that no row holds; answers them by word. */
function correct(handle: Handle, kind: SearchKind, asked: Asked[], filter: RowFilter): Map<string, string[]> {
  const unknown = asked
    .filter(({ term }) => isPlainWord(term) && !isKnown(handle, kind, term.highlight))
    .sort((a, b) => b.term.highlight.length - a.term.highlight.length)
    .slice(0, TYPOS.maxWords);
  const corrections = new Map<string, string[]>();
  for (const each of unknown) {
    const words = neighboursOf(handle, kind, each.term.highlight).filter(
      // A word that only rows out of reach hold is not told of.
      (word) => filter.projectIds === null || hasMatch(handle, kind, plainTerm(word, false).strict, filter),
    );
    if (words.length === 0) continue;
    const neighbours = words.map((word) => plainTerm(word, false));
    each.expression = anyOf(neighbours.map((neighbour) => neighbour.strict));
    each.term = { ...each.term, tokens: words.slice(0, 1) };
    each.worth = TYPOS.worth;
    corrections.set(each.term.highlight, words);
  }
  return corrections;
}

/** A half-typed word has no tokens, an identifier has pieces. */
const isPlainWord = (term: QueryTerm): boolean =>
  term.relaxed.length === 0 && term.exact === null && term.tokens.length === 1;

function isKnown(handle: Handle, kind: SearchKind, word: string): boolean {
  const stem = stemOf(word);
  return documentFrequency(handle, kind, word) > 0 || (stem !== null && documentFrequency(handle, kind, stem) > 0);
}

/** Drops the commonest terms of a long query; what only they would find stands below every hit that is shown. */
function affordable(handle: Handle, kind: SearchKind, asked: Asked[]): Asked[] {
  if (asked.length <= WORDS.longQuery) return asked;
  const rows = highestId(handle, kind);
  if (rows < WORDS.smallTable && asked.length <= WORDS.maxTerms) return asked;
  const rated = asked
    .map((each) => ({ each, reach: reachOf(handle, kind, each.term) }))
    .sort((a, b) => a.reach - b.reach);
  const kept: Asked[] = [];
  let sum = 0;
  for (const { each, reach } of rated) {
    sum += reach;
    const isTooMuch = rows >= WORDS.smallTable && sum > rows * WORDS.maxReach && kept.length > 0;
    if (kept.length >= WORDS.maxTerms || (isTooMuch && reach > 0)) break;
    kept.push(each);
  }
  return kept;
}

/** Rows that a term can match: as many as hold its rarest token. A prefix alone is taken for rare. */
function reachOf(handle: Handle, kind: SearchKind, term: QueryTerm): number {
  if (term.tokens.length === 0) return 0;
  return Math.min(...term.tokens.map((token) => documentFrequency(handle, kind, token)));
}

/** Looks at each row once, however often it is asked for. */
function rememberedCoverage(handle: Handle, kind: SearchKind, asked: Asked[]): WordsFound["coverage"] {
  const known = new Map<number, number>();
  return (ids) => {
    const unknown = ids.filter((id) => !known.has(id));
    if (unknown.length > 0) for (const [id, share] of coverageOf(handle, kind, asked, unknown)) known.set(id, share);
    return new Map(ids.map((id) => [id, known.get(id) ?? 0]));
  };
}

/** The share of the terms that each row holds, each term by its rarity. */
function coverageOf(handle: Handle, kind: SearchKind, asked: Asked[], ids: number[]): Map<number, number> {
  const rows = highestId(handle, kind);
  const held = new Map(ids.map((id) => [id, 0]));
  const whole = new Set<number>();
  let wanted = 0;
  for (const { term, expression, worth, isBonus } of asked.slice(0, WORDS.maxTerms)) {
    const holders = matchingIds(handle, kind, expression, ids, mostHolders(handle, kind, term));
    if (isBonus) {
      // Prose that stands there word for word is all that was asked.
      for (const id of holders) whole.add(id);
      continue;
    }
    const rarity = rarityOf(handle, kind, term, rows);
    wanted += rarity;
    for (const id of holders) held.set(id, (held.get(id) ?? 0) + rarity * worth);
  }
  return new Map(ids.map((id) => [id, whole.has(id) || wanted === 0 ? 1 : (held.get(id) ?? 0) / wanted]));
}

/** Rows that can hold a term in any of its forms; unknown of one that is only begun, and of one that was read as others. */
function mostHolders(handle: Handle, kind: SearchKind, { tokens, relaxed, exact, highlight }: QueryTerm): number {
  const [token] = tokens;
  if (tokens.length !== 1 || token === undefined || relaxed.length > 0 || exact !== null || token !== highlight)
    return Infinity;
  const stem = stemOf(token);
  return documentFrequency(handle, kind, token) + (stem === null ? 0 : documentFrequency(handle, kind, stem));
}

const rarityOf = (handle: Handle, kind: SearchKind, term: QueryTerm, rows: number): number =>
  Math.log(1 + (rows + 1) / (1 + (term.tokens.length === 0 ? 0 : reachOf(handle, kind, term))));

/** Lifts rows that hold an identifier itself above rows that only hold its pieces (F13); the less, the more else was asked for. */
function exactFirst(
  handle: Handle,
  kind: SearchKind,
  terms: QueryTerm[],
  hits: WordsHit[],
): { hits: WordsHit[]; named: Set<number> } {
  const exact = terms.map((term) => term.exact).filter((expression) => expression !== null);
  if (exact.length === 0 || hits.length === 0) return { hits, named: new Set() };
  const lift = (hits[0]?.score ?? 0) / terms.length;
  const ids = hits.map((hit) => hit.id);
  const asked = exact.slice(0, WORDS.maxTerms);
  const some = matchingIds(handle, kind, anyOf(asked), ids);
  const named =
    asked.length === 1 ? some : matchingIds(handle, kind, asked.map((each) => `(${each})`).join(" AND "), ids);
  const lifted = hits
    .map((hit) => (some.has(hit.id) ? { id: hit.id, score: hit.score + lift } : hit))
    .sort((a, b) => b.score - a.score);
  return { hits: lifted, named };
}
