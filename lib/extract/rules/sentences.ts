/** Text to sentences: code, tables, quotes and diffs left out; lists remember the line that introduced them. */
import { headAndTail, plain } from "./script";

export interface Sentence {
  text: string;
  /** Same length as `text`; inline code and quoted words are blanked, so that rules never match inside them. */
  bare: string;
  form: "prose" | "bullet" | "step";
  /** Nearest heading or bold label above, or "". */
  section: string;
  /** True below a Markdown `#` heading: a pasted document rather than somebody speaking. */
  underHeading: boolean;
  /** For list items: the line ending in a colon that introduced the list, or "". */
  lead: string;
  /** Line number of the paragraph or item, to see what stands next to what. */
  line: number;
}

const MAX_SENTENCES = 400;
const BLANK = "\u00a4";
const FENCE = /^\s{0,12}(```+|~~~+)/;
const HEADING = /^#{1,6}\s+(.+)$/;
const LABEL = /^\*\*([^*]{1,80})\*\*\s*[:：]?$/;
const LIST = /^(\s*)(?:([-+•·◦–]|\*(?!\*))|(\d{1,3}[.)、]|[①-⑳]|[（(]\d{1,2}[)）]))\s*(\S.*)$/u;
const QUOTE_PAIRS: Record<string, string> = { "`": "`", '"': '"', "“": "”", "「": "」", "『": "』", "«": "»" };
const ABBREVIATION = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|no|fig|mr|mrs|dr|st)$/i;

/** Blanks quoted spans that close within 300 characters; an apostrophe is not a quote. */
function blankQuoted(text: string): string {
  let out = "";
  let at = 0;
  /** Where each closing mark comes next, so that a text full of opening marks is searched once. */
  const ahead = new Map<string, number>();
  const closing = (mark: string, from: number): number => {
    const known = ahead.get(mark);
    if (known !== undefined && (known < 0 || known >= from)) return known;
    const found = text.indexOf(mark, from);
    ahead.set(mark, found);
    return found;
  };
  while (at < text.length) {
    const open = text[at]!;
    const close = QUOTE_PAIRS[open];
    const end = close === undefined ? -1 : closing(close, at + 1) - at - 1;
    if (end < 0 || end >= 300) {
      out += open;
      at += 1;
    } else {
      out += BLANK.repeat(end + 2);
      at += end + 2;
    }
  }
  return out;
}

function splitLine(text: string): { text: string; bare: string }[] {
  const bare = blankQuoted(text);
  const parts: { text: string; bare: string }[] = [];
  let start = 0;
  const push = (end: number): void => {
    const raw = text.slice(start, end);
    const trimmed = raw.trim();
    if (trimmed !== "") {
      const offset = start + raw.indexOf(trimmed);
      parts.push({ text: trimmed, bare: bare.slice(offset, offset + trimmed.length) });
    }
    start = end;
  };
  for (let at = 0; at < bare.length; at += 1) {
    const char = bare[at]!;
    if ("。！？".includes(char)) push(at + 1);
    else if (".!?".includes(char)) {
      const next = bare[at + 1];
      const ends = next === undefined || /\s/.test(next) || (char !== "." && /[\u3000-\uffef]/.test(next));
      if (ends && !(char === "." && ABBREVIATION.test(bare.slice(Math.max(start, at - 8), at)))) push(at + 1);
    }
  }
  push(bare.length);
  return parts;
}

const isNoiseLine = (line: string): boolean =>
  /^\s*(?:>|\||\$\s|%\s|diff --git|index [0-9a-f]{7}|@@|\+\+\+|---+\s*$|={3,}|at \S+ \(|File "|\d{4}-\d\d-\d\d[T ]\d\d:)/.test(
    line,
  ) ||
  /^\s*[[(]?(?:[\w.]*(?:Error|Exception)|error|err|warning|warn|fatal|traceback|info|debug|panic|npm ERR!)\b\s*(?:\[[^\]]*\]|[A-Z]{2}\d+)?\s*[:\]!]/i.test(
    line,
  );

/** Sentences in order; at most 400, from at most `cap` characters (head and tail). Linear. */
export function sentencesOf(source: string, cap = 16_384): Sentence[] {
  const sentences: Sentence[] = [];
  let fence: string | null = null;
  let section = "";
  let isLabelled = false;
  let underHeading = false;
  let lead = "";
  let paragraph: { text: string; line: number } | null = null;
  let blankBefore = true;
  let inList = false;

  const add = (text: string, form: Sentence["form"], line: number): void => {
    for (const part of splitLine(plain(text))) {
      if (sentences.length >= MAX_SENTENCES) return;
      sentences.push({ ...part, form, section, underHeading, lead: form === "prose" ? "" : lead, line });
    }
  };
  const flush = (): void => {
    if (paragraph === null) return;
    const { text, line } = paragraph;
    paragraph = null;
    add(text, "prose", line);
    lead = /[:：]\s*$/.test(text) ? plain(text) : "";
  };

  const lines = headAndTail(source, cap).split(/\r\n?|\n/);
  for (const [number, line] of lines.entries()) {
    const mark = FENCE.exec(line)?.[1];
    if (fence !== null) {
      if (mark !== undefined && mark[0] === fence[0] && mark.length >= fence.length) fence = null;
      continue;
    }
    if (mark !== undefined) {
      flush();
      fence = mark;
      continue;
    }
    if (line.trim() === "") {
      flush();
      blankBefore = true;
      continue;
    }
    const heading = HEADING.exec(line)?.[1];
    const label = heading === undefined ? LABEL.exec(line.trim())?.[1] : undefined;
    const item = LIST.exec(line);
    if (heading !== undefined || label !== undefined) {
      flush();
      section = plain(heading ?? label ?? "").replace(/[:：]$/, "");
      isLabelled = heading === undefined;
      if (heading !== undefined) underHeading = true;
      lead = "";
      inList = false;
    } else if (item !== null && !/^\s*\d+[.)]\d/.test(line)) {
      flush();
      inList = true;
      add(item[4] ?? "", item[2] === undefined ? "step" : "bullet", number);
    } else if (/^(?: {4,}|\t)/.test(line) && blankBefore && !inList) {
      continue;
    } else if (isNoiseLine(line)) {
      flush();
    } else if (paragraph !== null && !/[.!?。！？:：]\s*$/.test(paragraph.text) && /^\s*\p{Ll}/u.test(line)) {
      paragraph.text += ` ${line.trim()}`;
    } else {
      flush();
      if (blankBefore) {
        // A bold label speaks for the list below it, a heading for all that follows.
        if (inList && isLabelled) section = "";
        inList = false;
      }
      paragraph = { text: line.trim(), line: number };
    }
    blankBefore = false;
  }
  flush();
  return sentences;
}
