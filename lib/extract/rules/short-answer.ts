/** A short answer to a choice is a decision about the question: "link the PR", "the second", "用第一个". */
import { likeness, tokensOf } from "../../text/likeness";
import { subjectOf } from "./request";
import { bareEnd, clip, hasCjk, isChinese, plain } from "./script";
import { type Sentence, sentencesOf } from "./sentences";
import { isOffer, speechOf } from "./intent";

export interface Answer {
  /** What was chosen and what it answers, together. */
  text: string;
  chosen: string;
  /** Gist of the question, at most 140 characters. */
  about: string;
  /** What the question was about; another answer to it is about the same. The answer itself where the question names nothing. */
  subject: string;
  kind: "decision" | "preference";
  /** Only about what to do next; worth a line in the summary, not a memory. */
  passing: boolean;
  /** It names something to be done once ("link the PR"): true of one moment more than of the project. */
  isDeed: boolean;
}

const DEFERRAL =
  /^(?:not sure|i don['’]?t know|idk|you (?:decide|choose|pick)|up to you|your call|whatever|any|either(?: (?:one|is fine|works))?|neither|none|skip|wait|stop|hold on|hmm+|explain|tell me more|why|what|no|nope|cancel|never ?mind|都行|都可以|随便|你定|你决定|不知道|不确定|算了|等等|停|都不)(?![a-z])[\s\S]{0,20}$/iu;
const AGREE =
  /^(?:yes|yep|yeah|ok(?:ay)?|sure|go ahead|do it|please(?: do)?|sounds good|continue|proceed|好的?|可以|行|是的?|对|嗯|继续|开始吧|同意)[\s.!,，。！]*$/iu;
const CHOICE_QUESTION =
  /\b(?:which|prefer|or\b[^.?]{1,80}\?|either|option|choose|pick|how (?:should|would you like)|what (?:should|would you like))|哪|还是|选择|偏好|方案|希望/iu;
const PASSING =
  /\b(?:start|first|next|begin|proceed|continue|now|go ahead|file should i|look at)\b|先|开始|继续|下一步|接着/iu;
/** The agent asks what it shall do now. */
const OFFERS =
  /\b(?:(?:do|would) you (?:want|like|prefer) me to|(?:shall|should|may|can) i\b)|要我|需要我|我(?:是|该|应该|先|来)?(?:不)?(?:要|需要|应该)/iu;
const DEED =
  /^(?:please |just |then )?(?:link|open|close|merge|push|run|re-?run|commit|delete|remove|rename|fix|add|write|update|create|revert|rebase|ship|release|deploy|publish|show|leave|skip|attribute|send|post|file|finish|try|check|install|upgrade|bump|retry|undo|split|move|copy)\b|^(?:请|就)?(?:提交|推送|合并|关闭|打开|删除|移除|重命名|修复|添加|加上|更新|创建|回滚|发布|部署|跳过|保留|运行|检查|安装|升级|重试|撤销)/iu;
const ORDINALS: [RegExp, number][] = [
  [/\b(?:the )?(?:first|1st)\b|\boption (?:1|a|one)\b|^#?\(?(?:1|a)\)?[.)]?$|第一|选1|方案(?:一|1|A)|前者/iu, 0],
  [/\b(?:the )?(?:second|2nd)\b|\boption (?:2|b|two)\b|^#?\(?(?:2|b)\)?[.)]?$|第二|选2|方案(?:二|2|B)|后者/iu, 1],
  [/\b(?:the )?(?:third|3rd)\b|\boption (?:3|c|three)\b|^#?\(?(?:3|c)\)?[.)]?$|第三|选3|方案(?:三|3|C)/iu, 2],
  [/\b(?:the )?(?:fourth|4th)\b|\boption (?:4|d|four)\b|^#?\(?(?:4|d)\)?[.)]?$|第四|选4|方案(?:四|4|D)/iu, 3],
  [/\b(?:the )?(?:fifth|5th)\b|\boption (?:5|e|five)\b|^#?\(?(?:5|e)\)?[.)]?$|第五|选5|方案(?:五|5|E)/iu, 4],
  [
    /\b(?:the )?(?:sixth|6th|seventh|7th|eighth|8th|ninth|9th|tenth|10th)\b|^#?\(?(?:[6-9]|\d\d)\)?[.)]?$|第[六七八九十]/iu,
    99,
  ],
];

export interface Asked {
  question: string;
  options: string[];
  context: string;
}

const isLong = (text: string): boolean =>
  text.length > 120 || text.trim().split(/\s+/).length > 16 || text.trim().split("\n").length > 2;

/** The last question of the message, the options before it, and the sentence that says what it is about. */
function askedIn(message: string): Asked | null {
  const sentences = sentencesOf(message, 8192);
  let at = -1;
  for (const [index, sentence] of sentences.entries())
    if (sentence.form === "prose" && speechOf(sentence) === "question") at = index;
  const last = sentences[at];
  if (last === undefined || sentences.length - at > 12) return null;
  const around = [...sentences.slice(Math.max(0, at - 16), at), ...sentences.slice(at + 1)];
  const listed = around.filter(
    (sentence) =>
      sentence.form === "step" || (sentence.form === "bullet" && (isOffer(sentence.lead) || sentence.lead !== "")),
  );
  const options = firstOfEachItem(listed);
  const inline = options.length >= 2 ? options : inlineOptions(last.text);
  const isChoice =
    inline.length >= 2 ||
    (CHOICE_QUESTION.test(last.text) && /\b(?:which|prefer|how should|what should)\b|哪|偏好/iu.test(last.text));
  if (!isChoice || !CHOICE_QUESTION.test(last.text + (options.length >= 2 ? " option" : ""))) return null;
  const context = [...sentences.slice(0, at)]
    .reverse()
    .find((sentence) => sentence.form === "prose" && speechOf(sentence) === "fact" && !/[:：]$/u.test(sentence.text));
  return { question: last.text, options: inline, context: context?.text ?? "" };
}

function firstOfEachItem(items: Sentence[]): string[] {
  const seen = new Set<number>();
  return items.filter((item) => !seen.has(item.line) && seen.add(item.line)).map((item) => item.text);
}

export function inlineOptions(question: string): string[] {
  const english =
    /\b(?:prefer|use|with|want|like|choose|pick|be|keep|store|put|it|in|as)\s+([^,?]{2,80}?),?\s+or\s+([^?]{2,80})\?/iu.exec(
      question,
    );
  const chinese =
    /(?:用|选|是|要|采用|使用|放在|：|，|^)([^，,？?用选]{1,40}?)，?还是(?:用|选|采用|使用)?([^？?]{1,40})[？?]/u.exec(
      question,
    );
  const found = english ?? chinese;
  return found === null ? [] : [found[1]!.trim(), found[2]!.trim()];
}

export function optionChosen(answer: string, options: string[]): string | null {
  const ordinal = ORDINALS.find(([pattern]) => pattern.test(answer.trim()))?.[1];
  if (ordinal !== undefined) return options[ordinal] ?? null;
  const tokens = tokensOf(answer);
  const close = options.filter((option) => likeness(tokens, tokensOf(option)) >= 0.75);
  return close.length === 1 && tokens.size > 0 ? close[0]! : null;
}

const EMPTY_QUESTION_WORDS =
  /\b(?:which|ones?|would|do|does|you|prefer|should|shall|i|we|it|like|want|use|options?|approach|approaches|what|the|of|these|those|choose|pick|to|go|with|or|a|b|c|is|are|better|best|your|preference)\b|哪一?[个种]|哪|你|我们?|想要?|更?喜欢|偏好|选择?|方案|用|还是|希望|应该|比较?好|更好|的/giu;

const gist = (question: string): string =>
  bareEnd(
    plain(question)
      .replace(/[?？!！]+/gu, " ")
      .replace(/^(?:(?:so|and|but|then|also|now)[, ]+)?(?:(?:can|could|would|will) you (?:please )?)?(?:please )?/i, "")
      // When it was asked does not belong to what it is about.
      .replace(/\s*\b(?:at the moment|right now|currently|for now|at present|today)\b\s*|目前|现在/giu, " ")
      .trim(),
  );

/**
 * `earlierRequests`: oldest first; they say what the whole thing is about when the answer alone does not.
 * Null when the prompt is no short answer or the message before it offered no choice.
 */
export function shortAnswer(prompt: string, previousMessage: string | null, earlierRequests: string[]): Answer | null {
  const answer = plain(prompt);
  if (previousMessage === null || answer === "" || isLong(prompt)) return null;
  const said = sentencesOf(prompt, 400);
  if (
    said.length === 0 ||
    said.some((sentence) => speechOf(sentence) === "question" || speechOf(sentence) === "hypothetical")
  )
    return null;
  if (DEFERRAL.test(answer) || AGREE.test(answer)) return null;
  const asked = askedIn(previousMessage);
  if (asked === null) return null;
  const isOrdinal = ORDINALS.some(([pattern]) => pattern.test(answer));
  const option = optionChosen(answer, asked.options);
  if (isOrdinal && option === null) return null;
  const bareAnswer = bareEnd(answer.replace(/^(?:yes|ok(?:ay)?|sure|no)[,.!]?\s+/i, ""));
  return toAnswer(asked, option ?? bareAnswer, earlierRequests, {
    isZh: isChinese(prompt + asked.question),
    passing:
      PASSING.test(asked.question) ||
      (!isOrdinal && PASSING.test(bareAnswer)) ||
      (OFFERS.test(asked.question) && DEED.test(withoutOffer(option ?? bareAnswer))),
  });
}

/** Of "do you want me to link it or …" the option is "me to link it". */
const withoutOffer = (option: string): string => option.replace(/^(?:me to|i) (?=[a-z])/i, "");

/** `option`: as offered, or the answer's own words. */
export function toAnswer(
  asked: Asked,
  option: string,
  earlierRequests: string[],
  { isZh, passing }: { isZh: boolean; passing: boolean },
): Answer {
  const picked = withoutOffer(plain(option)).replace(/[?？]+/gu, "");
  const chosen = bareEnd(clip(picked.charAt(0).toUpperCase() + picked.slice(1), 200));
  const { about, subject } = topicOf(asked, chosen, earlierRequests);
  return {
    chosen,
    about,
    text: clip(isZh ? `${chosen}（问题：${about}）` : `${chosen} (about: ${about})`, 480),
    subject: subject ?? chosen,
    kind: /\b(?:prefer|like|want)\b|偏好|喜欢|希望/iu.test(asked.question) ? "preference" : "decision",
    passing,
    isDeed: DEED.test(chosen),
  };
}

/** From here on a choice says by itself what it is about. */
export const STANDS_ALONE = 30;
const MAX_ABOUT = 140;

/**
 * A question that names its subject is enough. For a bare "Which would you prefer?" the request that it came from stands
 * in; for a choice of a word or two, what was said right before the question and what the whole session is about.
 */
function topicOf(asked: Asked, chosen: string, earlierRequests: string[]): { about: string; subject: string | null } {
  const question = gist(asked.question);
  const named = tokensOf(question.replace(EMPTY_QUESTION_WORDS, ""));
  if (named.size >= (hasCjk(question) ? 3 : 1)) return { about: clip(question, MAX_ABOUT), subject: question };
  // "So technically it has a PR, but the title …": what follows says what is to be decided.
  const context = gist(asked.context)
    .replace(/^(?:so )?(?:technically )?/i, "")
    .replace(/^(?:it|this|that|there)\b[^,]{1,40}, but /i, "");
  const request = (text: string | undefined): string => gist(subjectOf(text ?? "", []) ?? text ?? "");
  const last = request(earlierRequests.at(-1));
  if (chosen.length >= STANDS_ALONE && last !== "") return { about: clip(last, MAX_ABOUT), subject: last };
  const first = request(earlierRequests[0]).replace(
    /^(?:generate|give|show|write|make|create|get) me (?:an? |the )?/i,
    "",
  );
  if (context === "" && first === "") return { about: question, subject: question };
  const shownFirst = first === "" ? "" : clip(first, context === "" ? MAX_ABOUT : 60);
  const shownContext = clip(context, MAX_ABOUT - (shownFirst === "" ? 0 : shownFirst.length + 2));
  return { about: [shownContext, shownFirst].filter((part) => part !== "").join("; "), subject: null };
}
