/** SQL of forgetting a session: what belongs to it, and what else was drawn from it alone. */
import { and, asc, eq, ne, sql } from "drizzle-orm";
import type { Handle } from "../context";
import { prepared } from "../db/prepared";
import { type ObservationRow, observations, summaries, type SummaryRow } from "../db/schema/observations";
import { type SessionRow, sessions } from "../db/schema/sessions";

export type { SessionRow };

export function findSession(handle: Handle, id: number): SessionRow | undefined {
  return handle.select().from(sessions).where(eq(sessions.id, id)).get();
}

export function setSessionStatus(tx: Handle, id: number, status: SessionRow["status"]): void {
  tx.update(sessions).set({ status }).where(eq(sessions.id, id)).run();
}

/** Marks the session's active rows deleted; answers their ids in order. */
export function deleteEvidence(tx: Handle, table: "prompts" | "events", sessionId: number): number[] {
  const ids = prepared(
    tx,
    `UPDATE ${table} SET status = 'deleted' WHERE session_id = ? AND status = 'active' RETURNING id`,
  )
    .pluck()
    .all(sessionId) as number[];
  return ids.sort((a, b) => a - b);
}

interface Pair<Row> {
  before: Row;
  after: Row;
}

/** Also the archived ones: lists of all statuses show them. */
export function deleteObservations(tx: Handle, now: number, sessionId: number): Pair<ObservationRow>[] {
  const where = and(eq(observations.sessionId, sessionId), ne(observations.status, "deleted"));
  const before = tx.select().from(observations).where(where).orderBy(asc(observations.id)).all();
  const set = { status: "deleted", updatedAt: now, revision: sql`${observations.revision} + 1` } as const;
  return pairs(before, tx.update(observations).set(set).where(where).returning().all());
}

export function deleteSummaries(tx: Handle, now: number, sessionId: number): Pair<SummaryRow>[] {
  const where = and(eq(summaries.sessionId, sessionId), eq(summaries.status, "active"));
  const before = tx.select().from(summaries).where(where).orderBy(asc(summaries.id)).all();
  const set = { status: "deleted", updatedAt: now, revision: sql`${summaries.revision} + 1` } as const;
  return pairs(before, tx.update(summaries).set(set).where(where).returning().all());
}

function pairs<Row extends { id: number }>(before: Row[], after: Row[]): Pair<Row>[] {
  const byId = new Map(after.map((row) => [row.id, row]));
  return before.map((row) => ({ before: row, after: byId.get(row.id) ?? row }));
}

/**
 * Memories of which every source lies in the session and that no person changed by an operation that still stands;
 * forgetting another session, which may have brought the memory back, is no word about it.
 * The first condition is cheap and lets few rows through to the ones that read JSON.
 */
const DRAWN_FROM_IT_ALONE = `
  SELECT m.id FROM memories m
  WHERE m.status <> 'deleted' AND instr(m.sources, $digits) > 0
    AND EXISTS (SELECT 1 FROM json_each(m.sources) s WHERE json_extract(s.value, '$.session_id') = $session)
    AND NOT EXISTS (SELECT 1 FROM json_each(m.sources) s WHERE json_extract(s.value, '$.session_id') IS NOT $session)
    AND NOT EXISTS (
      SELECT 1 FROM operation_changes c JOIN operations o ON o.id = c.operation_id
      WHERE c.entity_table = 'memories' AND c.entity_id = m.id AND o.actor_kind = 'person' AND o.kind <> 'session.forget'
        AND o.undone_by IS NULL AND o.undo_of IS NULL)
  ORDER BY m.id`;

export function memoriesOfSessionAlone(handle: Handle, sessionId: number): number[] {
  return prepared(handle, DRAWN_FROM_IT_ALONE)
    .pluck()
    .all({ session: sessionId, digits: String(sessionId) }) as number[];
}

/** True when rows of the session are shown. */
export function hasContents(handle: Handle, sessionId: number): boolean {
  const shown = ["prompts", "events", "observations", "summaries"].map(
    (table) => `EXISTS (SELECT 1 FROM ${table} WHERE session_id = $id AND status <> 'deleted')`,
  );
  const found = prepared(handle, `SELECT ${shown.join(" OR ")}`)
    .pluck()
    .get({ id: sessionId });
  return found === 1;
}

export interface ImportState {
  prompts: number;
  events: number;
  /** Some of it was captured while it ran. */
  hasLive: 0 | 1;
  /** The import is an operation already. */
  isRecorded: 0 | 1;
}

export function importState(handle: Handle, sessionId: number, kind: string): ImportState {
  return prepared(
    handle,
    `SELECT
       (SELECT count(*) FROM prompts WHERE session_id = $id AND status = 'active') AS prompts,
       (SELECT count(*) FROM events WHERE session_id = $id AND status = 'active') AS events,
       EXISTS (SELECT 1 FROM turns WHERE session_id = $id AND from_transcript = 0) AS hasLive,
       EXISTS (SELECT 1 FROM operation_changes c JOIN operations o ON o.id = c.operation_id
         WHERE c.entity_table = 'sessions' AND c.entity_id = $id AND o.kind = $kind) AS isRecorded`,
  ).get({ id: sessionId, kind }) as ImportState;
}
