/** Reads JSON columns: what we wrote there, and nothing else. */
import { SourceRef } from "../contract/memory";
import { isRecord, parseJson } from "../text/json-value";

const Sources = SourceRef.array().catch([]);

/** A column that holds a list of strings; anything else in it is left out, and so is a text that is no JSON. */
export function stringList(json: string): string[] {
  const value = parseJson(json);
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** A column that holds a list of ids; anything else in it is left out. */
export function numberList(json: string): number[] {
  const value = parseJson(json);
  return Array.isArray(value) ? value.filter((item) => typeof item === "number") : [];
}

/** Where a row comes from; none when the column holds anything else. */
export const sourceRefs = (json: string): SourceRef[] => Sources.parse(parseJson(json));

/** A column that holds an object; `{}` when it holds anything else: a call that never came left nothing, and an import brings what it brings. */
export function jsonObject(json: string): Record<string, unknown> {
  const value = parseJson(json);
  return isRecord(value) ? value : {};
}
