/** What was asked, in a line, and what kind of wish it is. */
import { withoutStumps } from "../../text/secret-marks";
import { joinSentences } from "../../text/sentence-ends";
import { isFiller, speechOf } from "./intent";
import { bareEnd, clip, hasCjk, plain } from "./script";
import { type Sentence, sentencesOf } from "./sentences";
import { firstStated, isOnlyStated, withoutInterjection } from "./statements";

export type Wish = "bugfix" | "feature" | "refactor" | "change";

const WISHES: [Wish, RegExp][] = [
  [
    "bugfix",
    /\b(?:fix(?:e[sd])?|bugs?|errors?|crash\w*|broken|regression|fail(?:s|ed|ing|ure)?|wrong|leak\w*|doesn['’]t work|not working|root cause|race condition)\b|修复|修正|报错|错误|崩溃|失败|异常|不生效|有问题|修一下|バグ|修正|오류|버그/iu,
  ],
  [
    "refactor",
    /\b(?:refactor\w*|renam\w+|clean(?:ed)? up|simplif\w+|extract(?:ed)? (?:the |a )?(?:function|module|component|helper|hook)|move[sd]? (?:the |\S+ )?\S* ?(?:to|into)|split (?:up|into)|dedup\w*|reorgani[sz]e\w*)\b|重构|重命名|整理|抽取|拆分|リファクタ|리팩터/iu,
  ],
  [
    "feature",
    /\b(?:add(?:s|ed)?|implement\w*|support(?:s|ed)?|creat(?:e|es|ed)|introduc\w+|new|build|enable[sd]?|allow(?:s|ed)?|opens?)\b|实现|新增|添加|支持|增加|加上|加一个|打开|追加|実装|추가|구현/iu,
  ],
];
const DOCUMENT =
  /(?:^|[\\/])(?:readme|changelog|license|contributing|history|todo)[^\\/]*$|\.(?:md|mdx|rst|txt|adoc|lock)$|(?:^|[\\/])(?:docs?)[\\/]/i;
const ASKS =
  /\b(?:why|how|what|where|which|who|when|explain|find out|investigate|look into|check (?:if|whether|why)|figure out|understand|analy[sz]e|diagnose|debug)\b|为什么|为何|怎么|如何|哪里|哪个|解释|分析|排查|调查|看看|检查|了解|什么|なぜ|왜|어떻게/iu;
const GREETING =
  /^(?:\/[a-z][\w:-]{0,40}|hi|hello|hey|yo|good (?:morning|evening|afternoon)|thanks?(?: you)?|thx|ok(?:ay)?|great|cool|nice|continue|go on|你好|您好|谢谢|好的?|继续|早上好|안녕\S*|こんにちは|ありがとう)[\s!.,。！~]*$/iu;
const ANAPHORIC = /\b(?:it|this|that|these|those|them)\b|这个|那个|它|上面/iu;

/** "/compact" alone is for the agent's program: nothing is asked. */
const COMMAND = /^\/[a-z][\w:-]{0,40}$/i;

export const MAX_GIST = 120;
/** A sentence below this (an ideograph counts twice) rarely says by itself what is wanted. */
const SHORT_SENTENCE = 40;
const POLITE = /^(?:(?:can|could|would|will) you (?:please )?(?=[a-z])|please (?=[a-z])|(?:请|麻烦)(?:你)?(?=帮))/iu;

const withoutCode = (prompt: string): string =>
  withoutStumps(prompt.replace(/```[\s\S]{0,65536}?(?:```|$)/g, " ")).trim();

/** The heading of a pasted plan, which is what is asked for. */
function headingOf(text: string): string | null {
  const lines = text
    .split("\n", 40)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const first = lines[0] ?? "";
  const heading = lines.find((line) => /^#{1,3}\s+\S/.test(line));
  const announces = first === heading || /[:：]$/.test(first) || /\bplan\b|计划/iu.test(first);
  return heading !== undefined && announces ? plain(heading.replace(/^#+\s+/, "")) : null;
}

const weightOf = (text: string): number => {
  let weight = 0;
  for (const char of text) weight += hasCjk(char) ? 2 : 1;
  return weight;
};

/** The beginning of the request in one line: enough to tell what kind of wish it is. */
function requestHead(prompt: string, max = 220): string {
  const text = withoutCode(prompt);
  return clip(headingOf(text) ?? plain(text.slice(0, max * 3).replace(/^[-*]\s+/, "")), max);
}

/** A yes or no at the beginning carries what is asked: "no, leave the migrations". */
const gistOf = (text: string): string =>
  /^(?:yes|yeah|yep|no|nope)[,.!:;]\s/i.test(text) ? text : withoutInterjection(text);

/** What is asked for: without fillers, and without what is kept as a rule or decision where something else remains. */
function askedIn(text: string): { sentences: string[]; isPart: boolean } {
  const said = sentencesOf(text, 4096).filter(
    (sentence) => !isFiller(sentence) && withoutInterjection(sentence.text) !== "",
  );
  const asked = said.filter((sentence) => !isOnlyStated(sentence));
  const isPart = asked.length > 0 && asked.length < said.length;
  // Of several things that are only stated the first stands for all: each is kept by itself, and may change by itself.
  return {
    sentences: isPart ? asked.map(({ text: one }) => gistOf(one)) : said.map((one) => gistOf(firstStated(one))),
    isPart,
  };
}

/** The words that tell a fix from a feature: the beginning of what is asked for. */
export function wantedOf(prompt: string, max = 220): string {
  const text = withoutCode(prompt);
  const { sentences, isPart } = askedIn(text);
  return isPart && headingOf(text) === null
    ? clip(joinSentences(sentences.slice(0, 3)), max)
    : requestHead(prompt, max);
}

/** What is wanted, as one line to show: the first sentence that says something, with the next where it is very short. */
export function requestGist(prompt: string, max = MAX_GIST): string {
  if (COMMAND.test(prompt.trim())) return "";
  const text = withoutCode(prompt);
  const heading = headingOf(text);
  if (heading !== null) return clip(heading, max);
  const [first, next] = askedIn(text).sentences;
  if (first === undefined) return requestHead(prompt, max);
  const both = next === undefined ? first : joinSentences([first, next]);
  const said = weightOf(first) < SHORT_SENTENCE && both.length <= max ? both : first;
  const asked = said.replace(POLITE, "");
  return clip(bareEnd(asked === said ? said : asked.replace(/[?？]$/u, "")), max);
}

export function wishOf(text: string, filesModified: string[]): Wish {
  const found = WISHES.find(([, pattern]) => pattern.test(text))?.[0] ?? "change";
  const documentsOnly = filesModified.length > 0 && filesModified.every((file) => DOCUMENT.test(file));
  return documentsOnly && found !== "bugfix" ? "change" : found;
}

export const isGreeting = (prompt: string): boolean => GREETING.test(prompt.trim());
export const isAsking = (prompt: string): boolean =>
  ASKS.test(prompt.slice(0, 2000)) || sentencesOf(prompt, 2000).some((sentence) => speechOf(sentence) === "question");

const ASKS_A_DEED =
  /\b(?:please|can you|could you|would you|will you|can we|could we)\b|请(?!问)|能否|能不能|可否|可不可以/iu;

/** Whether questions are all there is, none of which asks for a deed: whoever asked waits for words, and there is nothing to be carried on. */
export const isOnlyQuestions = (sentences: Sentence[]): boolean =>
  sentences.length > 0 &&
  sentences.every((sentence) => speechOf(sentence) === "question" && !ASKS_A_DEED.test(sentence.text));

export const leansOnEarlier = (prompt: string): boolean => prompt.length < 160 && ANAPHORIC.test(prompt);

/** What a question is about: the text that an arrow points at ("`x` prompts twice <- why?"), else the question without its mark. */
export function subjectOf(prompt: string, sentences: Sentence[]): string | null {
  const arrow = /^(.{8,300}?)\s*(?:<-+|←|<=)\s*\S/.exec(plain(prompt.replace(/^\s*[-*]\s+/, "")));
  if (arrow !== null) return clip(bareEnd(arrow[1]!), 120);
  const question = sentences.find((sentence) => speechOf(sentence) === "question");
  return question === undefined ? null : clip(bareEnd(question.text.replace(/[?？]+/gu, "")), 120);
}
