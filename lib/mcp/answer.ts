/** Answers of tools: text or JSON, bounded in tokens, stored text fenced and said to be data (I03). Pure. */
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { AppError } from "../contract/errors";
import { explainIssue, sentenceOf } from "../contract/explain-issue";
import { DATA_SENTENCE } from "../inject/frame";
import { headOf } from "../text/caps";
import { estimateTokens } from "../text/estimate";
import { fenceText } from "../text/fence";

/** Hosts cut or refuse answers of more than 25,000. */
export const DEFAULT_TOKENS = 2_000;
const CHARS_PER_TOKEN = 4;

const textBlock = (text: string) => ({ type: "text" as const, text });

/** What we say ourselves; holds no stored text. */
export const plain = (text: string): CallToolResult => ({ content: [textBlock(text)] });

/** Stored text, behind the sentence that says what it is. */
export const framed = (text: string): CallToolResult => plain(`${DATA_SENTENCE}\n\n${text}`);

/** JSON as the original tools answer it: the first block parses, a second one says what stands in it. Strings are fenced. */
export const json = (value: unknown): CallToolResult => ({
  content: [textBlock(JSON.stringify(fenceAll(value))), textBlock(DATA_SENTENCE)],
});

/** JSON of what was just written, with a title or key of it: fenced, and short enough to do without the sentence. */
export const receipt = (value: unknown): CallToolResult => plain(JSON.stringify(fenceAll(value)));

/** JSON without stored text. */
export const status = (value: unknown): CallToolResult => plain(JSON.stringify(value));

function fenceAll(value: unknown): unknown {
  if (typeof value === "string") return fenceText(value);
  if (Array.isArray(value)) return value.map(fenceAll);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fenceAll(inner)]));
}

export interface Fitted {
  text: string;
  /** Entries that are not in it. */
  left: number;
}

/**
 * Entries in order as far as `maxTokens` reach, the first one always, cut where it is too long by itself. A last line says what
 * was left out and `more` how to get it.
 */
export function fitEntries(entries: string[], maxTokens: number | undefined, more: string): Fitted {
  const room = (maxTokens ?? DEFAULT_TOKENS) * CHARS_PER_TOKEN;
  const kept: string[] = [];
  let used = 0;
  for (const entry of entries) {
    if (kept.length > 0 && used + entry.length > room) break;
    const fitting = cutText(entry, room, more);
    kept.push(fitting);
    used += fitting.length + 2;
  }
  const left = entries.slice(kept.length);
  if (left.length > 0) {
    const tokens = estimateTokens(left.reduce((sum, entry) => sum + entry.length, 0));
    kept.push(`… ${left.length} more left out (about ${tokens} tokens). ${more}`);
  }
  return { text: kept.join("\n\n"), left: left.length };
}

/** The beginning of what is longer than `chars`, with a mark that says how much is missing. */
export function cutText(text: string, chars: number, more: string): string {
  if (text.length <= chars) return text;
  const head = headOf(text, chars);
  return `${head}\n… cut here: ${text.length - head.length} characters left out. ${more}`;
}

/** As many items as fit, for answers that are JSON. */
export function fitItems<T>(items: T[], maxTokens: number): { items: T[]; left: number } {
  let room = maxTokens * CHARS_PER_TOKEN;
  const count = items.findIndex((item, index) => {
    room -= JSON.stringify(item).length;
    return room < 0 && index > 0;
  });
  return count < 0 ? { items, left: 0 } : { items: items.slice(0, count), left: items.length - count };
}

/** What a tool that failed says (E52): JSON, so that an agent can read code and hint. Null for what is a defect of ours. */
export function failure(error: unknown): CallToolResult | null {
  const known = knownError(error);
  if (known === null) return null;
  const { message, code, details, rejection } = known;
  const hint = withoutAddresses(known.hint) ?? (code === "not_found" ? "A search names what there is." : undefined);
  const body = {
    error: message,
    code,
    ...(hint === undefined ? {} : { hint }),
    ...(details === undefined ? {} : { details }),
    ...(rejection === undefined ? {} : { status: "rejected", reason: rejection }),
  };
  return { ...status(body), isError: true };
}

/** Hints without what only programs over HTTP can do: an agent has tools. */
function withoutAddresses(hint: string | undefined): string | undefined {
  if (hint === undefined || !ADDRESS.test(hint)) return hint;
  const kept = hint.split(/(?<=[.;])\s+|,\s+or\s+/).filter((part) => !ADDRESS.test(part));
  const said = kept
    .join(" ")
    .replace(/[;,]?$/, ".")
    .replace(/\.\.$/, ".");
  return kept.length === 0 ? undefined : said.charAt(0).toUpperCase() + said.slice(1);
}

const ADDRESS = /\b(?:GET|POST|PATCH|PUT|DELETE) \//;

function knownError(error: unknown): AppError | null {
  if (error instanceof AppError) return error.code === "internal" ? null : error;
  if (error instanceof z.ZodError) {
    const details = error.issues.slice(0, 20).map(explainIssue);
    const [first] = details;
    return new AppError("validation_failed", first === undefined ? "The arguments are not valid." : sentenceOf(first), {
      hint: "tools/list has the schema of the arguments.",
      details,
    });
  }
  const code = (error as { code?: unknown } | null)?.code;
  if (code === "SQLITE_FULL" || code === "ENOSPC")
    return new AppError("disk_full", "The disk is full; nothing was stored.", {
      hint: "Free some space, then try again.",
    });
  if (code === "SQLITE_BUSY" || code === "SQLITE_LOCKED")
    return new AppError("busy", "The store is busy.", { hint: "Try again in a moment." });
  return null;
}
