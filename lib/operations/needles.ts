/** What a deletion for good looks for: texts, the forms they take inside JSON, and pieces of them in their sources. Pure. */
import { hasCjk } from "../text/cjk";
import { parseJson } from "../text/json-value";

/** What stands where text was removed. Holds no character that JSON escapes. */
export const MARK = "[removed]";
/** From this many characters on, a text is removed wherever it stands; a shorter one may be anybody's. */
const EVERYWHERE_CHARS = 24;
/** Shorter than this, a text is not even looked for in its sources: "ok" is in every sentence. */
const MIN_CHARS = 8;
const MIN_CJK_CHARS = 4;
/** A run of this many characters that a source shares with the text is the text; CJK says more with fewer. */
const RUN_CHARS = 24;
const RUN_CJK_CHARS = 12;
/** JSON inside JSON inside JSON: a tool's input in the body of an operation. */
const MAX_ESCAPES = 3;
const MAX_DEPTH = 100;

export interface Needles {
  /** Each once, longest first. */
  everywhere: string[];
  /** Looked for in sources and derived rows only, beside those above. */
  nearby: string[];
}

export function makeNeedles(texts: Iterable<string>): Needles {
  const unique = [...new Set([...texts].map((text) => text.trim()))].sort((a, b) => b.length - a.length);
  const isLong = (text: string): boolean => [...text.slice(0, 2 * EVERYWHERE_CHARS)].length >= EVERYWHERE_CHARS;
  const enough = (text: string): boolean => text.length >= (hasCjk(text) ? MIN_CJK_CHARS : MIN_CHARS);
  return {
    everywhere: unique.filter(isLong),
    nearby: unique.filter((text) => !isLong(text) && enough(text)),
  };
}

/** The text as it stands in plain columns and, escaped, in JSON; longest first. */
export function formsOf(text: string): string[] {
  const forms = [text];
  for (let round = 0; round < MAX_ESCAPES; round += 1) {
    const escaped = JSON.stringify(forms.at(-1)).slice(1, -1);
    if (escaped === forms.at(-1)) break;
    forms.push(escaped);
  }
  return forms.reverse();
}

/** Every occurrence of any form replaced by {@link MARK}. */
export function replaceForms(text: string, forms: string[]): string {
  return forms.reduce((rest, form) => (rest.includes(form) ? rest.replaceAll(form, MARK) : rest), text);
}

/** Answers a text without the needles and without longer runs that it shares with them. */
export function makeRunScrubber(needles: Needles): (text: string) => string {
  const whole = [...needles.everywhere, ...needles.nearby];
  const runs = new Map<number, Set<string>>();
  for (const needle of needles.everywhere) {
    const width = hasCjk(needle) ? RUN_CJK_CHARS : RUN_CHARS;
    const known = runs.get(width) ?? new Set<string>();
    for (let at = 0; at + width <= needle.length; at += 1) known.add(needle.slice(at, at + width));
    runs.set(width, known);
  }
  return (text) => {
    let rest = replaceForms(text, whole);
    for (const [width, known] of runs) rest = cutRuns(rest, width, known);
    return rest;
  };
}

function cutRuns(text: string, width: number, known: Set<string>): string {
  const kept: string[] = [];
  let from = 0;
  for (let at = 0; at + width <= text.length; at += 1) {
    if (!known.has(text.slice(at, at + width))) continue;
    let end = at + width;
    while (end < text.length && known.has(text.slice(end - width + 1, end + 1))) end += 1;
    kept.push(text.slice(from, at), MARK);
    from = end;
    at = end - 1;
  }
  return kept.length === 0 ? text : [...kept, text.slice(from)].join("");
}

/** Applies `change` to a column's text: to each string inside when it is JSON, to the whole when it is not. */
export function mapText(text: string, change: (text: string) => string): string {
  const parsed = parseShallow(text);
  if (parsed === undefined) return change(text);
  let differs = false;
  const mapped = mapStrings(parsed, (leaf) => {
    const next = change(leaf);
    differs ||= next !== leaf;
    return next;
  });
  // Untouched JSON keeps its own spacing.
  return differs ? JSON.stringify(mapped) : text;
}

/** All strings in a JSON text, or the text itself. */
export function leavesOf(text: string): string[] {
  const leaves: string[] = [];
  mapText(text, (leaf) => {
    leaves.push(leaf);
    return leaf;
  });
  return leaves;
}

function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return mapText(value, change);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [change(name), mapStrings(item, change)]));
}

/** Objects and arrays only, and none so deep that walking it overflows the stack. */
function parseShallow(text: string): unknown {
  if (!/^\s*[[{]/.test(text) || isDeep(text)) return undefined;
  return parseJson(text);
}

function isDeep(text: string): boolean {
  let depth = 0;
  for (const char of text) {
    if (char === "[" || char === "{") depth += 1;
    else if (char === "]" || char === "}") depth -= 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}
