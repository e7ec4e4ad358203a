/** How what is recalled reads: one line each, fenced as data, with its date and where it is from (C47, I03). Pure. */
import type { Category, Priority } from "../contract/evidence";
import { clip, isRemoved, observationText } from "../inject/lines";
import type { MemoryRow, ObservationRow } from "../inject/repo";
import { dayOf } from "../inject/when";
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
  /** The same as it stands in the block. */
  line: string;
}

const MEMORY_CHARS = 600;
const OBSERVATION_CHARS = 280;
const MARKS: Record<Priority, string> = { high: "!", medium: "*", low: "-" };

/** Tags of these blocks; a text that names one must not end or begin a section. */
const SECTIONS =
  /<(?=\s{0,8}\/?\s{0,8}(?:key-observations|related-observations|recent-observations|current-task|latest-reflection)\b)/gi;

/** Text inside the block: one line, nothing that could end it, a section of it, or pose as a speaker. */
export const fenced = (text: string): string => fenceText(oneLine(text), "codewatch-memory").replace(SECTIONS, "&lt;");

/** `! [architecture] The cart cache is Redis. (2026-05-20, m12)` */
export const lineOf = (priority: Priority, category: Category, text: string, date: string, source: string): string =>
  fenced(`${MARKS[priority]} [${category}] ${text} (${date}, ${source})`);

export function memoryItem(row: MemoryRow): RecallItem {
  const [priority, category] = [priorityOfMemory(row), categoryOfMemory(row)];
  const text = clip(oneLine(row.value), MEMORY_CHARS);
  const line = lineOf(priority, category, text, dayOf(row.updatedAt), `m${row.id}`);
  return { type: "memory", id: row.id, revision: row.revision, priority, category, claims: [row.value], line };
}

/** null for one of which a deletion for good left nothing to read. */
export function observationItem(row: ObservationRow): RecallItem | null {
  const text = clip(
    observationText(row, () => false),
    OBSERVATION_CHARS,
  );
  if (text === "" || isRemoved(row.title)) return null;
  const [priority, category] = [priorityOfObservation(row), categoryOfObservation(row)];
  const line = lineOf(priority, category, text, dayOf(row.createdAt), `#${row.id}`);
  const claims = [row.title, text];
  return { type: "observation", id: row.id, revision: row.revision, priority, category, claims, line };
}

/** What a session was about last, as the block's current task. */
export interface TaskLine {
  /** Of the summary that it was read from. */
  id: number;
  revision: number;
  text: string;
  /** `Next: write the tests (2026-05-20, session 7)` */
  line: string;
}

const TASK_CHARS = 300;

export const taskLine = (
  summary: { id: number; revision: number; sessionId: number; createdAt: number },
  text: string,
): TaskLine => {
  const told = clip(oneLine(text), TASK_CHARS);
  const line = fenced(`${told} (${dayOf(summary.createdAt)}, session ${summary.sessionId})`);
  return { id: summary.id, revision: summary.revision, text: told, line };
};
