/** Makes stored text safe to stand inside an injected block: it cannot end the block, pose as a speaker, or hide (I01, I06). */
import { stripControl } from "./control";

/** Words that, in a tag's name, speak to the model rather than about a page. */
const SPEAKING =
  /memory|memories|recall|reminder|system|everme|keepsake|codewatch|claude-mem|antml|function_call|function_result|persisted-output/;
const SPEAKERS = new Set([
  "assistant", "user", "human", "developer", "instruction", "instructions", "private", "tool_result", "tool_use", "tool_call", "invoke", "context",
  "important", "admin", "im_start", "im_end",
]); // prettier-ignore

/** Brackets and slashes that look the same to a reader, and so may to a model. */
const OPEN = "[<\\uff1c\\ufe64\\u2039\\u3008\\u27e8\\u276e]";
const SLASH = "[/\\uff0f\\u2044\\u2215]";
const TAG = new RegExp(
  `${OPEN}(?=\\s{0,8}${SLASH}?\\s{0,8}([\\p{L}_][\\p{L}\\p{M}\\p{N}_.:\\-\\u2010-\\u2015\\u2212]{0,63}))`,
  "gu",
);
const MAYBE_TAG = new RegExp(`${OPEN}|\\[`);
/** Letters of other scripts that are written as Latin ones. */
const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  Object.entries({ а: "a", с: "c", ԁ: "d", е: "e", һ: "h", і: "i", ј: "j", ӏ: "l", ո: "n", о: "o", р: "p", ѕ: "s", у: "y", х: "x", м: "m", т: "t", в: "b", к: "k", ν: "v", ο: "o", ρ: "p", α: "a", ι: "i", κ: "k", τ: "t", υ: "u", ı: "i", ɡ: "g" }),
); // prettier-ignore
const CHAT_MARKS = /<(?=\|[A-Za-z_]{1,32}\|>)|<(?=<\/?SYS>>)|\[(?=\/?INST\])/gi;

/** Flags of England, Scotland and Wales are spelled with tag characters; all other uses hide text. */
const REGION_FLAG =
  /\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}/gu;
const TAG_BLOCK = /[\u{E0000}-\u{E007F}]+/gu;
/** One selector chooses a glyph; a run of them carries bytes. */
const SELECTOR_RUN = /[\ufe00-\ufe0f\u{E0100}-\u{E01EF}]{2,}/gu;
const INVISIBLE =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u115f\u1160\u3164\uffa0]/g;
/** Joiners belong inside emoji, and after letters of scripts that shape with them. */
const JOINER =
  /(?<![\p{Extended_Pictographic}\ufe0f\u{1F3FB}-\u{1F3FF}])(?<![\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Mongolian}\p{Script=Tibetan}])[\u200c\u200d]+/gu;
const MAYBE_INVISIBLE =
  /[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\udb40]/;

/** What stands where hidden text stood. */
export const HIDDEN_MARK = "[hidden characters removed]";

/**
 * Text for an injected block: tags of `wrapper` and its `sections` (lower case), of other memory blocks and of speakers are
 * shown as `&lt;…`, also where they are written with characters that only look like those of a tag; hidden text
 * is replaced by a mark, other invisible characters go. Everything else, other markup included, stays. Linear; idempotent.
 */
export function fenceText(text: string, wrapper = "keepsake-memory", sections: readonly string[] = []): string {
  const visible = showHidden(text);
  if (!MAYBE_TAG.test(visible)) return visible;
  const own = [wrapper.toLowerCase(), ...sections];
  return visible
    .replace(TAG, (bracket, name: string) => {
      const read = readName(name);
      return own.some((tag) => read.startsWith(tag)) || SPEAKERS.has(read) || SPEAKING.test(read) ? "&lt;" : bracket;
    })
    .replace(CHAT_MARKS, (bracket) => (bracket === "[" ? "&#91;" : "&lt;"));
}

/** A tag's name as it reads. */
function readName(name: string): string {
  if (/^[\x21-\x7e]*$/.test(name)) return name.toLowerCase();
  const plain = name
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();
  return [...plain.replace(/[\u2010-\u2015\u2212]/g, "-")].map((letter) => LOOKALIKES.get(letter) ?? letter).join("");
}

/** Text without characters that a person cannot see, for viewers too; joiners of emoji and of words stay (I06). */
function showHidden(text: string): string {
  if (!MAYBE_INVISIBLE.test(text)) return text;
  const flags: string[] = [];
  return text
    .replace(/[\ue000\ue001]/g, "")
    .replace(REGION_FLAG, (flag) => `\ue000${flags.push(flag) - 1}\ue001`)
    .replace(TAG_BLOCK, HIDDEN_MARK)
    .replace(SELECTOR_RUN, HIDDEN_MARK)
    .replace(INVISIBLE, "")
    .replace(JOINER, "")
    .replace(/\ue000([0-9]+)\ue001/g, (_, index: string) => flags[Number(index)] ?? "");
}

/** One line: every run of white space and line ends becomes one space; terminal sequences and control characters are gone. */
export function oneLine(text: string): string {
  return stripControl(text)
    .replaceAll("\0", " ")
    .replace(/[\s\u0085\u2028\u2029]+/g, " ")
    .trim();
}
