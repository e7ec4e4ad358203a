/** Rows of claude-mem of both generations, and as its integration page shows them, in one shape: cleaned, bounded, dated. */
import type { Host } from "../contract/capture";
import type { Category, ObsType } from "../contract/evidence";
import type { ExtractedObservation, ExtractedSummary } from "../contract/extraction";
import { hostNamed } from "../hosts/names";
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

export interface ForeignObservation extends Omit<ExtractedObservation, "confidence" | "eventIds"> {
  session: SessionRef;
  project: string | null;
  number: number | null;
  /** As it was named there, where it has another name here. */
  namedType: string | null;
  at: number | null;
}

export interface ForeignSummary extends ExtractedSummary {
  session: SessionRef;
  project: string | null;
  number: number | null;
  at: number | null;
}

/** A row, or why it is none. */
export type Judged<T> = { row: T } | { reason: string };

const MAX_PROJECT_CHARS = 200;
const MAX_TITLE_CHARS = 160;

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

/** Nothing said = Claude Code, which the older generation knows alone. */
function hostOf(value: unknown): Host {
  const name = readShort(value);
  return name === "" ? "claude-code" : hostNamed(name);
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
