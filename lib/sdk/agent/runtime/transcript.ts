/** Reads a host's transcript, which may still be written when its hook runs (V66). */
import { isRecord, parseJson } from "../../../text/json-value";
import { readPrivate } from "./files";

const TRIES = 5;
/** Milliseconds between two of them. */
const PAUSE = 100;

/**
 * The transcript's objects, in order. Waits for `isWhole` up to five times, 100 ms apart, and then takes what is there:
 * a host need not write its marker. A missing file is an empty one; a line that is no JSON is left out.
 */
export async function readTranscript(
  path: string,
  isWhole: (lines: readonly Record<string, unknown>[]) => boolean = endsWithTurn,
): Promise<Record<string, unknown>[]> {
  for (let attempt = 1; ; attempt += 1) {
    const lines = parseLines((await readPrivate(path)) ?? "");
    if (isWhole(lines) || attempt === TRIES) return lines;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

/** Claude Code's mark of a turn's end stands behind the last thing that a person or the model said. */
export function endsWithTurn(lines: readonly Record<string, unknown>[]): boolean {
  for (const line of [...lines].reverse()) {
    if (line["type"] === "system" && line["subtype"] === "turn_duration") return true;
    if (line["type"] === "user" || line["type"] === "assistant") return false;
  }
  return false;
}

function parseLines(text: string): Record<string, unknown>[] {
  return text.split("\n").flatMap((line) => {
    // Half a line may stand at the end of a file that is being written.
    const value = parseJson(line);
    return isRecord(value) ? [value] : [];
  });
}
