/** What a prompt is about, as at most eight keywords: paths, then quoted phrases, then words (C42). Pure, linear. */
import { headOf } from "../text/caps";
import { foldText, normalizeText } from "../text/tokens-fold";
import { isRunCharacter, scan } from "../text/tokens-scan";
import {
  CODING_WORDS,
  KOREAN_STEM,
  KOREAN_STOP_WORDS,
  RUN_BREAKS,
  STOP_WORDS,
  TONE_PIECE,
  TONE_WORDS,
} from "./word-lists";

export interface Keyword {
  kind: "path" | "phrase" | "word";
  /** Words in lower case, paths and phrases as they were written. */
  text: string;
  /** As it was written: identifiers are split by their capitals. */
  written: string;
}

export const MAX_KEYWORDS = 8;
/** A longer prompt says what it is about at its beginning; the rest is pasted. */
export const PROMPT_CHARS = 16_384;
const MIN_CHARS = 3;
const MAX_PHRASE = 120;
const MAX_WORD = 128;

/** No sign of it is a blank, so that each token is looked at once. */
const PATH = /^[\p{L}\p{N}_@~./\\-]*[\p{L}\p{N}_-]\.[A-Za-z0-9]{1,10}$/u;
const HAS_LETTER = /\p{L}/u;
const QUOTED = new RegExp(
  [
    `"([^"\\n]{2,${MAX_PHRASE}})"`,
    // An apostrophe inside a word quotes nothing.
    `(?<![\\p{L}\\p{N}])'([^'\\n]{2,${MAX_PHRASE}})'(?![\\p{L}\\p{N}])`,
    `\`([^\`\\n]{2,${MAX_PHRASE}})\``,
    ...["“”", "‘’", "「」", "『』", "《》"].map((pair) => `${pair[0]}([^${pair}\\n]{2,${MAX_PHRASE}})${pair[1]}`),
  ].join("|"),
  "gu",
);
/** What a path or a word may hold besides letters and digits. */
const NO_TOKEN = /[^\p{L}\p{M}\p{N}_@~./\\-]+/u;
const NO_WORD = /[^\p{L}\p{M}\p{N}_.-]+/u;
const EDGES = /^[-._/\\~@]+|[-._/\\~@]+$/g;
const TRAILING = /[.\-/\\]+$/;
/** What cleaning left of a secret, or of a text that was too long. */
const MARKS = /\[(?:redacted:[\w-]{1,40}|… \d+ of \d+ characters left out …)\]/g;
const HANGUL = /^\p{Script=Hangul}+$/u;
const HIRAGANA = /\p{Script=Hiragana}+/u;

/**
 * C42: at most eight (`max`), without repetition; none for a prompt of stop words alone (C49). Text in scripts without spaces falls
 * apart at particles and question words, Korean words lose their endings.
 */
export function keywordsOf(prompt: string, max = MAX_KEYWORDS): Keyword[] {
  const text = normalizeText(headOf(prompt, PROMPT_CHARS)).replace(MARKS, " ");
  const found = new Map<string, Keyword>();
  const add = (keyword: Keyword): void => {
    const id = foldText(keyword.text);
    if (!found.has(id) && found.size < max) found.set(id, keyword);
  };
  const paths = text.split(NO_TOKEN).flatMap(pathOf);
  for (const path of paths) add({ kind: "path", text: path, written: path });
  const phrases = [...text.matchAll(QUOTED)].flatMap((match) => phraseOf(match.slice(1).find(Boolean) ?? ""));
  for (const phrase of phrases) add(phrase);
  const known = new Set(paths);
  for (const word of wordsIn(text, known)) {
    if (found.size >= max) break;
    add(word);
  }
  return [...found.values()];
}

/** Without the words that only give the prompt its tone, where any other is left: what shares nothing but "always" is about something else. */
export function tellingOf(keywords: Keyword[]): Keyword[] {
  const telling = keywords.filter(
    ({ kind, text }) => kind !== "word" || !(TONE_WORDS.has(text) || TONE_PIECE.test(text)),
  );
  return telling.length > 0 ? telling : keywords;
}

function pathOf(token: string): string[] {
  const path = token.replace(TRAILING, "");
  if (path.length > MAX_WORD * 2 || !PATH.test(path)) return [];
  // A version number has a dot, but no extension.
  const extension = path.slice(path.lastIndexOf(".") + 1);
  return HAS_LETTER.test(extension) && path.length > extension.length + 2 ? [path] : [];
}

/** A quoted word is a word like others; a path in quotes was found already. */
function phraseOf(quoted: string): Keyword[] {
  const written = quoted.trim();
  if (!/\s/u.test(written)) return [];
  const isTelling = wordsIn(written, new Set()).next().done !== true;
  return isTelling ? [{ kind: "phrase", text: written, written }] : [];
}

function* wordsIn(text: string, paths: ReadonlySet<string>): Generator<Keyword> {
  for (const token of text.split(NO_TOKEN)) {
    if (paths.has(token.replace(TRAILING, ""))) continue;
    for (const piece of token.split(NO_WORD)) {
      for (const { type, text: part } of scan(piece)) {
        if (type === "run") yield* runPieces(part);
        else if (type === "word") yield* wordOf(part);
      }
    }
  }
}

function* wordOf(part: string): Generator<Keyword> {
  const written = headOf(part.replace(EDGES, ""), MAX_WORD);
  const text = written.toLowerCase();
  if (CODING_WORDS.has(text)) yield { kind: "word", text, written };
  else if (text.length >= MIN_CHARS && !STOP_WORDS.has(text)) yield { kind: "word", text, written };
}

/** A Korean word without the ending that its sentence gives it; none for one that says nothing. */
function stemOf(text: string): string[] {
  if (!HANGUL.test(text)) return [text];
  const stem = KOREAN_STEM.exec(headOf(text, MAX_WORD))?.[1] ?? text;
  return KOREAN_STOP_WORDS.has(text) || KOREAN_STOP_WORDS.has(stem) ? [] : [stem];
}

/** Characters one by one say too little; hiragana holds Japanese sentences together. */
function* runPieces(run: string): Generator<Keyword> {
  for (const piece of run.split(RUN_BREAKS)) {
    const parts = piece.split(HIRAGANA).filter((part) => part !== "");
    const telling = parts.length === 0 && [...piece].length >= MIN_CHARS ? [piece] : parts;
    for (const text of telling.flatMap(stemOf)) {
      if ([...text].length >= 2 && isRunCharacter([...text][0] ?? "")) yield { kind: "word", text, written: text };
    }
  }
}
