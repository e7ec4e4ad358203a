/** Finds characters that a person can't see but a model reads, so that the viewer can show them as marks (I06, U07). Pure, linear. */

export type Piece = { kind: "text"; text: string } | Mark;

/** A run of characters that can't be seen. */
export interface Mark {
  kind: "mark";
  /** Of the first one: `U+200B`. */
  code: string;
  count: number;
  /** What the run spells for a machine; null where it spells nothing. */
  hidden: string | null;
}

/** Controls, zero-width, bidi, invisible operators, fillers, tag block, variation selectors beyond the usual ones. */
const HIDDEN =
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180E\u200B-\u200F\u2028\u2029\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{E0000}-\u{E0FFF}]+/gu;

/** Of a hidden text, the characters that are spelled out. */
const MAX_SPELLED = 400;

const ZWNJ = "\u200C";
const ZWJ = "\u200D";
/** Scripts whose spelling needs joiners. */
const JOINING =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;
const EMOJI = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F\u20E3]/u;
const BLACK_FLAG = "\u{1F3F4}";
const CANCEL_TAG = "\u{E007F}";

/** Cuts `text` into what can be shown as it is and marks for what can't be seen. */
export function markHidden(text: string): Piece[] {
  const pieces: Piece[] = [];
  let shown = 0;
  for (const match of text.matchAll(HIDDEN)) {
    const run = match[0];
    const end = match.index + run.length;
    if (belongs(run, charBefore(text, match.index), charAfter(text, end))) continue;
    if (match.index > shown) pieces.push({ kind: "text", text: text.slice(shown, match.index) });
    pieces.push(markOf(run));
    shown = end;
  }
  if (shown < text.length) pieces.push({ kind: "text", text: text.slice(shown) });
  return pieces;
}

/** `text` with what can't be seen spelled out, for places that take no elements: choices of a select, titles, names for screen readers. */
export const spellHidden = (text: string): string =>
  markHidden(text)
    .map((piece) => (piece.kind === "text" ? piece.text : `[${piece.code}]`))
    .join("");

/** Joiners inside emoji and joining scripts, and a flag's tag sequence, are spelling, not hiding. */
function belongs(run: string, before: string, after: string): boolean {
  if (run === ZWJ) return (EMOJI.test(before) && EMOJI.test(after)) || JOINING.test(before);
  if (run === ZWNJ) return JOINING.test(before) && JOINING.test(after);
  return before === BLACK_FLAG && run.endsWith(CANCEL_TAG) && [...run].length <= 7;
}

function markOf(run: string): Mark {
  const characters = [...run];
  const hidden = characters.map(asciiOfTag).join("");
  return {
    kind: "mark",
    code: codeOf(characters[0] ?? ""),
    count: characters.length,
    hidden: hidden.length > 1 ? hidden.slice(0, MAX_SPELLED) : null,
  };
}

/** Tag characters spell ASCII that only a machine reads. */
function asciiOfTag(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code >= 0xe0020 && code < 0xe007f ? String.fromCharCode(code - 0xe0000) : "";
}

const codeOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;

function charBefore(text: string, index: number): string {
  const unit = text.charCodeAt(index - 1);
  return text.slice(index - (unit >= 0xdc00 && unit <= 0xdfff ? 2 : 1), index);
}

const charAfter = (text: string, index: number): string => {
  const code = text.codePointAt(index);
  return code === undefined ? "" : String.fromCodePoint(code);
};
