/** Reads JSON columns: what we wrote there, and nothing else. */
import { SourceRef } from "../contract/memory";

const Sources = SourceRef.array().catch([]);

/** A column that holds a list of strings; anything else in it is left out, and so is a text that is no JSON. */
export function stringList(json: string): string[] {
  const value = parseJson(json);
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** Where a row comes from; none when the column holds anything else. */
export const sourceRefs = (json: string): SourceRef[] => Sources.parse(parseJson(json));

/** undefined = not JSON, which is an answer here: tool inputs that were capped are cut in the middle. */
export function parseJson(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
