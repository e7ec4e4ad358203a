/** Reads one transcript into ingest items, and tells what it had to leave out. For the command line and for the server. */
import { basename } from "node:path";
import type { IngestItem } from "../contract/capture";
import { isRecord, parseJson } from "../text/json-value";
import { readLines } from "./lines";

/** A line beyond this could not be sent in one request. */
const MAX_LINE_BYTES = 15 * 1024 * 1024;
/** Bookkeeping lines may come first; a transcript shows itself within this many (K18). */
const LOOK_AHEAD = 50;

export interface ReadProblems {
  badLines: number;
  tooLongLines: number;
  replacedBytes: number;
}

/** Lines without a session before the first one with it. */
const MAX_EARLY_LINES = 200;

const toItem = (payload: Record<string, unknown>): IngestItem => ({
  host: "claude-code",
  event: "TranscriptLine",
  payload,
});

/**
 * Yields items in file order and one `TranscriptEnd` a session; counts what it skips in `problems`.
 * Titles carry no session of their own and may come first: they wait for the first line that names one.
 */
export async function* transcriptItems(
  file: string,
  problems: ReadProblems,
  onBytes: (bytes: number) => void,
): AsyncGenerator<IngestItem> {
  const stem = basename(file, ".jsonl");
  let sessionId: string | null = null;
  const sessions = new Set<string>();
  let early: Record<string, unknown>[] = [];
  for await (const line of readLines(file, MAX_LINE_BYTES)) {
    onBytes(line.bytes + 1);
    if ("tooLong" in line) {
      problems.tooLongLines += 1;
      continue;
    }
    if (line.text.trim() === "") continue;
    const payload = parseObject(line.text);
    if (payload === null) {
      problems.badLines += 1;
      continue;
    }
    if (line.replaced) problems.replacedBytes += 1;
    if (typeof payload.sessionId === "string") {
      sessionId = payload.sessionId;
      sessions.add(sessionId);
    } else if (sessionId === null && early.length < MAX_EARLY_LINES) {
      early.push(payload);
      continue;
    } else payload.sessionId = sessionId ?? stem;
    yield toItem(payload);
    for (const waiting of early) yield toItem({ ...waiting, sessionId: sessionId ?? stem });
    early = [];
  }
  for (const waiting of early) yield toItem({ ...waiting, sessionId: stem });
  for (const id of sessions) yield { host: "claude-code", event: "TranscriptEnd", payload: { sessionId: id } };
}

/** True when the file has a line of a Claude Code transcript among its first ones, whatever its name says. */
export async function isClaudeTranscript(file: string): Promise<boolean> {
  let seen = 0;
  for await (const line of readLines(file, MAX_LINE_BYTES)) {
    if ("text" in line && line.text.trim() !== "") {
      const payload = parseObject(line.text);
      if (payload !== null && looksLikeClaude(payload)) return true;
      seen += 1;
    }
    if (seen >= LOOK_AHEAD) return false;
  }
  return false;
}

function looksLikeClaude(payload: Record<string, unknown>): boolean {
  const speaks = payload.type === "user" || payload.type === "assistant";
  if (speaks && typeof payload.message === "object" && typeof payload.sessionId === "string") return true;
  // The flat legacy form has neither envelope nor message.
  return (
    (payload.role === "user" || payload.role === "assistant") &&
    payload.content !== undefined &&
    payload.type !== "message"
  );
}

function parseObject(text: string): Record<string, unknown> | null {
  const value = parseJson(text);
  return isRecord(value) ? value : null;
}
