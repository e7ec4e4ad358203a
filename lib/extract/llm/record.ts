/** A turn as text for a model: all its tool uses together, capped fairly, between markers that it cannot close. Pure. */
import type { TurnEvidence, TurnItem, TurnTool } from "../../contract/extraction";
import { capText, tailOf } from "../../text/caps";
import { projectPaths } from "../rules/paths";
import { fairShare, headAndTail } from "./fit";

export interface TurnRecord {
  text: string;
  /** Event id of each numbered tool use: number 1 is at 0. */
  uses: number[];
}

/** How often each tool was used in the whole turn, of which the evidence may hold the newest part only. */
export type ToolCounts = ReadonlyMap<string, number>;

/** Of one tool use no more than this is looked at, input and output each. */
const MAX_PART = 16_000;
/** A tool use in fewer characters says nothing: then the middle of the turn is folded to counts. */
const MIN_SHARE = 160;
const PROMPT_SHARE = 0.3;
const CLOSING_SHARE = 0.25;
const MAX_BEFORE = 600;
/** Room for what stands in the place of the folded middle. */
const FOLD_CHARS = 900;
const MAX_TOOLS_NAMED = 20;
const MAX_FILES_NAMED = 12;

interface Entry {
  item: TurnItem;
  head: string;
  /** Input and output of a tool use, or the text of a message. */
  parts: string[];
  size: number;
}

/**
 * At most `maxChars` characters between the markers. Prompt and last message are always in; `marker` is a word that
 * nobody can have written into the turn.
 */
export function turnRecord(evidence: TurnEvidence, counts: ToolCounts, maxChars: number, marker: string): TurnRecord {
  const shorten = relativeTo(evidence.roots);
  const closingAt = evidence.items.findLastIndex(({ kind }) => kind === "message");
  const closing = evidence.items[closingAt];
  const uses: number[] = [];
  const entries: Entry[] = [];
  for (const [at, item] of evidence.items.entries()) {
    if (at === closingAt) continue;
    if (item.kind === "tool") uses.push(item.eventId);
    entries.push(entryOf(item, uses.length, shorten));
  }
  const before = evidence.previousMessage ?? "";
  const sections = {
    before:
      before === ""
        ? ""
        : `[the agent's last words before this turn]\n${tailOf(shorten(before), Math.min(MAX_BEFORE, maxChars / 10))}`,
    prompt: `[the person asks]\n${headAndTail(shorten(evidence.prompt), Math.floor(maxChars * PROMPT_SHARE))}`,
    closing:
      closing?.kind === "message"
        ? `[the agent's last message]\n${headAndTail(shorten(closing.text), Math.floor(maxChars * CLOSING_SHARE))}`
        : "",
  };
  const missing = missingLine(evidence.items, counts);
  const taken = [...Object.values(sections), missing].reduce((sum, text) => sum + text.length + 2, 0);
  const middle = entriesText(entries, maxChars - taken, evidence.roots);
  const body = [sections.before, sections.prompt, missing, middle, sections.closing].filter((text) => text !== "");
  return { text: [`=== turn ${marker} begins ===`, ...body, `=== turn ${marker} ends ===`].join("\n\n"), uses };
}

function entryOf(item: TurnItem, number: number, shorten: (text: string) => string): Entry {
  const made =
    item.kind === "tool"
      ? {
          head: `[${number} ${item.name.slice(0, 80)}${item.isError === true ? ", failed" : ""}]`,
          parts: partsOf(item),
        }
      : { head: "[the agent says]", parts: [item.text] };
  const parts = made.parts.map((part) => shorten(capText(part, { cap: MAX_PART }))).filter((part) => part !== "");
  return {
    item,
    head: made.head,
    parts,
    size: parts.reduce((sum, part) => sum + part.length + 1, made.head.length + 1),
  };
}

/** Values as they are, not as JSON writes them: code stays readable and costs no backslashes. */
function partsOf({ input, output }: TurnTool): string[] {
  const given = Object.entries(input).map(([name, value]) => {
    const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
    return `${name}: ${capText(text, { cap: MAX_PART })}`;
  });
  return [given.join("\n"), output === "" ? "" : `→ ${output}`];
}

function entriesText(entries: Entry[], budget: number, roots: string[]): string {
  if (entries.length * MIN_SHARE <= budget) return shown(entries, budget);
  const room = Math.max(0, Math.floor((budget - FOLD_CHARS) / MIN_SHARE));
  // Of an endless turn the end counts more than the beginning.
  const first = Math.floor(room / 3);
  const last = room - first;
  const [head, folded, tail] = [
    entries.slice(0, first),
    entries.slice(first, entries.length - last),
    last === 0 ? [] : entries.slice(-last),
  ];
  const fold = foldLine(folded, roots);
  const left = budget - fold.length - 4;
  // One budget for both ends: a short opening leaves its room to the end.
  const share = fairShare(sizesOf([...head, ...tail]), left);
  return [...head.map((entry) => cut(entry, share)), fold, ...tail.map((entry) => cut(entry, share))]
    .filter((text) => text !== "")
    .join("\n\n");
}

/** Entries are joined by an empty line, which costs as well. */
const sizesOf = (entries: Entry[]): number[] => entries.map(({ size }) => size + 2);

function shown(entries: Entry[], budget: number): string {
  const share = fairShare(sizesOf(entries), budget);
  return entries.map((entry) => cut(entry, share)).join("\n\n");
}

/** What a tool was asked is worth as much as what it answered; what one does not need the other gets. */
function cut({ head, parts, size }: Entry, share: number): string {
  if (size + 2 <= share) return [head, ...parts].join("\n");
  const room = Math.max(0, share - 2 - head.length - parts.length);
  const each = fairShare(
    parts.map((part) => part.length),
    room,
  );
  return [head, ...parts.map((part) => headAndTail(part, Math.min(part.length, each)))].join("\n");
}

const list = (words: string[], max: number): string =>
  words.length <= max ? words.join(", ") : `${words.slice(0, max).join(", ")} and ${words.length - max} more`;

const tally = (counts: Iterable<readonly [name: string, count: number]>): string =>
  list(
    [...counts].sort((a, b) => b[1] - a[1]).map(([name, count]) => `${name.slice(0, 60)} ×${count}`),
    MAX_TOOLS_NAMED,
  );

function countTools(items: readonly TurnItem[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) if (item.kind === "tool") counts.set(item.name, (counts.get(item.name) ?? 0) + 1);
  return counts;
}

/** What stands in the place of the middle. */
function foldLine(folded: Entry[], roots: string[]): string {
  if (folded.length === 0) return "";
  const items = folded.map(({ item }) => item);
  const counts = countTools(items);
  const toolUses = items.filter(({ kind }) => kind === "tool").length;
  const files = projectPaths(
    items.flatMap((item) => (item.kind === "tool" ? item.files : [])),
    roots,
  ).filter((file) => file.length <= 60);
  const named = files.length === 0 ? "" : `; files: ${list(files, MAX_FILES_NAMED)}`;
  const line = `[folded: ${toolUses} tool uses and ${items.length - toolUses} messages: ${tally(counts)}${named}]`;
  return headAndTail(line, FOLD_CHARS);
}

/** What happened before the newest part of the turn, which is all that was read. */
function missingLine(items: readonly TurnItem[], counts: ToolCounts): string {
  const here = countTools(items);
  const missing = [...counts]
    .map(([name, count]) => [name, count - (here.get(name) ?? 0)] as const)
    .filter(([, count]) => count > 0);
  const total = missing.reduce((sum, [, count]) => sum + count, 0);
  return total === 0 ? "" : headAndTail(`[earlier, not shown: ${total} tool uses: ${tally(missing)}]`, FOLD_CHARS);
}

/** Paths of the project are told from its root: shorter, and whose machine it is concerns nobody. */
function relativeTo(roots: readonly string[]): (text: string) => string {
  const prefixes = roots
    .map((root) => root.replace(/[\\/]+$/, ""))
    .filter((root) => root.length >= 4)
    .flatMap((root) => [`${root}/`, `${root}\\`]);
  return (text) => prefixes.reduce((shorter, prefix) => shorter.replaceAll(prefix, ""), text);
}
