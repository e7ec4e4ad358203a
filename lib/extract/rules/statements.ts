/** Decisions, rules, preferences, causes and facts about the person that somebody states, not asks, plans, quotes or wonders about. */
import { looksLikeInstruction } from "../../text/suspicious";
import { CHANGE_PATTERNS } from "./change-patterns";
import { CORRECTION_PATTERNS } from "./correction-patterns";
import { asksToRemember, isAssertion, isRejection, withoutReminder } from "./insisted";
import { isHedged, isPlanned, speechOf } from "./intent";
import { PATTERNS, type Pattern, type StatementKind } from "./patterns";
import { bareEnd, clip, hasCjk } from "./script";
import type { Sentence } from "./sentences";
import { partsOf } from "./statement-parts";

export interface Statement {
  kind: StatementKind;
  /** As said, trimmed of list marks and interjections; at most 480 characters. */
  text: string;
  strong: boolean;
  global: boolean;
  speaker: "user" | "assistant";
  /** Goes where what it takes back stands: the person's own or the project's. */
  follows?: boolean;
  /** What its key is made from, where that is not the text. */
  subject?: string;
}

const MAX_LENGTH = 600;
const REPORTED =
  /(?<!\b(?:i|we) )\b(?:says?|said|saying|claims?|claimed|states?|stated|suggests?|suggested|recommends?|recommended|complain(?:s|ed)|reads|mentions?|mentioned|thinks?|thought|according to|argues?|argued|wants me to)\b|(?<!我|我们)(?:说(?!明|好|过)|声称|据说|据称|文档(?:里|中)?(?:写|提到)|提示(?!词|语)|认为)/iu;
const SARCASM =
  /🙄|😂|🤡|😏|(?:^|\s)\/s(?:\s|$)|\byeah,? (?:right|sure)\b|\boh,? (?:great|sure|wow|joy|perfect)\b|\bsure,? (?:because|let['’]s just|why not)\b|\blol\b|\blmao\b|\bof course,? (?:because|let['’]s)\b|\bwhat could (?:possibly )?go wrong\b|\bbecause that (?:worked|went|always works)\b|\bgood luck\b|\bthanks a lot\b|呵呵|真是(?:太)?(?:棒|好)(?:了|啊)/iu;
const EPHEMERAL =
  /\b(?:for now|right now|this time|(?:just )?this once|one-?off|temporar(?:y|ily)|for the moment|at the moment|for today|today|tonight|(?:in|for|on) this (?:turn|run|session|commit|pr|task|one|step|case|change|test)|yet|until (?:i|we|you)\b|before i\b|wait(?:ing)? (?:for|until)|while (?:i|we)\b|in the meantime|as a (?:first )?test|just (?:fix|do|add|show|tell|give|explain|answer|plan|write|change)|only (?:fix|explain|answer|plan) )\b|只(?:改|修|修复|修改|做)(?:这|当前|一)|先不|先别|暂时|暂且|这次|本次|此次|这一次|临时|等我|等待用户|今天|目前先|现在先/iu;
const EPHEMERAL_OPENING =
  /^(?:waiting for|wait for|deployment (?:is )?(?:finished|done|complete)|deployed\b|等待|会话继续|部署完成|no action required|[0-9a-f]{7,40}\s*$|本次|\d+ tests? passed)/iu;
const ONGOING =
  /\b(?:must|never|always|forbidden|from now on|because|to avoid|so that|going forward)\b|必须|禁止|以后|今后|因为|避免|防止|始终/iu;
const LOW_INFORMATION = /^(?:等待用户|会话继续|等待下一步|no action required)/iu;
const INTERJECTION =
  /^(?:(?:ok(?:ay)?|yes|yeah|yep|no|nope|great|good|perfect|right|alright|sure|well|hmm+|so|also|and|but|btw|by the way|one more thing|thanks|fine|actually|then|oh|please note(?: that)?|note(?: that)?|wrong|incorrect|not (?:quite )?(?:right|correct|true)|(?:that|this|it)(?:['’]s| is| was) (?:wrong|not (?:right|correct|true)|incorrect|false|outdated)|you(?:['’]re| are) (?:wrong|mistaken)|correction|更正|纠正|不对|错了|不是的?|(?:你)?(?:说|搞|弄|记)错了|好的?|嗯|行|可以|对|那么|那|另外|还有|对了|而且|并且)\s*[,.!:;，。！：—–-]+\s*|(?:and|but|so|also|btw)\s+)+/iu;
const CLAUSE =
  /[;；]|[,，]\s*(?:(?:and|but|so|also|并且?|而且|但(?:是)?|另外|还有|同时)\s*)?|\s(?:but|and) (?=(?:from now on|always|never|please|don['’]t|do not|let['’]s|we|i)\b)/giu;
const REQUEST =
  /^(?:please |can you |could you |now |then )?(?:add|fix|implement|create|write|build|update|change|make|remove|delete|refactor|rename|move|run|check|look|show|explain|generate|set up|install|review|test|try|continue|go on|go ahead|do|start|finish|clean|merge|commit|push|帮我|请帮|把|修复|修改|添加|新增|实现|写|生成|检查|看看|继续|运行)(?![a-z])/iu;
const ALL_MINE = /\b(?:in|across|for) all (?:of )?my (?:projects|repos|repositories|code)\b|我(?:的)?所有(?:的)?项目/iu;
const DEICTIC = /\b(?:here|in this (?:project|repo|repository|code ?base))\b|本项目|这个项目|这里|本仓库/iu;

/** E82: passing things are dropped unless a separate clause carries a lasting reason. */
export function isEphemeral(text: string): boolean {
  const clauses = text.split(/[,;，；。]|\bbut\b|(?=\b(?:because|so that|to avoid)\b)|但是?|(?=因为|以免|避免|防止)/iu);
  if (EPHEMERAL_OPENING.test(text)) return true;
  if (!clauses.some((clause) => EPHEMERAL.test(clause))) return false;
  return !clauses.some(
    (clause) => !EPHEMERAL.test(clause) && ONGOING.test(clause) && clause.replace(/[^\p{L}\p{N}]/gu, "").length >= 12,
  );
}

/** "Good. We settle …" → "We settle …"; "" where nothing else was said. */
export const withoutInterjection = (text: string): string => text.replace(INTERJECTION, "").trim();

/** What settles something goes before what only tells of it. */
const TABLES: readonly (readonly Pattern[])[] = [[...PATTERNS, ...CHANGE_PATTERNS], CORRECTION_PATTERNS];
/** A value that somebody insists on. */
const TOLD: Pattern = { kind: "fact", who: "user", pattern: /^.*$/su };

interface Found {
  pattern: Pattern;
  index: number;
  end: number;
}

function earliest(bare: string, speaker: Statement["speaker"], patterns: readonly Pattern[]): Found | null {
  let best: Found | null = null;
  for (const pattern of patterns) {
    if (speaker === "assistant" && pattern.who !== "both") continue;
    const match = pattern.pattern.exec(bare);
    if (match === null || pattern.accepts?.(match) === false) continue;
    // A leading comma or conjunction belongs to what came before.
    const index = match.index + (/^[\s,;:.，；：。–—-]+/.exec(match[0])?.[0].length ?? 0);
    if (best === null || index < best.index) best = { pattern, index, end: match.index + match[0].length };
  }
  return best;
}

/** Where a sentence states something; `insists`: what stands beside it says that it holds. */
function findIn(bare: string, speaker: Statement["speaker"], insists: boolean): Found | null {
  // What was wrong before it is no part of what is told instead.
  const told = withoutInterjection(bare);
  const lead = bare.length - told.length;
  const tables = insists && isAssertion(told) ? [...TABLES, [TOLD]] : TABLES;
  for (const patterns of tables) {
    const found =
      earliest(bare, speaker, patterns) ??
      (lead > 0 ? shifted(earliest(bare.slice(lead), speaker, patterns), lead) : null);
    if (found !== null) return found;
  }
  return null;
}

const shifted = (found: Found | null, by: number): Found | null =>
  found === null ? null : { ...found, index: found.index + by, end: found.end + by };

const clauseStart = (bare: string, index: number): number => {
  let start = 0;
  for (const match of bare.slice(0, index).matchAll(CLAUSE)) start = match.index + match[0].length;
  return start;
};

const clauseEnd = (bare: string, index: number): number => {
  const rest = bare.slice(index).search(/[;；]|,\s|，/u);
  return rest < 0 ? bare.length : index + rest;
};

/** The statement in a sentence, or null. Questions, plans, offers, quotes, hedges, reports of others and passing things give none. */
function statementOf(sentence: Sentence, speaker: Statement["speaker"], insists = false): Statement | null {
  if (sentence.text.length > MAX_LENGTH || /[:：]$/u.test(sentence.text) || isPlanned(sentence)) return null;
  const { bare } = sentence;
  const found = findIn(bare, speaker, insists);
  if (found === null) return null;
  const { kind } = found.pattern;
  const speech = speechOf(sentence);
  // "We will use X" and "let's go with X" look like intent, yet are how people decide; so do "please always …" and "if …, always …".
  if (speech === "question" || speech === "offer") return null;
  if (speaker === "assistant" && speech !== "fact") return null;
  const start = clauseStart(bare, found.index);
  const before = bare.slice(0, found.end);
  const said = bare.slice(start, kind === "cause" ? clauseEnd(bare, found.end) : found.end);
  const saidBefore = bare.slice(start, found.end);
  if (
    kind === "decision"
      ? /\b(?:maybe|perhaps|might|could|possibly|probably|what if|suppose|wonder|thinking|i guess|not sure|would)\b|也许|或许|可能|如果|假如|考虑|打算|要是|大概/iu.test(
          saidBefore,
        )
      : isHedged(said.replace(/\bi(?:['’]d| would) (?=(?:\w+ )?prefer)/iu, ""))
  )
    return null;
  if (
    /^(?:what if|suppose|imagine|hypothetically|maybe|perhaps|as if|if only|假如|假设|要是)(?![a-z])/iu.test(
      bare.trim(),
    )
  )
    return null;
  if (REPORTED.test(before) || SARCASM.test(bare)) return null;
  const value = valueOf(sentence, found.index, start);
  const text = kind === "fact" ? withoutReminder(value) : value;
  if (isEphemeral(text) || LOW_INFORMATION.test(text)) return null;
  if (/[?？](?:\s|$)/u.test(text) || !/\p{L}{2}/u.test(text.replace(/`[^`]*`/g, ""))) return null;
  return {
    kind,
    text,
    strong: found.pattern.strong === true,
    global: (found.pattern.global === true || ALL_MINE.test(text)) && !DEICTIC.test(text),
    speaker,
    ...(found.pattern.follows === true ? { follows: true } : {}),
  };
}

function valueOf(sentence: Sentence, index: number, start: number): string {
  // A request that a rule follows ("Add a page, and always …") is not part of the rule.
  const isTail = start > 0 && start <= index && REQUEST.test(sentence.bare.slice(0, start).trim());
  const text = withoutInterjection(isTail ? sentence.text.slice(start) : sentence.text);
  return clip(text, 480);
}

/** Adds the project where the words alone do not say which one, and where a value is too short to stand by itself (E41); null = every project. */
export function withSubject(text: string, project: string | null): string {
  if (text.length >= 10 && (project === null || !DEICTIC.test(text))) return text;
  if (project === null)
    return hasCjk(text) ? `${bareEnd(text)}（适用于所有项目）` : `${bareEnd(text)} (in all projects)`;
  const name = clip(project, 60);
  return hasCjk(text) ? `${bareEnd(text)}（项目 ${name}）` : `${bareEnd(text)} (project ${name})`;
}

/** One, or each of several that a sentence holds, where every part of it is a statement by itself. */
function statementsIn(sentence: Sentence, speaker: Statement["speaker"], insists = false): Statement[] {
  const whole = statementOf(sentence, speaker, insists);
  // A part of what gives orders to an agent might look harmless.
  if (whole === null || looksLikeInstruction(sentence.text)) return whole === null ? [] : [whole];
  const parts = partsOf(sentence).map((part) => statementOf(part, speaker));
  const each = parts.filter((part) => part !== null);
  return each.length > 1 && each.length === parts.length ? each : [whole];
}

/** What a sentence that states several things says first; the sentence itself where it states one or none. */
export const firstStated = (sentence: Sentence): string => {
  const [first, second] = statementsIn(sentence, "user");
  return first === undefined || second === undefined ? sentence.text : first.text;
};

/** True when the person states something from end to end of the sentence. */
export function isOnlyStated(sentence: Sentence): boolean {
  const statements = statementsIn(sentence, "user");
  return statements.length > 1 || statements[0]?.text === clip(withoutInterjection(sentence.text), 480);
}

/** Sections of a prompt that speak about rules although they stand under a heading. */
const RULES_SECTION =
  /\b(?:rules?|conventions?|constraints?|preferences?|guidelines?|requirements?)\b|约定|规则|规范|要求|偏好/iu;

/** "Translate to Chinese: …": what follows is a text to work on, nobody's word. */
const WORKS_ON_TEXT =
  /^(?:(?:please|can you|could you) )?(?:translate|re-?write|re-?phrase|proof-?read|summari[sz]e|paraphrase|polish|explain|correct (?:the )?(?:grammar|spelling))\b[^:：]{0,80}[:：]|^(?:请|帮我|麻烦)*(?:把|将)?[^:：，。]{0,20}(?:翻译|改写|润色|校对|总结|解释|转述|复述)[^:：。]{0,20}[:：]/iu;

/** Sentences of the person's own: what it hands over to be translated or put otherwise is left out. */
function ownWords(sentences: Sentence[]): Sentence[] {
  const at = sentences.findIndex(({ bare }) => WORKS_ON_TEXT.test(bare));
  const handed = sentences[at];
  if (handed === undefined) return sentences;
  const isBelow = /[:：]\s*$/u.test(handed.text);
  return sentences.filter(({ line }, index) => index < at || (!isBelow && line !== handed.line));
}

/** "No, that is wrong." before it or in front of it, "Remember that." behind it. */
function isInsistedOn(sentences: Sentence[], at: number): boolean {
  const [before, own, after] = [sentences[at - 1], sentences[at], sentences[at + 1]];
  const isBeside = (other: Sentence | undefined): other is Sentence => other !== undefined && other.line === own?.line;
  return (
    isRejection(own?.bare ?? "") ||
    (isBeside(before) && isRejection(before.bare) && withoutInterjection(before.text) === "") ||
    (isBeside(after) && asksToRemember(after.bare))
  );
}

/** Statements in order, at most `max`. A document pasted below a heading is nobody's word, unless the heading announces rules. */
export function statementsOf(sentences: Sentence[], speaker: Statement["speaker"], max = 12): Statement[] {
  const statements: Statement[] = [];
  const said = speaker === "user" ? ownWords(sentences) : sentences;
  for (const [at, sentence] of said.entries()) {
    if (statements.length >= max) break;
    if (speaker === "user" && sentence.underHeading && !RULES_SECTION.test(sentence.section)) continue;
    statements.push(...statementsIn(sentence, speaker, speaker === "user" && isInsistedOn(said, at)));
  }
  return statements.slice(0, max);
}
