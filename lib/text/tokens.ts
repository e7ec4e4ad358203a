/** Stored text as the three columns of a words table: tokens in order, identifier pieces, stems (design §5). */
import { stemmer } from "stemmer";
import { foldRun, normalizeText } from "./tokens-fold";
import { scan } from "./tokens-scan";
import { analyzeWord, type Word } from "./tokens-word";

export interface IndexText {
  /** Every token in text order, identifiers whole, runs as overlapping bigrams plus their last character alone. */
  words: string;
  /** Pieces of identifiers, in order, identifiers kept apart by {@link BREAK}. */
  parts: string;
  /** Stems that differ from their word. */
  stems: string;
}

/** Characters and tokens of one row; a row of capped fields stays far below. */
const MAX_CHARS = 1_000_000;
const MAX_TOKENS = 150_000;
/** No phrase of pieces may reach from one identifier into the next. */
const BREAK = ".";
const STEMMABLE = /^[a-z]{3,64}$/;

/** Tokens are separated by single spaces and hold no character that the tables' tokenizer would split at or change. */
export function indexText(text: string): IndexText {
  const words: string[] = [];
  const parts: string[] = [];
  const stems = new Set<string>();
  const seen = new Set<string>();

  const isFull = (): boolean => words.length + parts.length >= MAX_TOKENS;

  const addWord = (word: Word): void => {
    if (isFull()) return;
    words.push(word.whole);
    if (seen.has(word.whole)) return;
    seen.add(word.whole);
    for (const piece of word.pieces) {
      const stem = stemOf(piece);
      if (stem !== null) stems.add(stem);
    }
    if (isPlain(word)) return;
    parts.push(...word.pieces, BREAK);
    if (word.segments !== null) parts.push(...word.segments, BREAK);
  };

  for (const segment of scan(normalizeText(text.slice(0, MAX_CHARS)).slice(0, MAX_CHARS))) {
    if (isFull()) break;
    if (segment.type === "symbol") words.push(segment.text);
    else if (segment.type === "run") addBigrams(words, foldRun(segment.text.slice(0, MAX_TOKENS)));
    else for (const word of analyzeWord(segment.text)) addWord(word);
  }
  return { words: words.join(" "), parts: parts.join(" "), stems: [...stems].join(" ") };
}

function addBigrams(words: string[], characters: string[]): void {
  const last = characters.length - 1;
  for (let i = 0; i < last; i += 1) words.push(`${characters[i]}${characters[i + 1]}`);
  words.push(characters[last] ?? "");
}

/** A word without pieces of its own. */
export const isPlain = (word: Word): boolean => word.pieces.length === 1 && word.pieces[0] === word.whole;

/** The stem of a lower-case ASCII word, or null when there is none that differs. */
export function stemOf(word: string): string | null {
  if (!STEMMABLE.test(word)) return null;
  const stem = stemmer(word);
  return stem === word ? null : stem;
}
