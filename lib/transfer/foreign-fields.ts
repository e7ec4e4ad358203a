/** Reads single fields of rows that other programs wrote: by any of their names, in any of their forms, cleaned. */
import { readTime } from "../text/read-time";
import { capText, DEFAULT_CAP, headOf } from "../text/caps";
import { cleanText } from "../text/clean";
import { isRecord } from "../text/json-value";

export type RawRow = Record<string, unknown>;

/** A text that was cut where it was read ends here; its end may be half a secret. */
export const READ_CHARS = 160_000;
/** As far back from the cut as a secret may begin. */
const CUT_MARGIN = 8192;
const SHORT_CHARS = 1000;
const ITEM_CHARS = 4000;
const MAX_ITEMS = 200;
const MAX_ID_CHARS = 300;

/** Longest JSON list that is parsed. */
const LIST_CHARS = 400_000;

/** The first of these names that says something. */
export function fieldOf(row: RawRow, ...names: string[]): unknown {
  for (const name of names) {
    const value = row[name];
    if (value !== undefined && value !== null && value !== "") return value;
  }
  return undefined;
}

const textOf = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" || typeof value === "boolean" ? String(value) : "";

export interface ReadText {
  text: string;
  /** Nothing but private text was in it. */
  isPrivate: boolean;
  originalChars: number;
}

/** Cleaned, trimmed, at most 64 KiB. */
export function readText(value: unknown): ReadText {
  const raw = textOf(value);
  if (raw.length < READ_CHARS) {
    const { text, isPrivate, originalChars } = cleanText(raw, { cap: DEFAULT_CAP });
    return { text: text.trim(), isPrivate, originalChars };
  }
  const { text, isPrivate } = cleanText(headOf(raw, READ_CHARS), { cap: READ_CHARS });
  const safe = headOf(text, Math.max(0, text.length - CUT_MARGIN));
  return { text: capText(safe, { cap: DEFAULT_CAP }).trim(), isPrivate, originalChars: raw.length };
}

export const readLong = (value: unknown): string => readText(value).text;

/** One line, for titles. Cleaned whole before it is cut. */
export const readShort = (value: unknown): string => headOf(readLong(value).replace(/\s+/g, " "), SHORT_CHARS).trim();

/** A list, JSON text of one, or a single text as one item. */
export function readList(value: unknown): string[] {
  const items = Array.isArray(value) ? (value as unknown[]) : parseList(textOf(value));
  const texts = items.slice(0, MAX_ITEMS).map((item) => headOf(readLong(item), ITEM_CHARS).trim());
  return [...new Set(texts.filter((text) => text !== ""))];
}

function parseList(text: string): unknown[] {
  const trimmed = text.trim();
  if (trimmed === "") return [];
  if (!trimmed.startsWith("[") || trimmed.length > LIST_CHARS) return [trimmed];
  try {
    const value: unknown = JSON.parse(trimmed);
    return Array.isArray(value) ? value : [];
  } catch {
    // Its writer meant no JSON: then it is a text that begins with a bracket.
    return [trimmed];
  }
}

/** An id of a host: compared, hardly ever shown. null = none, or one that no program would make. */
export function readId(value: unknown): string | null {
  const id = textOf(value).trim();
  if (id === "" || id.length > MAX_ID_CHARS) return null;
  return cleanText(id).text === id ? id : null;
}

/** A whole number from 1 on. */
export function readNumber(value: unknown): number | null {
  const number = typeof value === "string" && /^\d{1,9}$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isInteger(number) && number > 0 && number < 1e9 ? number : null;
}

/** Milliseconds, from seconds, milliseconds or ISO text; the first that is a time. */
export function readWhen(...values: unknown[]): number | null {
  for (const value of values) {
    const at = value === undefined || value === null || value === 0 ? undefined : readTime(value);
    if (at !== undefined) return at;
  }
  return null;
}

/** A row of a list that somebody sent. */
export const asRow = (value: unknown): RawRow | null => (isRecord(value) ? value : null);
