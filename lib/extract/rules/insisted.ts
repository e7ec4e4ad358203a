/** Sentences that somebody insists on: what they say is told to replace what was thought, or to be kept. */
import { isConcrete, THING, THING_CJK, TROUBLES } from "./correction-patterns";

/** "No, that is wrong.", 不对: what comes behind it holds instead. */
const REJECTION =
  /^(?:no(?:pe)?|wrong|incorrect|not (?:quite|right|correct|true)|(?:no[,.]? )?(?:that|this|it)(?:['’]s| is| was)(?: just| simply)? (?:wrong|not (?:right|correct|true|how|what|where)|incorrect|false|outdated|a mistake)|(?:no[,.]? )?you(?:['’]re| are) (?:wrong|mistaken)|correction|更正|纠正|不对|错了|不是(?:的|这样的?)?|(?:你)?(?:说|搞|弄|记)错了|不正确)(?=$|[\s,.!:;，。！：；])/iu;
/** "Remember that.", 记住: what stands before it is meant. */
const REMEMBER =
  /^(?:and |so |please |请|你)*(?:remember|keep in mind|note|don['’]t forget|记住|记一下|记下来?|别忘了?)(?: (?:that|this|it)| please|这(?:个|一点|点)|它|哦|了|吧)*[.!。！\s]*$/iu;
/** Says what something is, where it is, or what it goes by. */
const ASSERTS =
  /\b(?:is|are|lives?|runs?|listens?|sits?|stays?|points?|uses?|goes|comes|belongs?|takes|needs|moved|was moved|has moved)\b|是|在|用|叫|为|换成|改成|改为|换到|迁到|迁移到/iu;
const OF_A_THING = new RegExp(`\\b${THING}\\b|${THING_CJK}`, "iu");
const IN_TROUBLE = new RegExp(`\\b${TROUBLES}\\b|报错|失败|出错|不通|有问题`, "iu");
/** Of what nobody could say later what it was. */
const NAMELESS =
  /^(?:(?:no|and|but|so|well)[,.]? )?(?:it|this|that|they|these|those|there|he|she|i|you)\b|^(?:它|这|那|你|我)/iu;

export const isRejection = (bare: string): boolean => REJECTION.test(bare.trim());
export const asksToRemember = (bare: string): boolean => REMEMBER.test(bare.trim());
/** Names what it is about, and a value: it holds by itself. */
export function isAssertion(bare: string): boolean {
  const text = bare.trim();
  if (text.length < 10 || NAMELESS.test(text) || IN_TROUBLE.test(text)) return false;
  return ASSERTS.test(text) && isConcrete(text) && OF_A_THING.test(text);
}

const REMINDER =
  /^(?:please )?(?:remember|keep in mind|note for later|fyi|for (?:future|your) reference)(?:\s*[:,]|\s+that\b)\s*|^(?:请|你)?(?:记住|记一下|备忘)[：:，,\s]*|[,;，。；–—-]+\s*(?:and |so |please |请|你)*(?:remember|keep in mind|note|don['’]t forget|记住|记一下|记下来?|记着|别忘了?)(?: (?:that|this|it)| please|这(?:个|一点|点)|它|哦|了|吧)*[.!。！]*$/giu;

/** "Remember: …" and "…, remember that" without the words that only ask for it. */
export const withoutReminder = (text: string): string => text.replace(REMINDER, "").trim() || text;
