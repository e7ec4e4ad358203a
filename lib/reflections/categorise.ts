/** Category and priority of an observation by its words (C8, C31, C32). Pure. */
import { Category, type ObsType, type Priority } from "../contract/evidence";

/** Type of what is told by category alone (contract §0). */
export const OBS_TYPE_OF: Readonly<Record<Category, ObsType>> = {
  architecture: "decision",
  user_preference: "decision",
  bugfix: "bugfix",
  dependency: "change",
  convention: "discovery",
  file_pattern: "discovery",
  task_context: "discovery",
  learning: "discovery",
};

/** C32: words and pieces that speak for a category, and what a hit weighs. Each list counts by its own length. */
const SIGNS: Readonly<Record<Category, { weight: number; words: readonly string[] }>> = {
  architecture: {
    weight: 1,
    words: [
      ...["architecture", "decided", "decision", "chose", "design", "pattern", "structure", "approach", "trade-off"],
      ...["架构", "决定", "设计", "选型", "方案"],
    ],
  },
  user_preference: {
    weight: 1.2,
    words: [
      ...["prefer", "prefers", "preference", "always", "never", "wants", "likes", "dislikes", "user wants"],
      ...["偏好", "喜欢", "总是", "从不", "习惯"],
    ],
  },
  bugfix: {
    weight: 1,
    words: [
      ...["bug", "fix", "fixed", "error", "crash", "issue", "root cause", "exception", "broken", "regression"],
      ...["修复", "报错", "崩溃", "缺陷", "异常"],
    ],
  },
  convention: {
    weight: 1,
    words: [
      ...["convention", "naming", "style", "format", "standard", "lint", "guideline", "camelcase", "snake_case"],
      ...["规范", "约定", "命名", "风格", "惯例"],
    ],
  },
  dependency: {
    weight: 1,
    words: [
      ...["dependency", "dependencies", "package", "install", "installed", "version", "upgrade", "upgraded", "library"],
      ...["npm", "pnpm", "依赖", "安装", "版本", "升级"],
    ],
  },
  file_pattern: {
    weight: 1,
    words: [
      ...["file", "files", "directory", "folder", "path", "located", "layout", "lives in"],
      ...["文件", "目录", "路径", "文件夹"],
    ],
  },
  task_context: {
    weight: 0.8,
    words: [
      ...["task", "working on", "implementing", "building", "todo", "next step", "in progress", "currently"],
      ...["任务", "正在", "进行中", "下一步", "待办"],
    ],
  },
  learning: {
    weight: 0.9,
    words: [
      ...["learned", "discovered", "found out", "realized", "turns out", "note that", "works by", "insight"],
      ...["发现", "学到", "原来", "了解到"],
    ],
  },
};

export interface Categorised {
  category: Category;
  /** 0–1; from 0.7 on nobody else is asked. */
  confidence: number;
}

/** C32: from here on the heuristic decides alone. */
export const SURE = 0.7;
const MIN_FILES = 3;
const FILES_CONFIDENCE = 0.8;
const NO_HIT: Categorised = { category: "learning", confidence: 0.3 };
/** What decides what a text is about stands at its beginning. */
const LOOKED_CHARS = 4_000;
/** Names with an extension, and paths. */
const FILE = /(?<![\w/.-])(?:[\w.@-]+\/)*[\w@-][\w.@-]*\.[a-z][a-z0-9]{0,9}(?![\w/])/gi;

/**
 * C32: three tokens that look like files are `file_pattern` at 0.8; else the best of hits by the list's length times the category's weight,
 * with confidence min(1, 0.5 + 2 × score); without any hit `learning` at 0.3.
 */
export function categoryByWords(content: string): Categorised {
  const text = content.slice(0, LOOKED_CHARS).normalize("NFKC").toLowerCase();
  if (new Set(text.match(FILE)).size >= MIN_FILES) return { category: "file_pattern", confidence: FILES_CONFIDENCE };
  const scores = Category.options.map((category) => {
    const { weight, words } = SIGNS[category];
    return { category, score: (words.filter((word) => holds(text, word)).length / words.length) * weight };
  });
  const best = scores.reduce((a, b) => (b.score > a.score ? b : a));
  if (best.score === 0) return NO_HIT;
  return { category: best.category, confidence: Math.min(1, 0.5 + 2 * best.score) };
}

/** Whole words of languages with spaces, any piece of Chinese. */
function holds(text: string, word: string): boolean {
  if (!/^[\x00-\x7f]+$/.test(word)) return text.includes(word);
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const isWhole = !/[a-z0-9_]/.test(text[at - 1] ?? " ") && !/[a-z0-9_]/.test(text[at + word.length] ?? " ");
    if (isWhole) return true;
  }
  return false;
}

/** C31. */
export const defaultPriority = (category: Category): Priority =>
  category === "architecture" || category === "user_preference" ? "high" : "medium";

const URGENT = /\b(?:critical|important|breaking)\b|关键|重要|破坏性/i;

/** C8: the category's own, raised to high where the text says that it is critical, important or breaking. */
export const priorityOf = (content: string, category: Category): Priority =>
  URGENT.test(content.slice(0, LOOKED_CHARS)) ? "high" : defaultPriority(category);
