/** Observations of a turn: the work done, what was discovered, what was decided. Titles say what came out. */
import type { Category, ObsType, Priority } from "../../contract/evidence";
import type { ExtractedObservation } from "../../contract/extraction";
import { addsTo } from "../../text/likeness";
import { withRemedy } from "./causes";
import { asNote, isDone } from "./done";
import { type Finding, type Findings, isBehaviour } from "./findings";
import type { Outcomes } from "./outcomes";
import { joinSentences } from "../../text/sentence-ends";
import { isPlanned } from "./intent";
import { MAX_GIST, wishOf } from "./request";
import { bareEnd, clip, distinct, isChinese } from "./script";
import { type Answer, STANDS_ALONE } from "./short-answer";
import type { Statement } from "./statements";

export interface TurnReading {
  /** Gist of the request, with the choice that a short answer made. */
  request: string;
  /** Its opening words, which tell a fix from a feature. */
  wanted: string;
  /** The request that an anaphoric one ("add it") leans on, else null. */
  backdrop: string | null;
  /** What the question of the prompt is about, for answers that begin with "it". */
  subject: string | null;
  isInterrupted: boolean;
  /** Nothing was asked for but words. */
  isOnlyQuestions: boolean;
  outcomes: Outcomes;
  findings: Findings;
  /** Files that a turn changed which was not interrupted and whose checks passed. */
  changed: string[];
  statements: Statement[];
  answer: Answer | null;
}

/** What a host puts in the place of a prompt that was never given. */
export const INTERRUPTION = /^\[Request interrupted by user[^\]]*\]\s*$/;

const MAX_TITLE = 160;
const MAX_SUMMARY = 900;
const PRONOUN = /^(?:it|this|that|they|the (?:reason|cause)|这|它|那)(?![a-z])/iu;
const SECURITY =
  /\b(?:security|vulnerab\w+|auth\w*|breaking change|deploy\w*|production|secrets?|CVE-\d+)\b|安全|漏洞|部署|破坏性/iu;
const HOW = /\b(?:works?|calls?|uses?|defined|lives?|flow|reads?|stores?|handles?)\b|定义|使用|处理|位于|已有/iu;
const WHY = /\b(?:because|reason|why|so that|in order to|due to)\b|因为|原因|为了|由于/iu;
const GOTCHA =
  /\b(?:but|however|although|unless|only|never|does(?:n['’]t| not)|silently|beware|careful|unexpected\w*)\b|但|然而|除非|注意|不会/iu;
const TRADE_OFF = /\b(?:instead of|rather than|trade-?off|at the cost|over)\b|而不是|权衡|代价/iu;
/** "All 148 tests pass": true, but not what came out. */
const CHECK_REPORT =
  /\b(?:tests?|specs?|suites?|checks?|compil\w+|lint\w*|builds?|types?|type-?check\w*|tsc)\b[^.;]{0,60}\b(?:pass\w*|succeed\w*|clean|green|ok|fail\w*|no errors)\b|(?:测试|编译|类型检查|构建|检查)[^，。]{0,12}(?:通过|失败|成功)/iu;
const PATTERN = /\b(?:pattern|convention|everywhere|consistently|reus\w+)\b|模式|约定|复用|惯例/iu;

export const checkLine = (check: { shown: string; failed: boolean; recovered: boolean }): string =>
  `\`${check.shown}\` ${check.failed ? "failed" : check.recovered ? "failed first, then passed" : "passed"}`;

/** Facts of the work: what the closing message reports, then checks, commits and installs as the tools showed them. */
export function workFacts(reading: TurnReading): string[] {
  const { outcomes, findings } = reading;
  return [
    ...distinct(
      findings.results.map(({ text }) => clip(asNote(text), 300)),
      10,
    ),
    ...outcomes.checks.map(checkLine),
    ...outcomes.commits.slice(0, 3).map((message) => `Committed: ${message}`),
    ...(outcomes.pushed ? ["Pushed"] : []),
    ...outcomes.installed.slice(0, 3).map((command) => `Installed: \`${command}\``),
  ].slice(0, 14);
}

export const hasFailed = (outcomes: Outcomes): boolean => outcomes.checks.some((check) => check.failed);

/** "Edited a, b and 2 more files". */
export const editedTitle = (files: string[], isZh: boolean): string => {
  const named = files.slice(0, 2).join(", ");
  const more = files.length - 2;
  if (isZh) return `修改了 ${named}${more > 0 ? ` 等 ${files.length} 个文件` : ""}`;
  return `Edited ${named}${more > 0 ? ` and ${more} more file${more === 1 ? "" : "s"}` : ""}`;
};

const BESIDE =
  /^(?:added|wrote|written|extended|updated|created)\b.*\b(?:tests?|specs?|docs|documentation|changelog|readme|comments?)\b|^(?:已)?(?:新增|添加|增加|补充|更新)了?.*(?:测试|文档|注释|用例)/iu;
const isOutcome = ({ text }: Finding): boolean =>
  !BESIDE.test(text) && !CHECK_REPORT.test(text) && !/\broot cause\b|根因/iu.test(text);

/** What came out, in one line: the reported result, the new behaviour, the commit; else which files changed. */
export function workTitle(reading: TurnReading): string {
  const { outcomes, findings } = reading;
  const isZh = isChinese(reading.request);
  const edited = editedTitle(outcomes.filesModified, isZh);
  if (reading.isInterrupted) return clip(`${edited}${isZh ? "（随后中断）" : ", then interrupted"}`, MAX_TITLE);
  const failed = outcomes.checks.find((check) => check.failed);
  if (failed !== undefined) return clip(`${edited}; ${checkLine(failed)}`, MAX_TITLE);
  const prose = findings.closing.filter((sentence) => sentence.form === "prose" && !isPlanned(sentence));
  const results = new Set(findings.results.map(({ text }) => text));
  const reported = findings.results.find(
    ({ text }) => isDone(text) && prose.some((sentence) => sentence.text.includes(text)),
  );
  if (reported !== undefined) return clip(asNote(reported.text), MAX_TITLE);
  const behaviour = findings.closing.find(
    (sentence) => sentence.form !== "prose" && isBehaviour(sentence) && results.has(bareEnd(sentence.text)),
  );
  if (behaviour !== undefined) return clip(bareEnd(behaviour.text), MAX_TITLE);
  const done = findings.results.filter(({ text }) => isDone(text));
  const listed = done.find(({ text }) => !BESIDE.test(text)) ?? done[0];
  // A test or a note of it goes along with what was done.
  const main = listed !== undefined && BESIDE.test(listed.text) ? findings.results.find(isOutcome) : listed;
  if (listed !== undefined) return clip(asNote((main ?? listed).text), MAX_TITLE);
  const stated = findings.results.find(
    ({ text }) => !CHECK_REPORT.test(text) && prose.some((sentence) => sentence.text.includes(text)),
  );
  if (stated !== undefined && outcomes.commits.length === 0) return clip(stated.text, MAX_TITLE);
  return clip(outcomes.commits[0] ?? edited, MAX_TITLE);
}

export function categoryOf(type: ObsType, text: string, outcomes: Outcomes): Category {
  if (type === "bugfix") return "bugfix";
  if (
    outcomes.installed.length > 0 ||
    outcomes.filesModified.some((file) =>
      /(?:^|[\\/])(?:package(?:-lock)?\.json|pnpm-lock\.yaml|yarn\.lock|Cargo\.(?:toml|lock)|go\.(?:mod|sum)|requirements[\w-]*\.txt|pyproject\.toml|Gemfile(?:\.lock)?)$/.test(
        file,
      ),
    )
  )
    return "dependency";
  if (type === "decision") return "architecture";
  if (type === "discovery")
    return /\b(?:dependency|package(?!\.json|-lock)|version)\b|依赖|版本/iu.test(text)
      ? "dependency"
      : PATTERN.test(text)
        ? "convention"
        : "learning";
  return "task_context";
}

function conceptsOf(type: ObsType, text: string, recovered: boolean): string[] {
  const concepts: string[] = [];
  if (type === "bugfix" || recovered) concepts.push("problem-solution");
  if (type !== "discovery" && type !== "decision") concepts.push("what-changed");
  if (type === "discovery" && HOW.test(text)) concepts.push("how-it-works");
  if (WHY.test(text)) concepts.push("why-it-exists");
  if (GOTCHA.test(text) && (type === "discovery" || type === "bugfix")) concepts.push("gotcha");
  if (TRADE_OFF.test(text)) concepts.push("trade-off");
  if (PATTERN.test(text)) concepts.push("pattern");
  if (concepts.length === 0 && type === "discovery") concepts.push("how-it-works");
  return concepts;
}

/** What was asked, behind what it leans on, as far as the title does not say it already; else null. */
function subtitleOf({ request, backdrop }: TurnReading, title: string): string | null {
  const asked = addsTo(request, title) ? request : null;
  if (backdrop === null || !addsTo(backdrop, title)) return asked === null ? null : clip(asked, MAX_GIST);
  if (asked === null) return clip(backdrop, MAX_GIST);
  const shown = clip(asked, MAX_GIST / 2);
  return `${clip(backdrop, MAX_GIST - shown.length - 3)} › ${shown}`;
}

function work(reading: TurnReading): ExtractedObservation | null {
  const { outcomes, findings } = reading;
  const hasClaims = outcomes.toolCount === 0 && findings.results.some(({ text }) => isDone(text));
  if (
    outcomes.filesModified.length === 0 &&
    outcomes.commits.length === 0 &&
    outcomes.installed.length === 0 &&
    !hasClaims
  )
    return null;
  if (hasClaims && reading.isInterrupted) return null;
  const title =
    outcomes.filesModified.length === 0 && outcomes.commits.length === 0 && !hasClaims
      ? `Installed: ${outcomes.installed[0] ?? ""}`
      : workTitle(reading);
  const facts = workFacts(reading);
  const recovered = outcomes.checks.some((check) => check.recovered);
  const told = [title, ...facts].join("\n");
  const wanted = wishOf(reading.wanted, outcomes.filesModified);
  const obsType = wanted === "change" ? wishOf(told, outcomes.filesModified) : wanted;
  const failed = hasFailed(outcomes);
  const isUnfinished = failed || reading.isInterrupted;
  return {
    title,
    subtitle: subtitleOf(reading, title),
    summary: facts.every((fact) => fact === title) ? title : clip(joinSentences(facts), MAX_SUMMARY),
    facts,
    concepts: conceptsOf(obsType, told, recovered),
    filesRead: outcomes.filesRead,
    filesModified: outcomes.filesModified,
    obsType: isUnfinished && obsType !== "refactor" ? "change" : obsType,
    category: categoryOf(obsType, told, outcomes),
    priority:
      SECURITY.test(told) || (obsType === "bugfix" && /\broot cause\b|根因|根本原因/iu.test(told)) ? "high" : "medium",
    confidence: isUnfinished ? 0.5 : hasClaims ? 0.5 : findings.results.length > 0 ? 0.85 : 0.6,
    eventIds: [...outcomes.toolEvents, ...(findings.closingEventId === null ? [] : [findings.closingEventId])].slice(
      0,
      50,
    ),
  };
}

const LISTS = /^(?:ls|ll|dir|tree|pwd|git (?:status|branch|remote|stash list)|date|whoami|uname)(?![\w-])/i;

/** A folder or a state that anybody sees at once by looking again. */
const onlyLists = ({ commands, filesRead, searches, checks, toolCount }: Outcomes): boolean =>
  commands.length > 0 &&
  commands.length === toolCount &&
  filesRead.length + searches.length + checks.length === 0 &&
  commands.every((command) => LISTS.test(command));

function discovery(reading: TurnReading, finding: Finding, support: string[]): ExtractedObservation {
  const isCause = /\broot cause\b|^the cause\b|根因|根本原因|^原因/iu.test(finding.text);
  const text = isCause ? withRemedy(finding.text, reading.findings.closing, reading.changed) : finding.text;
  const needsSubject = PRONOUN.test(text) && reading.subject !== null;
  const whole = needsSubject ? `${reading.subject ?? ""}: ${text.charAt(0).toLowerCase()}${text.slice(1)}` : text;
  const title = clip(whole, MAX_TITLE);
  const statements = distinct([clip(whole, 300), ...support], 6);
  const told = [title, ...statements].join("\n");
  const isWhole = statements.length === 1 && statements[0] === title;
  const isListing = onlyLists(reading.outcomes);
  return {
    title,
    subtitle: subtitleOf({ ...reading, backdrop: null }, title),
    summary: isWhole ? title : clip(joinSentences(statements), MAX_SUMMARY),
    // The title is the first fact; a list of itself says nothing.
    facts: isWhole ? [] : statements,
    concepts: isListing ? [] : conceptsOf("discovery", told, false),
    filesRead: reading.outcomes.filesRead,
    filesModified: [],
    obsType: "discovery",
    category: categoryOf("discovery", told, { ...reading.outcomes, installed: [], filesModified: [] }),
    priority: isListing
      ? "low"
      : /\broot cause\b|根因|根本原因/iu.test(text) || SECURITY.test(text)
        ? "high"
        : "medium",
    confidence: 0.7,
    eventIds: [finding.eventId],
  };
}

const DECISION_CATEGORY: Record<string, Category> = {
  decision: "architecture",
  constraint: "convention",
  preference: "user_preference",
};

function decision(
  reading: TurnReading,
  kind: "decision" | "constraint" | "preference",
  text: string,
  confidence: number,
  about: string | null = null,
): ExtractedObservation {
  const whole = bareEnd(text);
  const title = clip(whole, MAX_TITLE);
  return {
    title,
    subtitle: about ?? subtitleOf({ ...reading, backdrop: null }, title),
    summary: title === whole ? title : clip(text, MAX_SUMMARY),
    facts: [],
    concepts: conceptsOf("decision", text, false),
    filesRead: [],
    filesModified: [],
    obsType: "decision",
    category: DECISION_CATEGORY[kind] ?? "architecture",
    priority: "high" satisfies Priority,
    confidence,
    eventIds: [],
  };
}

/** At most six: one for the work, up to two discoveries, up to three decisions. */
export function observationsOf(reading: TurnReading): ExtractedObservation[] {
  const found: ExtractedObservation[] = [];
  const done = work(reading);
  if (done !== null) found.push(done);
  // In a turn of work the closing message's findings already stand among the facts.
  const told = new Set(done?.facts ?? []);
  const discoveries = reading.findings.discoveries.filter(
    ({ text }) => ![...told].some((fact) => fact.includes(text.slice(0, 120))),
  );
  for (const finding of discoveries.slice(0, 2))
    found.push(discovery(reading, finding, (reading.findings.support.get(finding.text) ?? []).slice(0, 5)));
  const { answer } = reading;
  if (answer !== null) {
    const standsAlone = answer.chosen.length >= STANDS_ALONE;
    found.push(
      standsAlone
        ? decision(reading, answer.kind, answer.chosen, 0.8, clip(answer.about, MAX_GIST))
        : decision(reading, answer.kind, answer.text, 0.8),
    );
  }
  // A prompt that only states things asks for nothing that would explain them.
  const isOnlyStated = reading.statements.some(({ text }) => !addsTo(reading.request, text));
  for (const statement of reading.statements.slice(0, 3)) {
    if (statement.kind !== "decision" && statement.kind !== "constraint" && statement.kind !== "preference") continue;
    if (statement.global) continue;
    const confidence = statement.speaker === "user" ? 0.9 : 0.6;
    found.push(
      decision(isOnlyStated ? { ...reading, request: "" } : reading, statement.kind, statement.text, confidence),
    );
  }
  return found.slice(0, 6);
}
