/** What changed, by word: removed struck through and tinted, added tinted. */
import { diffArrays } from "diff";
import { StoredText } from "./stored-text";
import { t } from "../strings";

/** Texts further apart than this stand one below the other: a diff of strangers reads badly and takes long. */
const MAX_EDITS = 400;

export function WordDiff({ before, after }: { before: string | null; after: string | null }) {
  const parts = diffParts(before, after);
  return (
    <div className="stored text-body">
      {parts.map((part, index) => {
        if (part.added) {
          return (
            <ins key={index} className="rounded-[2px] bg-added no-underline">
              <span className="sr-only">{t.diff.added}</span>
              <StoredText text={part.value} />
            </ins>
          );
        }
        if (part.removed) {
          return (
            <del key={index} className="rounded-[2px] bg-removed line-through">
              <span className="sr-only">{t.diff.removed}</span>
              <StoredText text={part.value} />
            </del>
          );
        }
        return <StoredText key={index} text={part.value} />;
      })}
    </div>
  );
}

interface Part {
  value: string;
  added?: boolean;
  removed?: boolean;
}

function diffParts(before: string | null, after: string | null): Part[] {
  if (before !== null && after !== null) {
    const changes = diffArrays(words(before), words(after), { maxEditLength: MAX_EDITS });
    if (changes !== undefined) {
      return changes.map((change) => ({
        value: change.value.join(""),
        added: change.added,
        removed: change.removed,
      }));
    }
  }
  const whole: Part[] = [];
  if (before !== null && before !== "") whole.push({ value: before, removed: true });
  if (after !== null && after !== "") whole.push({ value: after, added: true });
  return whole;
}

/** Chinese and Japanese have no spaces: the segmenter finds their words. */
function words(text: string): string[] {
  return Array.from(new Intl.Segmenter(undefined, { granularity: "word" }).segment(text), (part) => part.segment);
}
