/** Private keys in PEM form: whole, cut off at either end, with real line ends or `\n` escapes, quoted or numbered (S04). */
import { mark } from "./secret-marks";

const BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-[0-9]:/g;
const END = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|Private-MAC: [0-9a-f]{20,80}/g;
/** The largest keys are half as long; an end farther away belongs to something else. */
const LONGEST = 32_768;

/** A line end, real or escaped once or twice. */
const LINE_END = String.raw`(?:\r?\n|(?:\\{1,4}r)?\\{1,4}n)`;
/** What viewers, diffs, source code and quotes put before a line of a key. */
const MARGIN = String.raw`[ \t>|+"'#*0-9→:]{0,24}`;
/** Base64, or one of the headers of an encrypted key. */
const BODY = String.raw`(?:[A-Za-z0-9+/]{1,4096}={0,3}|(?:Proc-Type|DEK-Info|Version|Comment|Encryption|Public-Lines|Private-Lines): [^\n\\]{0,120})`;
/** Lines that follow a beginning whose end was cut off. Line ends are required between bodies, so runs cannot overlap. */
const CUT_BODY = new RegExp(
  `(?:[ \\t]{0,4}[A-Za-z0-9+/]{20,}={0,3})?(?:[ \\t]{0,8}${LINE_END}${MARGIN}(?:${BODY})?(?:["',;+ \\t]{0,8}(?=${LINE_END})|(?=["'\`}\\]),]|$)))*`,
  "y",
);
export function redactKeyBlocks(text: string): { text: string; count: number } {
  if (!text.includes("PRIVATE KEY") && !text.includes("PuTTY-User-Key") && !text.includes("Private-MAC"))
    return { text, count: 0 };
  const pieces: string[] = [];
  let kept = 0;
  let count = 0;
  const begins = new RegExp(BEGIN);
  const ends = new RegExp(END);
  let end = nextEnd(ends, text, 0);

  const strayEnds = (limit: number): void => {
    for (; end !== null && end.start < limit; end = nextEnd(ends, text, end.stop)) {
      const start = startOfTail(text, Math.max(kept, end.start - LONGEST), end.start);
      if (end.start - start < 16) continue;
      pieces.push(text.slice(kept, start), mark("private-key"));
      kept = end.stop;
      count += 1;
    }
  };

  for (let begin = begins.exec(text); begin; begin = begins.exec(text)) {
    strayEnds(begin.index);
    const after = begin.index + begin[0].length;
    let stop = end !== null && isKeyBody(text, after, end.start) ? end.stop : -1;
    if (stop === -1) {
      CUT_BODY.lastIndex = after;
      stop = after + (CUT_BODY.exec(text)?.[0].trimEnd().length ?? 0);
      // A beginning without any body is a mention, not a key.
      if (stop === after) continue;
    }
    pieces.push(text.slice(kept, begin.index), mark("private-key"));
    kept = stop;
    count += 1;
    begins.lastIndex = stop;
    while (end !== null && end.start < stop) end = nextEnd(ends, text, end.stop);
  }
  strayEnds(text.length);
  return count === 0 ? { text, count } : { text: pieces.join("") + text.slice(kept), count };
}

function nextEnd(pattern: RegExp, text: string, from: number): { start: number; stop: number } | null {
  pattern.lastIndex = from;
  const found = pattern.exec(text);
  return found ? { start: found.index, stop: found.index + found[0].length } : null;
}

/** False for prose between a mention of a beginning and a mention of an end. */
function isKeyBody(text: string, from: number, to: number): boolean {
  if (to - from > LONGEST) return false;
  if (to - from < 400) return true;
  let spaces = 0;
  for (let at = from; at < to; at += 1) if (text.charCodeAt(at) === 32) spaces += 1;
  return spaces / (to - from) < 0.12;
}

/** Where the base64 lines that end at `stop` begin; `stop` itself when there are none. */
function startOfTail(text: string, from: number, stop: number): number {
  let start = stop;
  let at = stop;
  while (at > from) {
    const lineEnd = at;
    at = skipLineEndsBack(text, from, at);
    if (at === lineEnd) break;
    const bodyEnd = at;
    while (at > from && isBase64(text.charCodeAt(at - 1)) && skipLineEndsBack(text, from, at) === at) at -= 1;
    if (at === bodyEnd || (at > from && skipLineEndsBack(text, from, at) === at)) break;
    start = at;
  }
  return start;
}

/** Steps back over white space and `\n` escapes. */
function skipLineEndsBack(text: string, from: number, stop: number): number {
  let at = stop;
  while (at > from) {
    const unit = text.charCodeAt(at - 1);
    if (unit === 10 || unit === 13 || unit === 32 || unit === 9) at -= 1;
    else if ((unit === 110 || unit === 114) && text[at - 2] === "\\") {
      at -= 2;
      while (at > from && text[at - 1] === "\\") at -= 1;
    } else break;
  }
  return Math.max(from, at);
}

const isBase64 = (unit: number) =>
  (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 47 && unit <= 57) || unit === 43 || unit === 61;
