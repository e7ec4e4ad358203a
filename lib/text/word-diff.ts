/** The difference of two texts by words, for people to read. Pure, bounded. */
import { diffArrays } from "diff";
import type { DiffPart } from "../contract/history";

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

/** Chinese and Japanese have no spaces: the segmenter finds their words. */
function wordsOf(text: string): string[] {
  return Array.from(new Intl.Segmenter(undefined, { granularity: "word" }).segment(text), (part) => part.segment);
}
