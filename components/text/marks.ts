/** Finds characters that a person can't see but a model reads, so that the viewer can show them as marks (I06, U07). Pure, linear. */

export type Piece = { kind: "text"; text: string } | { kind: "mark"; label: string; title: string };

/** Controls, zero-width, bidi, invisible operators, fillers, tag block, variation selectors beyond the usual ones. */
const HIDDEN =
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180E\u200B-\u200F\u2028\u2029\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{E0000}-\u{E0FFF}]+/gu;

const ZWNJ = "\u200C";
const ZWJ = "\u200D";
/** Scripts whose spelling needs joiners. */
const JOINING =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;
const EMOJI = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F\u20E3]/u;
const BLACK_FLAG = "\u{1F3F4}";
const CANCEL_TAG = "\u{E007F}";

const NAMES: Record<string, string> = {
  "\u00AD": "soft hyphen",
  "\u061C": "Arabic letter mark",
  "\u200B": "zero-width space",
  [ZWNJ]: "zero-width non-joiner",
  [ZWJ]: "zero-width joiner",
  "\u200E": "left-to-right mark",
  "\u200F": "right-to-left mark",
  "\u202A": "left-to-right embedding",
  "\u202B": "right-to-left embedding",
  "\u202C": "pop directional formatting",
  "\u202D": "left-to-right override",
  "\u202E": "right-to-left override",
  "\u2060": "word joiner",
  "\u2066": "left-to-right isolate",
  "\u2067": "right-to-left isolate",
  "\u2068": "first strong isolate",
  "\u2069": "pop directional isolate",
  "\uFEFF": "byte order mark",
};

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

/** Joiners inside emoji and joining scripts, and a flag's tag sequence, are spelling, not hiding. */
function belongs(run: string, before: string, after: string): boolean {
  if (run === ZWJ) return (EMOJI.test(before) && EMOJI.test(after)) || JOINING.test(before);
  if (run === ZWNJ) return JOINING.test(before) && JOINING.test(after);
  return before === BLACK_FLAG && run.endsWith(CANCEL_TAG) && [...run].length <= 7;
}

function markOf(run: string): Piece {
  const characters = [...run];
  const first = characters[0] ?? "";
  const hidden = characters.map(asciiOfTag).join("");
  if (hidden.length > 1) {
    return {
      kind: "mark",
      label: `${characters.length} hidden characters`,
      title: `Hidden text: ${hidden.slice(0, 400)}`,
    };
  }
  const code = codeOf(first);
  const name = NAMES[first] ?? "invisible character";
  if (characters.length === 1) return { kind: "mark", label: code, title: `${code}, ${name}` };
  return {
    kind: "mark",
    label: `${code} ×${characters.length}`,
    title: `${characters.length} invisible characters from ${code}, ${name}`,
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
