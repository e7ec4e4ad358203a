/** One form for what people write in several: NFKC, case, traditional Chinese, invisible characters. Same for stored text and queries. */
import traditionalToSimplified from "opencc-js/dict/TSCharacters";

const ASCII = /^[\0-\x7f]*$/;
const IGNORABLE = /\p{Default_Ignorable_Code_Point}+/gu;
/** NFKC sorts the marks of one letter in quadratic time: 200,000 of them take seconds. */
const MARK_FLOOD = /(\p{M}{16})\p{M}+/gu;

/** Character by character, never by phrase: what a character becomes must not depend on its neighbours, or substrings would be lost. */
const SIMPLIFIED = new Map(
  traditionalToSimplified.split("|").map((pair): [string, string] => {
    const [traditional = "", simplified = ""] = pair.split(" ");
    return [traditional, simplified];
  }),
);

export const isAscii = (text: string): boolean => ASCII.test(text);

/** NFKC without invisible characters; case stays, since identifiers are split by it. Linear in the length of `text`. */
export function normalizeText(text: string): string {
  if (isAscii(text)) return text;
  return text.replace(IGNORABLE, "").replace(MARK_FLOOD, "$1").normalize("NFKC");
}

/** Case folding of a normalised word: `STRASSE` and `straße`, `ΟΔΟΣ` and `οδος` become equal. */
export function foldCase(word: string): string {
  if (isAscii(word)) return word.toLowerCase();
  return word.toUpperCase().toLowerCase().normalize("NFKC").replaceAll("ς", "σ").replaceAll("i\u0307", "i");
}

/** The characters of a normalised run in simplified form. */
export function foldRun(run: string): string[] {
  return Array.from(run, (character) => SIMPLIFIED.get(character) ?? character);
}

/** The whole folding of any text, for comparing and highlighting. */
export function foldText(text: string): string {
  const folded = foldCase(normalizeText(text));
  return isAscii(folded) ? folded : foldRun(folded).join("");
}
