/** Transcripts of Claude Code, and the flat lines of older tools: sent as they are, since the server reads them line by line. */
import type { IngestItem } from "../contract/capture";
import { jsonLines } from "./json-lines";
import type { ReadProblems } from "./problems";

type Fields = Record<string, unknown>;

/** Lines without a session before the first one with it. */
const MAX_EARLY_LINES = 200;

const toItem = (payload: Fields): IngestItem => ({ host: "claude-code", event: "TranscriptLine", payload });

/** Bookkeeping lines are of many kinds and tell nothing; what speaks does (K18). */
export function looksLikeClaude(line: Fields): boolean {
  const { type, role, message, content } = line;
  const speaks = type === "user" || type === "assistant";
  if (speaks && typeof message === "object" && typeof line["sessionId"] === "string") return true;
  // The flat legacy form has neither envelope nor message.
  return (role === "user" || role === "assistant") && content !== undefined && type !== "message";
}

/**
 * Items in file order and one `TranscriptEnd` a session. Titles carry no session of their own and may come first: they
 * wait for the first line that names one.
 */
export async function* claudeItems(
  file: string,
  problems: ReadProblems,
  onBytes: (bytes: number) => void,
  stem: string,
): AsyncGenerator<IngestItem> {
  let sessionId: string | null = null;
  const sessions = new Set<string>();
  let early: Fields[] = [];
  for await (const { value } of jsonLines(file, problems, onBytes)) {
    if (typeof value["sessionId"] === "string") {
      sessionId = value["sessionId"];
      sessions.add(sessionId);
    } else if (sessionId === null && early.length < MAX_EARLY_LINES) {
      early.push(value);
      continue;
    } else value["sessionId"] = sessionId ?? stem;
    yield toItem(value);
    for (const waiting of early) yield toItem({ ...waiting, sessionId: sessionId ?? stem });
    early = [];
  }
  for (const waiting of early) yield toItem({ ...waiting, sessionId: stem });
  for (const id of sessions) yield { host: "claude-code", event: "TranscriptEnd", payload: { sessionId: id } };
}
