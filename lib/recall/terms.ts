/** Keywords as a query: each a term, OR-joined by the search, phrases and paths whole before their pieces (C43). Pure. */
import { foldText } from "../text/tokens-fold";
import { type ParsedQuery, parseQuery, type QueryTerm } from "../text/tokens-query";
import type { Keyword } from "./keywords";

/** Nothing in a keyword is syntax: quotes, operators, stars and colons were taken off by the tokeniser. */
export function queryOf(keywords: readonly Keyword[]): ParsedQuery {
  const parsed = keywords.map(({ written }) => parseQuery(written));
  const terms = new Map<string, QueryTerm>();
  keywords.forEach(({ kind, text }, i) => {
    const own = parsed[i]?.terms ?? [];
    const whole = kind === "phrase" ? phraseOf(text, own) : null;
    for (const term of whole === null ? own : [whole]) terms.set(term.strict, term);
  });
  return {
    terms: [...terms.values()],
    isSingleCharacter: false,
    hasMeaning: parsed.some(({ hasMeaning }) => hasMeaning),
    isLiteral: parsed.length > 0 && parsed.every(({ isLiteral }) => isLiteral),
  };
}

/** The words one after the other; each alone where they nowhere stand so. Runs are stored as pairs and are no such words. */
function phraseOf(text: string, own: QueryTerm[]): QueryTerm | null {
  const parts = own.flatMap((term) => (term.relaxed.length > 0 && term.exact === null ? term.relaxed : [term]));
  const tokens = own.map((term) => term.highlight);
  const isOfWords = own.length > 1 && own.every((term) => /^[\p{L}\p{N}_.@#+$%/-]+$/u.test(term.highlight));
  if (!isOfWords || parts.length !== own.length || own.some(({ tokens: held }) => held.length > 1)) return null;
  return { strict: `words : "${tokens.join(" ")}"`, relaxed: parts, exact: null, tokens, highlight: text };
}

/** Characters of a run that stand in a row too: two words of Chinese, which is no chance. */
const WINDOW = 4;
/** FTS5 bounds the depth of an expression. */
const MAX_PARTS = 60;

/**
 * What a long prompt has in common with a row that bears on one of its parts: two of its words side by side, or four characters of a
 * run. One term, any of them holds it: of all that is asked each is little. null = the prompt has no such parts.
 */
export function partsQuery(prompt: string, keywords: readonly Keyword[]): ParsedQuery | null {
  const words = keywords.flatMap(({ kind, written }) => (kind === "word" ? parseQuery(written).terms.slice(0, 1) : []));
  const windows = words
    .filter(isRun)
    .flatMap(({ tokens }) => tokens.slice(WINDOW - 2).map((_, i) => tokens.slice(i, i + WINDOW - 1)));
  const text = foldText(prompt);
  const pairs = words.slice(1).flatMap((second, i) => {
    const first = words[i];
    const isPair = first !== undefined && isWord(first) && isWord(second);
    return isPair && text.includes(`${first.highlight} ${second.highlight}`)
      ? [[first.highlight, second.highlight]]
      : [];
  });
  const parts = [...pairs, ...windows].slice(0, MAX_PARTS);
  if (parts.length === 0) return null;
  const strict = parts.map((tokens) => `words : "${tokens.join(" ")}"`).join(" OR ");
  const term = { strict, relaxed: [], exact: null, tokens: [], highlight: "" };
  return { terms: [term], isSingleCharacter: false, hasMeaning: true, isLiteral: false };
}

const isWord = ({ tokens, relaxed }: QueryTerm): boolean => tokens.length === 1 && relaxed.length === 0;
/** Pairs of characters; the pieces of an identifier are no run. */
const isRun = ({ tokens, exact }: QueryTerm): boolean => exact === null && tokens.length > 1;
