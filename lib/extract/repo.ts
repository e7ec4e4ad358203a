/** SQL of extraction: the turn it answers for, and what people did to its rows. */
import { and, asc, desc, eq, inArray, isNull, lt, ne, or, sql } from "drizzle-orm";
import type { Handle } from "../context";
import { LOCAL_ACCOUNT } from "../contract/accounts";
import { operationChanges, operations } from "../db/schema/operations";
import { type ProjectRow, projects } from "../db/schema/projects";
import { events, prompts, type SessionRow, sessions, type TurnRow, turns } from "../db/schema/sessions";
import type { UndoableTable } from "../operations/repo";

/** Kind of the operation that an extraction is. */
export const EXTRACTION = "turn.extract";

export interface TurnContext {
  turn: TurnRow;
  session: SessionRow;
  project: ProjectRow;
  branch: string | null;
  promptId: number | null;
}

/** Where what a person says of themselves stands: for all projects of this machine's person, in an account's own project else. */
export const ownScope = ({ id, accountId }: ProjectRow): number => (accountId === LOCAL_ACCOUNT ? 0 : id);

/** The turn with its project: that of its prompt, else that of its session. */
export function findTurnContext(handle: Handle, sessionId: number, number: number): TurnContext | undefined {
  const row = handle
    .select({ turn: turns, session: sessions })
    .from(turns)
    .innerJoin(sessions, eq(sessions.id, turns.sessionId))
    .where(and(eq(turns.sessionId, sessionId), eq(turns.number, number)))
    .get();
  if (row === undefined) return undefined;
  const prompt = handle
    .select({ id: prompts.id, projectId: prompts.projectId, branch: prompts.branch })
    .from(prompts)
    .where(and(eq(prompts.sessionId, sessionId), eq(prompts.promptNumber, number), eq(prompts.status, "active")))
    .get();
  const projectId = prompt?.projectId ?? row.session.projectId;
  const project = handle.select().from(projects).where(eq(projects.id, projectId)).get();
  if (project === undefined) return undefined;
  return {
    ...row,
    project,
    branch: prompt === undefined ? row.session.branch : prompt.branch,
    promptId: prompt?.id ?? null,
  };
}

/** Who read a turn, and where the rules did what a model was asked for, why: a class of failure. */
export interface Reader {
  by: "rules" | "llm";
  failure: string | null;
}

/** Notes which revision of the turn was read, and by whom. */
export function markExtracted(tx: Handle, sessionId: number, number: number, revision: number, reader: Reader): void {
  tx.update(turns)
    .set({ extractedRevision: revision, extractedBy: reader.by, llmFailure: reader.failure })
    .where(and(eq(turns.sessionId, sessionId), eq(turns.number, number)))
    .run();
}

/** Number of the turn before, null for the first. */
export function previousTurn(handle: Handle, sessionId: number, number: number): number | null {
  const row = handle
    .select({ number: turns.number })
    .from(turns)
    .where(and(eq(turns.sessionId, sessionId), lt(turns.number, number)))
    .orderBy(desc(turns.number))
    .limit(1)
    .get();
  return row?.number ?? null;
}

/** True when some of the turn's evidence is of a project that is switched off, wholly or for language models: a turn may touch several. */
export function isKeptFromModels(handle: Handle, sessionId: number, number: number): boolean {
  const closed = handle
    .select({ id: projects.id })
    .from(projects)
    .where(or(eq(projects.llmEnabled, false), eq(projects.mode, "off")));
  const event = handle
    .select({ id: events.id })
    .from(events)
    .where(and(eq(events.sessionId, sessionId), eq(events.turn, number), inArray(events.projectId, closed)))
    .limit(1)
    .get();
  const prompt = handle
    .select({ id: prompts.id })
    .from(prompts)
    .where(and(eq(prompts.sessionId, sessionId), eq(prompts.promptNumber, number), inArray(prompts.projectId, closed)))
    .limit(1)
    .get();
  return event !== undefined || prompt !== undefined;
}

/** How often each tool was used in the whole turn. */
export function toolCounts(handle: Handle, sessionId: number, number: number): Map<string, number> {
  const rows = handle
    .select({ name: events.toolName, count: sql<number>`count(*)` })
    .from(events)
    .where(
      and(
        eq(events.sessionId, sessionId),
        eq(events.turn, number),
        eq(events.kind, "tool"),
        eq(events.status, "active"),
      ),
    )
    .groupBy(events.toolName)
    .all();
  return new Map(rows.map(({ name, count }) => [name ?? "unknown", count]));
}

/** Changes when something of a turn is deleted, scrubbed or put back, and with every deletion for good, which may reach any text. */
export function evidenceStamp(handle: Handle, sessionId: number, number: number): string {
  const row = handle.get<Record<string, number>>(sql`
    SELECT (SELECT coalesce(max(id), 0) FROM receipts) AS r,
      (SELECT count(*) || ':' || total(id) || ':' || total(length(text) + length(input)) FROM events
        WHERE session_id = ${sessionId} AND turn = ${number} AND status = 'active') AS e,
      (SELECT count(*) || ':' || total(id) || ':' || total(length(text)) FROM prompts
        WHERE session_id = ${sessionId} AND prompt_number = ${number} AND status = 'active') AS p`);
  return JSON.stringify(row);
}

export const projectOf = (handle: Handle, id: number): ProjectRow | undefined =>
  handle.select().from(projects).where(eq(projects.id, id)).get();

export interface TurnToRead {
  number: number;
  isPrivate: boolean;
}

/** Turns of a session in order, one of them where `number` is given. */
export const turnsOf = (handle: Handle, sessionId: number, number?: number): TurnToRead[] =>
  handle
    .select({ number: turns.number, isPrivate: turns.isPrivate })
    .from(turns)
    .where(and(eq(turns.sessionId, sessionId), number === undefined ? undefined : eq(turns.number, number)))
    .orderBy(asc(turns.number))
    .all();

/** Moves the turn's revision on, so that it is read again and an answer to the older one is late; answers the new one. */
export const renewTurn = (tx: Handle, sessionId: number, number: number): number =>
  tx
    .update(turns)
    .set({ revision: sql`${turns.revision} + 1` })
    .where(and(eq(turns.sessionId, sessionId), eq(turns.number, number)))
    .returning({ revision: turns.revision })
    .get().revision;

/** True when somebody other than a job changed the row, by an operation that still stands. */
export function isTouched(handle: Handle, table: UndoableTable, id: number): boolean {
  const found = handle
    .select({ id: operations.id })
    .from(operationChanges)
    .innerJoin(operations, eq(operations.id, operationChanges.operationId))
    .where(
      and(
        eq(operationChanges.entityTable, table),
        eq(operationChanges.entityId, id),
        ne(operations.actorKind, "job"),
        isNull(operations.undoneBy),
        isNull(operations.undoOf),
      ),
    )
    .get();
  return found !== undefined;
}

/** Kind of the operation that retires what an observation tells because a newer memory changed it. */
export const OUTDATE = "observation.supersede";

/** True when a newer memory changed what the observation tells: reading its turn again does not bring that back. */
export function isOutdated(handle: Handle, observationId: number): boolean {
  const found = handle
    .select({ id: operations.id })
    .from(operationChanges)
    .innerJoin(operations, eq(operations.id, operationChanges.operationId))
    .where(
      and(
        eq(operationChanges.entityTable, "observations"),
        eq(operationChanges.entityId, observationId),
        eq(operations.kind, OUTDATE),
        isNull(operations.undoneBy),
      ),
    )
    .get();
  return found !== undefined;
}

/** True when an extraction of this turn was undone and not redone: it stays undone. */
export function wasUndone(handle: Handle, sessionId: number, turn: number): boolean {
  const found = handle.get<{ id: number }>(sql`
    SELECT o.id AS id FROM operations o
    JOIN operations u ON u.id = o.undone_by AND u.undone_by IS NULL
    JOIN operation_changes c ON c.operation_id = o.id
    WHERE o.kind = ${EXTRACTION} AND c.after IS NOT NULL
      AND json_extract(c.after, '$.sessionId') = ${sessionId} AND json_extract(c.after, '$.turn') = ${turn}
    LIMIT 1`);
  return found !== undefined;
}
