/** Where the terms of a search stand in a text: case, width and Chinese form do not matter. Pure; runs in the browser too. */
import { foldText, isAscii } from "./tokens-fold";
import { isRunCharacter, isWordCharacter } from "./tokens-scan";

/** Offsets in UTF-16 units of the original text, end exclusive. */
export interface Range {
  start: number;
  end: number;
}

const MAX_CHARS = 200_000;
const MAX_RANGES = 1_000;
const MAX_TERMS = 64;
/** ASCII at once; else what composes into one letter: a Hangul syllable in pieces, or a base character with its marks. */
const CLUSTER = /[\0-\x7f]+(?!\p{M})|[\u1100-\u1112][\u1161-\u1175][\u11a8-\u11c2]?|[^\p{M}]\p{M}{0,16}|\p{M}{1,16}/gu;

interface Folded {
  text: string;
  /** Original offset of each unit of `text`, and one for the end. */
  offsets: Uint32Array;
}

/** A piece as short as this (`t` of `don't`, `ts` of `main.ts`) says nothing away from its whole. */
const SHORT_PIECE = 2;

/**
 * Ranges in order, without overlaps. Terms in scripts with spaces match whole words or, as prefix, forms of them; others match
 * anywhere. A piece of another term matches whole words only, and not by itself when it is one or two letters.
 */
export function findRanges(text: string, terms: string[]): Range[] {
  const wanted = [...new Set(terms.map(foldTerm))].filter((term) => term !== "").slice(0, MAX_TERMS);
  if (wanted.length === 0) return [];
  const folded = foldWithOffsets(text.slice(0, MAX_CHARS));
  const found: Range[] = [];
  for (const term of wanted) {
    const isPiece = isWordCharacter(firstCharacter(term)) && wanted.some((whole) => isPieceOf(term, whole, wanted));
    if (isPiece && [...term].length <= SHORT_PIECE) continue;
    collect(folded, term, isPiece, found);
  }
  return merge(found);
}

const foldTerm = (term: string): string => foldText(term).replaceAll("\\", "/");

/**
 * Pieces come beside the identifier that they are of, folded, so that `getUserName` shows no edges any more. A word that
 * only begins like a longer one (`deploy`, `deployments`) is no piece of it, unless another term goes on where it ends.
 */
function isPieceOf(term: string, whole: string, terms: string[]): boolean {
  if (term.length >= whole.length || !whole.includes(term)) return false;
  const rest = whole.slice(term.length);
  if (!whole.startsWith(term) || !isWordCharacter(firstCharacter(rest))) return true;
  return terms.some((other) => rest.startsWith(other));
}

function collect({ text, offsets }: Folded, term: string, isWholeOnly: boolean, into: Range[]): void {
  const needsStart = isWordCharacter(firstCharacter(term));
  for (
    let at = text.indexOf(term), hits = 0;
    at !== -1 && hits < MAX_RANGES;
    at = text.indexOf(term, at + term.length)
  ) {
    if (needsStart && isInsideWord(text, at)) continue;
    if (isWholeOnly && isWordCharacter(firstCharacter(text.slice(at + term.length, at + term.length + 2)))) continue;
    hits += 1;
    into.push({ start: offsets[at] ?? 0, end: offsets[at + term.length] ?? 0 });
  }
}

/** A letter or digit just before: the term would begin in the middle of a word. */
function isInsideWord(text: string, at: number): boolean {
  if (at === 0) return false;
  const before = lastCharacter(text.slice(Math.max(0, at - 2), at));
  return isWordCharacter(before) && !isRunCharacter(before);
}

const firstCharacter = (text: string): string => String.fromCodePoint(text.codePointAt(0) ?? 0);
const lastCharacter = (text: string): string => [...text].at(-1) ?? "";

function foldWithOffsets(text: string): Folded {
  const pieces: string[] = [];
  const offsets: number[] = [];
  const known = new Map<string, string>();
  for (const match of text.matchAll(CLUSTER)) {
    const [cluster] = match;
    const isPlain = isAscii(cluster);
    let folded = isPlain ? cluster.toLowerCase().replaceAll("\\", "/") : known.get(cluster);
    if (folded === undefined) {
      folded = foldText(cluster);
      known.set(cluster, folded);
    }
    pieces.push(folded);
    for (let i = 0; i < folded.length; i += 1) offsets.push(match.index + (isPlain ? i : 0));
  }
  offsets.push(text.length);
  return { text: pieces.join(""), offsets: Uint32Array.from(offsets) };
}

function merge(ranges: Range[]): Range[] {
  ranges.sort((a, b) => a.start - b.start || b.end - a.end);
  const merged: Range[] = [];
  for (const range of ranges) {
    const last = merged.at(-1);
    if (range.end <= range.start) continue;
    if (last !== undefined && range.start <= last.end) last.end = Math.max(last.end, range.end);
    else if (merged.length < MAX_RANGES) merged.push({ ...range });
  }
  return merged;
}
