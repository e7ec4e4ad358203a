/** Reads one transcript of any known host into ingest items, and tells what it had to leave out. For the command line and for the server. */
import { basename } from "node:path";
import type { Host, IngestItem } from "../contract/capture";
import { claudeItems } from "./claude";
import { codexItems } from "./codex";
import { detectFormat, isTranscriptFormat, type TranscriptFormat } from "./detect";
import { geminiDocument, geminiLog } from "./gemini";
import { kimiItems } from "./kimi";
import { openCodeExport, openCodeStorage } from "./opencode";
import type { ReadProblems } from "./problems";
import { specStoryItems } from "./specstory";

export interface ReadOptions {
  /** As {@link detectFormat} found it; looked at otherwise. */
  format?: TranscriptFormat;
  /** What the person says that the file is of: counts only where the file itself does not tell. */
  hint?: Host | undefined;
}

/** True when the file is a transcript of a host that we know, whatever its name says. */
export async function isTranscript(file: string): Promise<boolean> {
  return isTranscriptFormat(await detectFormat(file));
}

/**
 * Yields items in file order and one end a session; counts what it skips in `problems`. Holds a line or an element of the
 * file at a time. Nothing comes of what is no transcript.
 */
export async function* transcriptItems(
  file: string,
  problems: ReadProblems,
  onBytes: (bytes: number) => void,
  options: ReadOptions = {},
): AsyncGenerator<IngestItem> {
  const format = options.format ?? (await detectFormat(file));
  const stem = basename(file).replace(/\.(?:jsonl|json|md|markdown)$/i, "");
  switch (format) {
    case "claude":
      return yield* claudeItems(file, problems, onBytes, stem);
    case "codex":
      return yield* codexItems(file, problems, onBytes, stem);
    case "gemini-document":
      return yield* geminiDocument(file, problems, onBytes, stem);
    case "gemini-log":
      return yield* geminiLog(file, problems, onBytes, stem);
    case "kimi":
      return yield* kimiItems(file, problems, onBytes, stem);
    case "specstory":
      return yield* specStoryItems(file, problems, onBytes, stem, options.hint);
    case "opencode-export":
      return yield* openCodeExport(file, problems, onBytes);
    case "opencode-storage":
      return yield* openCodeStorage(file, problems, onBytes);
    case "export":
    case "mcp-memory":
    case "mem0":
    case "note":
    case "database":
    case "unknown":
      return;
  }
}

/** The host whose format it is; null where the file itself says (SpecStory saves chats of several). */
export const HOST_OF: Record<TranscriptFormat, Host | null> = {
  claude: "claude-code",
  codex: "codex",
  "gemini-document": "gemini",
  "gemini-log": "gemini",
  kimi: "kimi",
  specstory: null,
  "opencode-export": "opencode",
  "opencode-storage": "opencode",
};
