/** Whether two like statements are one and the same: another value makes another statement, however near it is. Pure. */
import { align } from "../contradictions/align";
import { judge } from "../contradictions/judge";
import { readStatement } from "../contradictions/scope";

interface Said {
  key: string;
  value: string;
}

/** The same numbers, and nothing that the detectors of contradictions would put before a person. */
export function isSaidAgain(newer: Said, older: Said & { attribute: string; updatedAt: number }): boolean {
  if (!haveSameNumbers(newer.value, older.value)) return false;
  const { key, value, attribute, updatedAt: at } = older;
  return judge({ ...newer, attribute, at }, { key, value, attribute, at }).kind === "none";
}

/**
 * Stricter than {@link isSaidAgain}, for what is merged without anybody looking: at most one of the two has words that the
 * other lacks. Where both do, the words may be names ("Alice reviews", "Bob reviews") of two facts that both hold.
 */
export function isOneStatement(newer: Said, older: Said & { attribute: string; updatedAt: number }): boolean {
  const { olderOnly, newerOnly } = align(readStatement(older.value).tokens, readStatement(newer.value).tokens);
  return (olderOnly.length === 0 || newerOnly.length === 0) && isSaidAgain(newer, older);
}

/** A number or a date that differs ("port 8080", "module m17", "8 点") tells statements apart that are alike otherwise. */
export const haveSameNumbers = (a: string, b: string): boolean => numbersIn(a) === numbersIn(b);

const numbersIn = (text: string): string =>
  [...new Set(text.normalize("NFKC").match(/\p{N}+(?:[.:/-]\p{N}+)*/gu) ?? [])].sort().join(" ");
