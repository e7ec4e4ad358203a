/** What the assistant reports as outcome or discovery: statements of fact in its messages, above all in the last one. */
import type { TurnEvidence } from "../../contract/extraction";
import { likeness, tokensOf } from "../../text/likeness";
import { isDone } from "./done";
import { isNextStep, isPlanned, speechOf } from "./intent";
import { bareEnd, clip, hasCjk } from "./script";
import { type Sentence, sentencesOf } from "./sentences";

export interface Finding {
  text: string;
  eventId: number;
}

export interface Findings {
  /** Past-tense results and statements of the closing message. */
  results: Finding[];
  /** Statements on how things are, from any message. */
  discoveries: Finding[];
  /** Sentences beside a discovery that belong to it, by the discovery's text. */
  support: Map<string, string[]>;
  /** Open work that the closing message lists. */
  nextSteps: string[];
  /** Sentences of the closing message, for statements. */
  closing: Sentence[];
  closingEventId: number | null;
}

const MAX_MESSAGES = 100;
const STATE = /\b(?:now|no longer|passes|pass|passed|works|fixed|fails|is gone|instead of)\b|→|->|现在|不再|通过/iu;
/** Strict: holds wherever it stands. */
const DISCOVERY =
  /\balready (?:has|have|had|exists?|uses?|provides?|supports?|defines?|contains?|implements?|includes?|handles?)\b|\bthere(?:['’]s| is| are) already\b|\b(?:it )?turn(?:s|ed) out\b|\b(?:was|were) (?:bundled|introduced|first added|caused|shipped|merged) (?:in|into|by|with|together)\b|\bbundled into\b|\broot cause\b|\bthe (?:real |actual |underlying )?(?:cause|culprit|reason|bug|issue|problem) (?:is|was) (?!(?:fixed|solved|resolved|now)\b)|\bfound (?:that|the (?:cause|bug|culprit|root cause))\b|\bdiscovered that\b|已有|已经有|已存在|早已|现成的|原来是|根因|根本原因|原因是|原因在于|问题出在|发现了?(?!任何|问题就)|実は|原因は|이미 (?:있|존재)|원인은/iu;
/** Wide: only in the closing answer to a question. */
const ANSWER =
  /\b(?:is|are|was|were|has|have|lives?|depends?|relies|calls?|uses?|returns?|reads?|writes?|runs?|happens?|comes?|stores?|handles?|does(?:n['’]t| not)|only|because|therefore|never|contains?|supports?|expects?|defaults?|validates?|rejects?|sends?|loads?)\b|是|在|由|用|没有|不会|不支持|依赖|位于|定义|负责|因为|所以|だ|です|입니다/iu;
const CHANGE_LEAD =
  /\b(?:summary|changes?|changed|what (?:i|was|changed)|results?|behaviou?r|fix(?:es)?|done|implemented|updates?|outcome|files?|key points?|highlights?|effect)\b|变更|改动|修改|结果|效果|行为|总结|完成|修复/iu;
const BEHAVIOUR = /\b(?:behaviou?rs?|results?|outcomes?|effects?)\b|行为|效果|结果/iu;
const API_ERROR = /^(?:API Error|Error:|Request (?:failed|timed out))/i;

export const isBehaviour = (sentence: Sentence): boolean =>
  BEHAVIOUR.test(sentence.section) || BEHAVIOUR.test(sentence.lead);

export const isTooThin = (text: string): boolean =>
  hasCjk(text) ? text.length < 7 : text.length < 14 || !/\s/.test(text);
/** "Updated entry:" before a code block shows a draft; "It came in with #231, together with:" states something. */
const introduces = (text: string): boolean => /[:：]$/u.test(text) && !DISCOVERY.test(text);
/** "The choice is made in `choose()`:" answers, and its list says more. */
const leadsAnswer = ({ bare, form }: Sentence): boolean =>
  form === "prose" && /[:：]$/u.test(bare) && bare.includes("\u00a4") && ANSWER.test(bare);
/** Of the closing answer to a question any whole sentence is part, whatever its verb. */
const isWhole = (text: string): boolean =>
  hasCjk(text) ? /。$/u.test(text) : /\.$/.test(text) && text.split(/\s+/, 5).length >= 4;
const stripCheer = (text: string): string =>
  text
    .replace(
      /^(?:✅|✔️?|☑️?|🎉|done|all done|fixed|great|perfect|finished|ok(?:ay)?|完成|好的|搞定)\s*[,.!:。！，—–-]+\s*/iu,
      "",
    )
    .replace(/^(?:✅|✔️?|☑️?|🎉)\s*/u, "");

function isResult(sentence: Sentence, hasWork: boolean): boolean {
  const text = stripCheer(sentence.text);
  if (isPlanned(sentence) || speechOf({ text, bare: stripCheer(sentence.bare) }) !== "fact") return false;
  if (isTooThin(text) || introduces(text)) return false;
  if (isDone(text)) return hasWork;
  if (sentence.form === "prose") return STATE.test(sentence.bare) || DISCOVERY.test(sentence.bare);
  // List items in the imperative are a plan unless their list says that it tells what changed.
  return (
    hasWork && (CHANGE_LEAD.test(sentence.lead) || CHANGE_LEAD.test(sentence.section) || STATE.test(sentence.bare))
  );
}

/** "It covers the payload." right behind what it is about. */
const OF_IT =
  /^(?:it|this|they|both|these)\s+(?:also\s+)?(?!(?:is|was|were|are) (?:done|ready|finished)\b)[a-z]+\b|^(?:它|其中|其)/iu;
const isOfResult = (sentence: Sentence): boolean =>
  sentence.form === "prose" &&
  OF_IT.test(sentence.bare) &&
  !introduces(sentence.text) &&
  !isTooThin(sentence.text) &&
  speechOf(sentence) === "fact";

const CAUSE_SECTION = /^(?:the )?(?:root )?causes?$|^(?:根本)?原因(?:分析)?$|^根因(?:分析)?$/iu;

/** What stands first below the heading "Root cause" says so by itself too. */
function withCauseLabels(sentences: Sentence[]): Sentence[] {
  const labelled = new Set<string>();
  return sentences.map((sentence) => {
    const { section, form, text, bare } = sentence;
    if (form !== "prose" || labelled.has(section) || !CAUSE_SECTION.test(section)) return sentence;
    labelled.add(section);
    if (DISCOVERY.test(bare)) return sentence;
    const label = hasCjk(text) ? "根因：" : "Root cause: ";
    return { ...sentence, text: label + text, bare: label + bare };
  });
}

function isFinding(sentence: Sentence, isClosing: boolean, isAnswer: boolean): boolean {
  const isDiscovered = DISCOVERY.test(sentence.bare);
  if (!isDiscovered && !(isClosing && isAnswer)) return false;
  const isLead = isClosing && isAnswer && leadsAnswer(sentence);
  if (isPlanned(sentence) || isTooThin(sentence.text) || (introduces(sentence.text) && !isLead)) return false;
  if (speechOf(sentence) !== "fact") return false;
  if (isDiscovered) return true;
  const says = ANSWER.test(sentence.bare) || sentence.bare.includes("\u00a4") || isWhole(sentence.text);
  return isClosing && isAnswer && says && !isDone(sentence.text);
}

/** `hasWork`: the turn changed something or shows no tools at all; `isAnswer`: the prompt asked and the tools looked. */
export function readFindings(evidence: TurnEvidence, hasWork: boolean, isAnswer: boolean): Findings {
  const messages = evidence.items.filter((item) => item.kind === "message").slice(-MAX_MESSAGES);
  const lastTool = evidence.items.findLastIndex((item) => item.kind === "tool");
  const last = evidence.items.findLastIndex((item) => item.kind === "message");
  const closingItem = last > lastTool ? evidence.items[last] : undefined;
  const findings: Findings = {
    results: [],
    discoveries: [],
    support: new Map(),
    nextSteps: [],
    closing: [],
    closingEventId: null,
  };
  const seen: Set<string>[] = [];

  for (const item of messages) {
    const isClosing = item === closingItem;
    if (API_ERROR.test(item.text)) continue;
    const sentences = withCauseLabels(sentencesOf(item.text, isClosing ? 16_384 : 4_096));
    if (isClosing) {
      findings.closing = sentences;
      findings.closingEventId = item.eventId;
    }
    let current: string | null = null;
    let wasResult = false;
    for (const sentence of sentences) {
      if (isClosing && isNextStep(sentence) && findings.nextSteps.length < 6)
        findings.nextSteps.push(clip(bareEnd(sentence.text), 200));
      if (isFinding(sentence, isClosing, isAnswer)) {
        const tokens = tokensOf(sentence.text);
        const isKnown = seen.some((other) => likeness(other, tokens) > 0.6 || sharesNames(other, tokens));
        const isSupport = current !== null && !DISCOVERY.test(sentence.bare);
        if (isSupport) findings.support.get(current ?? "")?.push(clip(sentence.text, 300));
        else if (!isKnown && findings.discoveries.length < 12) {
          current = bareEnd(sentence.text);
          seen.push(tokens);
          findings.discoveries.push({ text: current, eventId: item.eventId });
          findings.support.set(current, []);
        }
      } else if (
        current !== null &&
        sentence.form === "prose" &&
        speechOf(sentence) === "fact" &&
        !introduces(sentence.text) &&
        !isTooThin(sentence.text)
      ) {
        findings.support.get(current)?.push(clip(sentence.text, 300));
      }
      wasResult = isClosing && (isResult(sentence, hasWork) || (wasResult && hasWork && isOfResult(sentence)));
      if (wasResult && findings.results.length < 40) {
        findings.results.push({ text: bareEnd(stripCheer(sentence.text)), eventId: item.eventId });
      }
    }
  }
  return findings;
}

/** Two findings about the same two or more identifiers are one. */
function sharesNames(a: Set<string>, b: Set<string>): boolean {
  let shared = 0;
  for (const token of a) if (token.length >= 4 && b.has(token)) shared += 1;
  const names = Math.min(
    [...a].filter((token) => token.length >= 4).length,
    [...b].filter((token) => token.length >= 4).length,
  );
  return names >= 2 && shared / names >= 0.75;
}
