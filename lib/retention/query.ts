/** Reads of retention: old tool events, and which of them something points to. */
import type { Handle } from "../context";
import { prepared } from "../db/prepared";
import { BARE_CONFIDENCE } from "../observations/bare";

export interface OldEvent {
  id: number;
  sessionId: number;
  createdAt: number;
  /** Bytes that its row takes, estimated. */
  bytes: number;
}

/** Tool events from before `before`, oldest first, behind (`at`, `id`). */
export function oldToolEvents(
  handle: Handle,
  before: number,
  after: { at: number; id: number },
  limit: number,
): OldEvent[] {
  return prepared(
    handle,
    `SELECT id, session_id AS sessionId, created_at AS createdAt,
            500 + 2 * (length(CAST(input AS BLOB)) + length(CAST(text AS BLOB))) AS bytes
     FROM events WHERE kind = 'tool' AND created_at < @before AND (created_at, id) > (@at, @afterId)
     ORDER BY created_at, id LIMIT @limit`,
  ).all({ before, at: after.at, afterId: after.id, limit }) as OldEvent[];
}

const EVENT_IDS = `json_each(iif(json_valid(r.sources), r.sources, '[]')) s,
  json_each(iif(json_type(s.value, '$.event_ids') = 'array', json_extract(s.value, '$.event_ids'), '[]')) e`;

/** Events that memories name as their source, whatever became of the memory short of its deletion. */
export function eventsOfMemories(handle: Handle): Set<number> {
  const text = `SELECT DISTINCT e.value FROM memories r, ${EVENT_IDS} WHERE r.status <> 'deleted'`;
  return new Set(prepared(handle, text).pluck().all() as number[]);
}

/** The same of the observations of these sessions; those that only tell which tools were used need no proof. */
export function eventsOfObservations(handle: Handle, sessionIds: number[]): number[] {
  return prepared(
    handle,
    `SELECT DISTINCT e.value FROM observations r, ${EVENT_IDS}
     WHERE r.session_id IN (SELECT value FROM json_each(?)) AND r.status <> 'deleted'
       AND NOT (r.source IN ('running', 'rules') AND r.confidence = ${BARE_CONFIDENCE})`,
  )
    .pluck()
    .all(JSON.stringify(sessionIds)) as number[];
}

/** Bytes of the database file that hold nothing and will be used again. */
export function freePageBytes(handle: Handle): number {
  const pragma = (name: string): number => Number(prepared(handle, `PRAGMA ${name}`).pluck().get());
  return pragma("freelist_count") * pragma("page_size");
}
