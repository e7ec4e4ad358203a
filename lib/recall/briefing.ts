/** What codewatch says when a session begins (C48). Pure. */
import { reason } from "../contract/trace-reason";
import { bare } from "../inject/standing";
import { dayOf } from "../inject/when";
import { headOf } from "../text/caps";
import { createSaid } from "../text/likeness";
import { type Made, makeBlock, type Section } from "./blocks";
import { entryOf, type Found, taskEntry } from "./compose";
import { fenced, type TaskLine } from "./lines";

export const BRIEFING_WRAPPER = "codewatch-memory-briefing";
export const BRIEFING_CHARS = 6_000;
export const MAX_HIGH = 20;
export const MAX_RECENT = 10;
const REFLECTION_CHARS = 3_000;

/** Observations of a branch, compressed. */
export interface ReflectionLine {
  id: number;
  revision: number;
  /** 0–3. */
  level: number;
  content: string;
  /** Milliseconds. */
  at: number;
  /** What of it must not be told, by the text of a line. */
  isLeftOut?: (text: string) => boolean;
}

export interface Briefing {
  task: TaskLine | null;
  reflection: ReflectionLine | null;
  /** High ones, newest first; those that task or reflection say are left out. */
  high: Found[];
  /** All of them, newest first. */
  recent: Found[];
}

/**
 * Current task, the latest reflection (3,000 characters of it), up to 20 high items; where there is neither reflection nor a high
 * item, 10 recent ones. At most `maxChars` characters; empty when there is nothing to say.
 */
export function composeBriefing({ task, reflection, high, recent }: Briefing, maxChars = BRIEFING_CHARS): Made {
  const sections: Section[] = [];
  if (task !== null) sections.push({ name: "current-task", entries: [taskEntry(task)] });
  if (reflection !== null) sections.push({ name: "latest-reflection", entries: reflectionEntries(reflection) });
  // Memories were made of what a reflection holds, too.
  const said = createSaid(
    sections.flatMap(({ entries }) =>
      entries.flatMap(({ line }) => line.split("\n").map((one) => [bare(one), true] as const)),
    ),
  );
  const admitted = high.filter(
    ({ barred, claims }) => barred === undefined && !claims.some((claim) => said.find(claim) === true),
  );
  sections.push({ name: "key-observations", entries: admitted.slice(0, MAX_HIGH).map(entryOf) });
  if (reflection === null && admitted.length === 0) {
    const some = recent.filter((item) => item.barred === undefined).slice(0, MAX_RECENT);
    sections.push({ name: "recent-observations", entries: some.map(entryOf) });
  }
  return makeBlock(sections, { wrapper: BRIEFING_WRAPPER, maxChars });
}

/** Its lines as one entry: it is one text, and is cut as one. */
function reflectionEntries({
  id,
  revision,
  level,
  content,
  at,
  isLeftOut = () => false,
}: ReflectionLine): Section["entries"] {
  const lines = content
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map(fenced)
    .filter((line) => line !== "" && !isLeftOut(line));
  if (lines.length === 0) return [];
  const text = `${headOf(lines.join("\n"), REFLECTION_CHARS)}\n(${dayOf(at)}, reflection ${id}, level ${level})`;
  return [{ type: "reflection", id, revision, line: text, reason: reason("latest"), score: null, parts: null }];
}
