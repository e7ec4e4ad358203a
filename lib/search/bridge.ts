/** Recall by other names: rows that call what was asked by another word, in the same language or the other one. */
import type { SearchKind } from "../contract/common";
import type { Handle } from "../context";
import { type Concept, conceptsOf, isKindOfTool } from "../text/concepts";
import { stemOf } from "../text/tokens";
import { type ParsedQuery, parseQuery } from "../text/tokens-query";
import { isFiller } from "./fillers";
import type { RowFilter } from "./filter";
import { type ByDate, matchingIds, recallWords } from "./query";
import { GLOSSARY } from "./recipe";
import { highestId, knownTokens } from "./vocabulary-query";
import { certaintyOf, NO_WORDS, searchWords, type WordsFound } from "./words";

export interface Held {
  /** Of all that was asked, by rarity: 0–1. */
  share: number;
  /** How many words of the question. */
  concepts: number;
  /** One of them names a kind of tool, and the row one of that kind, or the kind by another name. */
  isOfKind?: boolean;
}

export interface Bridge {
  /** Rows that hold another name of something that was asked, best first. */
  ids: number[];
  /** What each row holds of what was asked, by its own name or another. Costs two looks at each word. */
  held(ids: number[]): Map<number, Held>;
  /** The other names that were asked for. */
  terms: string[];
}

const NO_BRIDGE: Bridge = { ids: [], held: () => new Map(), terms: [] };

/** A way to write a concept. */
interface Form {
  written: string;
  expression: string;
  /** Rows that hold it, at most. */
  reach: number;
}

interface Asked {
  concept: Concept;
  own: Form;
  others: Form[];
}

export interface NamesFound {
  words: WordsFound;
  /** What the words are worth beside meaning, 0–1; reckoned when it is first asked for. */
  certainty: () => number;
  bridge: Bridge;
}

export const NO_NAMES: NamesFound = { words: NO_WORDS, certainty: () => 1, bridge: NO_BRIDGE };

/** What is asked, read once for all kinds. */
export interface Question {
  query: ParsedQuery;
  /** What it names, and what else that is called. */
  concepts(): Concept[];
  /** How a name is looked for. */
  form(written: string, words: string[]): WrittenForm;
}

/** `query` says which words of `text` count. */
export function questionOf(text: string, query: ParsedQuery): Question {
  let concepts: Concept[] | null = null;
  const forms = new Map<string, WrittenForm>();
  return {
    query,
    concepts: () => (concepts ??= tellingConcepts(text, query)),
    form(written, words) {
      let form = forms.get(written);
      if (form === undefined) forms.set(written, (form = formOf(words)));
      return form;
    },
  };
}

/** By the words themselves, at most `limit` hits, and by other names. */
export function searchNames(
  handle: Handle,
  kind: SearchKind,
  question: Question,
  filter: RowFilter,
  limit: number,
  byDate?: ByDate,
): NamesFound {
  const words = searchWords(handle, kind, question.query, filter, limit, byDate);
  let known: number | null = null;
  const certainty = (): number => (known ??= certaintyOf(words));
  const isFoundWhole = (): boolean => words.hits.length > 0 && certainty() >= GLOSSARY.enough;
  return { words, certainty, bridge: bridgeOf(handle, kind, question, words.corrections, filter, isFoundWhole) };
}

/** Nothing for names, and for what a row holds whole as it is. `corrections` says what misspelt words were read as. */
function bridgeOf(
  handle: Handle,
  kind: SearchKind,
  question: Question,
  corrections: ReadonlyMap<string, string[]>,
  filter: RowFilter,
  isFoundWhole: () => boolean,
): Bridge {
  if (question.query.isLiteral || question.query.isSingleCharacter) return NO_BRIDGE;
  if (question.concepts().every(({ equivalents }) => equivalents.length === 0) || isFoundWhole()) return NO_BRIDGE;
  const rows = highestId(handle, kind);
  const asked = affordable(withReach(handle, kind, question, corrections));
  const others = asked.flatMap((each) => each.others);
  if (others.length === 0) return NO_BRIDGE;
  const { hits } = recallWords(handle, kind, anyOf(others), filter, GLOSSARY.top);
  return {
    ids: hits.map((hit) => hit.id),
    held: (ids) => heldOf(handle, kind, asked, ids, rows),
    terms: [...new Set(others.map(({ written }) => written))],
  };
}

/** What the rows hold that other names bring, and of the best of each half. Empty where there are no other names. */
export function heldBy({ words, bridge }: NamesFound, meaning: { entityId: number }[]): Map<number, Held> {
  if (bridge.ids.length === 0) return new Map();
  const best = [
    ...words.hits.slice(0, GLOSSARY.top).map((hit) => hit.id),
    ...meaning.slice(0, GLOSSARY.top).map((hit) => hit.entityId),
  ];
  return bridge.held([...new Set([...bridge.ids, ...best])]);
}

const anyOf = (forms: Form[]): string => [...new Set(forms.map(({ expression }) => `(${expression})`))].join(" OR ");

/** The concepts that hold a word of the query, without question words. */
function tellingConcepts(text: string, query: ParsedQuery): Concept[] {
  const known = query.terms.flatMap((term) => [term.highlight, ...term.relaxed.map((relaxed) => relaxed.highlight)]);
  const words = new Set(known);
  const runs = known.filter((word) => word.length > 1).join("\n");
  const isAsked = ({ words: own, isRun }: Concept): boolean =>
    isRun ? own.every((run) => runs.includes(run)) : own.some((word) => words.has(word));
  return conceptsOf(text)
    .filter((concept) => !isFiller(concept.written) && isAsked(concept))
    .slice(0, GLOSSARY.maxConcepts);
}

/** Looks up all tokens at once, and drops the names that no row holds. */
function withReach(
  handle: Handle,
  kind: SearchKind,
  question: Question,
  corrections: ReadonlyMap<string, string[]>,
): Asked[] {
  const concepts = question.concepts();
  const forms = new Map<string, WrittenForm>();
  for (const { written, words, equivalents } of concepts) {
    const isMisspelt = words.some((word) => corrections.has(word));
    const own = isMisspelt
      ? formOf(words.map((word) => corrections.get(word)?.[0] ?? word))
      : question.form(written, words);
    forms.set(written, own);
    for (const other of equivalents.slice(0, GLOSSARY.maxEquivalents)) {
      if (!forms.has(other)) forms.set(other, question.form(other, other.split(" ")));
    }
  }
  const tokens = [...new Set([...forms.values()].flatMap((form) => form.tokens.flat()))];
  const frequency = new Map(knownTokens(handle, kind, tokens).map(({ term, rows }) => [term, rows]));
  const form = (written: string): Form => {
    const { expression, tokens: needed } = forms.get(written) ?? { expression: "", tokens: [] };
    // Any of a word's forms will do, and every word must be there.
    const reaches = needed.map((any) => Math.max(0, ...any.map((token) => frequency.get(token) ?? 0)));
    return { written, expression, reach: reaches.length === 0 ? 0 : Math.min(...reaches) };
  };
  return concepts.map((concept) => ({
    concept,
    own: form(concept.written),
    others: concept.equivalents
      .slice(0, GLOSSARY.maxEquivalents)
      .map(form)
      .filter(({ reach }) => reach > 0 && reach <= GLOSSARY.maxNameReach),
  }));
}

interface WrittenForm {
  expression: string;
  /** By word: any of its forms. */
  tokens: string[][];
}

/** Words of a phrase stand side by side. */
function formOf(words: string[]): WrittenForm {
  const terms = words.flatMap((word) => parseQuery(word).terms);
  const tokens = terms.flatMap((term) =>
    term.tokens.map((token) => [token, stemOf(token)].filter((each) => each !== null)),
  );
  const [only] = terms;
  if (terms.length === 1 && only !== undefined) return { expression: only.strict, tokens };
  return { expression: `{words parts} : "${terms.flatMap((term) => term.tokens).join(" ")}"`, tokens };
}

/** Keeps the rarest of the other names. */
function affordable(asked: Asked[]): Asked[] {
  const reaches = new Map(asked.flatMap(({ others }) => others).map(({ expression, reach }) => [expression, reach]));
  const kept = new Set<string>();
  let sum = 0;
  for (const [expression, reach] of [...reaches].sort((a, b) => a[1] - b[1])) {
    sum += reach;
    if (kept.size >= GLOSSARY.maxTerms || sum > GLOSSARY.maxReach) break;
    kept.add(expression);
  }
  return asked.map((each) => ({ ...each, others: each.others.filter(({ expression }) => kept.has(expression)) }));
}

const reachOfAll = (forms: Form[]): number => forms.reduce((sum, { reach }) => sum + reach, 0);

function heldOf(handle: Handle, kind: SearchKind, asked: Asked[], ids: number[], rows: number): Map<number, Held> {
  const held = new Map(ids.map((id) => [id, { weight: 0, concepts: 0, isOfKind: false }]));
  let wanted = 0;
  for (const { concept, own, others } of asked) {
    const reach = Math.min(
      rows,
      others.reduce((sum, other) => sum + other.reach, own.reach),
    );
    const weight = concept.weight * Math.log(1 + (rows + 1) / (1 + reach));
    wanted += weight;
    const holders = own.reach === 0 ? new Set<number>() : matchingIds(handle, kind, own.expression, ids, own.reach);
    const callers =
      others.length === 0 ? new Set<number>() : matchingIds(handle, kind, anyOf(others), ids, reachOfAll(others));
    for (const [id, each] of held) {
      if (!holders.has(id) && !callers.has(id)) continue;
      each.weight += weight * (holders.has(id) ? 1 : GLOSSARY.worth);
      each.concepts += concept.weight;
      if (callers.has(id) && isKindOfTool(concept.written)) each.isOfKind = true;
    }
  }
  return new Map(
    [...held].map(([id, { weight, concepts, isOfKind }]) => [
      id,
      { share: weight / (wanted || 1), concepts, ...(isOfKind ? { isOfKind } : {}) },
    ]),
  );
}
