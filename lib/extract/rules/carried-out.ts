/** "Switch from Vue to Svelte": a request until the turn shows that it was carried out, then a decision. */
import { familyOf } from "./change-patterns";
import { isDone } from "./done";
import { isPlanned, speechOf } from "./intent";
import { bareEnd, clip } from "./script";
import type { Sentence } from "./sentences";
import type { Statement } from "./statements";

const NAME = "[\\w@./+#-]{2,40}(?: \\d[\\w.]{0,12})?";
const OPENING =
  "^(?:(?:ok(?:ay)?|now|then|great|also|so|and|yes)[,.]? )*(?:(?:please|can you|could you|would you|will you|i want you to|we need to)[, ]+(?:please )?)*";
const REQUEST = new RegExp(
  `${OPENING}(?<verb>switch|migrate|move|change|convert|replace|swap)(?<what>(?: (?:the|our|everything|all)(?: [\\w-]+){0,4}?)?)(?: over)?(?: from)? (?<from>${NAME}) (?:over )?(?:to|with|by|for|into) (?<to>${NAME})`,
  "i",
);
const TOWARDS = new RegExp(
  `${OPENING}(?<verb>switch|migrate|move|convert)(?<what>(?: (?:the|our|everything|all)(?: [\\w-]+){0,4}?)?)(?: over| back)? to (?<to>${NAME})`,
  "i",
);
const PAST: Record<string, string> = {
  switch: "switched",
  migrate: "migrated",
  move: "moved",
  change: "changed",
  convert: "converted",
  replace: "replaced",
  swap: "swapped",
};

interface Asked {
  text: string;
  to: string;
}

/** What is asked to be exchanged for what; null where it is not one thing of a known set for another. */
function askedFor(sentence: Sentence): Asked | null {
  if (sentence.bare.length > 300) return null;
  const match = REQUEST.exec(sentence.bare) ?? TOWARDS.exec(sentence.bare);
  if (match === null) return null;
  const { verb = "", from } = match.groups ?? {};
  const to = (match.groups?.to ?? "").replace(/\.+$/, "");
  const family = familyOf(to);
  if (family === null || (from !== undefined && familyOf(from) !== family)) return null;
  const at = match[0].toLowerCase().indexOf(verb.toLowerCase());
  const rest = sentence.text.slice(at + verb.length).replace(/[\s?？.!]+$/u, "");
  return { text: `We ${PAST[verb.toLowerCase()] ?? "switched"}${clip(rest, 300)}`, to };
}

/** A report that names what it came to; with changed files any statement of fact about it will do. */
const tellsOf = (to: string, hasChanged: boolean, sentence: Sentence): boolean =>
  sentence.text.toLowerCase().includes(to.toLowerCase()) &&
  !isPlanned(sentence) &&
  (isDone(sentence.text) || hasChanged) &&
  speechOf({ text: bareEnd(sentence.text), bare: bareEnd(sentence.bare) }) === "fact";

/** `hasChanged`: files were changed and no check failed. The caller leaves interrupted turns out. */
export function carriedOut(asked: Sentence[], closing: Sentence[], hasChanged: boolean): Statement[] {
  return asked
    .filter((sentence) => sentence.form === "prose" && !sentence.underHeading)
    .slice(0, 20)
    .flatMap((sentence): Statement[] => {
      const wish = askedFor(sentence);
      if (wish === null || !closing.some((said) => tellsOf(wish.to, hasChanged, said))) return [];
      return [{ kind: "decision", text: wish.text, strong: false, global: false, speaker: "user" }];
    })
    .slice(0, 3);
}
