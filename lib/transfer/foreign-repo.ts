/** SQL of taking in rows of claude-mem; prepared, since there are many thousands of them. */
import type { Handle, Tx } from "../context";
import { prepared } from "../db/prepared";
import type { ObservationRow } from "../db/schema/observations";
import { type PromptRow, prompts, type SessionRow, sessions } from "../db/schema/sessions";

export type ForeignTable =
  "sessions" | "prompts" | "events" | "observations" | "summaries" | "memories" | "reflections" | "tasks";

/**
 * No turn has so much evidence: what an imported one holds was learned elsewhere, and no extraction answers for a newer
 * revision, also where its transcript comes in later.
 */
const NEVER_AGAIN = 1_000_000_000;

export interface SessionPlace {
  id: number;
  projectId: number;
  status: SessionRow["status"];
}

const PLACE = `id, project_id AS projectId, status`;

export const sessionOfHost = (handle: Handle, host: string, hostSessionId: string): SessionPlace | undefined =>
  prepared(handle, `SELECT ${PLACE} FROM sessions WHERE host = ? AND host_session_id = ?`).get(host, hostSessionId) as
    SessionPlace | undefined;

export const sessionById = (handle: Handle, id: number): SessionPlace | undefined =>
  prepared(handle, `SELECT ${PLACE} FROM sessions WHERE id = ?`).get(id) as SessionPlace | undefined;

export function insertSession(
  tx: Tx,
  row: Pick<
    SessionRow,
    "host" | "hostSessionId" | "projectId" | "title" | "startedAt" | "lastEventAt" | "completedAt"
  > &
    Partial<Pick<SessionRow, "branch" | "cwd">>,
): SessionPlace {
  return tx
    .insert(sessions)
    .values({ ...row, titleRank: row.title === null ? 0 : 2, status: "complete" })
    .returning({ id: sessions.id, projectId: sessions.projectId, status: sessions.status })
    .get();
}

/** Its rows lie further apart than was known. */
export function stretchSession(tx: Handle, id: number, from: number, to: number): void {
  prepared(
    tx,
    `UPDATE sessions SET started_at = min(started_at, $from), last_event_at = max(last_event_at, $to),
       completed_at = iif(status = 'complete', max(coalesce(completed_at, 0), $to), completed_at)
     WHERE id = $id AND (started_at > $from OR last_event_at < $to)`,
  ).run({ id, from, to });
}

export const hasTurn = (handle: Handle, sessionId: number, number: number): boolean =>
  prepared(handle, "SELECT 1 FROM turns WHERE session_id = ? AND number = ?").get(sessionId, number) !== undefined;

export const isPrivateTurn = (handle: Handle, sessionId: number, number: number): boolean =>
  prepared(handle, "SELECT is_private FROM turns WHERE session_id = ? AND number = ?")
    .pluck()
    .get(sessionId, number) === 1;

export const nextTurn = (handle: Handle, sessionId: number): number =>
  prepared(handle, "SELECT coalesce(max(number), 0) + 1 FROM turns WHERE session_id = ?")
    .pluck()
    .get(sessionId) as number;

export function insertTurn(tx: Handle, sessionId: number, number: number, at: number, isPrivate: boolean): void {
  prepared(
    tx,
    `INSERT INTO turns (session_id, number, status, is_private, from_transcript, started_at, ended_at, revision, extracted_revision)
     VALUES (?, ?, 'done', ?, 0, ?, ?, 1, 1)`,
  ).run(sessionId, number, isPrivate ? 1 : 0, at, at);
}

/** True when our own capture has seen something of the turn: then it is ours to extract. */
export const hasEvidence = (handle: Handle, sessionId: number, number: number): boolean =>
  prepared(handle, "SELECT 1 FROM events WHERE session_id = ? AND turn = ? LIMIT 1").get(sessionId, number) !==
  undefined;

/** What was learned in this turn came in: no extractor makes it anew or writes over it. */
export function closeTurnForGood(tx: Handle, sessionId: number, number: number): void {
  prepared(tx, "UPDATE turns SET extracted_revision = ? WHERE session_id = ? AND number = ?").run(
    NEVER_AGAIN,
    sessionId,
    number,
  );
}

export interface PromptPlace {
  id: number;
  number: number;
  key: string;
}

/** Copies of one prompt, from a hook and from a transcript, lie at most this far apart. */
const SAME_PROMPT_MS = 60_000;

/** The same words at nearly the same time. */
export function samePrompt(
  handle: Handle,
  sessionId: number,
  prompt: { text: string; isPrivate: boolean; at: number },
): PromptPlace | undefined {
  return prepared(
    handle,
    `SELECT id, prompt_number AS number, dedupe_key AS key FROM prompts
     WHERE session_id = $sessionId AND text = $text AND is_private = $isPrivate
       AND created_at BETWEEN $from AND $to ORDER BY abs(created_at - $at), id LIMIT 1`,
  ).get({
    sessionId,
    text: prompt.text,
    isPrivate: prompt.isPrivate ? 1 : 0,
    at: prompt.at,
    from: prompt.at - SAME_PROMPT_MS,
    to: prompt.at + SAME_PROMPT_MS,
  }) as PromptPlace | undefined;
}

export function insertPrompt(tx: Tx, row: typeof prompts.$inferInsert): PromptRow {
  return tx.insert(prompts).values(row).returning().get();
}

export const hasSummary = (handle: Handle, sessionId: number, turn: number): boolean =>
  prepared(handle, "SELECT 1 FROM summaries WHERE session_id = ? AND turn = ?").get(sessionId, turn) !== undefined;

/** By the driver: the builder takes ten times as long for a row of so many columns. */
export function insertForeignObservation(
  tx: Tx,
  row: Omit<ObservationRow, "id" | "status" | "revision" | "sources" | "branch" | "reflectionId"> &
    Partial<Pick<ObservationRow, "branch">>,
): ObservationRow {
  const { branch = null } = row;
  const id = prepared(
    tx,
    `INSERT INTO observations (session_id, project_id, turn, title, subtitle, summary, facts, concepts, files_read,
       files_modified, obs_type, category, priority, confidence, source, metadata, branch, created_at, updated_at)
     VALUES ($sessionId, $projectId, $turn, $title, $subtitle, $summary, $facts, $concepts, $filesRead,
       $filesModified, $obsType, $category, $priority, $confidence, $source, $metadata, $branch, $createdAt, $updatedAt)`,
  ).run({ ...row, branch }).lastInsertRowid;
  return { ...row, id: Number(id), status: "active", revision: 1, sources: "[]", branch, reflectionId: null };
}

/** The status of a row; undefined = it is not there. */
export const statusOf = (handle: Handle, table: ForeignTable, id: number): string | undefined =>
  prepared(handle, `SELECT status FROM ${table} WHERE id = ?`).pluck().get(id) as string | undefined;

/**
 * True when the row is away because the import that brought it was undone, and not because somebody deleted it: then
 * importing again brings it back.
 */
export function wasTakenBack(handle: Handle, table: string, id: number, importKind: string): boolean {
  const found = prepared(
    handle,
    `SELECT o.undo_of IS NOT NULL AND EXISTS (
       SELECT 1 FROM operation_changes b JOIN operations i ON i.id = b.operation_id
       WHERE b.entity_table = $table AND b.entity_id = $id AND i.kind = $importKind AND i.undone_by IS NOT NULL)
     FROM operation_changes c JOIN operations o ON o.id = c.operation_id
     WHERE c.entity_table = $table AND c.entity_id = $id ORDER BY c.operation_id DESC LIMIT 1`,
  )
    .pluck()
    .get({ table, id, importKind });
  return found === 1;
}

/** Whether a memory reads so, or did before it was edited. */
export const everRead = (handle: Handle, id: number, value: string): boolean =>
  prepared(
    handle,
    `SELECT 1 FROM memories WHERE id = $id AND trim(value) = $value
     UNION ALL
     SELECT 1 FROM operation_changes WHERE entity_table = 'memories' AND entity_id = $id
       AND $value IN (trim(json_extract("before", '$.value')), trim(json_extract("after", '$.value')))
     LIMIT 1`,
  ).get({ id, value }) !== undefined;

export function setStatus(tx: Handle, table: ForeignTable, id: number, status: string): void {
  prepared(tx, `UPDATE ${table} SET status = ? WHERE id = ?`).run(status, id);
}

/** A project's name outlives its key, which grows when its folder is seen. */
export const projectName = (handle: Handle, id: number): string =>
  String(prepared(handle, "SELECT name FROM projects WHERE id = ?").pluck().get(id) ?? "");

/** What a session is called in every store. */
export const nameOfSession = (handle: Handle, id: number): string =>
  String(
    prepared(handle, "SELECT host || char(10) || host_session_id FROM sessions WHERE id = ?").pluck().get(id) ?? "",
  );

/** Jobs of one kind that wait. */
export const waitingJobs = (handle: Handle, kind: string): number =>
  prepared(handle, "SELECT count(*) FROM jobs WHERE kind = ?").pluck().get(kind) as number;
