/** What a turn has done so far, from its tool uses alone: the observation that stands while the turn goes on (M3). Pure. */
import type { ExtractedObservation, TurnEvidence, TurnTool } from "../../contract/extraction";
import { BARE_CONFIDENCE } from "../../observations/bare";
import { addsTo } from "../../text/likeness";
import { joinSentences } from "../../text/sentence-ends";
import { readCommand } from "./commands";
import { categoryOf, checkLine, editedTitle, hasFailed, INTERRUPTION } from "./observations";
import { commandOf, type Outcomes, readOutcomes, shortName, type ToolUse, useOf } from "./outcomes";
import { projectPath } from "./paths";
import { requestGist, wantedOf, wishOf } from "./request";
import { clip, isChinese, plain } from "./script";

const MAX_TITLE = 160;
const MAX_SUMMARY = 900;
const MAX_FACTS = 14;
const MAX_SHOWN = 120;
const MAX_NOTED = 40;
const MAX_EVENTS = 50;
const MAX_NAMES = 1_000;
/** Commands that only look; what they showed is no work. */
const LOOKS =
  /^(?:ls|ll|dir|tree|pwd|cat|head|tail|less|more|wc|file|stat|which|type|find|fd|grep|rg|ag|du|df|ps|env|printenv|date|whoami|uname|jq|git (?:status|log|diff|show|branch|remote|blame|rev-parse|ls-files|stash list|config --get)|(?:npm|pnpm|yarn) (?:ls|list|outdated|view|why))(?![\w-])/i;
/** Where tools of no known kind say what they were asked for. */
const ABOUT = ["query", "url", "pattern", "prompt", "description", "question", "path", "file_path", "name", "title"];

/** Uses by kind, failed ones of commands counted apart. */
export type UseCounts = Record<ToolUse, number>;

interface Doings {
  /** Base names or project paths of what was read, in order of first use. */
  read: Set<string>;
  /** Commands that are no checks. */
  ran: string[];
  failed: string[];
  triedToEdit: Set<string>;
  triedToRead: Set<string>;
  others: string[];
  counts: UseCounts;
  failures: number;
  events: number[];
}

/**
 * Exactly one observation for a turn with at least one tool use, null for others. Linear, bounded, never throws on any
 * text. `counts`: uses of the whole turn, where `evidence` holds only a part of a very long one.
 */
export function runningObservation(evidence: TurnEvidence, counts?: UseCounts): ExtractedObservation | null {
  const doings = readDoings(evidence);
  if (doings.events.length === 0) return null;
  const outcomes = readOutcomes(evidence);
  const prompt = INTERRUPTION.test(evidence.prompt) ? "" : evidence.prompt;
  const request = requestGist(prompt);
  const words = isChinese(request) ? ZH : EN;
  const title = titleOf(outcomes, doings, words);
  const facts = factsOf(outcomes, doings, words).filter((fact) => fact !== title);
  const isWork = outcomes.filesModified.length > 0 || outcomes.commits.length > 0 || outcomes.installed.length > 0;
  const told = [title, ...facts].join("\n");
  const wanted = isWork ? wishOf(wantedOf(prompt), outcomes.filesModified) : "change";
  const wish = isWork && !hasFailed(outcomes) ? wanted : "change";
  const looksOnly = !isWork && outcomes.checks.length === 0 && doings.ran.concat(doings.failed).every(isLook);
  const many = words.counted(counts ?? doings.counts, doings.failures);
  const isSingle = facts.length === 0 && doings.events.length === 1;
  return {
    title,
    subtitle: request !== "" && addsTo(request, title) ? request : null,
    summary: clip(joinSentences(isSingle ? [title] : [many, title, ...facts]), MAX_SUMMARY),
    facts,
    concepts: isWork ? ["what-changed"] : [],
    filesRead: outcomes.filesRead,
    filesModified: outcomes.filesModified,
    obsType: isWork ? wish : "discovery",
    category: isWork ? categoryOf(wish, told, outcomes) : looksOnly ? "learning" : "task_context",
    priority: looksOnly ? "low" : "medium",
    confidence: BARE_CONFIDENCE,
    eventIds: doings.events.slice(-MAX_EVENTS),
  };
}

const isLook = (shown: string): boolean => LOOKS.test(shown);

function readDoings({ items, roots }: TurnEvidence): Doings {
  const doings: Doings = {
    read: new Set(),
    ran: [],
    failed: [],
    triedToEdit: new Set(),
    triedToRead: new Set(),
    others: [],
    counts: { edit: 0, command: 0, read: 0, search: 0, plan: 0, refused: 0, other: 0 },
    failures: 0,
    events: [],
  };
  for (const item of items) {
    if (item.kind !== "tool") continue;
    const use = useOf(item);
    doings.events.push(item.eventId);
    doings.counts[use] += 1;
    if (use === "command") noteCommand(doings, item);
    else if (isNameless(item)) noteOther(doings, item);
    else if (use === "read") note(item.isError === true ? doings.triedToRead : doings.read, item, roots);
    else if (use === "edit" && item.isError === true) note(doings.triedToEdit, item, roots);
    else if (use === "other" || use === "refused" || use === "plan") noteOther(doings, item);
  }
  return doings;
}

/** Nothing says on what it was used: then the tool's name is all there is to tell. */
const isNameless = ({ files, input }: TurnTool): boolean => files.length === 0 && Object.keys(input).length === 0;

function note(names: Set<string>, { files }: TurnTool, roots: string[]): void {
  for (const file of files) if (names.size < MAX_NAMES) names.add(nameOf(file, roots));
}

/** Also of files outside of the project, which the lists of files leave out. */
const nameOf = (file: string, roots: string[]): string =>
  projectPath(file, roots) ?? clip(plain(file.slice(Math.max(file.lastIndexOf("/"), file.lastIndexOf("\\")) + 1)), 80);

function noteCommand(doings: Doings, item: TurnTool): void {
  const line = commandOf(item);
  const command = readCommand(line, item.output, item.isError);
  if (command.failed) doings.failures += 1;
  if (command.check !== null) return;
  const shown = command.shown === "" ? clip(plain(line.slice(0, 400)), MAX_SHOWN) : command.shown;
  if (shown !== "") keep(command.failed ? doings.failed : doings.ran, shown);
}

function noteOther(doings: Doings, item: TurnTool): void {
  const key = ABOUT.find((name) => typeof item.input[name] === "string" && item.input[name] !== "");
  const name = clip(plain(shortName(item.name)), 60) || "unknown";
  const about = key === undefined ? "" : clip(plain(String(item.input[key]).slice(0, 400)), MAX_SHOWN);
  keep(doings.others, about === "" ? name : `${name}: ${about}`);
}

/** The newest, each once. */
function keep(list: string[], shown: string): void {
  const known = list.indexOf(shown);
  if (known >= 0) list.splice(known, 1);
  list.push(shown);
  if (list.length > MAX_NOTED) list.shift();
}

/** The weightiest thing that was done, and the check that fails. */
function titleOf(outcomes: Outcomes, doings: Doings, words: Words): string {
  const failing = outcomes.checks.find((check) => check.failed);
  const done = doneTitle(outcomes, doings, words);
  if (done !== null) return clip(failing === undefined ? done : `${done}; ${checkLine(failing)}`, MAX_TITLE);
  const check = failing ?? outcomes.checks.at(-1);
  if (check !== undefined) return clip(checkLine(check), MAX_TITLE);
  return clip(lookedTitle(outcomes, doings, words), MAX_TITLE);
}

function doneTitle({ filesModified, commits, installed }: Outcomes, doings: Doings, words: Words): string | null {
  if (commits.length > 0) return commits.at(-1) ?? null;
  if (filesModified.length > 0) return editedTitle(filesModified, words === ZH);
  if (installed.length > 0) return words.installed(installed.at(-1) ?? "");
  const acted = [...doings.failed, ...doings.ran].filter((shown) => !isLook(shown));
  if (acted.length === 0) return null;
  const failed = doings.failed.filter((shown) => !isLook(shown)).at(-1);
  return failed === undefined ? words.ran(acted.reverse()) : words.failed(failed);
}

function lookedTitle({ searches }: Outcomes, doings: Doings, words: Words): string {
  const { read, ran, failed, others, triedToEdit, triedToRead, counts } = doings;
  if (triedToEdit.size > 0) return words.triedToEdit([...triedToEdit]);
  if (read.size > 0) return words.read([...read]);
  if (searches.length > 0) return words.searched(searches);
  if (ran.length > 0) return words.ran([...ran].reverse());
  if (failed.length > 0) return words.failed(failed.at(-1) ?? "");
  if (others.length > 0) return words.used([...others].reverse());
  if (triedToRead.size > 0) return words.triedToRead([...triedToRead]);
  return words.counted(counts, 0);
}

function factsOf(outcomes: Outcomes, doings: Doings, words: Words): string[] {
  return [
    ...outcomes.checks.map(checkLine),
    ...outcomes.commits.slice(-3).map((message) => `Committed: ${message}`),
    ...(outcomes.pushed ? ["Pushed"] : []),
    ...outcomes.installed.slice(-3).map(words.installed),
    ...doings.failed.slice(-3).map(words.failed),
    ...doings.ran.slice(-4).map((shown) => words.ran([shown])),
    ...(doings.triedToEdit.size > 0 ? [words.triedToEdit([...doings.triedToEdit])] : []),
    ...(doings.triedToRead.size > 0 ? [words.triedToRead([...doings.triedToRead])] : []),
    ...outcomes.searches.slice(-3).map((pattern) => words.searched([pattern])),
    ...doings.others.slice(-3).map((shown) => words.used([shown])),
  ]
    .filter((fact, at, all) => all.indexOf(fact) === at)
    .slice(0, MAX_FACTS);
}

interface Words {
  read(names: string[]): string;
  searched(patterns: string[]): string;
  ran(commands: string[]): string;
  failed(command: string): string;
  installed(command: string): string;
  triedToEdit(names: string[]): string;
  triedToRead(names: string[]): string;
  used(tools: string[]): string;
  counted(counts: UseCounts, failures: number): string;
}

const code = (text: string): string => `\`${text.replace(/`/g, "'")}\``;

/** Up to `shown` of them by name, the rest as a number. */
function some(names: string[], shown: number, more: (count: number) => string): string {
  const rest = names.length - shown;
  return `${names.slice(0, shown).join(", ")}${rest > 0 ? more(rest) : ""}`;
}

const more = (count: number): string => ` and ${count} more`;
const times = (count: number, one: string, many = `${one}s`): string | null =>
  count === 0 ? null : `${count} ${count === 1 ? one : many}`;

const EN: Words = {
  read: (names) => `Read ${some(names, 3, more)}`,
  searched: (patterns) => `Searched for ${some(patterns.map(code), 2, more)}`,
  ran: (commands) => `Ran ${some(commands.map(code), 2, more)}`,
  failed: (command) => `${code(command)} failed`,
  installed: (command) => `Installed: ${code(command)}`,
  triedToEdit: (names) => `Tried to edit ${some(names, 2, more)}`,
  triedToRead: (names) => `Tried to read ${some(names, 2, more)}`,
  used: (tools) => `Used ${some(tools, 2, more)}`,
  counted: (counts, failures) =>
    [
      times(counts.edit, "edit"),
      times(counts.read, "read"),
      times(counts.search, "search", "searches"),
      times(counts.command, "command")?.concat(failures > 0 ? ` (${failures} failed)` : "") ?? null,
      times(counts.other + counts.plan, "other tool use"),
      times(counts.refused, "refused use"),
    ]
      .filter((part) => part !== null)
      .join(", "),
};

const moreZh = (count: number): string => ` 等另外 ${count} 项`;
const ZH: Words = {
  read: (names) => `阅读了 ${some(names, 3, moreZh)}`,
  searched: (patterns) => `搜索了 ${some(patterns.map(code), 2, moreZh)}`,
  ran: (commands) => `运行了 ${some(commands.map(code), 2, moreZh)}`,
  failed: (command) => `${code(command)} 失败`,
  installed: (command) => `安装：${code(command)}`,
  triedToEdit: (names) => `尝试修改 ${some(names, 2, moreZh)}`,
  triedToRead: (names) => `尝试读取 ${some(names, 2, moreZh)}`,
  used: (tools) => `使用了 ${some(tools, 2, moreZh)}`,
  counted: (counts, failures) =>
    [
      counts.edit > 0 ? `修改 ${counts.edit} 次` : null,
      counts.read > 0 ? `读取 ${counts.read} 次` : null,
      counts.search > 0 ? `搜索 ${counts.search} 次` : null,
      counts.command > 0 ? `命令 ${counts.command} 条${failures > 0 ? `（${failures} 条失败）` : ""}` : null,
      counts.other + counts.plan > 0 ? `其他工具 ${counts.other + counts.plan} 次` : null,
      counts.refused > 0 ? `被拒绝 ${counts.refused} 次` : null,
    ]
      .filter((part) => part !== null)
      .join("，"),
};
