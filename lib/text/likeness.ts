/** Whether two short texts say the same: by the words they share, and by standing in one another. Pure, bounded. */

const MAX_CHARS = 1000;

/** Identifiers, words and CJK characters, folded: what two sentences are compared by. */
export function tokensOf(text: string): Set<string> {
  const found = new Set<string>();
  for (const [token] of text
    .slice(0, MAX_CHARS)
    .toLowerCase()
    .matchAll(/[\p{Script=Latin}\p{Script=Cyrillic}\d_]{2,}|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/gu)) {
    found.add(token);
  }
  return found;
}

/** Share of the smaller set's tokens that the other has too. */
export function likeness(a: Set<string>, b: Set<string>): number {
  const small = a.size <= b.size ? a : b;
  const large = small === a ? b : a;
  if (small.size === 0) return 0;
  let shared = 0;
  for (const token of small) if (large.has(token)) shared += 1;
  return shared / small.size;
}

/** Whether `text` says something that `other` does not: what stands beside a title must not repeat it. */
export function addsTo(text: string, other: string): boolean {
  const tokens = tokensOf(text);
  if (tokens.size === 0) return false;
  const known = tokensOf(other);
  let fresh = 0;
  for (const token of tokens) if (!known.has(token)) fresh += 1;
  return fresh / tokens.size > 0.4;
}

const IDEOGRAPH = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/gu;
const ASCII = /^[\x00-\x7f]*$/;

/** Words alone, folded, each ideograph one of them, so that "bug 1" does not stand in "bug 12". */
function wordsOf(text: string): string {
  const head = text.slice(0, MAX_CHARS).toLowerCase();
  // Most text is plain: the fast way gives the same.
  if (ASCII.test(head)) return ` ${head.replace(/[^a-z0-9]+/g, " ").trim()} `;
  const spaced = head.normalize("NFKC").toLowerCase().replace(IDEOGRAPH, " $& ");
  return ` ${spaced.replace(/[^\p{L}\p{N}]+/gu, " ").trim()} `;
}

/** What is shorter stands in many texts by chance; an ideograph counts twice. */
function isTelling(words: string): boolean {
  if (words.length >= 30) return true;
  return words.replace(/ /g, "").length + (words.match(IDEOGRAPH)?.length ?? 0) >= 10;
}
/** A statement that is this much of the other's says the same. */
const NEARLY_ALL = 0.7;

export interface Said<T> {
  add(text: string, as: T): void;
  /**
   * Which of the statements, among those that `accepts` takes, says what a text says: the text stands in it, or is little
   * more than it. undefined = none.
   */
  find(text: string, accepts?: (as: T) => boolean): T | undefined;
}

/** The word that fewest other texts hold, going by its length. */
const rarest = (words: string): string =>
  words
    .trim()
    .split(" ")
    .reduce((best, word) => (word.length > best.length ? word : best), "");

function note(index: Map<string, number[]>, word: string, at: number): void {
  const holders = index.get(word);
  if (holders === undefined) index.set(word, [at]);
  else holders.push(at);
}

/** Statements to look for repetitions in, each read once; a text that is asked for again is answered from memory. */
export function createSaid<T>(known: readonly (readonly [text: string, as: T])[] = []): Said<T> {
  const statements: { words: string; as: T }[] = [];
  /** By each word and by the rarest one: hundreds of long statements are not searched for each text. */
  const byWord = new Map<string, number[]>();
  const byRarest = new Map<string, number[]>();
  const answered = new Map<string, T[]>();
  const sayersOf = (text: string): T[] => {
    const words = wordsOf(text);
    if (!isTelling(words)) return [];
    const wholes = (byWord.get(rarest(words)) ?? []).filter((at) => statements[at]?.words.includes(words));
    const shorter = new Set(
      words
        .trim()
        .split(" ")
        .flatMap((word) => byRarest.get(word) ?? []),
    );
    for (const at of shorter) {
      const one = statements[at];
      const isNear =
        one !== undefined && one.words.length < words.length && one.words.length >= words.length * NEARLY_ALL;
      if (isNear && words.includes(one.words)) wholes.push(at);
    }
    return wholes
      .sort((a, b) => a - b)
      .flatMap((at) => {
        const one = statements[at];
        return one === undefined ? [] : [one.as];
      });
  };
  const said: Said<T> = {
    add(text, as) {
      const words = wordsOf(text);
      if (!isTelling(words)) return;
      const at = statements.push({ words, as }) - 1;
      for (const word of new Set(words.trim().split(" "))) note(byWord, word, at);
      note(byRarest, rarest(words), at);
      answered.clear();
    },
    find(text, accepts = () => true) {
      let sayers = answered.get(text);
      if (sayers === undefined) answered.set(text, (sayers = sayersOf(text)));
      return sayers.find(accepts);
    },
  };
  for (const [text, as] of known) said.add(text, as);
  return said;
}
