/** What the turn's tools really did: files read and changed, checks that failed and passed, calls that were refused. */
import type { TurnEvidence, TurnTool } from "../../contract/extraction";
import { type CheckKind, type Command, readCommand } from "./commands";
import { projectPaths } from "./paths";

interface Check {
  kind: CheckKind;
  shown: string;
  failed: boolean;
  /** Failed earlier in the turn and passes now. */
  recovered: boolean;
}

export interface Outcomes {
  filesRead: string[];
  filesModified: string[];
  filesCreated: string[];
  /** Last result of each kind of check, in order. */
  checks: Check[];
  commits: string[];
  pushed: boolean;
  installed: string[];
  /** Commands that are no checks, commits, pushes or installs, as shown. */
  commands: string[];
  searches: string[];
  /** A call that the person refused: it did not happen. */
  refused: boolean;
  /** Text of a plan that was proposed but not carried out. */
  openPlan: string | null;
  toolEvents: number[];
  toolCount: number;
}

const EDIT =
  /^(?:edit|multi_?edit|write(?:_?code)?|notebook_?edit|apply_?patch|str_?replace(?:_?(?:file|editor|based_edit_tool))?|write_?(?:to_)?file|replace|edit_?file|search_?replace|create_?file|insert_?edit\w*|update_?file|delete_?file|delete|replace_in_file|patch)$/i;
const CREATE = /^(?:write|write_?(?:to_)?file|create_?file)$/i;
const READ =
  /^(?:read|read_?(?:file|many_files|code)|view|view_?file|open_?file|notebook_?read|read_media_?file|cat)$/i;
const SHELL =
  /^(?:bash|shell|run_?shell_?command|exec(?:_?command)?|local_?shell(?:_call)?|execute_?command|terminal|run_?terminal_?cmd|run_?in_?terminal|run_?command|container\.exec|unified_exec)$/i;
const SEARCH =
  /^(?:grep|glob|search|find|search_?file_?content|codebase_?search|grep_?search|file_?search|list_?dir\w*|ls|rip_?grep)$/i;
const PLAN = /^(?:exit_?plan_?mode|propose_?plan|create_?plan)$/i;
const REFUSED =
  /doesn['’]t want to (?:proceed|take this action)|tool use was rejected|rejected by (?:the )?user|user (?:rejected|denied|declined|cancelled|canceled)|request interrupted by user|operation was cancell?ed/i;
const PATCH_FILE = /^\*\*\* (?:Add|Update|Delete) File: (.{1,1024})$/gm;

const textOf = (value: unknown): string =>
  typeof value === "string"
    ? value
    : Array.isArray(value)
      ? value.filter((part) => typeof part === "string").join(" ")
      : "";
/** The command line of a shell tool. */
export const commandOf = (tool: TurnTool): string => textOf(tool.input.command ?? tool.input.cmd ?? tool.input.script);
const wasRefused = (tool: Pick<TurnTool, "isError" | "output">): boolean =>
  tool.isError === true && REFUSED.test(tool.output.slice(0, 1000));

function patchedFiles(tool: Pick<TurnTool, "input">): string[] {
  const patch = textOf(tool.input.patch ?? tool.input.input ?? tool.input.command).slice(0, 65_536);
  return patch.includes("*** ") ? [...patch.matchAll(PATCH_FILE)].map((match) => match[1]!.trim()) : [];
}

/** Tool names of MCP servers come as `mcp__server__tool`. */
export const shortName = (name: string): string =>
  name.slice(name.lastIndexOf("__") < 0 ? 0 : name.lastIndexOf("__") + 2);

/** What a use does with the project; `refused` = it did not happen. */
export type ToolUse = "edit" | "command" | "read" | "search" | "plan" | "refused" | "other";

export function useOf(tool: Pick<TurnTool, "name" | "input" | "output" | "isError">): ToolUse {
  if (wasRefused(tool)) return "refused";
  const name = shortName(tool.name);
  if (PLAN.test(name)) return "plan";
  // `view` of an editor tool only reads.
  if (EDIT.test(name) || patchedFiles(tool).length > 0) return tool.input.command === "view" ? "read" : "edit";
  if (SHELL.test(name)) return "command";
  if (READ.test(name)) return "read";
  return SEARCH.test(name) ? "search" : "other";
}

const isWork = ({ commit, installed, pushed }: Command): boolean => commit !== null || installed || pushed;

export function readOutcomes(evidence: TurnEvidence): Outcomes {
  const read: string[] = [];
  const modified: string[] = [];
  const created: string[] = [];
  const checks = new Map<CheckKind, Check>();
  const everFailed = new Set<CheckKind>();
  const result: Outcomes = {
    filesRead: [],
    filesModified: [],
    filesCreated: [],
    checks: [],
    commits: [],
    pushed: false,
    installed: [],
    commands: [],
    searches: [],
    refused: false,
    openPlan: null,
    toolEvents: [],
    toolCount: 0,
  };
  const note = (command: Command, eventId: number): void => {
    if (command.check !== null) {
      if (command.failed) everFailed.add(command.check);
      checks.delete(command.check);
      checks.set(command.check, {
        kind: command.check,
        shown: command.shown,
        failed: command.failed,
        recovered: !command.failed && everFailed.has(command.check),
      });
      result.toolEvents.push(eventId);
    } else if (!command.failed && command.shown !== "" && !isWork(command) && result.commands.length < 40)
      result.commands.push(command.shown);
    if (command.commit !== null) result.commits.push(command.commit);
    if (command.installed) result.installed.push(command.shown);
    result.pushed ||= command.pushed;
  };

  for (const item of evidence.items) {
    if (item.kind !== "tool") continue;
    result.toolCount += 1;
    const use = useOf(item);
    if (use === "refused") {
      result.refused = true;
      if (PLAN.test(shortName(item.name))) result.openPlan = textOf(item.input.plan);
    } else if (use === "plan") result.openPlan = null;
    else if (use === "command") note(readCommand(commandOf(item), item.output, item.isError), item.eventId);
    else if (item.isError === true) continue;
    else if (use === "edit") {
      modified.push(...item.files, ...patchedFiles(item));
      if (CREATE.test(shortName(item.name)) && /\bcreated\b/i.test(item.output.slice(0, 300)))
        created.push(...item.files);
      result.toolEvents.push(item.eventId);
    } else if (use === "read") read.push(...item.files);
    else if (use === "search" && result.searches.length < 40) {
      const pattern = textOf(item.input.pattern ?? item.input.query ?? item.input.regex);
      if (pattern !== "") result.searches.push(pattern.slice(0, 80));
    }
  }
  result.filesModified = projectPaths(modified, evidence.roots);
  result.filesRead = projectPaths(read, evidence.roots);
  result.filesCreated = projectPaths(created, evidence.roots);
  result.checks = [...checks.values()];
  result.toolEvents = result.toolEvents.slice(0, 50);
  return result;
}
