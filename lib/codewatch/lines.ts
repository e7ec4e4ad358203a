/** Observation lines that an observer writes (C23), and the category of each by its words (C24). Pure. */
import type { Category, Priority } from "../contract/evidence";

export interface ObservedLine {
  text: string;
  priority: Priority;
  category: Category;
}

const PRIORITIES: readonly [string, Priority][] = [
  ["🔴", "high"],
  ["🟡", "medium"],
  ["🟢", "low"],
];
/** Shorter lines say nothing. */
const MIN_CHARS = 10;
const MAX_LINES = 200;
const MAX_CHARS = 10_000;

/** C24: the first list that has a word of the line. */
const WORDS: readonly [Category, readonly string[]][] = [
  ["architecture", ["decided", "chose", "architecture", "pattern"]],
  ["bugfix", ["fix", "bug", "error", "crash"]],
  ["user_preference", ["prefer", "always", "never", "user wants"]],
  ["convention", ["convention", "naming", "style"]],
  ["dependency", ["install", "package", "dependency", "version"]],
  ["file_pattern", ["file", "directory", "path", ".ts", ".php"]],
  ["task_context", ["task", "working on", "building", "implementing"]],
];

/** C23: lines that begin with a dash or one of the three signs; no sign is medium. */
export function observedLines(text: string): ObservedLine[] {
  const found: ObservedLine[] = [];
  for (const line of text.split("\n")) {
    const observed = observedLine(line.slice(0, MAX_CHARS).trim());
    if (observed !== null) found.push(observed);
    if (found.length >= MAX_LINES) break;
  }
  return found;
}

function observedLine(line: string): ObservedLine | null {
  const dashed = line.startsWith("-");
  let rest = dashed ? line.replace(/^-+\s*/, "") : line;
  const sign = PRIORITIES.find(([emoji]) => rest.startsWith(emoji));
  if (!dashed && sign === undefined) return null;
  if (sign !== undefined) rest = rest.slice(sign[0].length);
  const text = rest
    .trim()
    .replace(/^-\s*/, "")
    .replace(/^\(?\d{1,2}:\d{2}\)?\s*/, "")
    .trim();
  if (text.length <= MIN_CHARS) return null;
  return { text, priority: sign?.[1] ?? "medium", category: categoryOf(text) };
}

export function categoryOf(text: string): Category {
  const words = text.toLowerCase();
  return WORDS.find(([, list]) => list.some((word) => words.includes(word)))?.[0] ?? "learning";
}
