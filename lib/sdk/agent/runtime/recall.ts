/** What a prompt asks memory for, and the block that goes in front of it (V55–V57). Pure. */
import { headOf, tailOf } from "../../../text/caps";
import { hasCjk } from "../../../text/cjk";
import { fenceText } from "../../../text/fence";
import type { MemoryBundle } from "../search";
import { profileLines } from "../search";
import { buildMemoryPrompt } from "../prompt";
import { MAX_QUERY_UNITS, stripChannelMetadata } from "../text";

/** Blocks that are not the person's words; tags of ours and of others. */
const FOREIGN_TAGS = [
  "system-reminder",
  "ide_selection",
  "ide_opened_file",
  "command-name",
  "command-message",
  "command-args",
  "local-command-stdout",
  "everme_recall",
  "everme_profile",
  "keepsake-memory",
  "claude-mem-context",
  "codewatch-memory",
  "codewatch-memory-briefing",
];
/** Of a longer prompt the end: the question stands behind what was pasted. */
const MAX_CLEANED_UNITS = 1024 * 1024;
/** A channel's lines stand in front. */
const CHANNEL_UNITS = 16 * 1024;
/** A run this long is no word: a key, a picture, a minified line. */
const LONG_RUN = 400;
const MIN_TOKENS = 3;

/** The last 1,024 units of what the person said, without blocks, code and long runs; "" where fewer than 3 tokens are left. */
export function recallQuery(prompt: string): string {
  let text = prompt.length <= MAX_CLEANED_UNITS ? prompt : tailOf(prompt, MAX_CLEANED_UNITS);
  for (const tag of FOREIGN_TAGS) text = withoutBlocks(text, tag);
  const front = headOf(text, CHANNEL_UNITS);
  text = `${stripChannelMetadata(front)}${/\s$/.test(front) ? " " : ""}${text.slice(front.length)}`
    .replace(/```[^\n]*\n(?:(?!```)[^\n]*(?:\n|$))*(?:```|$)/g, " ")
    .split(/\s+/)
    .filter((word) => word.length < LONG_RUN)
    .join(" ")
    .trim();
  if (tokensIn(text) < MIN_TOKENS) return "";
  return text.length <= MAX_QUERY_UNITS ? text : tailOf(text, MAX_QUERY_UNITS);
}

/** Words; each Chinese, Japanese or Korean character counts as one. */
export function tokensIn(text: string): number {
  let count = 0;
  let inWord = false;
  for (const character of text) {
    if (hasCjk(character)) {
      count += 1;
      inWord = false;
    } else if (/\s/.test(character)) inWord = false;
    else if (!inWord) {
      count += 1;
      inWord = true;
    }
  }
  return count;
}

/** Rows that have no score, or one of at least `minScore`; 0 says that nobody scored it. */
export function withoutWeakRows(bundle: MemoryBundle, minScore: number): MemoryBundle {
  const strong = (rows: Record<string, unknown>[]) =>
    rows.filter(({ score }) => typeof score !== "number" || score === 0 || score >= minScore);
  return {
    ...bundle,
    memories: strong(bundle.memories),
    profiles: strong(bundle.profiles),
    rawMessages: strong(bundle.rawMessages),
    agentMemory: { cases: strong(bundle.agentMemory.cases), skills: strong(bundle.agentMemory.skills) },
  };
}

/** The block for a prompt; "" = nothing to say. */
export function recallBlock(
  bundle: MemoryBundle,
  { profile, minScore }: { profile: boolean; minScore: number },
): string {
  return wrapped("everme_recall", buildMemoryPrompt(withoutWeakRows(bundle, minScore), { profile }));
}

const MAX_FACTS = 12;
const MAX_FACT_CHARS = 240;
const MAX_TRAITS = 6;
const MAX_TRAIT_CHARS = 200;

/** The block for a session's start: at most 12 facts and 6 traits; "" = nothing is known (V56). */
export function profileBlock(profile: Record<string, unknown> | null): string {
  if (profile === null) return "";
  const facts = profileLines({ explicit_info: profile["explicit_info"] }, MAX_FACT_CHARS).slice(0, MAX_FACTS);
  const traits = profileLines({ implicit_traits: profile["implicit_traits"] }, MAX_TRAIT_CHARS).slice(0, MAX_TRAITS);
  return wrapped("everme_profile", [...facts, ...traits].map((line) => `- ${line}`).join("\n"));
}

/** What a hook prints (V57); "" = nothing, not even an empty object. */
export function hookOutput(event: string, additionalContext: string, systemMessage: string): string {
  if (additionalContext === "") return "";
  return JSON.stringify({ systemMessage, hookSpecificOutput: { hookEventName: event, additionalContext } });
}

/** Characters of a block: hosts show a preview of what is longer than 10,000. */
const MAX_BLOCK = 8000;

/** What is inside can't end the block, or pose as another speaker; lines that have no room are left out, the last ones first. */
function wrapped(tag: string, text: string): string {
  if (text === "") return "";
  let room = MAX_BLOCK;
  const lines = text.split("\n").filter((line) => (room -= line.length + 1) >= 0);
  return `<${tag}>\n${fenceText(lines.join("\n"), tag)}\n</${tag}>`;
}

/** In one pass: the text between an opening tag and its end goes, an opening one without an end stays. */
function withoutBlocks(text: string, tag: string): string {
  const end = `</${tag}>`;
  let rest = "";
  let at = 0;
  let close = -1;
  for (;;) {
    const open = text.indexOf(`<${tag}`, at);
    // Where the next end stands is looked for once.
    if (open !== -1 && close < open) close = text.indexOf(end, open);
    const next = text[open + tag.length + 1];
    if (open === -1 || close === -1) return rest + text.slice(at);
    if (next === ">" || next === " " || next === "\n") {
      rest += `${text.slice(at, open)} `;
      at = close + end.length;
    } else {
      rest += text.slice(at, open + 1);
      at = open + 1;
    }
  }
}
