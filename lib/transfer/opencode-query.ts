/** Reads OpenCode's database: sessions, and one by one their messages and parts. */
import { isRecord, parseJson } from "../text/json-value";
import { columnsOf, rowsOf, type Source } from "./source-repo";

export interface OpenCodeSession {
  id: string;
  directory: string | undefined;
  title: string | undefined;
  parentID: string | undefined;
  revert: unknown;
  createdAt: number | undefined;
}

interface Stored {
  id: string;
  data: string;
}

export interface OpenCodeSource {
  sessions: OpenCodeSession[];
  /** By id, which sorts them by time. */
  messages(sessionId: string): Stored[];
  parts(messageId: string): Stored[];
}

/** More of one session, or of one message, is left out. */
const MAX_MESSAGES = 50_000;
const MAX_PARTS = 10_000;
const MAX_DATA_BYTES = 4 * 1024 * 1024;

/** null for a database without its tables. */
export function openCodeSource(source: Source): OpenCodeSource | null {
  const has = (table: string, ...columns: string[]): boolean => {
    const known = columnsOf(source, table);
    return columns.every((column) => known.includes(column));
  };
  if (
    !has("session", "id", "directory") ||
    !has("message", "id", "session_id", "data") ||
    !has("part", "id", "message_id", "data")
  )
    return null;
  const data = `CASE WHEN octet_length(data) > ${MAX_DATA_BYTES} THEN 'null' ELSE data END AS data`;
  const messages = source.prepare(
    `SELECT id, ${data} FROM main.message WHERE session_id = ? ORDER BY id LIMIT ${MAX_MESSAGES}`,
  );
  const parts = source.prepare(`SELECT id, ${data} FROM main.part WHERE message_id = ? ORDER BY id LIMIT ${MAX_PARTS}`);
  return {
    sessions: rowsOf(source, "session", ["id", "directory", "title", "parent_id", "revert", "time_created"]).map(
      (row) => {
        const revert = typeof row["revert"] === "string" ? parseJson(row["revert"]) : undefined;
        return {
          id: String(row["id"]),
          directory: textOf(row["directory"]),
          title: textOf(row["title"]),
          parentID: textOf(row["parent_id"]),
          revert: isRecord(revert) ? revert : undefined,
          createdAt: typeof row["time_created"] === "number" ? row["time_created"] : undefined,
        };
      },
    ),
    messages: (sessionId) => messages.all(sessionId) as Stored[],
    parts: (messageId) => parts.all(messageId) as Stored[],
  };
}

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);
