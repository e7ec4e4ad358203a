/** The turn's summary, which tells the whole session: earlier lines are kept, this turn's are added, next steps are the newest. */
import type { ExtractedSummary, TurnEvidence } from "../../contract/extraction";
import { hasFailed, type TurnReading, workTitle, workFacts, checkLine } from "./observations";
import { stackSentences } from "../../text/sentence-ends";
import { projectPath } from "./paths";
import { requestGist } from "./request";
import { bareEnd, clip, distinct, isChinese } from "./script";

type Field = "request" | "investigated" | "learned" | "completed";
const BOUNDS: Record<Field, number> = { request: 1600, investigated: 1000, learned: 1600, completed: 2000 };

/** One statement a line, several of them as sentences; the first and the newest survive the bound. */
function fold(lines: string[], max: number): string {
  const kept = [...new Set(lines.map(bareEnd).filter((line) => line !== ""))];
  let length = kept.reduce((sum, line) => sum + line.length + 2, 0);
  while (length > max && kept.length > 2) length -= (kept.splice(1, 1)[0]?.length ?? 0) + 2;
  return clip(stackSentences(kept), max);
}

const earlierLines = (evidence: TurnEvidence, field: Field): string[] =>
  evidence.earlier.slice(-100).flatMap((turn) => turn[field].split("\n", 100));

interface Looked {
  read: string[];
  searched: string[];
  ran: string[];
}
const LABELS: Record<keyof Looked, { en: string; zh: string; max: number }> = {
  read: { en: "Read ", zh: "读了 ", max: 12 },
  searched: { en: "Searched ", zh: "搜索 ", max: 8 },
  ran: { en: "Ran ", zh: "运行 ", max: 8 },
};
const KINDS = Object.keys(LABELS) as (keyof Looked)[];

/** The items of lines that an earlier turn wrote, so that a session has one line of each kind. */
function lookedBefore(evidence: TurnEvidence): Looked {
  const looked: Looked = { read: [], searched: [], ran: [] };
  for (const line of earlierLines(evidence, "investigated").map(bareEnd)) {
    const kind = KINDS.find((one) => line.startsWith(LABELS[one].en) || line.startsWith(LABELS[one].zh));
    if (kind === undefined) continue;
    const rest = line.slice(line.indexOf(" ") + 1);
    looked[kind].push(...(kind === "read" ? rest.split(", ") : (rest.match(/`[^`]+`/g) ?? [])));
  }
  return looked;
}

/** In the language that the session began in. */
function investigated(reading: TurnReading, evidence: TurnEvidence): string[] {
  const { outcomes } = reading;
  const before = lookedBefore(evidence);
  const isZh = isChinese(evidence.earlier[0]?.request.split("\n", 1)[0] || reading.request);
  const code = (texts: string[]): string[] =>
    distinct(texts, 4)
      .filter((text) => !text.includes("`"))
      .map((text) => `\`${clip(text, 120)}\``);
  const now: Looked = {
    read: outcomes.filesRead.slice(0, 8).filter((file) => !file.includes(", ")),
    searched: code(outcomes.searches),
    ran: code(outcomes.commands),
  };
  return KINDS.flatMap((kind) => {
    const items = [...new Set([...before[kind], ...now[kind]])].filter((item) => item.length <= 200);
    const { en, zh, max } = LABELS[kind];
    return items.length === 0 ? [] : [`${isZh ? zh : en}${items.slice(-max).join(", ")}`];
  });
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
  if (reading.isInterrupted) {
    const what = outcomes.openPlan === null ? reading.request : planGist(outcomes.openPlan, evidence.roots);
    if (what !== "") lines.push(`${isZh ? "被中断，尚未执行：" : "Interrupted before it was carried out: "}${what}`);
  }
  for (const check of outcomes.checks)
    if (check.failed) lines.push(`${isZh ? "待修复：" : "Fix: "}${checkLine(check)}`);
  lines.push(...reading.findings.nextSteps);
  const isSettled = completed(reading).length > 0 && !reading.isInterrupted && !hasFailed(outcomes);
  if (lines.length === 0 && !isSettled) lines.push(...(evidence.earlier.at(-1)?.nextSteps.split("\n", 20) ?? []));
  return fold(lines, 1000);
}

/** `discoveries`: titles of this turn's discoveries. */
export function summaryOf(evidence: TurnEvidence, reading: TurnReading, discoveries: string[]): ExtractedSummary {
  return {
    request: fold([...earlierLines(evidence, "request"), reading.request], BOUNDS.request),
    investigated: fold(investigated(reading, evidence), BOUNDS.investigated),
    learned: fold([...earlierLines(evidence, "learned"), ...learned(reading, discoveries)], BOUNDS.learned),
    completed: fold([...earlierLines(evidence, "completed"), ...completed(reading)], BOUNDS.completed),
    nextSteps: nextSteps(reading, evidence),
    notes: "",
    filesRead: reading.outcomes.filesRead,
    filesModified: reading.outcomes.filesModified,
  };
}
