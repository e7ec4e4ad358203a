/** The body of `POST /api/ingest`: one event, an array, or NDJSON, as a list of items that are judged one by one. */
import type { RawItem } from "../capture/ingest";
import { contentType, readJson, readText } from "./body";

const LINE_TYPES = new Set([
  "application/x-ndjson",
  "application/ndjson",
  "application/jsonl",
  "application/x-jsonlines",
]);

export const isLines = (request: Request): boolean => LINE_TYPES.has(contentType(request));

/**
 * NDJSON by content type: a line that is no JSON becomes an error of its index, blank lines count for nothing.
 * Anything else is read as JSON; what is no array is one item.
 */
export async function readItems(request: Request, maxBytes?: number): Promise<RawItem[]> {
  if (isLines(request)) return parseLines(await readText(request, maxBytes));
  const body = await readJson(request, maxBytes);
  return (Array.isArray(body) ? body : [body]).map((value: unknown) => ({ value }));
}

function parseLines(text: string): RawItem[] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map(parseLine);
}

function parseLine(line: string): RawItem {
  try {
    return { value: JSON.parse(line) as unknown };
  } catch {
    // The parser's message quotes the line, which may hold anything; that it is broken is all there is to say.
    return { error: "The line is not valid JSON." };
  }
}
