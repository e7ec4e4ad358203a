/** A model's words for types, categories and priorities, brought to the nearest of ours. Pure. */
import { Category, ObsType, Priority } from "../../contract/evidence";
import { CONCEPTS, type Concept, MEMORY_KINDS, type MemoryKind } from "./schema";

const fold = (word: string): string =>
  word
    .slice(0, 64)
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, "_");

const TYPES: readonly (readonly [ObsType, RegExp])[] = [
  ["bugfix", /bug|fix|hotfix|patch|repair|defect|修复|修正/],
  ["refactor", /refactor|clean_?up|restructur|simplif|rename|重构/],
  ["decision", /decision|decid|choice|trade_?off|architecture|preference|决定|决策/],
  ["discovery", /discover|finding|learn|research|investigat|analysis|insight|question|security|note|发现|调查/],
  ["feature", /feat|enhanc|add(?:ed|ition)?$|new|implement|功能|新增/],
  ["change", /change|chore|config|docs?|test|update|migrat|build|style|perf|release|ci$|变更/],
];

/** `hasChanged` decides where the word says nothing. */
export function nearestType(word: string, hasChanged: boolean): ObsType {
  const folded = fold(word);
  const known = ObsType.safeParse(folded);
  if (known.success) return known.data;
  return TYPES.find(([, pattern]) => pattern.test(folded))?.[0] ?? (hasChanged ? "change" : "discovery");
}

const CATEGORIES: readonly (readonly [Category, RegExp])[] = [
  ["user_preference", /preference|user|person/],
  ["architecture", /architect|design|decision|structure|security/],
  ["bugfix", /bug|fix|defect/],
  ["dependency", /dependenc|package|version|library/],
  ["convention", /convention|style|naming|standard|rule/],
  ["file_pattern", /file|path|folder|layout/],
  ["task_context", /task|context|progress|status/],
  ["learning", /learn|lesson|knowledge|finding/],
];

/** Contracts' table of categories, read backwards where the model names none. */
const CATEGORY_OF: Readonly<Record<ObsType, Category>> = {
  bugfix: "bugfix",
  decision: "architecture",
  discovery: "learning",
  feature: "task_context",
  refactor: "task_context",
  change: "task_context",
};

export function nearestCategory(word: string, type: ObsType): Category {
  const folded = fold(word);
  const known = Category.safeParse(folded);
  if (known.success) return known.data;
  return CATEGORIES.find(([, pattern]) => pattern.test(folded))?.[0] ?? CATEGORY_OF[type];
}

export function nearestPriority(word: string, type: ObsType): Priority {
  const folded = fold(word);
  const known = Priority.safeParse(folded);
  if (known.success) return known.data;
  if (/critical|urgent|highest|important|major/.test(folded)) return "high";
  if (/minor|trivial|lowest/.test(folded)) return "low";
  return type === "decision" ? "high" : "medium";
}

/** Of the list only; what follows a colon explains. Each once. */
export function knownConcepts(words: readonly string[]): Concept[] {
  const folded = new Set(words.map((word) => fold(word.split(":", 1)[0] ?? "").replaceAll("_", "-")));
  return CONCEPTS.filter((concept) => folded.has(concept));
}

export function nearestKind(word: string): MemoryKind {
  const folded = fold(word);
  const known = MEMORY_KINDS.find((kind) => kind === folded);
  if (known !== undefined) return known;
  if (/prefer|like|habit/.test(folded)) return "preference";
  if (/rule|constraint|must|limit|convention/.test(folded)) return "constraint";
  if (/decision|choice/.test(folded)) return "decision";
  if (/cause|fix|gotcha/.test(folded)) return "cause";
  return /user|person|profile/.test(folded) ? "user_profile" : "fact";
}
