/** Cuts normalised text into runs of scripts without spaces, words (identifiers and paths whole) and emoji. */
import { isAscii } from "./tokens-fold";

export type Segment =
  /** Han, kana, hangul and other scripts that are written without spaces between words. */
  | { type: "run"; text: string }
  /** Letters, digits and the signs that hold identifiers together; case as written. */
  | { type: "word"; text: string }
  | { type: "symbol"; text: string };

const UNSPACED = ["Han", "Hiragana", "Katakana", "Hangul", "Bopomofo", "Thai", "Lao", "Khmer", "Myanmar"]
  .map((script) => `\\p{Script=${script}}`)
  .join("");
/** U+30FC is the long vowel mark, which belongs to no script by itself. */
const RUN = `[[${UNSPACED}\\u30fc]&&[\\p{L}\\p{M}\\p{N}]]`;
const JOINERS = "_\\-.\\/\\\\:@#+$%'’";
const WORD = `[[\\p{L}\\p{M}\\p{N}${JOINERS}]--${RUN}]`;
const EMOJI = "\\p{Regional_Indicator}{2}|\\p{Extended_Pictographic}";

const SEGMENT = new RegExp(`(${RUN}+)|(${WORD}+)|(${EMOJI})`, "gv");
const ASCII_WORD = /[A-Za-z0-9_\-./\\:@#+$%']+/g;

/** Segments in text order; words may still be signs only, see `analyzeWord`. */
export function scan(text: string): Segment[] {
  if (isAscii(text)) return Array.from(text.matchAll(ASCII_WORD), ([word]) => ({ type: "word", text: word }));
  const segments: Segment[] = [];
  for (const [, run, word, symbol] of text.matchAll(SEGMENT)) {
    if (run !== undefined) segments.push({ type: "run", text: run });
    else if (word !== undefined) segments.push({ type: "word", text: word });
    else if (symbol !== undefined) segments.push({ type: "symbol", text: symbol });
  }
  return segments;
}

/** True for a character that `scan` puts into a run. */
export const isRunCharacter = (() => {
  const pattern = new RegExp(`^${RUN}$`, "v");
  return (character: string): boolean => pattern.test(character);
})();

/** True for a letter, mark or digit that `scan` puts into a word. */
export const isWordCharacter = (() => {
  const pattern = new RegExp(`^[[\\p{L}\\p{M}\\p{N}]--${RUN}]$`, "v");
  return (character: string): boolean => pattern.test(character);
})();
