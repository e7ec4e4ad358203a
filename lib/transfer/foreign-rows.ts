/** Rows of claude-mem of both generations, and as its integration page shows them, in one shape: cleaned, bounded, dated. */
import { Host } from "../contract/capture";
import type { Category, ObsType, Priority } from "../contract/evidence";
import { headOf } from "../text/caps";
import {
  fieldOf,
  type RawRow,
  readId,
  readList,
  readLong,
  readNumber,
  readShort,
  readText,
  readWhen,
} from "./foreign-fields";

/** Which session a row names: by the host's id, or by the id that the observer of the original gave it. */
export interface SessionRef {
  content: string | null;
  memory: string | null;
}

export interface ForeignSession extends SessionRef {
  host: Host;
  project: string | null;
  title: string | null;
  startedAt: number | null;
  completedAt: number | null;
}

export interface ForeignPrompt {
  session: SessionRef;
  project: string | null;
  number: number | null;
  text: string;
  isPrivate: boolean;
  originalChars: number;
  at: number | null;
}

export interface ForeignObservation {
  session: SessionRef;
  project: string | null;
  number: number | null;
  title: string;
  subtitle: string | null;
  summary: string;
  facts: string[];
  concepts: string[];
  filesRead: string[];
  filesModified: string[];
  obsType: ObsType;
  /** As it was named there, where it has another name here. */
  namedType: string | null;
  category: Category;
  priority: Priority;
  at: number | null;
}

export interface ForeignSummary {
  session: SessionRef;
  project: string | null;
  number: number | null;
  request: string;
  investigated: string;
  learned: string;
  completed: string;
  nextSteps: string;
  notes: string;
  filesRead: string[];
  filesModified: string[];
  at: number | null;
}

/** A row, or why it is none. */
export type Judged<T> = { row: T } | { reason: string };

const MAX_PROJECT_CHARS = 200;
const MAX_TITLE_CHARS = 160;
/** Columns that are read of each table; `sdk_sessions.user_prompt` is not: the original left private text in it. */
export const COLUMNS = {
  sdk_sessions: [
    "id",
    "claude_session_id",
    "content_session_id",
    "sdk_session_id",
    "memory_session_id",
    "project",
    "platform_source",
    "custom_title",
    "started_at",
    "started_at_epoch",
    "completed_at",
    "completed_at_epoch",
  ],
  user_prompts: [
    "id",
    "claude_session_id",
    "content_session_id",
    "sdk_session_id",
    "memory_session_id",
    "project",
    "prompt_number",
    "prompt_text",
    "created_at",
    "created_at_epoch",
  ],
  observations: [
    "id",
    "sdk_session_id",
    "memory_session_id",
    "project",
    "merged_into_project",
    "text",
    "type",
    "title",
    "subtitle",
    "narrative",
    "facts",
    "concepts",
    "files_read",
    "files_modified",
    "prompt_number",
    "created_at",
    "created_at_epoch",
  ],
  session_summaries: [
    "id",
    "sdk_session_id",
    "memory_session_id",
    "project",
    "merged_into_project",
    "request",
    "investigated",
    "learned",
    "completed",
    "next_steps",
    "notes",
    "files_read",
    "files_edited",
    "prompt_number",
    "created_at",
    "created_at_epoch",
  ],
} as const;

function sessionOf(row: RawRow): SessionRef {
  const content = fieldOf(row, "content_session_id", "claude_session_id", "contentSessionId", "claudeSessionId");
  const memory = readId(fieldOf(row, "memory_session_id", "sdk_session_id", "memorySessionId", "sdkSessionId"));
  // Lists name the host's id so; where it is a number it is a row's.
  const listed = typeof row["session_id"] === "string" ? row["session_id"] : undefined;
  return { content: readId(content ?? listed), memory: memory === NO_SESSION ? null : memory };
}

/** What rows say that somebody wrote down by hand. */
const NO_SESSION = "manual";

const projectOf = (row: RawRow): string | null =>
  headOf(readShort(fieldOf(row, "merged_into_project", "project")), MAX_PROJECT_CHARS).trim() || null;

const whenOf = (row: RawRow): number | null => readWhen(row["created_at_epoch"], row["created_at"]);

const numberOf = (row: RawRow): number | null => readNumber(row["prompt_number"] ?? row["promptNumber"]);

/** What the original calls the programs that it watches, where we have another name. */
const HOSTS: Record<string, Host> = {
  claude: "claude-code",
  claude_code: "claude-code",
  "gemini-cli": "gemini",
  "codex-cli": "codex",
};

/** Nothing said = Claude Code, which the older generation knows alone; a program that we do not know is `api`. */
function hostOf(value: unknown): Host {
  const name = readShort(value).toLowerCase();
  if (name === "") return "claude-code";
  const known = Object.hasOwn(HOSTS, name) ? HOSTS[name] : undefined;
  return known ?? Host.safeParse(name).data ?? "api";
}

export function judgeSession(row: RawRow): Judged<ForeignSession> {
  const session = sessionOf(row);
  if (session.content === null && session.memory === null) return { reason: "The row names no session." };
  const startedAt = readWhen(row["started_at_epoch"], row["created_at_epoch"], row["started_at"], row["created_at"]);
  return {
    row: {
      ...session,
      host: hostOf(fieldOf(row, "platform_source", "platformSource", "host")),
      project: projectOf(row),
      title: readShort(fieldOf(row, "custom_title", "title")) || null,
      startedAt,
      completedAt: readWhen(row["completed_at_epoch"], row["completed_at"]),
    },
  };
}

export function judgePrompt(row: RawRow): Judged<ForeignPrompt> {
  const session = sessionOf(row);
  if (session.content === null && session.memory === null) return { reason: "The row names no session." };
  const { text, isPrivate, originalChars } = readText(fieldOf(row, "prompt_text", "promptText", "prompt", "text"));
  if (text === "" && !isPrivate) return { reason: "The prompt has no text." };
  return {
    row: {
      session,
      project: projectOf(row),
      number: numberOf(row),
      text: isPrivate ? "" : text,
      isPrivate,
      originalChars: isPrivate ? 0 : originalChars,
      at: whenOf(row),
    },
  };
}

export function judgeObservation(row: RawRow): Judged<ForeignObservation> {
  const facts = readList(row["facts"]);
  const told = readLong(fieldOf(row, "narrative", "summary", "text"));
  const summary = told === "" ? facts.join("\n") : told;
  const title = readShort(row["title"]);
  const subtitle = readShort(row["subtitle"]);
  if (title === "" && summary === "" && subtitle === "") return { reason: "The observation says nothing." };
  const session = sessionOf(row);
  const filesModified = readList(fieldOf(row, "files_modified", "filesModified"));
  const touched = readList(fieldOf(row, "files_touched", "filesTouched"));
  const filesRead = [...readList(fieldOf(row, "files_read", "filesRead")), ...touched];
  const named = readShort(fieldOf(row, "obs_type", "type", "obsType")).toLowerCase();
  const obsType = (Object.hasOwn(TYPES, named) ? TYPES[named] : undefined) ?? "discovery";
  const concepts = readList(row["concepts"] ?? row["concept"]);
  return {
    row: {
      session,
      project: projectOf(row),
      number: numberOf(row),
      title: title === "" ? titleFrom(subtitle === "" ? summary : subtitle) : title,
      subtitle: subtitle === "" ? null : subtitle,
      summary: summary === "" ? title || subtitle : summary,
      facts,
      concepts,
      filesRead: [...new Set(filesRead)].filter((file) => !filesModified.includes(file)),
      filesModified,
      obsType,
      namedType: named === "" || named === obsType ? null : headOf(named, 100),
      category: categoryOf(obsType, concepts),
      priority: named.startsWith("security_alert") ? "high" : "medium",
      at: whenOf(row),
    },
  };
}

export function judgeSummary(row: RawRow): Judged<ForeignSummary> {
  const session = sessionOf(row);
  if (session.content === null && session.memory === null) return { reason: "The row names no session." };
  const parts = {
    request: readLong(row["request"]),
    investigated: readLong(row["investigated"]),
    learned: readLong(row["learned"]),
    completed: readLong(row["completed"]),
    nextSteps: readLong(fieldOf(row, "next_steps", "nextSteps")),
    notes: readLong(row["notes"]),
  };
  // The page shows a summary as one text.
  if (Object.values(parts).every((text) => text === "")) parts.completed = readLong(row["summary_text"]);
  if (Object.values(parts).every((text) => text === "")) return { reason: "The summary says nothing." };
  return {
    row: {
      session,
      project: projectOf(row),
      number: numberOf(row),
      ...parts,
      filesRead: readList(fieldOf(row, "files_read", "filesRead")),
      filesModified: readList(fieldOf(row, "files_edited", "files_modified", "files_touched")),
      at: whenOf(row),
    },
  };
}

/** The nearest of our types; what is missing here is something that was found out. */
const TYPES: Record<string, ObsType> = {
  bugfix: "bugfix",
  bug: "bugfix",
  fix: "bugfix",
  hotfix: "bugfix",
  feature: "feature",
  enhancement: "feature",
  improvement: "feature",
  refactor: "refactor",
  refactoring: "refactor",
  change: "change",
  chore: "change",
  config: "change",
  docs: "change",
  documentation: "change",
  test: "change",
  deployment: "change",
  discovery: "discovery",
  decision: "decision",
  architecture: "decision",
  choice: "decision",
};

function categoryOf(type: ObsType, concepts: string[]): Category {
  if (type === "bugfix") return "bugfix";
  if (type === "decision") return "architecture";
  if (type !== "discovery") return "task_context";
  return concepts.includes("pattern") ? "convention" : "learning";
}

/** The first line, at most so long. */
const titleFrom = (text: string): string => headOf(text.split("\n", 1)[0]?.trim() ?? "", MAX_TITLE_CHARS).trim();
