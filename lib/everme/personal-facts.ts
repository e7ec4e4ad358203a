/** What a person states of themselves, sentence by sentence, where the conversation is about them (V7). Pure. */
import { isHedged, speechOf } from "../extract/rules/intent";
import { type Sentence, sentencesOf } from "../extract/rules/sentences";
import { isEphemeral, withoutInterjection } from "../extract/rules/statements";

/** Of one turn. */
const MAX_FACTS = 8;
const MAX_CHARS = 480;

const ASKED_TO_KEEP =
  /^(?:please\s+)?(?:remember|note|keep in mind|don['’]t forget)(?:\s+that)?[\s:,]+|^(?:请|麻烦)?(?:你)?(?:记住|记得|记一下|注意)[\s，,：:]*/iu;
/** Who it is about: the person, or what is theirs. Agents that save a fact tell it of "the user". */
const OF_THE_PERSON = /\b(?:i|i['’](?:m|ve)|my|mine|we|our)\b|^(?:the )?user(?:['’]s)?\s|我|咱|用户/iu;
/** Said of a moment or to the agent, not of the person. */
const OF_THE_MOMENT =
  /\bi (?:(?:also|just|really) )?(?:think|guess|wonder|see|mean|want|need|hope|know|agree|understand|suppose|believe|doubt|feel|wish|got|get|tried|asked|said|told)\b|\bi(?:['’]m| am) (?:(?:not|now|just|still|currently|really) )?(?:\w+ing|sorry|sure|glad|done|fine|ok(?:ay)?|back|here|ready)\b|\b(?:i|we) have (?:a |another |some )?(?:questions?|problems?|issues?|bugs?|errors?)\b|(?:我|我们)(?:现在|刚|刚才|正在|想|要|觉得|认为|希望|需要|知道|明白|猜|试)/iu;
const REQUEST = /^(?:please|can|could|would|help|fix|show|tell|make|add|run|write|explain|请|帮|麻烦)(?![a-z])/iu;

/** In order, without what asked to keep it. */
export function personalFactsOf(text: string): string[] {
  return sentencesOf(text)
    .flatMap((sentence) => factOf(sentence) ?? [])
    .slice(0, MAX_FACTS);
}

function factOf(sentence: Sentence): string | null {
  if (sentence.text.length > MAX_CHARS) return null;
  const said = withoutInterjection(sentence.text).replace(ASKED_TO_KEEP, "").trim();
  const bare = withoutInterjection(sentence.bare).replace(ASKED_TO_KEEP, "").trim();
  if (!OF_THE_PERSON.test(bare) || OF_THE_MOMENT.test(bare) || REQUEST.test(bare)) return null;
  if (isHedged(bare) || isEphemeral(said) || speechOf({ text: said, bare }) !== "fact") return null;
  return said;
}
