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

/** Ranges in order, without overlaps. Terms in scripts with spaces match whole words or, as prefix, forms of them; others match anywhere. */
export function findRanges(text: string, terms: string[]): Range[] {
  const wanted = [...new Set(terms.map(foldTerm))].filter((term) => term !== "").slice(0, MAX_TERMS);
  if (wanted.length === 0) return [];
  const folded = foldWithOffsets(text.slice(0, MAX_CHARS));
  const found: Range[] = [];
  for (const term of wanted) collect(folded, term, found);
  return merge(found);
}

const foldTerm = (term: string): string => foldText(term).replaceAll("\\", "/");

function collect({ text, offsets }: Folded, term: string, into: Range[]): void {
  const needsStart = isWordCharacter(firstCharacter(term));
  for (
    let at = text.indexOf(term), hits = 0;
    at !== -1 && hits < MAX_RANGES;
    at = text.indexOf(term, at + term.length)
  ) {
    if (needsStart && isInsideWord(text, at)) continue;
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
