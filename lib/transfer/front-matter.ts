/** The YAML at the head of a markdown file. Pure, bounded. */
import { parse } from "yaml";
import { stringOf } from "../text/content-parts";
import { isRecord } from "../text/json-value";
import { readTime } from "../text/read-time";

const MAX_CHARS = 64 * 1024;
const OPEN = /^---[ \t]*\r?\n/;
const CLOSE = /^(?:---|\.\.\.)[ \t]*\r?$/m;

export interface Note {
  /** Empty where there is none, or none that can be read: then all is body. */
  fields: Record<string, unknown>;
  body: string;
}

export function splitNote(text: string): Note {
  const open = OPEN.exec(text)?.[0];
  if (open === undefined) return { fields: {}, body: text };
  const rest = text.slice(open.length);
  const close = CLOSE.exec(rest.slice(0, MAX_CHARS));
  if (close === null) return { fields: {}, body: text };
  const fields = parseFields(rest.slice(0, close.index));
  return fields === null
    ? { fields: {}, body: text }
    : { fields, body: rest.slice(close.index + close[0].length).replace(/^\r?\n/, "") };
}

function parseFields(yaml: string): Record<string, unknown> | null {
  try {
    const value: unknown = parse(yaml, { maxAliasCount: 10, logLevel: "error" });
    return value === null || value === undefined ? {} : isRecord(value) ? value : null;
  } catch {
    // What looks like a head and is none belongs to the text.
    return null;
  }
}

/** Tags as a list or as text with commas. */
export function tagsIn(value: unknown): string[] {
  const list = Array.isArray(value) ? value : typeof value === "string" ? value.split(",") : [];
  return list
    .filter((tag) => typeof tag === "string" || typeof tag === "number")
    .map((tag) => String(tag).trim().replace(/^#/, ""))
    .filter((tag) => tag !== "");
}

/** YAML reads some times as dates. */
export const timeIn = (...values: unknown[]): number | undefined => {
  for (const value of values) {
    const at = value instanceof Date ? value.getTime() : readTime(value);
    if (at !== undefined && !Number.isNaN(at)) return at;
  }
  return undefined;
};

export const textIn = (value: unknown): string | undefined =>
  typeof value === "number" ? String(value) : stringOf(value)?.trim() || undefined;
