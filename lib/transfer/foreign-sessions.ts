/** Sessions of claude-mem in our store: taken in, or found again by what other rows call them. */
import { findLink, saveLink } from "./links-repo";
import {
  insertSession,
  sessionById,
  sessionOfHost,
  type SessionPlace,
  setStatus,
  statusOf,
  wasTakenBack,
} from "./foreign-repo";
import { closedTo, type ForeignChunk, type Outcome, projectOf, SOURCE, timeOf, touch } from "./foreign-run";
import type { ForeignSession, SessionRef } from "./foreign-rows";
import { madeRow } from "./import-log";
import { STORE_IMPORT } from "../operations/take-back";

const FORGOTTEN = { reason: "Its session was forgotten here; Undo under Activity brings it back." };
/** Hosts that a row may mean which names a session and no host. */
const LIKELY_HOST = "claude-code";

const memoryLink = (memory: string): string => `memory-session:${memory}`;

/** A session is the same by its host's id; one that an import's Undo took away comes back. */
export function takeSession(chunk: ForeignChunk, row: ForeignSession): Outcome {
  const { tx } = chunk;
  const known = findPlace(chunk, row, row.host);
  const hostSessionId = row.content ?? row.memory ?? "";
  if (known !== undefined) {
    remember(chunk, row, known);
    if (known.status !== "deleted") return "known";
    return revive(chunk, known.id) ? "imported" : FORGOTTEN;
  }
  const content = `session:${row.host}\n${hostSessionId}`;
  if (chunk.run.seen.has(content)) return "known";
  const projectId = projectOf(chunk, row.project);
  const closed = closedTo(chunk, projectId);
  if (closed !== null) return { reason: closed };
  chunk.run.seen.add(content);
  remember(chunk, row, makeSession(chunk, row, hostSessionId, projectId));
  touch(chunk, null, projectId, timeOf(chunk, row.completedAt ?? row.startedAt));
  saveLink(tx, chunk.now, SOURCE, { sourceId: `session:${hostSessionId}`, table: "sessions", id: placeOf(chunk, row) });
  return "imported";
}

const placeOf = (chunk: ForeignChunk, row: SessionRef): number => chunk.run.places.get(nameOf(row))?.id ?? 0;

const nameOf = ({ content, memory }: SessionRef): string => (content === null ? `m:${memory}` : `c:${content}`);

function makeSession(chunk: ForeignChunk, row: ForeignSession, hostSessionId: string, projectId: number): SessionPlace {
  const startedAt = timeOf(chunk, row.startedAt ?? row.completedAt);
  const endedAt = Math.max(startedAt, timeOf(chunk, row.completedAt ?? row.startedAt));
  const place = insertSession(chunk.tx, {
    host: row.host,
    hostSessionId,
    projectId,
    title: row.title,
    startedAt,
    lastEventAt: endedAt,
    completedAt: endedAt,
  });
  chunk.changes.push(madeRow("sessions", place));
  return place;
}

/** The session that an import's Undo took away is there again. */
function revive(chunk: ForeignChunk, id: number): boolean {
  if (!wasTakenBack(chunk.tx, "sessions", id, STORE_IMPORT)) return false;
  setStatus(chunk.tx, "sessions", id, "complete");
  chunk.changes.push({ table: "sessions", id, before: { status: "deleted" }, after: { status: "complete" } });
  return true;
}

function remember(chunk: ForeignChunk, row: SessionRef, { id, projectId }: SessionPlace): void {
  const place = { id, projectId };
  if (row.content !== null) chunk.run.places.set(`c:${row.content}`, place);
  if (row.memory === null) return;
  chunk.run.places.set(`m:${row.memory}`, place);
  const link = findLink(chunk.tx, SOURCE, memoryLink(row.memory));
  if (link?.id !== id)
    saveLink(chunk.tx, chunk.now, SOURCE, { sourceId: memoryLink(row.memory), table: "sessions", id });
}

function findPlace(chunk: ForeignChunk, row: SessionRef, host: string): SessionPlace | undefined {
  const { tx } = chunk;
  if (row.content !== null) return sessionOfHost(tx, host, row.content);
  if (row.memory === null) return undefined;
  const link = findLink(tx, SOURCE, memoryLink(row.memory));
  const linked = link === undefined ? undefined : sessionById(tx, link.id);
  // Our own rows call a session by the host's id under both names.
  return linked ?? sessionOfHost(tx, host, row.memory);
}

export interface Home {
  sessionId: number | null;
  projectId: number;
}

/**
 * Session and project of a row. A session that the source has no row of is made; one that it has is made as that row
 * says. Without any session the row stands for itself where `needed` is false.
 */
export function homeOf(
  chunk: ForeignChunk,
  row: { session: SessionRef; project: string | null; at: number | null },
  needed: boolean,
): Home | { reason: string } {
  const { run, tx } = chunk;
  const { session } = row;
  if (session.content === null && session.memory === null && !needed) {
    const projectId = projectOf(chunk, row.project);
    const closed = closedTo(chunk, projectId);
    return closed === null ? { sessionId: null, projectId } : { reason: closed };
  }
  let place = run.places.get(nameOf(session));
  if (place === undefined) {
    const told = run.sessions.get(nameOf(session));
    const asked: ForeignSession = told ?? {
      ...session,
      host: LIKELY_HOST,
      project: row.project,
      title: null,
      startedAt: row.at,
      completedAt: row.at,
    };
    const found = findPlace(chunk, asked, asked.host);
    if (found?.status === "deleted" && !revive(chunk, found.id)) return FORGOTTEN;
    const projectId = found === undefined ? projectOf(chunk, asked.project ?? row.project) : found.projectId;
    const closed = closedTo(chunk, projectId);
    if (closed !== null) return { reason: closed };
    const made = found ?? makeSession(chunk, asked, asked.content ?? asked.memory ?? "", projectId);
    remember(chunk, asked, made);
    place = { id: made.id, projectId };
    run.places.set(nameOf(session), place);
  } else if (statusOf(tx, "sessions", place.id) === "deleted") return FORGOTTEN;
  const projectId = row.project === null ? place.projectId : projectOf(chunk, row.project);
  const closed = closedTo(chunk, projectId);
  return closed === null ? { sessionId: place.id, projectId } : { reason: closed };
}

/** What is known of a session before its rows come. */
export function announceSession(sessions: Map<string, ForeignSession>, row: ForeignSession): void {
  if (row.content !== null) sessions.set(`c:${row.content}`, row);
  if (row.memory !== null) sessions.set(`m:${row.memory}`, row);
}
