/** Small normal forms of a memory's fields: key segments, tags, expiry. Pure. */

import { headOf } from "../text/caps";

export const MAX_TAGS = 32;
const MAX_TAG_CHARS = 64;

/** One segment of a key (E5): lower case, anything but word characters, CJK and hyphen becomes `_`. */
export function keySegment(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_-]+/gu, "_")
    .replace(/_{2,}/g, "_")
    .replace(/^_+|_+$/g, "");
}

/** `project:domain:type:topic` (E5). */
export function buildKey(project: string, domain: string, type: string, topic: string): string {
  return [project, domain, type, topic].map(keySegment).join(":");
}

/** Tags as the one comma-joined string that is stored (E3): trimmed, each once, bounded. */
export function joinTags(tags: string[] | string): string {
  const parts = typeof tags === "string" ? tags.split(/[,，]/) : tags.flatMap((tag) => tag.split(","));
  const kept = parts.map((tag) => headOf(tag.trim(), MAX_TAG_CHARS).trim()).filter((tag) => tag !== "");
  return [...new Set(kept)].slice(0, MAX_TAGS).join(",");
}

const IMPORTANCE = { min: 1, max: 10 };

/** Within 1–10: the old console's 0 is 1 (E103). What is no number counts as not given (E57). */
export function clampImportance(value: number | undefined): number | undefined {
  if (value === undefined || Number.isNaN(value)) return undefined;
  return Math.min(IMPORTANCE.max, Math.max(IMPORTANCE.min, value));
}

/** `YYYY-MM-DD HH:MM:SS` in UTC, as the original writes times (E3, E102). */
export const utcText = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace("T", " ");

const BARE_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const UTC_TEXT = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

/**
 * Milliseconds UTC. A bare date holds to the end of that day in local time: the original's midnight
 * would make a memory expired on the very day it names. `YYYY-MM-DD HH:MM:SS`, as lists show it, is UTC.
 */
export function parseExpiry(value: string | number | null): number | null {
  if (value === null || typeof value === "number") return value;
  const date = BARE_DATE.exec(value);
  if (date === null) return Date.parse(UTC_TEXT.test(value) ? `${value.replace(" ", "T")}Z` : value);
  return new Date(Number(date[1]), Number(date[2]) - 1, Number(date[3]), 23, 59, 59, 999).getTime();
}
