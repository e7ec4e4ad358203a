/** What a file is, by what stands in it: never by its name, nor by its first line alone (K18), nor by what it is said to be (K23). */
import { closeSync, openSync, readSync } from "node:fs";
import { extname } from "node:path";
import { EXPORT_FORMAT } from "../contract/export";
import { isRecord } from "../text/json-value";
import { looksLikeClaude } from "./claude";
import { looksLikeCodex } from "./codex";
import { looksLikeGemini } from "./gemini";
import { jsonLines, MAX_LINE_BYTES } from "./json-lines";
import { jsonPieces } from "./json-stream";
import { looksLikeKimi } from "./kimi";
import { readLines } from "./lines";
import { looksLikeOpenCodeExport, looksLikeOpenCodeSession } from "./opencode";
import { looksLikeSpecStory } from "./specstory";

export const TRANSCRIPT_FORMATS = [
  "claude",
  "codex",
  "gemini-document",
  "gemini-log",
  "kimi",
  "specstory",
  "opencode-export",
  "opencode-storage",
] as const;
export type TranscriptFormat = (typeof TRANSCRIPT_FORMATS)[number];

/** `export`: our own; `mcp-memory`, `mem0`: stores of those tools; `note`: markdown of a person's or an agent's. */
export type FileFormat = TranscriptFormat | "export" | "mcp-memory" | "mem0" | "note" | "database" | "unknown";

export const isTranscriptFormat = (format: FileFormat): format is TranscriptFormat =>
  (TRANSCRIPT_FORMATS as readonly string[]).includes(format);

type Fields = Record<string, unknown>;

/** Bookkeeping may come first; a transcript shows itself within this many lines, or bytes. */
const LOOK_LINES = 500;
const LOOK_BYTES = 32 * 1024 * 1024;
const LOOK_PIECES = 200;
const HEAD_BYTES = 4096;
const SQLITE = "SQLite format 3";
const MARKDOWN = new Set([".md", ".markdown", ".mdx"]);

/** Rejects with the system's error for a file that can't be read. */
export async function detectFormat(file: string): Promise<FileFormat> {
  const head = headOf(file);
  if (head.startsWith(SQLITE)) return "database";
  const first = head.replace(/^\uFEFF/, "").trimStart()[0];
  if (first === "{" || first === "[") {
    const found =
      first === "{" ? ((await formatOfLines(file)) ?? (await formatOfDocument(file))) : await formatOfDocument(file);
    if (found !== null) return found;
  } else {
    // A file may begin with anything: one half-written line, or another program's words.
    const found = await formatOfLines(file);
    if (found !== null) return found;
  }
  if (await isSpecStory(file)) return "specstory";
  // One that is no text is refused as a note, with the reason.
  return MARKDOWN.has(extname(file).toLowerCase()) ? "note" : "unknown";
}

function headOf(file: string): string {
  const handle = openSync(file, "r");
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    return head.toString("utf8", 0, readSync(handle, head, 0, HEAD_BYTES, 0));
  } finally {
    closeSync(handle);
  }
}

async function formatOfLines(file: string): Promise<FileFormat | null> {
  let bytes = 0;
  let seen = 0;
  for await (const { value } of jsonLines(file, null, (more) => void (bytes += more))) {
    const found = formatOfLine(value);
    if (found !== null) return found;
    seen += 1;
    if (seen >= LOOK_LINES || bytes > LOOK_BYTES) break;
  }
  return null;
}

function formatOfLine(line: Fields): FileFormat | null {
  if (line["format"] === EXPORT_FORMAT) return "export";
  const whole = formatOfHead(line);
  if (whole !== null) return whole;
  if (looksLikeCodex(line)) return "codex";
  if (looksLikeKimi(line)) return "kimi";
  if (looksLikeGemini(line)) return "gemini-log";
  if (looksLikeClaude(line)) return "claude";
  if (line["type"] === "entity" && typeof line["name"] === "string" && Array.isArray(line["observations"]))
    return "mcp-memory";
  if (line["type"] === "relation" && typeof line["from"] === "string" && typeof line["to"] === "string")
    return "mcp-memory";
  return isMem0Row(line) ? "mem0" : null;
}

/** A document as far as its own members tell, arrays by their first elements. */
function formatOfHead(head: Fields): FileFormat | null {
  if (Array.isArray(head["messages"]) && typeof head["sessionId"] === "string") return "gemini-document";
  if (looksLikeOpenCodeExport(head)) return "opencode-export";
  if (looksLikeOpenCodeSession(head)) return "opencode-storage";
  for (const field of ["results", "memories"]) {
    const rows: unknown = head[field];
    if (Array.isArray(rows) && isRecord(rows[0]) && isMem0Row(rows[0])) return "mem0";
  }
  return null;
}

async function formatOfDocument(file: string): Promise<FileFormat | null> {
  const head: Fields = {};
  let seen = 0;
  for await (const piece of jsonPieces(file, MAX_LINE_BYTES)) {
    seen += 1;
    if (seen > LOOK_PIECES) break;
    if (!("value" in piece)) continue;
    if (piece.key === null) return isRecord(piece.value) && isMem0Row(piece.value) ? "mem0" : null;
    if (!piece.isElement) head[piece.key] = piece.value;
    else if (Array.isArray(head[piece.key])) continue;
    else head[piece.key] = [piece.value];
    const found = formatOfHead(head);
    if (found !== null) return found;
  }
  return null;
}

/** A memory of mem0 or OpenMemory. */
const isMem0Row = (row: Fields): boolean =>
  typeof row["id"] === "string" &&
  (typeof row["memory"] === "string" ||
    (typeof row["content"] === "string" &&
      ("state" in row || "metadata" in row || "metadata_" in row) &&
      !("role" in row)));

async function isSpecStory(file: string): Promise<boolean> {
  let seen = 0;
  for await (const line of readLines(file, MAX_LINE_BYTES)) {
    if ("text" in line && looksLikeSpecStory(line.text.replace(/\r$/, "").replace(/^\uFEFF/, ""))) return true;
    seen += 1;
    if (seen >= LOOK_LINES) return false;
  }
  return false;
}
