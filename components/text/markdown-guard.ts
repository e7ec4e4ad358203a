/** Says which Markdown is worth parsing: the parser needs quadratic time, or more stack than there is, for text that was made to hurt it. Pure, linear. */

/** Characters; longer text is read as it is. */
export const MAX_MARKDOWN = 12_000;

const MAX_LINES = 1_500;
/** Quotes and lists that begin in one line, each inside the one before. */
const MAX_CONTAINERS = 24;
/** Of each family whose openers are matched with their closers. */
const MAX_DELIMITERS = { emphasis: 1_000, brackets: 800, code: 800, underlines: 100, cells: 3_000 };

const CONTAINER = /[>*+-]|\d{1,9}[.)]/g;
const PREFIX = /^(?:[ \t]*(?:>|[*+-](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)))+/;
const UNDERLINE = /^[ \t>]*(?:=+|-+)[ \t]*$/;

/** Whether `text` can be parsed within milliseconds. */
export function isTame(text: string): boolean {
  if (text.length > MAX_MARKDOWN) return false;
  const counts = { emphasis: 0, brackets: 0, code: 0, cells: 0 };
  for (const character of text) {
    const family = FAMILY[character];
    if (family !== undefined) counts[family] += 1;
  }
  if (counts.emphasis > MAX_DELIMITERS.emphasis || counts.brackets > MAX_DELIMITERS.brackets) return false;
  if (counts.code > MAX_DELIMITERS.code || counts.cells > MAX_DELIMITERS.cells) return false;
  const lines = text.split("\n");
  if (lines.length > MAX_LINES) return false;
  if (lines.filter((line) => UNDERLINE.test(line)).length > MAX_DELIMITERS.underlines) return false;
  return lines.every((line) => containersOf(line) <= MAX_CONTAINERS);
}

const FAMILY: Partial<Record<string, "emphasis" | "brackets" | "code" | "cells">> = {
  "*": "emphasis",
  _: "emphasis",
  "~": "emphasis",
  "[": "brackets",
  "]": "brackets",
  "<": "brackets",
  "`": "code",
  "|": "cells",
};

const containersOf = (line: string): number => PREFIX.exec(line)?.[0].match(CONTAINER)?.length ?? 0;
