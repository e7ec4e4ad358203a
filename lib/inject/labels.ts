/**
 * What agents read as the name of a memory: its key, which stays what it is, without a topic that tells what the memory said before. A key
 * is made of the first statement, so that "…_port-5433" still stands above "port 5544" after a correction. Pure.
 */

const CJK = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/gu;

/** Words and names with one sign between their parts, as keys have them. */
const folded = (text: string): string =>
  ` ${text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()} `;

/** A name stands as a whole, a word also as the beginning of another form of it, ideographs each for itself. */
function holds(text: string, word: string): boolean {
  const parts = folded(word);
  if (parts.trim() === "") return true;
  const ideographs = word.match(CJK);
  if (ideographs !== null) return ideographs.every((one) => text.includes(one));
  return text.includes(parts) || (!/[-\d]/.test(word) && text.includes(parts.trimEnd()));
}

/**
 * The key, or what stands before its last segment where a word of that one stood in an earlier text and does not in the value. Empty where
 * nothing is left.
 */
export function labelOf(key: string, value: string, earlier: readonly string[]): string {
  const end = key.lastIndexOf(":");
  const words = key.slice(end + 1).split("_");
  const now = folded(value);
  const texts = earlier.map(folded);
  const isStale = words.some((word) => !holds(now, word) && texts.some((text) => holds(text, word)));
  return isStale ? key.slice(0, Math.max(0, end)) : key;
}
