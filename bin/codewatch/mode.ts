/** Which of codewatch-memory's modes a command line asks for (C1). */
const MODES = ["setup", "recall", "hook"] as const;
type CodewatchMode = (typeof MODES)[number];

/** The first in this order that is named anywhere; null = none is. */
export const codewatchMode = (words: readonly string[]): CodewatchMode | null =>
  MODES.find((mode) => words.includes(`--${mode}`)) ?? null;

/** Behind the list of commands. */
export const MODES_HELP = `
As codewatch-memory has them:
  --setup    write its four hooks into this folder's .claude/settings.local.json
  --hook     take in the end of the transcript that a hook's JSON on stdin names
  --recall   print what memory has for the prompt, or the session's start, of a hook's JSON on stdin`;
