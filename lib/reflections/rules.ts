/** Compression without a language model (C33–C36): merges per file and topic, drops stale low ones, keeps what is sacred word for word. Pure. */
import type { CompressionLevel } from "../contract/codewatch";
import { Category } from "../contract/evidence";
import { dayOf } from "../inject/when";
import { estimateTokens } from "../text/estimate";
import { cutText } from "../text/degenerate";
import { entriesByDay, type Entry, entryLine, isSacred } from "./entries";

export const LEVELS = [0, 1, 2, 3] as const satisfies CompressionLevel[];

/** Days with entries of their own at the strongest level, and on which nothing is stale. */
const RECENT_DAYS = 2;
/** Characters of one of several entries that become one, and of what a paragraph tells of each. */
const MERGED_CHARS = 160;
const TOLD_CHARS = 120;
const MERGED_MAX = 8;
/** These survive every level, shortened: causes and fixes, what was learned, what is usual here. */
const LASTING: ReadonlySet<Category> = new Set<Category>(["bugfix", "learning", "convention", ...sacredCategories()]);

function sacredCategories(): Category[] {
  return ["architecture", "user_preference"];
}

export interface Compressed {
  content: string;
  level: CompressionLevel;
}

/**
 * From `start` up to `max`: the first level whose text is shorter than the target, else the last one, cut to the target by leaving out
 * the oldest of what may go (C35). Sacred entries stand in every one of them.
 */
export function compressByRules(
  entries: readonly Entry[],
  { start, max, target }: { start: CompressionLevel; max: CompressionLevel; target: number },
): Compressed {
  const last = Math.max(start, max) as CompressionLevel;
  for (const level of LEVELS) {
    if (level < start || level > last) continue;
    const kept = atLevel(entries, level);
    const content = render(kept, level);
    if (estimateTokens(content.length) < target) return { content, level };
    if (level === last) return { content: fit(kept, level, target), level };
  }
  return { content: render(atLevel(entries, last), last), level: last };
}

function atLevel(entries: readonly Entry[], level: CompressionLevel): Entry[] {
  const distinct = withoutRepetitions(entries);
  if (level === 0) return distinct;
  const recent = recentDays(distinct);
  const isStale = (entry: Entry): boolean => level > 1 || !recent.has(dayOf(entry.at));
  const kept = distinct.filter((entry) => entry.priority !== "low" || !isStale(entry));
  if (level === 1) return kept;
  if (level === 2) return mergeAlike(kept);
  const isOld = (entry: Entry): boolean => !isSacred(entry) && !recent.has(dayOf(entry.at));
  return [...kept.filter(isOld), ...mergeAlike(kept.filter((entry) => !isOld(entry)))];
}

/** The newest of those that say the same. */
function withoutRepetitions(entries: readonly Entry[]): Entry[] {
  const newest = new Map<string, Entry>();
  for (const entry of [...entries].sort((a, b) => a.at - b.at)) {
    const key = entry.text
      .normalize("NFKC")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim();
    const before = newest.get(key);
    const files = [...new Set([...(before?.files ?? []), ...entry.files])];
    newest.set(key, { ...(before !== undefined && isSacred(before) ? before : entry), at: entry.at, files });
  }
  return [...newest.values()].sort((a, b) => a.at - b.at);
}

const recentDays = (entries: readonly Entry[]): Set<string> =>
  new Set([...new Set(entries.map((entry) => dayOf(entry.at)))].sort().slice(-RECENT_DAYS));

/** One entry a category and file (or, without a file, a day); sacred ones stay alone. */
function mergeAlike(entries: readonly Entry[]): Entry[] {
  const groups = new Map<string, Entry[]>();
  entries.forEach((entry, at) => {
    const topic = entry.files[0] ?? dayOf(entry.at);
    const key = isSacred(entry) ? `#${at}` : `${entry.category}\n${topic}`;
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  });
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined || group.length === 1) return group;
    const newestFirst = [...group].reverse();
    const told = newestFirst.slice(0, MERGED_MAX).map(({ text }) => cutText(text, MERGED_CHARS));
    const more = group.length - told.length;
    return [
      {
        at: newestFirst[0]?.at ?? first.at,
        priority: group.some(({ priority }) => priority === "high") ? ("high" as const) : first.priority,
        category: first.category,
        text: `${told.join("; ")}${more > 0 ? `; and ${more} more` : ""}`,
        files: [...new Set(group.flatMap(({ files }) => files))],
      },
    ];
  });
}

/** What is sacred first; then by day, at the strongest level old days as paragraphs. */
function render(entries: readonly Entry[], level: CompressionLevel): string {
  const sacred = entries.filter(isSacred);
  const rest = entries.filter((entry) => !isSacred(entry));
  const recent = recentDays(entries);
  const isOld = ({ at }: Entry): boolean => level === 3 && !recent.has(dayOf(at));
  const old = rest.filter(isOld);
  const single = rest.filter((entry) => !isOld(entry));
  const parts = [
    ...(sacred.length === 0 ? [] : [["## Decisions and preferences", ...sacred.map(entryLine)].join("\n")]),
    ...(old.length === 0 ? [] : [paragraphs(old)]),
    ...(single.length === 0 ? [] : [entriesByDay(single)]),
  ];
  return parts.join("\n\n");
}

function paragraphs(entries: readonly Entry[]): string {
  const told = Category.options.flatMap((category) => {
    const some = entries.filter((entry) => entry.category === category);
    if (some.length === 0) return [];
    const text = some.map((entry) => cutText(entry.text, TOLD_CHARS).replace(/[.;。；]+$/u, "")).join("; ");
    return [`${category}: ${text}.`];
  });
  return ["## Before", ...told].join("\n");
}

/** Leaves out what weighs least until the rest is short enough: low before medium before high, what lasts last, old before new. */
function fit(entries: readonly Entry[], level: CompressionLevel, target: number): string {
  const order = [...entries]
    .filter((entry) => !isSacred(entry))
    .sort((a, b) => weightOf(a) - weightOf(b) || a.at - b.at);
  const without = (count: number): string => {
    const gone = new Set(order.slice(0, count));
    return render(
      entries.filter((entry) => !gone.has(entry)),
      level,
    );
  };
  // The fewest that must go: by halves, since each look renders all that is left.
  let [few, many] = [0, order.length];
  while (few < many) {
    const middle = Math.floor((few + many) / 2);
    if (estimateTokens(without(middle).length) < target) many = middle;
    else few = middle + 1;
  }
  return without(few);
}

const PRIORITY_WEIGHT = { low: 0, medium: 2, high: 4 } as const;
const weightOf = ({ priority, category }: Entry): number => PRIORITY_WEIGHT[priority] + (LASTING.has(category) ? 1 : 0);
