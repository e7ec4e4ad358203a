/**
 * Private text and injected blocks: removed with their content, in one linear pass, before anything is stored.
 *
 * Where a text leaves doubt, it is removed (fail closed):
 * - nested tags are counted, so only the outermost end ends the removal;
 * - an opening tag without an end removes the rest of the text, also when it is a mere mention such as a code span
 *   "`<private>`": a person who types a half tag means it more often than not, and we cannot ask;
 * - case, attributes (also quoted ones that hold tags), white space, invisible characters and full width (as an input
 *   method for Chinese or Japanese types it) inside a tag do not matter;
 * - `<private/>` opens, as browsers read it;
 * - a stray end goes, the text around it stays: nothing says where the missing start would have been.
 *
 * Blocks that hold memory (ours and other products') fail closed in the same way: remembering what was recalled would
 * feed memory with itself. The hosts' own reminder tags are noise, not secrets: without an end they stay literal, so that
 * reading a source file that names one does not lose the file. The same holds for private tags whose brackets are written
 * as HTML or JSON escape them: a pair hides what is between, one alone is a page about tags. All other markup stays as it is.
 */
import { isBlankUnit, isInvisibleUnit, narrowUnit } from "./units";

const CLOSED_TAGS = [
  "private",
  "keepsake-memory",
  "claude-mem-context",
  "codewatch-memory",
  "codewatch-memory-briefing",
  "everme_recall",
  "everme_profile",
];
const HOST_TAGS = [
  "system-reminder",
  "system_reminder",
  "system_instruction",
  "system-instruction",
  "system_instructions",
  "system-instructions",
  "persisted-output",
  "user-prompt-submit-hook",
  "session-start-hook",
];
const FAIL_CLOSED = new Set(CLOSED_TAGS);
/** Every tag that cleaning removes together with its content. */
export const REMOVED_TAGS: readonly string[] = [...CLOSED_TAGS, ...HOST_TAGS];
const KNOWN = new Set(REMOVED_TAGS);
const LONGEST = Math.max(...REMOVED_TAGS.map((name) => name.length));

const WRITTEN_OPENING = String.raw`&(?:lt|#0{0,6}60|#x0{0,6}3c);?|\\{1,4}(?:u003c|x3c)|%3c`;
const WRITTEN_ENDING = String.raw`&(?:gt|#0{0,6}62|#x0{0,6}3e);?|\\{1,4}(?:u003e|x3e)|%3e`;
const OPENING = new RegExp(`[<\uff1c]|${WRITTEN_OPENING}`, "gi");
const BRACKET = new RegExp(`[<\uff1c>\uff1e]|${WRITTEN_OPENING}|${WRITTEN_ENDING}`, "gi");
const ENDING = new RegExp(`^(?:[>\uff1e]|${WRITTEN_ENDING})$`, "i");
const MAY_OPEN = new RegExp(OPENING.source, "i");

export interface PrivateRemoval {
  text: string;
  /** The text was not blank, held private text, and is blank without it. */
  isPrivate: boolean;
  /** Tags of ours that were found. */
  removedTags: number;
}

interface Tag {
  name: string;
  opens: boolean;
  /** Counts only with its other half. */
  needsPair: boolean;
  start: number;
  end: number;
}

/** False where `removePrivate` has nothing to do; cheap. */
export const mayHoldTags = (text: string): boolean => MAY_OPEN.test(text);

/** M15. */
export function removePrivate(text: string): PrivateRemoval {
  if (!mayHoldTags(text)) return { text, isPrivate: false, removedTags: 0 };
  const tags = readTags(text);
  if (tags.length === 0) return { text, isPrivate: false, removedTags: 0 };

  const pieces: string[] = [];
  const depths = new Map<string, number>();
  let open = 0;
  let kept = 0;
  let sawPrivate = false;
  for (const tag of tags) {
    if (tag.name === "private") sawPrivate = true;
    const depth = depths.get(tag.name) ?? 0;
    if (open === 0) pieces.push(text.slice(kept, tag.start));
    if (tag.opens) {
      if (depth === 0) open += 1;
      depths.set(tag.name, depth + 1);
    } else if (depth > 0) {
      if (depth === 1) open -= 1;
      depths.set(tag.name, depth - 1);
    }
    kept = tag.end;
  }
  if (open === 0) pieces.push(text.slice(kept));
  const rest = pieces.join("");
  return { text: rest, isPrivate: sawPrivate && isBlank(rest), removedTags: tags.length };
}

const isBlank = (text: string) => /^[\s\u200b-\u200f\u2060-\u2064\ufeff]*$/.test(text);

/** All tags of ours in order; those that need their other half only in pairs. */
function readTags(text: string): Tag[] {
  const tags: Tag[] = [];
  OPENING.lastIndex = 0;
  for (let found = OPENING.exec(text); found !== null; found = OPENING.exec(text)) {
    const tag = readTag(text, found.index, found[0].length);
    if (tag === null) continue;
    tags.push(tag);
    OPENING.lastIndex = tag.end;
  }
  return tags.some((tag) => tag.needsPair) ? withoutUnpaired(tags) : tags;
}

function withoutUnpaired(tags: Tag[]): Tag[] {
  const waiting = new Map<string, number[]>();
  const certain = new Map<string, number>();
  const literal = new Set<number>();
  tags.forEach((tag, index) => {
    const starts = waiting.get(tag.name) ?? [];
    waiting.set(tag.name, starts);
    const depth = certain.get(tag.name) ?? 0;
    if (!tag.needsPair && (tag.opens || depth > 0)) certain.set(tag.name, depth + (tag.opens ? 1 : -1));
    else if (tag.opens) starts.push(index);
    // A plain end that ends no plain start ends a written one.
    else if (starts.pop() === undefined && tag.needsPair) literal.add(index);
  });
  for (const starts of waiting.values()) for (const index of starts) literal.add(index);
  return tags.filter((_, index) => !literal.has(index));
}

/** The tag whose opening bracket stands at `start`, if it is one of ours. */
function readTag(text: string, start: number, bracketChars: number): Tag | null {
  let at = skipBlank(text, start + bracketChars);
  const opens = narrowUnit(text.charCodeAt(at)) !== SLASH;
  if (!opens) at = skipBlank(text, at + 1);
  let name = "";
  for (; at < text.length && name.length <= LONGEST; at += 1) {
    const unit = narrowUnit(text.charCodeAt(at));
    if (isNameUnit(unit)) name += String.fromCharCode(unit);
    else if (!isInvisibleUnit(text, at)) break;
  }
  name = name.toLowerCase();
  if (!KNOWN.has(name)) return null;
  const isWritten = bracketChars > 1;
  if (isWritten && name !== "private") return null;
  const needsPair = isWritten || !FAIL_CLOSED.has(name);
  if (!opens) {
    const end = endOfBracket(text, at);
    return end === null ? null : { name, opens, needsPair, start, end };
  }
  // Attributes matter only where a quoted value may hold a false end; what needs its pair may yet turn out to be literal text.
  if (!isWritten) return { name, opens, needsPair, start, end: needsPair ? at : endOfAttributes(text, at) };
  return { name, opens, needsPair, start, end: endOfBracket(text, at) ?? at };
}

const SLASH = 0x2f;

/** Behind the next bracket, if that one closes. */
function endOfBracket(text: string, from: number): number | null {
  BRACKET.lastIndex = from;
  const found = BRACKET.exec(text);
  return found !== null && ENDING.test(found[0]) ? found.index + found[0].length : null;
}

function endOfAttributes(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const character = text[at];
    if (character === ">" || character === "\uff1e") return at + 1;
    if (character === "<" || character === "\uff1c") return at;
    at += 1;
    if (character !== "=") continue;
    at = skipBlank(text, at);
    const quote = text[at];
    if (quote !== '"' && quote !== "'") continue;
    const close = text.indexOf(quote, at + 1);
    if (close === -1) return text.length;
    at = close + 1;
  }
  return text.length;
}

function skipBlank(text: string, from: number): number {
  let at = from;
  while (at < text.length && (isBlankUnit(text.charCodeAt(at)) || isInvisibleUnit(text, at))) at += 1;
  return at;
}

const isNameUnit = (unit: number) =>
  (unit >= 97 && unit <= 122) ||
  (unit >= 65 && unit <= 90) ||
  (unit >= 48 && unit <= 58) ||
  unit === 45 ||
  unit === 46 ||
  unit === 95;
