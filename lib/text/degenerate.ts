/** Whether a model repeats itself instead of answering (C38), and how its answer is taken apart (C39). Pure, bounded. */
import { headOf } from "./caps";

const MIN_BULLETS = 6;
const MAX_BULLETS = 5_000;
/** Share of exact repetitions that is too much. */
const REPEATED = 0.3;
/** Share of words that three neighbours have in common pairwise. */
const ALIKE = 0.8;
const WINDOWS = [50, 100, 150, 200] as const;
/** Further places at which the beginning stands again. */
const RECURRENCES = 3;

/** C39: a line is cut here. */
export const MAX_LINE_CHARS = 10_000;
/** C39: what one observation may say. */
export const MAX_ITEM_CHARS = 500;

const BULLET = /^\s*(?:[-*•]|\p{Extended_Pictographic})/u;

/**
 * C38. Looks at lines that are bullets, six or more of them: more than 30 % exact repetitions, or three neighbours that share more than
 * 80 % of their words pairwise; and at the whole, of which the beginning (50, 100, 150 or 200 characters) stands there again three times.
 */
export function isDegenerate(text: string): boolean {
  const bullets = text
    .split("\n")
    .filter((line) => BULLET.test(line))
    .slice(0, MAX_BULLETS)
    .map((line) => line.trim());
  if (bullets.length < MIN_BULLETS) return false;
  if (1 - new Set(bullets).size / bullets.length > REPEATED) return true;
  if (hasAlikeNeighbours(bullets.map(wordsOf))) return true;
  return startsOver(bullets.join("\n"));
}

function hasAlikeNeighbours(words: Set<string>[]): boolean {
  return words.some((first, at) => {
    const [second, third] = [words[at + 1], words[at + 2]];
    if (second === undefined || third === undefined) return false;
    return shared(first, second) > ALIKE && shared(second, third) > ALIKE && shared(first, third) > ALIKE;
  });
}

function startsOver(text: string): boolean {
  return WINDOWS.some((size) => {
    if (text.length < size * 2) return false;
    const start = text.slice(0, size);
    let found = 0;
    for (let at = text.indexOf(start, size); at !== -1; at = text.indexOf(start, at + size)) found += 1;
    return found >= RECURRENCES;
  });
}

const wordsOf = (line: string): Set<string> =>
  new Set(
    line
      .slice(0, 2000)
      .toLowerCase()
      .match(/[\p{L}\p{N}_]+/gu),
  );

/** Of the larger set, so that a short line inside a long one is no repetition. */
function shared(a: Set<string>, b: Set<string>): number {
  const larger = Math.max(a.size, b.size);
  if (larger === 0) return 0;
  let both = 0;
  for (const word of a) if (b.has(word)) both += 1;
  return both / larger;
}

/** C39: the text of a tagged block; null when the tag is missing or never closed. */
export function taggedBlock(text: string, tag: string): string | null {
  const [open, close] = [`<${tag}>`, `</${tag}>`];
  const start = text.indexOf(open);
  if (start === -1) return null;
  const end = text.indexOf(close, start + open.length);
  return end === -1 ? null : text.slice(start + open.length, end).trim();
}

/** C39: no line is longer than 10,000 characters. */
export const cutLines = (text: string): string =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => headOf(line, MAX_LINE_CHARS))
    .join("\n");

/** C39: at most `max` characters, an ellipsis at the end of what was cut. */
export const cutText = (text: string, max = MAX_ITEM_CHARS): string =>
  text.length <= max ? text : `${headOf(text, max - 1)}…`;
