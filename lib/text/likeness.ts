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

/** Words alone, folded, each ideograph one of them, so that "bug 1" does not stand in "bug 12". */
const wordsOf = (text: string): string =>
  ` ${text
    .slice(0, MAX_CHARS)
    .normalize("NFKC")
    .toLowerCase()
    .replace(IDEOGRAPH, " $& ")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()} `;

/** What is shorter stands in many texts by chance; an ideograph counts twice. */
const isTelling = (words: string): boolean =>
  words.replace(/ /g, "").length + (words.match(IDEOGRAPH)?.length ?? 0) >= 10;
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

/** Statements to look for repetitions in, each read once. */
export function createSaid<T>(known: readonly (readonly [text: string, as: T])[] = []): Said<T> {
  const statements: { words: string; as: T }[] = [];
  const said: Said<T> = {
    add(text, as) {
      const words = wordsOf(text);
      if (isTelling(words)) statements.push({ words, as });
    },
    find(text, accepts = () => true) {
      const words = wordsOf(text);
      if (!isTelling(words)) return undefined;
      return statements.find(
        (one) =>
          (one.words.includes(words) || (one.words.length >= words.length * NEARLY_ALL && words.includes(one.words))) &&
          accepts(one.as),
      )?.as;
    },
  };
  for (const [text, as] of known) said.add(text, as);
  return said;
}
