/** "Redis or Postgres? Postgres runs already, let's go with that.": a question that whoever asks answers at once. Pure. */
import { tokensOf } from "../../text/likeness";
import { isHedged, speechOf } from "./intent";
import { isChinese } from "./script";
import { type Sentence, sentencesOf } from "./sentences";
import { type Answer, inlineOptions, optionChosen, toAnswer } from "./short-answer";

/** Takes up what was named; a choice that names itself is a statement of its own. */
const TAKES =
  /\b(?:let['’]?s|let us|we(?:['’]ll| will)|i(?:['’]ll| will)) (?:go with|use|do|take|pick|choose|stick (?:with|to)) (?:that|it|this|the (?:former|latter|first|second)(?: one)?)\b|\b(?:it|that) is[.!]*$|就(?:用|选|定|采用)(?:它|这个|那个|前者|后者)/iu;
const MAX_SENTENCES = 12;

/** `earlierRequests`: oldest first. Null where the prompt asks no choice, or does not settle it on one of its options. */
export function ownAnswer(prompt: string, earlierRequests: string[]): Answer | null {
  const sentences = sentencesOf(prompt, 4096).filter(({ form }) => form === "prose");
  const at = sentences.findLastIndex((one) => speechOf(one) === "question" && inlineOptions(one.text).length >= 2);
  const question = sentences[at]?.text;
  if (question === undefined) return null;
  const options = inlineOptions(question);
  const after = sentences.slice(at + 1, at + 1 + MAX_SENTENCES);
  const taken = after.findIndex(({ bare, text }) => TAKES.test(bare) && !isHedged(bare) && !/[?？]/u.test(text));
  if (taken < 0) return null;
  const option = chosenIn(after.slice(0, taken + 1), options);
  if (option === null) return null;
  const asked = { question, options, context: "" };
  return toAnswer(asked, option, earlierRequests, { isZh: isChinese(prompt), passing: false });
}

/** What the sentence names, else the one before it; null where it names none or several. */
function chosenIn(sentences: Sentence[], options: string[]): string | null {
  for (const { text } of sentences.slice(-2).reverse()) {
    const named = options.filter((option) => names(text, option, options));
    if (named.length > 0) return named.length === 1 ? (named[0] ?? null) : null;
    const ordinal = optionChosen(text, options);
    if (ordinal !== null) return ordinal;
  }
  return null;
}

/** By the last word that no other option has: "sessions in Redis" is named by Redis. */
function names(text: string, option: string, options: string[]): boolean {
  const others = new Set(options.filter((other) => other !== option).flatMap((other) => [...tokensOf(other)]));
  const own = [...tokensOf(option)].filter((token) => !others.has(token)).at(-1);
  return own !== undefined && tokensOf(text).has(own);
}
