/** How what is recalled reads: one line each, fenced as data, with its date and where it is from (C47, I03). Pure. */
import type { Category, Priority } from "../contract/evidence";
import { clip, isRemoved, observationText } from "../inject/lines";
import type { MemoryRow, ObservationRow } from "../inject/repo";
import type { Statement } from "../inject/outdated";
import { dayOf } from "../inject/when";
import { isBare } from "../observations/bare";
import { fenceText, oneLine } from "../text/fence";
import { categoryOfMemory, categoryOfObservation, priorityOfMemory, priorityOfObservation } from "./categories";

export interface RecallItem {
  type: "memory" | "observation";
  id: number;
  revision: number;
  priority: Priority;
  category: Category;
  /** What it says, by which repetitions are known. */
  claims: string[];
  /** Milliseconds: when it was first said. */
  at: number;
  /** Of a memory: by which it is known what contradicts it. */
  statement?: Statement;
  /** It only tells which tools were used. */
  isBare?: boolean;
  /** The same as it stands in the block. */
  line: string;
}

const MEMORY_CHARS = 600;
const OBSERVATION_CHARS = 280;
const MARKS: Record<Priority, string> = { high: "!", medium: "*", low: "-" };

/** Tags of these blocks; a text that names one must not end or begin a section. */
const SECTIONS = [
  "key-observations",
  "related-observations",
  "recent-observations",
  "current-task",
  "latest-reflection",
];

/** Text inside the block: one line, nothing that could end it, a section of it, or pose as a speaker. */
export const fenced = (text: string): string => fenceText(oneLine(text), "codewatch-memory", SECTIONS);

/** `! [architecture] The cart cache is Redis. (2026-05-20, M12)` */
export const lineOf = (priority: Priority, category: Category, text: string, date: string, source: string): string =>
  fenced(`${MARKS[priority]} [${category}] ${text} (${date}, ${source})`);

export function memoryItem(row: MemoryRow): RecallItem {
  const [priority, category] = [priorityOfMemory(row), categoryOfMemory(row)];
  const text = clip(oneLine(row.value), MEMORY_CHARS);
  const line = lineOf(priority, category, text, dayOf(row.updatedAt), `M${row.id}`);
  const at = row.createdAt;
  const statement = { id: row.id, key: row.key, value: row.value, attribute: row.attribute, at };
  const known = { type: "memory" as const, id: row.id, revision: row.revision, at, statement };
  return { ...known, priority, category, claims: [row.value], line };
}

/**
 * null for one of which a deletion for good left nothing to read, and while its turn goes on: whoever works on it knows. `isTakenBack`: what
 * is not told beside the title.
 */
export function observationItem(
  row: ObservationRow,
  isTakenBack: (text: string) => boolean = () => false,
): RecallItem | null {
  const text = clip(observationText(row, isTakenBack), OBSERVATION_CHARS);
  if (text === "" || isRemoved(row.title) || row.source === "running") return null;
  const [priority, category] = [priorityOfObservation(row), categoryOfObservation(row)];
  const line = lineOf(priority, category, text, dayOf(row.createdAt), `O${row.id}`);
  const known = { type: "observation" as const, id: row.id, revision: row.revision, at: row.createdAt };
  return { ...known, priority, category, claims: [row.title, text], line, ...(isBare(row) ? { isBare: true } : {}) };
}

/** What a session was about last, as the block's current task. */
export interface TaskLine {
  /** Whether it was said, or read from a summary. */
  type: "task" | "summary";
  /** Of that row. */
  id: number;
  revision: number;
  text: string;
  /** `Next: write the tests (2026-05-20, S7)` */
  line: string;
}

const TASK_CHARS = 300;

export const taskLine = (
  summary: { id: number; revision: number; createdAt: number },
  text: string,
  type: TaskLine["type"] = "summary",
): TaskLine => {
  const told = clip(oneLine(text), TASK_CHARS);
  // A task has no number that a tool would take.
  const source = type === "summary" ? `, S${summary.id}` : "";
  const line = fenced(`${told} (${dayOf(summary.createdAt)}${source})`);
  return { type, id: summary.id, revision: summary.revision, text: told, line };
};
