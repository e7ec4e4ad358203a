/**
 * Private text and injected blocks: removed with their content, in one linear pass, before anything is stored.
 *
 * Where a text leaves doubt, it is removed (fail closed):
 * - nested tags are counted, so only the outermost end ends the removal;
 * - an opening tag without an end removes the rest of the text, also when it is a mere mention such as a code span
 *   "`<private>`": a person who types a half tag means it more often than not, and we cannot ask;
 * - case, attributes (also quoted ones that hold tags), white space and zero-width characters inside a tag do not matter;
 * - `<private/>` opens, as browsers read it;
 * - a stray end goes, the text around it stays: nothing says where the missing start would have been.
 *
 * Blocks that hold memory (ours and other products') fail closed in the same way: remembering what was recalled would
 * feed memory with itself. The hosts' own reminder tags are noise, not secrets: without an end they stay literal, so that
 * reading a source file that names one does not lose the file. All other markup stays as it is.
 */

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
  start: number;
  end: number;
}

/** M15. */
export function removePrivate(text: string): PrivateRemoval {
  if (!text.includes("<")) return { text, isPrivate: false, removedTags: 0 };
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

/** All tags of ours in order; hosts' tags only in pairs. */
function readTags(text: string): Tag[] {
  const tags: Tag[] = [];
  for (let at = text.indexOf("<"); at !== -1;) {
    const tag = readTag(text, at);
    if (tag) tags.push(tag);
    at = text.indexOf("<", tag ? tag.end : at + 1);
  }
  return tags.some((tag) => !FAIL_CLOSED.has(tag.name)) ? withoutUnpairedHostTags(tags) : tags;
}

function withoutUnpairedHostTags(tags: Tag[]): Tag[] {
  const waiting = new Map<string, number[]>();
  const literal = new Set<number>();
  tags.forEach((tag, index) => {
    if (FAIL_CLOSED.has(tag.name)) return;
    const starts = waiting.get(tag.name) ?? [];
    waiting.set(tag.name, starts);
    if (tag.opens) starts.push(index);
    else if (starts.pop() === undefined) literal.add(index);
  });
  for (const starts of waiting.values()) for (const index of starts) literal.add(index);
  return tags.filter((_, index) => !literal.has(index));
}

/** The tag that begins with the `<` at `start`, if it is one of ours. */
function readTag(text: string, start: number): Tag | null {
  let at = skipBlank(text, start + 1);
  const opens = text[at] !== "/";
  if (!opens) at = skipBlank(text, at + 1);
  let name = "";
  for (; at < text.length && name.length <= LONGEST; at += 1) {
    const unit = text.charCodeAt(at);
    if (isNameUnit(unit)) name += text[at];
    else if (!isInvisible(unit)) break;
  }
  name = name.toLowerCase();
  if (!KNOWN.has(name)) return null;
  if (!opens) {
    while (at < text.length && text[at] !== ">" && text[at] !== "<") at += 1;
    return text[at] === ">" ? { name, opens, start, end: at + 1 } : null;
  }
  // Attributes matter only where a quoted value may hold a false end; a host tag may yet turn out to be literal text.
  return { name, opens, start, end: FAIL_CLOSED.has(name) ? endOfAttributes(text, at) : at };
}

function endOfAttributes(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const character = text[at];
    if (character === ">") return at + 1;
    if (character === "<") return at;
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
  for (; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (!(unit === 32 || (unit >= 9 && unit <= 13) || unit === 0xa0 || unit === 0x3000 || isInvisible(unit))) break;
  }
  return at;
}

const isNameUnit = (unit: number) =>
  (unit >= 97 && unit <= 122) ||
  (unit >= 65 && unit <= 90) ||
  (unit >= 48 && unit <= 58) ||
  unit === 45 ||
  unit === 46 ||
  unit === 95;

const isInvisible = (unit: number) =>
  unit === 0 ||
  unit === 0xad ||
  unit === 0xfeff ||
  (unit >= 0x200b && unit <= 0x200f) ||
  (unit >= 0x2060 && unit <= 0x2064);
