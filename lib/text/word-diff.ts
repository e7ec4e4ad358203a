/** The difference of two texts by words, for people to read. Pure, bounded. */
import { diffArrays } from "diff";
import type { DiffPart } from "../contract/history";
import { headOf } from "./caps";

/** Texts further apart than this stand one below the other: a diff of strangers reads badly and takes long. */
const MAX_EDITS = 400;
/** And so do those of whose words less than this share stayed: cut into each other, neither can be read. */
const MIN_KEPT = 0.25;

/** null = there was no such text. Spaces and signs are parts too, so that the texts can be put together again. */
export function diffWords(before: string | null, after: string | null): DiffPart[] {
  if (before !== null && after !== null) {
    const changes = diffArrays(wordsOf(before), wordsOf(after), { maxEditLength: MAX_EDITS });
    if (changes !== undefined && keptShare(changes, before, after) >= MIN_KEPT) {
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

/** Of the letters of the longer text. */
function keptShare(changes: { value: string[]; added: boolean; removed: boolean }[], before: string, after: string) {
  const longer = Math.max(lettersOf(before), lettersOf(after));
  const kept = changes.filter(({ added, removed }) => !added && !removed).map(({ value }) => lettersOf(value.join("")));
  return longer === 0 ? 1 : kept.reduce((sum, letters) => sum + letters, 0) / longer;
}

const lettersOf = (text: string): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;

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
