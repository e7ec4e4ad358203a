/** Our text in files that people write: a marked block within one, or a whole file of ours. */
import type { Part } from "./part";
import { refuse } from "./refusal";

const BEGIN = "<!-- keepsake: begin -->";
const END = "<!-- keepsake: end -->";

interface Found {
  start: number;
  end: number;
}

/** The block with its line break; undefined = there is none, null = it is broken. */
function find(text: string): Found | null | undefined {
  const start = text.indexOf(BEGIN);
  const end = text.indexOf(END);
  if (start === -1 && end === -1) return undefined;
  if (start === -1 || end < start || text.includes(BEGIN, start + 1) || text.includes(END, end + 1)) return null;
  const after = end + END.length;
  return { start, end: after + (/^\r?\n/.exec(text.slice(after))?.[0].length ?? 0) };
}

/** A block between two marks at the end of a text; a person may move it, but what is within is ours. */
export function blockPart(lines: readonly string[]): Part {
  const broken = refuse(`Its marks "${BEGIN}" and "${END}" do not pair; take them out by hand.`);
  return {
    add(text) {
      const eol = text.includes("\r\n") ? "\r\n" : "\n";
      const block = [BEGIN, ...lines, END].join(eol) + eol;
      const found = find(text);
      if (found === null) return broken;
      if (found !== undefined) return text.slice(0, found.start) + block + text.slice(found.end);
      if (text === "") return block;
      return text + (text.endsWith("\n") ? eol : eol + eol) + block;
    },
    remove(text) {
      const found = find(text);
      if (found === null) return broken;
      if (found === undefined) return text;
      const before = text.slice(0, found.start);
      // One empty line above was ours as well.
      return before.replace(/(\r?\n)\r?\n$/, "$1") + text.slice(found.end);
    },
    isIn: (text) => find(text) !== undefined,
  };
}

/** A file that is ours from beginning to end, known by a mark within. */
export function ownFilePart(content: string, mark: string): Part {
  const isOurs = (text: string): boolean => text.includes(mark);
  return {
    add: (text) => (text === "" || isOurs(text) ? content : refuse("Another program's file has this name already.")),
    remove: (text) => (isOurs(text) ? "" : text),
    isIn: isOurs,
  };
}

export const isBlankText = (text: string): boolean => text.trim() === "";
