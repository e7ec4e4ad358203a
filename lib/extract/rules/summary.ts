/** The turn's summary: what was asked, looked at, learned and done in it. A session's is folded from its turns' (`observations/roll-up`). */
import type { ExtractedSummary, TurnEvidence } from "../../contract/extraction";
import { interruptedLine } from "../../observations/interrupted";
import { foldLines } from "../../observations/roll-up";
import { isTooThin } from "./findings";
import { speechOf } from "./intent";
import { type TurnReading, workTitle, workFacts, checkLine } from "./observations";
import { projectPath } from "./paths";
import { requestGist } from "./request";
import { bareEnd, clip, distinct, isChinese } from "./script";

const BOUNDS = {
  request: 400,
  investigated: 1000,
  learned: 1600,
  completed: 2000,
  nextSteps: 1000,
  notes: 500,
} as const;

/** One line each of what was read, searched and run. */
function investigated({ outcomes, request }: TurnReading): string[] {
  const isZh = isChinese(request);
  const code = (texts: string[]): string[] =>
    distinct(texts, 4)
      .filter((text) => !text.includes("`"))
      .map((text) => `\`${clip(text, 120)}\``);
  const line = (zh: string, en: string, items: string[]): string[] => {
    const short = [...new Set(items)].filter((item) => item.length <= 200);
    return short.length === 0 ? [] : [`${isZh ? zh : en}${short.join(", ")}`];
  };
  return [
    ...line("读了 ", "Read ", outcomes.filesRead.slice(0, 8)),
    ...line("搜索 ", "Searched ", code(outcomes.searches)),
    ...line("运行 ", "Ran ", code(outcomes.commands)),
  ];
}

function completed(reading: TurnReading): string[] {
  const { outcomes, findings } = reading;
  const changed = outcomes.filesModified.length > 0 || outcomes.commits.length > 0;
  if (!changed && (outcomes.toolCount > 0 || reading.isInterrupted)) return [];
  if (!changed)
    return distinct(
      findings.results.map(({ text }) => clip(text, 240)),
      3,
    );
  if (reading.isInterrupted) return [workTitle(reading)];
  const title = workTitle(reading);
  return distinct([title, ...workFacts(reading).map((fact) => clip(fact, 240))], 6);
}

function learned(reading: TurnReading, titles: string[]): string[] {
  const said = reading.statements.filter(({ kind }) => kind !== "profile").map(({ text }) => clip(bareEnd(text), 240));
  return [...titles, ...(reading.answer === null ? [] : [clip(reading.answer.text, 300)]), ...said].slice(0, 8);
}

/** A plan that was not carried out: its heading and the files it names, not its steps. */
function planGist(plan: string, roots: string[]): string {
  const files = [...plan.slice(0, 16_384).matchAll(/`([^`\s]{3,200}\.[A-Za-z]{1,8})`/g)]
    .map((match) => projectPath(match[1] ?? "", roots))
    .filter((path): path is string => path?.includes("/") === true);
  const named = [...new Set(files)].slice(0, 3).join(", ");
  return named === "" ? requestGist(plan, 160) : `${requestGist(plan, 160)} (${named})`;
}

function nextSteps(reading: TurnReading, evidence: TurnEvidence): string {
  const { outcomes } = reading;
  const isZh = isChinese(reading.request);
  const lines: string[] = [];
  const waits = !reading.isOnlyQuestions || outcomes.openPlan !== null || outcomes.filesModified.length > 0;
  if (reading.isInterrupted && waits) {
    const what = outcomes.openPlan === null ? reading.request : planGist(outcomes.openPlan, evidence.roots);
    if (what !== "") lines.push(interruptedLine(what, isZh));
  }
  for (const check of outcomes.checks)
    if (check.failed) lines.push(`${isZh ? "待修复：" : "Fix: "}${checkLine(check)}`);
  lines.push(...reading.findings.nextSteps);
  return foldLines(lines, BOUNDS.nextSteps);
}

/** Of a conversation without tools the end is often all there is: the first statements of what was said last. */
function lastWords({ findings }: TurnReading): string {
  const said = findings.closing.filter((sentence) => speechOf(sentence) === "fact" && !isTooThin(sentence.text));
  return foldLines(
    said.slice(0, 3).map(({ text }) => clip(text, 240)),
    BOUNDS.notes,
  );
}

/** `discoveries`: titles of this turn's discoveries. null where nothing at all is to be told. */
export function summaryOf(
  evidence: TurnEvidence,
  reading: TurnReading,
  discoveries: string[],
): ExtractedSummary | null {
  const request = foldLines([reading.request], BOUNDS.request);
  const told = {
    investigated: foldLines(investigated(reading), BOUNDS.investigated),
    learned: foldLines(learned(reading, discoveries), BOUNDS.learned),
    completed: foldLines(completed(reading), BOUNDS.completed),
    nextSteps: nextSteps(reading, evidence),
  };
  const isTold = Object.values(told).some((text) => text !== "");
  // Transcripts bring years at once: there the lines themselves are found.
  const notes = isTold || evidence.fromTranscript ? "" : lastWords(reading);
  const { filesRead, filesModified } = reading.outcomes;
  const isBlank = !isTold && request === "" && notes === "" && filesRead.length + filesModified.length === 0;
  return isBlank ? null : { request, ...told, notes, filesRead, filesModified };
}
