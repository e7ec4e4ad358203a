/** The difference of two texts by words, for people to read. Pure, bounded. */
import { diffArrays } from "diff";
import type { DiffPart } from "../contract/history";
import { headOf } from "./caps";

/** Texts further apart than this stand one below the other: a diff of strangers reads badly and takes long. */
const MAX_EDITS = 400;

/** null = there was no such text. Spaces and signs are parts too, so that the texts can be put together again. */
export function diffWords(before: string | null, after: string | null): DiffPart[] {
  if (before !== null && after !== null) {
    const changes = diffArrays(wordsOf(before), wordsOf(after), { maxEditLength: MAX_EDITS });
    if (changes !== undefined) {
      return changes.map(({ value, added, removed }) => ({
        value: value.join(""),
        ...(added ? { added } : {}),
        ...(removed ? { removed } : {}),
      }));
    }
  }
  const whole: DiffPart[] = [];
  if (before !== null && before !== "") whole.push({ value: before, removed: true });
  if (after !== null && after !== "") whole.push({ value: after, added: true });
  return whole;
}

const SEGMENTER = new Intl.Segmenter(undefined, { granularity: "word" });
/** The segmenter's time grows with the square of what it is given at once. */
const PIECE = 1000;

/** Chinese and Japanese have no spaces: the segmenter finds their words. Only a word that lies across two pieces is cut. */
function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (let from = 0; from < text.length;) {
    const piece = headOf(text.slice(from, from + PIECE + 1), PIECE);
    const space = from + piece.length < text.length ? piece.search(/\s\S*$/) : -1;
    const length = space < PIECE / 2 ? piece.length : space + 1;
    for (const { segment } of SEGMENTER.segment(piece.slice(0, length))) words.push(segment);
    from += length;
  }
  return words;
}
