/** Whether two texts are written alike, which decides how close a model must find them. Pure. */
import { isRunCharacter } from "../text/tokens-scan";

const MAX_CHARS = 400;
const LETTER = /\p{L}/gu;
const LATIN = /^\p{Script=Latin}$/u;

export type Script = "latin" | "unspaced" | "other";

/**
 * Both in Latin letters only, or both with characters of a script without spaces. All else (another alphabet, no letters beside
 * another language's) may be a translation. Looks at the first 400 characters.
 */
export function areWrittenAlike(a: string, b: string): boolean {
  const script = scriptOf(a);
  return script !== "other" && script === scriptOf(b);
}

/** Text without letters counts as Latin: signs and digits stand in code and English prose alike. */
export function scriptOf(text: string): Script {
  let script: Script = "latin";
  for (const [letter] of text.slice(0, MAX_CHARS).matchAll(LETTER)) {
    if (isRunCharacter(letter)) return "unspaced";
    if (!LATIN.test(letter)) script = "other";
  }
  return script;
}
