/** Which rows are of one turn alone. */
import type { Handle } from "../context";
import { prepared } from "../db/prepared";

const EVENTS = "SELECT id FROM events WHERE session_id = ? AND turn = ?";
const OBSERVATIONS = "SELECT id FROM observations WHERE session_id = ? AND turn = ?";
const SUMMARIES = "SELECT id FROM summaries WHERE session_id = ? AND turn = ?";
/** Those that no other turn is a source of. */
const MEMORIES = `
  SELECT m.id FROM memories m
  WHERE m.sources <> '[]' AND NOT EXISTS (
    SELECT 1 FROM json_each(m.sources) s
    WHERE json_extract(s.value, '$.session_id') IS NOT ? OR json_extract(s.value, '$.turn') IS NOT ?)`;

/** Ids of a turn's evidence and of what was derived from it alone, deleted rows included. */
export function turnRows(handle: Handle, sessionId: number, turn: number) {
  const ids = (statement: string): number[] => prepared(handle, statement).pluck().all(sessionId, turn) as number[];
  return {
    events: ids(EVENTS),
    observations: ids(OBSERVATIONS),
    summaries: ids(SUMMARIES),
    memories: ids(MEMORIES),
  };
}
