/** SQL of extraction: the turn it answers for, what people did to its rows, and what it said before. */
import { and, asc, desc, eq, gte, inArray, isNull, lt, ne, or, type SQL, sql } from "drizzle-orm";
import type { Handle } from "../context";
import type { SourceRef } from "../contract/memory";
import { sourceRefs } from "../db/json";
import {
  events,
  memories,
  type MemoryRow,
  operationChanges,
  operations,
  type ProjectRow,
  projects,
  prompts,
  type SessionRow,
  sessions,
  type TurnRow,
  turns,
} from "../db/schema";
import type { UndoableTable } from "../operations/repo";
import { subjectKey } from "./rules/keys";

/** Kind of the operation that an extraction is. */
export const EXTRACTION = "turn.extract";

export interface TurnContext {
  turn: TurnRow;
  session: SessionRow;
  project: ProjectRow;
  branch: string | null;
  promptId: number | null;
}

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

/** Memories of these projects that a reading of this turn wrote, whatever became of them. */
export const memoriesOfTurn = (handle: Handle, projectIds: number[], sessionId: number, number: number): MemoryRow[] =>
  handle
    .select()
    .from(memories)
    .where(
      and(
        inArray(memories.projectId, projectIds),
        sql`EXISTS (SELECT 1 FROM json_each(${memories.sources}) s
          WHERE json_extract(s.value, '$.session_id') = ${sessionId} AND json_extract(s.value, '$.turn') = ${number})`,
      ),
    )
    .orderBy(asc(memories.id))
    .all();

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

/** Newest keys of one project, domain and type that are compared. */
const MAX_KEYS = 1000;
/** Asked for apart from the active ones, whose keys have an index of their own. */
const INACTIVE: MemoryRow["status"][] = ["archived", "superseded", "deleted"];

/**
 * The key under which the project holds this subject already, else `key` itself. Rows that are no longer active count
 * too, after the active ones: a turn that is read again must find the key that it wrote under.
 */
export function keyOfSubject(handle: Handle, projectId: number, key: string): string {
  const scope = key.slice(0, key.lastIndexOf(":") + 1);
  const subject = subjectKey(key);
  const find = (status: SQL): string | undefined => {
    const keys = handle
      .select({ key: memories.key })
      .from(memories)
      .where(
        and(
          eq(memories.projectId, projectId),
          gte(memories.key, scope),
          lt(memories.key, `${scope}\u{10ffff}`),
          status,
        ),
      )
      .orderBy(desc(memories.id))
      .limit(MAX_KEYS)
      .all()
      .map((row) => row.key);
    return keys.find((one) => one === key) ?? keys.find((one) => subjectKey(one) === subject);
  };
  return find(eq(memories.status, "active")) ?? find(inArray(memories.status, INACTIVE)) ?? key;
}

/** Rows that are looked through for a name. */
const MAX_NAMING = 200;

/** Active memories of these projects whose text holds the name, newest first. */
export function memoriesNaming(handle: Handle, projectIds: number[], name: string): MemoryRow[] {
  return handle
    .select()
    .from(memories)
    .where(
      and(
        inArray(memories.projectId, projectIds),
        eq(memories.status, "active"),
        sql`instr(lower(${memories.value}), ${name.toLowerCase().split(/\s+/)[0] ?? ""}) > 0`,
      ),
    )
    .orderBy(desc(memories.id))
    .limit(MAX_NAMING)
    .all();
}

/** Where what a person takes back stands: under a key of this subject in the project, else among the person's own; null = nowhere. */
export function holderOf(
  handle: Handle,
  projectId: number,
  projectKey: string,
  ownKey: string,
): "project" | "own" | null {
  const isHeld = (project: number, key: string): boolean =>
    handle
      .select({ id: memories.id })
      .from(memories)
      .where(
        and(
          eq(memories.projectId, project),
          eq(memories.key, keyOfSubject(handle, project, key)),
          eq(memories.status, "active"),
        ),
      )
      .get() !== undefined;
  if (isHeld(projectId, projectKey)) return "project";
  return isHeld(0, ownKey) ? "own" : null;
}

export interface KeyHistory {
  /** This turn said the same under this key before, whatever became of the row, or somebody changed what it said. */
  isKnown: boolean;
  /** What stands under the key was said after `startedAt`. */
  isOutdated: boolean;
}

/** What the store knows of a key already, seen from a turn that began at `startedAt`. */
export function keyHistory(
  handle: Handle,
  projectId: number,
  candidate: { key: string; value: string },
  turn: { sessionId: number; number: number; startedAt: number },
): KeyHistory {
  const ofKey = (status: SQL): MemoryRow[] =>
    handle
      .select()
      .from(memories)
      .where(and(eq(memories.projectId, projectId), eq(memories.key, candidate.key), status))
      .all();
  const rows = [...ofKey(eq(memories.status, "active")), ...ofKey(inArray(memories.status, INACTIVE))];
  const isOurs = (ref: SourceRef): boolean => ref.session_id === turn.sessionId && ref.turn === turn.number;
  const active = rows.find((row) => row.status === "active");
  const source = active === undefined ? undefined : sourceRefs(active.sources)[0];
  return {
    isKnown: rows.some(
      (row) =>
        sourceRefs(row.sources).some(isOurs) &&
        (row.value === candidate.value.trim() || isTouched(handle, "memories", row.id)),
    ),
    isOutdated: source !== undefined && !isOurs(source) && startOf(handle, source) > turn.startedAt,
  };
}

function startOf(handle: Handle, ref: SourceRef): number {
  const row = handle
    .select({ startedAt: turns.startedAt })
    .from(turns)
    .where(and(eq(turns.sessionId, ref.session_id), eq(turns.number, ref.turn)))
    .get();
  return row?.startedAt ?? 0;
}
