/** Reads of sessions: pages by keyset, and one session turn by turn. */
import { and, asc, desc, eq, gt, inArray, lt, ne, or, sql } from "drizzle-orm";
import type { Observation, Session, Summary } from "../contract/evidence";
import type { SessionPage, TurnView } from "../contract/session-view";
import type { Handle } from "../context";
import { observations, summaries } from "../db/schema/observations";
import { projects } from "../db/schema/projects";
import { events, prompts, sessions, type TurnRow, turns } from "../db/schema/sessions";
import { toObservation, toSummary } from "../observations/query";
import { ByTime, decodeCursor, encodeCursor, pageOf } from "../paging";
import { withoutStumps } from "../text/secret-marks";
import { toEvent, toPrompt } from "./rows-query";

const MAX_EVENTS_A_TURN = 200;
/** Of a turn that is asked for whole. */
const MAX_EVENTS_WHOLE = 2_000;
const MAX_OBSERVATIONS_A_TURN = 50;
const TITLE_CHARS = 120;

/** The index is named: by the status alone, which another begins with, the whole table would be read for each session. */
const countOf = (table: string, index: string) =>
  sql<number>`(SELECT count(*) FROM ${sql.raw(table)} c INDEXED BY ${sql.raw(index)} WHERE c.session_id = sessions.id AND c.status = 'active')`;

/**
 * A session without a title is called by the first line of its first prompt; private prompts hold no text, and "/compact" alone
 * asks for nothing.
 */
const firstPrompt = sql<string | null>`(
  SELECT substr(c.text, 1, 500) FROM prompts c
  WHERE c.session_id = sessions.id AND c.status = 'active' AND c.text <> ''
    AND NOT (c.text GLOB '/[a-zA-Z]*' AND instr(substr(c.text, 1, 64), ' ') = 0 AND instr(substr(c.text, 2, 64), '/') = 0 AND length(c.text) <= 42)
  ORDER BY c.prompt_number LIMIT 1)`;

/** Clients of the worker API may tell no prompt: then what was learned last says what it is about. */
const lastLearned = sql<string | null>`(
  SELECT c.title FROM observations c WHERE c.session_id = sessions.id AND c.status = 'active'
  ORDER BY c.turn DESC, c.id DESC LIMIT 1)`;

/**
 * Events are deleted with their session only, and forgotten sessions are in no list: the index alone counts them, where looking
 * each up for its status would read the whole session.
 */
const eventCount = sql<number>`(SELECT count(*) FROM events c INDEXED BY events_turn WHERE c.session_id = sessions.id)`;

const select = (handle: Handle) =>
  handle
    .select({
      session: sessions,
      project: projects.name,
      firstPrompt,
      lastLearned,
      prompts: countOf("prompts", "prompts_session"),
      events: eventCount,
      observations: countOf("observations", "observations_turn"),
    })
    .from(sessions)
    .innerJoin(projects, eq(projects.id, sessions.projectId));

export interface SessionListOptions {
  /** null = all projects. */
  projectIds: number[] | null;
  hostSessionId?: string | undefined;
  limit: number;
  cursor?: string | undefined;
}

/** Of whichever host: the index, which begins with the host, is read through; the rows are not. */
const isOfHost = (hostSessionId: string) =>
  sql`sessions.id IN (SELECT o.id FROM sessions o INDEXED BY sessions_host_id WHERE o.host_session_id = ${hostSessionId})`;

/** Sessions that were not forgotten, latest event first. Throws `validation_failed` for a cursor that is not of this list. */
export function listSessions(handle: Handle, options: SessionListOptions): SessionPage {
  const [at, id] = decodeCursor("sessions", ByTime, options.cursor) ?? [];
  const rows = select(handle)
    .where(
      and(
        ne(sessions.status, "deleted"),
        options.projectIds === null ? undefined : inArray(sessions.projectId, options.projectIds),
        options.hostSessionId === undefined ? undefined : isOfHost(options.hostSessionId),
        at === undefined || id === undefined
          ? undefined
          : or(lt(sessions.lastEventAt, at), and(eq(sessions.lastEventAt, at), lt(sessions.id, id))),
      ),
    )
    .orderBy(desc(sessions.lastEventAt), desc(sessions.id))
    .limit(options.limit + 1)
    .all();
  const cursorOf = ({ session }: SessionWithCounts) => encodeCursor("sessions", session.lastEventAt, session.id);
  const { items, nextCursor } = pageOf(rows, options.limit, cursorOf);
  return { items: items.map(toSession), nextCursor };
}

/** null when there is none or it was forgotten: {@link isForgotten} says which. */
export function getSession(handle: Handle, id: number): Session | null {
  const row = select(handle)
    .where(and(eq(sessions.id, id), ne(sessions.status, "deleted")))
    .get();
  return row === undefined ? null : toSession(row);
}

/** By id; those that were forgotten are left out. */
export function getSessions(handle: Handle, ids: number[]): Map<number, Session> {
  if (ids.length === 0) return new Map();
  const rows = select(handle)
    .where(and(inArray(sessions.id, ids), ne(sessions.status, "deleted")))
    .all();
  return new Map(rows.map((row) => [row.session.id, toSession(row)]));
}

export function isForgotten(handle: Handle, id: number): boolean {
  return (
    handle.select({ status: sessions.status }).from(sessions).where(eq(sessions.id, id)).get()?.status === "deleted"
  );
}

type SessionWithCounts = ReturnType<ReturnType<typeof select>["all"]>[number];

function toSession({ session, ...row }: SessionWithCounts): Session {
  return {
    id: session.id,
    host: session.host,
    claude_session_id: session.hostSessionId,
    project_id: session.projectId,
    project: row.project,
    branch: session.branch,
    cwd: session.cwd,
    title: session.title ?? titleFrom(row.firstPrompt) ?? titleFrom(row.lastLearned),
    status: session.status === "active" ? "active" : "complete",
    started_at: session.startedAt,
    last_event_at: session.lastEventAt,
    completed_at: session.completedAt,
    prompts: row.prompts,
    events: row.events,
    observations: row.observations,
  };
}

/** What only opens or closes code, or draws a line, says nothing. */
const isSaying = (line: string): boolean => !/^(?:`{3,}|~{3,})/.test(line) && /[\p{L}\p{N}]/u.test(line);

/** The first line that says something; one that only announces what follows ("Implement the following plan:") gives way to the next. */
function titleFrom(prompt: string | null): string | null {
  const lines = (prompt?.split("\n") ?? [])
    .map((one) => withoutStumps(one.replace(/^#+\s/, "")).trim())
    .filter(isSaying);
  const [first = "", second] = lines;
  const line = /[:：]$/.test(first) && second !== undefined ? second : first;
  if (line === "") return null;
  const characters = Array.from(line);
  return characters.length > TITLE_CHARS ? `${characters.slice(0, TITLE_CHARS).join("")}…` : line;
}

export interface TurnsPage {
  after: number;
  limit: number;
  /** A turn of which all events are shown, not the first ones alone. */
  whole?: number | undefined;
  /** Characters of one event's text; absent = as lists show them. */
  cap?: number | undefined;
}

/**
 * Turns above `after`, oldest first, each with its prompt, its first events, its observations and summary.
 * `nextAfter` is null on the last page.
 */
export function getSessionTurns(
  handle: Handle,
  sessionId: number,
  page: TurnsPage,
): { turns: TurnView[]; nextAfter: number | null } {
  const rows = handle
    .select()
    .from(turns)
    .where(and(eq(turns.sessionId, sessionId), gt(turns.number, page.after)))
    .orderBy(asc(turns.number))
    .limit(page.limit + 1)
    .all();
  const shown = rows.slice(0, page.limit);
  return {
    turns: shown.map((turn) => toTurnView(handle, turn, page)),
    nextAfter: rows.length > page.limit ? (shown.at(-1)?.number ?? null) : null,
  };
}

function toTurnView(handle: Handle, turn: TurnRow, { whole, cap }: TurnsPage): TurnView {
  const { sessionId, number } = turn;
  const prompt = handle
    .select()
    .from(prompts)
    .where(and(eq(prompts.sessionId, sessionId), eq(prompts.promptNumber, number), eq(prompts.status, "active")))
    .get();
  const inTurn = and(eq(events.sessionId, sessionId), eq(events.turn, number), eq(events.status, "active"));
  const evidence = handle
    .select()
    .from(events)
    .where(inTurn)
    .orderBy(asc(events.createdAt), asc(events.id))
    .limit(whole === number ? MAX_EVENTS_WHOLE : MAX_EVENTS_A_TURN)
    .all();
  const count = handle
    .select({ count: sql<number>`count(*)` })
    .from(events)
    .where(inTurn)
    .get();
  return {
    number,
    status: turn.status,
    is_private: turn.isPrivate,
    started_at: turn.startedAt,
    ended_at: turn.endedAt,
    prompt: prompt === undefined ? null : toPrompt(prompt),
    events: evidence.map((row) => toEvent(row, cap)),
    event_count: count?.count ?? 0,
    extracted_by: turn.extractedBy,
    llm_failure: turn.llmFailure,
    observations: observationsOf(handle, sessionId, number),
    summary: summaryOf(handle, sessionId, number),
  };
}

function observationsOf(handle: Handle, sessionId: number, turn: number): Observation[] {
  return handle
    .select({ row: observations, project: projects.name })
    .from(observations)
    .leftJoin(projects, eq(projects.id, observations.projectId))
    .where(and(eq(observations.sessionId, sessionId), eq(observations.turn, turn), eq(observations.status, "active")))
    .orderBy(asc(observations.id))
    .limit(MAX_OBSERVATIONS_A_TURN)
    .all()
    .map(({ row, project }) => toObservation(row, project));
}

function summaryOf(handle: Handle, sessionId: number, turn: number): Summary | null {
  const found = handle
    .select({ row: summaries, project: projects.name })
    .from(summaries)
    .leftJoin(projects, eq(projects.id, summaries.projectId))
    .where(and(eq(summaries.sessionId, sessionId), eq(summaries.turn, turn), eq(summaries.status, "active")))
    .get();
  return found === undefined ? null : toSummary(found.row, found.project);
}
