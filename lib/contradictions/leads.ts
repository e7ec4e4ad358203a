/** Words by which statements that a new one may change are looked for: names of the same set, and what it says to have another value now. */
import { membersOf, spellingsOf } from "./lexicon";
import { readStatement } from "./scope";

const MAX_LEADS = 60;

/** Lower case, bounded, without repeats; empty for a statement that names nothing of a known set and changes no value. */
export function leadsOf(value: string): string[] {
  const { tokens, changed } = readStatement(value);
  const isName = tokens.filter(({ kind, family }) => kind === "name" && family !== "");
  const hasValue = tokens.some(({ kind, clause }) => kind !== "word" && kind !== "name" && changed.has(clause));
  const words = hasValue ? tokens.filter(({ kind, clause }) => kind === "word" && changed.has(clause)) : [];
  const leads = [
    ...isName.flatMap(({ family }) => membersOf(family)),
    ...words.flatMap(({ key }) => spellingsOf(key)),
  ].filter((lead) => lead.length >= 2);
  return [...new Set(leads)].slice(0, MAX_LEADS);
}
