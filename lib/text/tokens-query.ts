/** What a person typed, as FTS5 expressions. Nothing in it is syntax: quotes, operators, minus and colons are ordinary characters. */
import { foldRun, normalizeText } from "./tokens-fold";
import { scan } from "./tokens-scan";
import { isPlain, stemOf } from "./tokens";
import { analyzeWord, type Word } from "./tokens-word";

export interface QueryTerm {
  /** FTS5 expression that finds the term as it was written. */
  strict: string;
  /** Expressions to try instead when `strict` finds nothing: bigrams of a run, pieces of an identifier. */
  relaxed: QueryTerm[];
  /** Expression for the identifier itself, which goes before rows that only hold its pieces; null for plain words. */
  exact: string | null;
  /** Tokens for the table's statistics; each must occur for `strict` to match (a prefix has none). */
  tokens: string[];
  /** What a viewer marks. */
  highlight: string;
}

export interface ParsedQuery {
  /** Distinct, in order of appearance; empty for blank text and signs. */
  terms: QueryTerm[];
  /** One character of an unspaced script and nothing else: a prefix query, newest first, unranked. */
  isSingleCharacter: boolean;
  /** Something in it has a meaning (emoji alone have none). */
  hasMeaning: boolean;
  /** Names and signs only: rows that are merely close in meaning are not what was asked for. */
  isLiteral: boolean;
}

/** Bounds the work, not the meaning: 4,000 characters of prose are some 700 words, half of them repeated. */
const MAX_TERMS = 256;
/** A longer run is a sentence and matches by its bigrams; a shorter one is a word and matches exactly (design §5). */
const LONGEST_EXACT_RUN = 6;

/** `don't`: held together by a sign, and still no name. */
const CONTRACTION = /^[\p{L}\p{M}]+'\p{L}+$/u;

const phrase = (tokens: string[]): string => `"${tokens.join(" ")}"`;

/** `typing`: the last word is half typed and also matches as a prefix (F21). */
export function parseQuery(text: string, options: { typing?: boolean } = {}): ParsedQuery {
  const segments = scan(normalizeText(text));
  const isLast = (index: number): boolean => options.typing === true && index === segments.length - 1;
  const terms = new Map<string, QueryTerm>();
  const characters = new Map<string, QueryTerm>();
  let plainWords = 0;
  let symbols = 0;
  const add = (term: QueryTerm): void => {
    if (terms.size < MAX_TERMS) terms.set(term.strict, term);
  };

  segments.forEach((segment, index) => {
    if (segment.type === "symbol") {
      symbols += 1;
      add(symbolTerm(segment.text));
    } else if (segment.type === "run") {
      plainWords += 1;
      const run = foldRun(segment.text);
      if (run.length > 1) add(runTerm(run));
      else characters.set(segment.text, characterTerm(run[0] ?? ""));
    } else {
      const words = analyzeWord(segment.text);
      words.forEach((word, at) => {
        if (isPlain(word) || CONTRACTION.test(word.whole)) plainWords += 1;
        add(wordTerm(word, isLast(index) && at === words.length - 1));
      });
    }
  });

  const isSingleCharacter = terms.size === 0 && characters.size > 0;
  if (isSingleCharacter) for (const term of characters.values()) add(term);
  return {
    terms: [...terms.values()],
    isSingleCharacter,
    hasMeaning: terms.size > symbols,
    isLiteral: terms.size > 0 && plainWords === 0,
  };
}

function symbolTerm(symbol: string): QueryTerm {
  return { strict: `words : ${phrase([symbol])}`, relaxed: [], exact: null, tokens: [symbol], highlight: symbol };
}

/** The phrase of all bigrams; the last character alone would ask for the end of a run. */
function runTerm(run: string[]): QueryTerm {
  const bigrams = run.slice(0, -1).map((character, i) => `${character}${run[i + 1]}`);
  const strict = `words : ${phrase(bigrams)}`;
  const term = { strict, relaxed: [], exact: null, tokens: bigrams, highlight: run.join("") };
  return bigrams.length === 1 ? term : { ...term, relaxed: bigrams.map(bigramTerm) };
}

const bigramTerm = (bigram: string): QueryTerm => ({
  strict: `words : ${phrase([bigram])}`,
  relaxed: [],
  exact: null,
  tokens: [bigram],
  highlight: bigram,
});

const characterTerm = (character: string): QueryTerm => ({
  strict: `words : ${phrase([character])} *`,
  relaxed: [],
  exact: null,
  tokens: [],
  highlight: character,
});

function wordTerm(word: Word, isPrefix: boolean): QueryTerm {
  if (isPlain(word)) return plainTerm(word.whole, isPrefix);
  const star = isPrefix ? " *" : "";
  const whole = `${phrase([word.whole])}${star}`;
  const exact = `words : ${whole}`;
  const common = { exact, highlight: word.whole };
  if (word.isLiteral) return { ...common, strict: exact, relaxed: [], tokens: isPrefix ? [] : [word.whole] };
  const pieces = `${phrase(word.pieces)}${star}`;
  return {
    ...common,
    strict: `{words parts} : ${whole} OR {words parts} : ${pieces}`,
    relaxed:
      [...new Set(word.pieces)].length > 1 ? [...new Set(word.pieces)].map((piece) => plainTerm(piece, false)) : [],
    tokens: isPrefix ? word.pieces.slice(0, -1) : word.pieces,
  };
}

/** A plain word in any column: itself, a piece of an identifier, or the stem it shares with another form. */
export function plainTerm(word: string, isPrefix: boolean): QueryTerm {
  const stem = stemOf(word);
  const forms = [
    `${phrase([word])}${isPrefix && word.length > 1 ? " *" : ""}`,
    ...(stem === null ? [] : [`stems : ${phrase([stem])}`]),
  ];
  if (stem !== null) forms.push(`words : ${phrase([stem])}`);
  return { strict: forms.join(" OR "), relaxed: [], exact: null, tokens: isPrefix ? [] : [word], highlight: word };
}

/** True when the run is so long that it is prose, which nobody expects to find word for word. */
export const isProse = (term: QueryTerm): boolean =>
  term.relaxed.length > 0 && [...term.highlight].length > LONGEST_EXACT_RUN && term.exact === null;
