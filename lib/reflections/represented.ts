/** Whether what must not be lost is still said after a compression (C36). Pure. */
import { tokensOf } from "../text/likeness";

/** Share of an item's words that one line, or two neighbours, must hold. */
const ENOUGH = 0.6;
const NUMBER = /(?<![\w.])v?\d+(?:[.:]\d+)*(?![\w])/gi;
/** Beginnings of texts that are compared; what is longer is known by its head. */
const COMPARED = 1_000;

/**
 * The items that `content` does not say any more: no line of it (or two that follow each other) holds most of their words and all of
 * their numbers. A text that stands there whole always counts.
 */
export function unrepresented(content: string, items: readonly string[]): string[] {
  const folded = fold(content);
  const lines = content.split("\n").filter((line) => line.trim() !== "");
  const places = lines.map((line, at) => {
    const text = at + 1 < lines.length ? `${line} ${lines[at + 1] ?? ""}` : line;
    return { words: tokensOf(text), numbers: numbersOf(text) };
  });
  return items.filter((item) => {
    const whole = fold(item);
    if (whole === "" || folded.includes(whole)) return false;
    const [words, numbers] = [tokensOf(item), numbersOf(item)];
    return !places.some(
      (place) => share(words, place.words) >= ENOUGH && numbers.every((one) => place.numbers.includes(one)),
    );
  });
}

const fold = (text: string): string => text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();

const numbersOf = (text: string): string[] => text.slice(0, COMPARED).toLowerCase().match(NUMBER) ?? [];

function share(words: Set<string>, among: Set<string>): number {
  if (words.size === 0) return 0;
  let held = 0;
  for (const word of words) if (among.has(word)) held += 1;
  return held / words.size;
}
