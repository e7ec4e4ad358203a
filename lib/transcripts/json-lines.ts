/** Lines of a file as JSON objects, what is none counted. */
import { isRecord, parseJson } from "../text/json-value";
import { readLines } from "./lines";
import type { ReadProblems } from "./problems";

/** A line beyond this could not be sent in one request. */
export const MAX_LINE_BYTES = 15 * 1024 * 1024;

export interface JsonLine {
  number: number;
  value: Record<string, unknown>;
}

export async function* jsonLines(
  file: string,
  problems: ReadProblems | null,
  onBytes: (bytes: number) => void,
): AsyncGenerator<JsonLine> {
  for await (const line of readLines(file, MAX_LINE_BYTES)) {
    onBytes(line.bytes + 1);
    if ("tooLong" in line) {
      if (problems !== null) problems.tooLongLines += 1;
      continue;
    }
    if (line.text.trim() === "") continue;
    const value = parseJson(line.number === 1 ? line.text.replace(/^\uFEFF/, "") : line.text);
    if (!isRecord(value)) {
      if (problems !== null) problems.badLines += 1;
      continue;
    }
    if (line.replaced && problems !== null) problems.replacedBytes += 1;
    yield { number: line.number, value };
  }
}
