/**
 * SQL of capture. Statements are prepared once a database (3 µs a call against 40 µs by the builder) and run on the
 * app's one connection, so inside `write` they belong to its transaction.
 */
import { and, asc, desc, eq, gt, gte, isNotNull, isNull, lte, ne, or, sql } from "drizzle-orm";
import type { Db } from "../context";
import { events, prompts, sessions, turns } from "../db/schema/sessions";
import type { EventRow, PromptRow, SessionRow, TurnRow } from "../db/schema/sessions";

export type { EventRow, PromptRow, SessionRow, TurnRow };

const p = sql.placeholder;
/** Rows of a turn that are compared with a use which has no id. */
const TWIN_ROWS = 50;

function prepare(db: Db) {
  const inTurn = and(eq(events.sessionId, p("sessionId")), eq(events.turn, p("turn")), eq(events.status, "active"));
  const ofTurn = and(eq(turns.sessionId, p("sessionId")), eq(turns.number, p("number")));
  return {
    session: db
      .select()
      .from(sessions)
      .where(and(eq(sessions.host, p("host")), eq(sessions.hostSessionId, p("hostSessionId"))))
      .prepare(),
    sessionStatus: db
      .select({ status: sessions.status })
      .from(sessions)
      .where(eq(sessions.id, p("sessionId")))
      .prepare(),
    insertSession: db
      .insert(sessions)
      .values({
        host: p("host"),
        hostSessionId: p("hostSessionId"),
        projectId: p("projectId"),
        branch: p("branch"),
        cwd: p("cwd"),
        startedAt: p("at"),
        lastEventAt: p("at"),
      })
      .returning()
      .prepare(),
    updateSession: db
      .update(sessions)
      .set({
        projectId: sql`${p("projectId")}`,
        branch: sql`${p("branch")}`,
        cwd: sql`${p("cwd")}`,
        title: sql`${p("title")}`,
        titleRank: sql`${p("titleRank")}`,
        status: sql`${p("status")}`,
        endReason: sql`${p("endReason")}`,
        startedAt: sql`${p("startedAt")}`,
        lastEventAt: sql`${p("lastEventAt")}`,
        completedAt: sql`${p("completedAt")}`,
      })
      .where(eq(sessions.id, p("id")))
      .prepare(),

    turnAt: db
      .select()
      .from(turns)
      .where(and(eq(turns.sessionId, p("sessionId")), lte(turns.startedAt, p("at"))))
      .orderBy(desc(turns.startedAt), desc(turns.number))
      .limit(1)
      .prepare(),
    turn: db.select().from(turns).where(ofTurn).prepare(),
    turnFrom: db
      .select()
      .from(turns)
      .where(and(eq(turns.sessionId, p("sessionId")), gte(turns.startedAt, p("at"))))
      .orderBy(asc(turns.startedAt), asc(turns.number))
      .limit(1)
      .prepare(),
    makePrivate: db.update(turns).set({ isPrivate: true }).where(ofTurn).prepare(),
    insertTurn: db
      .insert(turns)
      .values({
        sessionId: p("sessionId"),
        number: p("number"),
        isPrivate: p("isPrivate"),
        fromTranscript: p("fromTranscript"),
        startedAt: p("startedAt"),
      })
      .returning()
      .prepare(),
    lastTurnNumber: db
      .select({ number: sql<number>`coalesce(max(${turns.number}), 0)` })
      .from(turns)
      .where(eq(turns.sessionId, p("sessionId")))
      .prepare(),
    startTurn: db
      .update(turns)
      .set({ startedAt: sql`min(${turns.startedAt}, ${p("at")})` })
      .where(ofTurn)
      .prepare(),
    setTurnStatus: db
      .update(turns)
      .set({ status: sql`${p("status")}`, endedAt: sql`${p("endedAt")}` })
      .where(ofTurn)
      .prepare(),
    bumpTurn: db
      .update(turns)
      .set({ revision: sql`${turns.revision} + 1` })
      .where(ofTurn)
      .returning()
      .prepare(),
    openTurns: db
      .select()
      .from(turns)
      .where(and(eq(turns.sessionId, p("sessionId")), eq(turns.status, "open"), lte(turns.startedAt, p("at"))))
      .orderBy(asc(turns.number))
      .prepare(),
    unsettledTurns: db
      .select()
      .from(turns)
      .where(
        and(
          eq(turns.sessionId, p("sessionId")),
          or(eq(turns.status, "open"), gt(turns.revision, turns.extractedRevision)),
        ),
      )
      .orderBy(asc(turns.number))
      .prepare(),

    promptOfTurn: db
      .select()
      .from(prompts)
      .where(and(eq(prompts.sessionId, p("sessionId")), eq(prompts.promptNumber, p("number"))))
      .orderBy(asc(prompts.id))
      .limit(1)
      .prepare(),
    promptByKey: db
      .select()
      .from(prompts)
      .where(and(eq(prompts.sessionId, p("sessionId")), eq(prompts.dedupeKey, p("key"))))
      .prepare(),
    promptsByText: db
      .select()
      .from(prompts)
      .where(
        and(
          eq(prompts.sessionId, p("sessionId")),
          eq(prompts.text, p("text")),
          eq(prompts.isPrivate, p("isPrivate")),
          sql`${prompts.createdAt} BETWEEN ${p("from")} AND ${p("to")}`,
        ),
      )
      .orderBy(sql`abs(${prompts.createdAt} - ${p("at")})`)
      .prepare(),
    insertPrompt: db
      .insert(prompts)
      .values({
        sessionId: p("sessionId"),
        projectId: p("projectId"),
        branch: p("branch"),
        promptNumber: p("promptNumber"),
        text: p("text"),
        isPrivate: p("isPrivate"),
        originalChars: p("originalChars"),
        dedupeKey: p("dedupeKey"),
        createdAt: p("createdAt"),
      })
      .returning()
      .prepare(),
    rekeyPrompt: db
      .update(prompts)
      .set({ dedupeKey: sql`${p("key")}` })
      .where(eq(prompts.id, p("id")))
      .prepare(),

    eventByKey: db
      .select()
      .from(events)
      .where(and(eq(events.sessionId, p("sessionId")), eq(events.dedupeKey, p("key"))))
      .prepare(),
    messagesByText: db
      .select()
      .from(events)
      .where(and(inTurn, eq(events.kind, "message"), eq(events.text, p("text"))))
      .orderBy(asc(events.id))
      .prepare(),
    anonymousTool: db
      .select()
      .from(events)
      .where(
        and(
          inTurn,
          eq(events.kind, "tool"),
          isNull(events.toolUseId),
          eq(events.toolName, p("toolName")),
          eq(events.input, p("input")),
        ),
      )
      .orderBy(asc(events.id))
      .limit(1)
      .prepare(),
    /** A use with an id and this content among the newest rows of the turn; the bound is read from the index alone. */
    namedTwin: db
      .select({ id: events.id })
      .from(events)
      .where(
        and(
          inTurn,
          sql`${events.id} > coalesce((SELECT e.id FROM events e WHERE e.session_id = ${p("sessionId")} AND e.turn = ${p("turn")} ORDER BY e.id DESC LIMIT 1 OFFSET ${TWIN_ROWS}), 0)`,
          eq(events.kind, "tool"),
          isNotNull(events.toolUseId),
          eq(events.toolName, p("toolName")),
          eq(events.input, p("input")),
          eq(events.text, p("text")),
        ),
      )
      .limit(1)
      .prepare(),
    /** The last row of a turn in time, what its sub-agents said aside, and whether a tool of it still waits for its result. */
    lastEvent: db
      .select({ kind: events.kind })
      .from(events)
      .where(and(inTurn, or(eq(events.kind, "tool"), isNull(events.toolName))))
      .orderBy(desc(events.createdAt), desc(events.id))
      .limit(1)
      .prepare(),
    pendingTool: db
      .select({ id: events.id })
      .from(events)
      .where(and(inTurn, eq(events.kind, "tool"), eq(events.text, ""), isNull(events.isError), ne(events.input, "")))
      .limit(1)
      .prepare(),
    insertEvent: db
      .insert(events)
      .values({
        sessionId: p("sessionId"),
        projectId: p("projectId"),
        branch: p("branch"),
        turn: p("turn"),
        kind: p("kind"),
        toolName: p("toolName"),
        toolUseId: p("toolUseId"),
        input: p("input"),
        text: p("text"),
        // Past the column's encoder, which would turn null (the host did not say) into false.
        isError: sql`${p("isError")}`,
        files: p("files"),
        cwd: p("cwd"),
        messageId: p("messageId"),
        originalChars: p("originalChars"),
        dedupeKey: p("dedupeKey"),
        status: p("status"),
        createdAt: p("createdAt"),
      })
      .returning()
      .prepare(),
    updateEvent: db
      .update(events)
      .set({
        toolName: sql`${p("toolName")}`,
        toolUseId: sql`${p("toolUseId")}`,
        input: sql`${p("input")}`,
        text: sql`${p("text")}`,
        isError: sql`${p("isError")}`,
        files: sql`${p("files")}`,
        messageId: sql`${p("messageId")}`,
        originalChars: sql`${p("originalChars")}`,
        dedupeKey: sql`${p("dedupeKey")}`,
        status: sql`${p("status")}`,
        createdAt: sql`${p("createdAt")}`,
      })
      .where(eq(events.id, p("id")))
      .returning()
      .prepare(),
  };
}

export type CaptureStatements = ReturnType<typeof prepare>;

const prepared = new WeakMap<Db, CaptureStatements>();

/** The prepared statements of a database. */
export function captureStatements(db: Db): CaptureStatements {
  let statements = prepared.get(db);
  if (statements === undefined) prepared.set(db, (statements = prepare(db)));
  return statements;
}

/** SQLite has no boolean: what `sql` placeholders take in its place. */
export const flag = (value: boolean | null): number | null => (value === null ? null : value ? 1 : 0);
