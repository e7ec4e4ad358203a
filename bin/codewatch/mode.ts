/** Which of codewatch-memory's modes a command line asks for (C1). */
const MODES = ["setup", "recall", "hook"] as const;
export type CodewatchMode = (typeof MODES)[number];

/** The first in this order that is named anywhere; null = none is. */
export const codewatchMode = (words: readonly string[]): CodewatchMode | null =>
  MODES.find((mode) => words.includes(`--${mode}`)) ?? null;
