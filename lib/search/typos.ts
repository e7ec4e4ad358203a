/** What a word that no row holds was meant to be: its nearest neighbours in the vocabulary. The work is bounded, whatever the table's size. */
import { distance } from "fastest-levenshtein";
import type { SearchKind } from "../contract/common";
import type { Handle } from "../context";
import { TYPOS } from "./recipe";
import { knownTokens, type Token, tokensFrom } from "./vocabulary-query";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
/** Plain words only: numbers, identifiers and versions mean what they say. */
const CORRECTABLE = /^[a-z]{4,40}$/;

/** At most three words of the vocabulary, nearest and commonest first; none when nothing is near. */
export function neighboursOf(handle: Handle, kind: SearchKind, word: string): string[] {
  if (!CORRECTABLE.test(word) || word.length < TYPOS.minLetters) return [];
  const known = new Map<string, Token>();
  const add = (tokens: string[]): void => {
    const fresh = tokens.filter((token) => !known.has(token));
    for (const token of knownTokens(handle, kind, fresh)) known.set(token.term, token);
  };
  const most = word.length >= TYPOS.twoMistakes ? 2 : 1;
  const alike = tokensFrom(handle, kind, word.slice(0, TYPOS.head), TYPOS.maxScan);
  add(alike.filter((token) => Math.abs(token.length - word.length) <= most && isAllowed(word, token, most)));
  // A mistake in the head itself: few enough to be tried one by one.
  if (known.size === 0) add(headEdits(word).filter((token) => isAllowed(word, token, 1)));
  const near = [...known.values()].map((token) => ({ ...token, mistakes: mistakesBetween(word, token.term) }));
  const fewest = Math.min(...near.map((token) => token.mistakes));
  return near
    .filter((token) => token.mistakes === fewest)
    .sort((a, b) => b.rows - a.rows || a.term.localeCompare(b.term))
    .slice(0, TYPOS.maxNeighbours)
    .map((token) => token.term);
}

function isAllowed(word: string, other: string, most: number): boolean {
  if (!CORRECTABLE.test(other)) return false;
  const mistakes = mistakesBetween(word, other);
  if (word.length >= TYPOS.oneMistake) return mistakes <= most;
  return isSwap(word, other) || (mistakes === 1 && other.length === word.length + 1);
}

const mistakesBetween = (a: string, b: string): number => (isSwap(a, b) ? 1 : distance(a, b));

/** Two letters side by side changed places. */
function isSwap(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at + 1 < a.length && a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
}

/** All words with one mistake among the first letters. */
function headEdits(word: string): string[] {
  const edits = new Set<string>();
  for (let at = 0; at <= TYPOS.head && at < word.length; at += 1) {
    const [before, rest] = [word.slice(0, at), word.slice(at)];
    edits.add(before + rest.slice(1));
    edits.add(before + rest.charAt(1) + rest.charAt(0) + rest.slice(2));
    for (const letter of LETTERS) {
      edits.add(before + letter + rest.slice(1));
      edits.add(before + letter + rest);
    }
  }
  edits.delete(word);
  return [...edits];
}
