/** Reads of retention: old tool events, and which of them something points to. */
import type { Handle } from "../context";
import { prepared } from "../db/prepared";
import { BARE_CONFIDENCE } from "../observations/bare";
import { STORE_IMPORT } from "../operations/take-back";

export interface OldEvent {
  id: number;
  sessionId: number;
  dedupeKey: string;
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
    `SELECT id, session_id AS sessionId, dedupe_key AS dedupeKey, created_at AS createdAt,
            500 + 2 * (length(CAST(input AS BLOB)) + length(CAST(text AS BLOB))) AS bytes
     FROM events WHERE kind = 'tool' AND created_at < @before AND (created_at, id) > (@at, @afterId)
     ORDER BY created_at, id LIMIT @limit`,
  ).all({ before, at: after.at, afterId: after.id, limit }) as OldEvent[];
}

/** Those of `ids` that came into this store at `before` or later, whatever time they tell of: by capture, or with an import. */
export function cameSince(handle: Handle, ids: number[], sessionIds: number[], before: number): Set<number> {
  const captured = prepared(
    handle,
    `SELECT entity_id FROM activity WHERE session_id IN (SELECT value FROM json_each(@sessions))
       AND kind = 'event.created' AND created_at >= @before`,
  );
  const imported = prepared(
    handle,
    `SELECT c.entity_id FROM operation_changes c JOIN operations o ON o.id = c.operation_id
     WHERE c.entity_table = 'events' AND c.entity_id IN (SELECT value FROM json_each(@ids))
       AND o.kind = '${STORE_IMPORT}' AND o.created_at >= @before`,
  );
  const sessions = captured.pluck().all({ sessions: JSON.stringify(sessionIds), before }) as number[];
  const imports = imported.pluck().all({ ids: JSON.stringify(ids), before }) as number[];
  return new Set([...sessions, ...imports]);
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
