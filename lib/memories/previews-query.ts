/** The beginning of what memories say now, for lists that name them by id alone. */
import type { Handle } from "../context";
import { prepared } from "../db/prepared";

const MAX_CHARS = 160;

/** One line a memory, whatever its status; what was deleted for good is not in the answer. */
export function memoryPreviews(handle: Handle, ids: number[]): Map<number, string> {
  if (ids.length === 0) return new Map();
  const rows = prepared(
    handle,
    `SELECT id, substr(value, 1, ${MAX_CHARS + 1}) AS text FROM memories WHERE id IN (SELECT value FROM json_each(?))`,
  ).all(JSON.stringify(ids)) as { id: number; text: string }[];
  return new Map(rows.map(({ id, text }) => [id, oneLine(text)]));
}

function oneLine(text: string): string {
  const chars = [...text];
  const line = (chars.length > MAX_CHARS ? chars.slice(0, MAX_CHARS) : chars).join("").replace(/\s+/g, " ").trim();
  return chars.length > MAX_CHARS ? `${line}…` : line;
}
