/** Lines of an export are a file that anybody may have written: cleaned as everything else is, which changes nothing of ours. */
import type { ExportLine } from "../contract/export";
import { cleanText, cleanValue } from "../text/clean";
import { parseJson } from "../text/json-value";

/** Texts of an export were capped, and carry the mark of the cap on top. */
const CAP = 70_000;
/** Names, keys and words by which rows find each other, and words of our own. */
const PLAIN = new Set([
  "type",
  "uid",
  "session",
  "dedupe_key",
  "sources",
  "candidate_sources",
  "status",
  "kind",
  "mode",
  "tier",
  "memory",
  "older",
  "newer",
  "entity",
  "supersedes",
  "superseded_by",
  "candidate_hash",
]);

/** The line without anything private or secret; null when nothing but private text was in it. */
export function cleanLine<T extends ExportLine>(line: T): T | null {
  let isPrivate = false;
  const clean = (value: unknown): unknown => {
    if (typeof value === "string") {
      const { text, isPrivate: whole } = cleanText(value, { cap: CAP });
      isPrivate ||= whole;
      return text;
    }
    if (Array.isArray(value)) return value.map(clean);
    return typeof value === "object" && value !== null ? cleanValue(value, { cap: CAP }).value : value;
  };
  const fields = Object.entries(line).map(([name, value]): [string, unknown] => {
    if (PLAIN.has(name)) return [name, value];
    if (name === "input" && typeof value === "string") return [name, cleanJson(value)];
    return [name, clean(value)];
  });
  return isPrivate ? null : (Object.fromEntries(fields) as T);
}

/** As tool inputs are cleaned when they are captured: value by value. What was cut is no JSON any more. */
function cleanJson(text: string): string {
  const value = text === "" ? undefined : parseJson(text);
  return value === undefined
    ? cleanText(text, { cap: CAP }).text
    : JSON.stringify(cleanValue(value, { cap: CAP }).value);
}
