/** State of one chunk of events inside its transaction: rows seen so far, and what is to be written once at its end. */
import { appendActivity, type NewActivity } from "../activity/repo";
import type { App, Tx } from "../context";
import type { Actor } from "../contract/common";
import { JOB } from "../jobs/kinds";
import { enqueue } from "../jobs/repo";
import { isTurnTold } from "../observations/repo";
import { evidenceIdentity, isAnythingBuried, isBuried } from "../operations/tombstones";
import { isPaused } from "../pauses/service";
import { projectById, touchProject } from "../projects/repo";
import { ensureProject, identifyProject, type ProjectRow } from "../projects/service";
import { readSettings } from "../settings/service";
import { projectExcluder, type ProjectNames } from "./excluded-projects";
import { toolSkipper } from "./excluded-tools";
import { isKeptOut, keepOut, wasWiped } from "./kept-out";
import type { PreparedBase } from "./prepared";
import { captureStatements, type CaptureStatements, type SessionRow, type TurnRow } from "./repo";

/** After so much silence a turn that nobody ended is extracted as it stands (M3). */
const SILENCE_MS = 60_000;

/** How long events of a turn are gathered before its running observation is written again; longer in a long turn, of which more is read. */
const GATHER_MS = 500;
const GATHER_LONG_MS = 1_200;
/** Additions to a turn that count as few, and how much longer each further one is gathered. */
const FEW = 20;
const GATHER_MORE_MS = 20;
/** A turn that ended is mostly read by then; where that takes longer, it is told as it stands (M3: within two seconds). */
const READ_AGAIN_MS = 1_500;

export interface SessionState {
  row: SessionRow;
  /** Turns with new evidence; true = the turn ended, so extraction need not wait for silence. */
  touched: Map<number, boolean>;
  isDirty: boolean;
  /** Made by this chunk. */
  isNew: boolean;
  /** The turn that began last, as it is now; undefined = to be read. */
  latestTurn: TurnRow | undefined;
}

export interface Chunk {
  app: App;
  tx: Tx;
  now: number;
  /** Who sends. */
  actor: Actor;
  sql: CaptureStatements;
  sessions: Map<string, SessionState>;
  /** By identity and by id. */
  projects: Map<string, ProjectRow>;
  /** Newest event of each project. */
  activeAt: Map<number, number>;
  /** Something was deleted for good at some time: new rows are checked against it. */
  hasBuried: boolean;
  /** Sessions that this chunk kept out. */
  keptOut: Set<string>;
  /** Tools and projects that the settings keep out. */
  skipsTool: (name: string) => boolean;
  isExcluded: (project: ProjectNames) => boolean;
}

/** The project and, unless one of them is not to be captured, the session that an event belongs to. */
export type Place =
  | { project: ProjectRow; session: SessionState }
  | { excluded: true }
  | { paused: true }
  | { missing: true }
  | { forgotten: true };

export function openChunk(app: App, tx: Tx, actor: Actor): Chunk {
  const settings = readSettings(app);
  return {
    app,
    tx,
    now: app.now(),
    actor,
    sql: captureStatements(app.db),
    sessions: new Map(),
    projects: new Map(),
    activeAt: new Map(),
    hasBuried: isAnythingBuried(tx),
    keptOut: new Set(),
    skipsTool: toolSkipper(settings.skip_tools),
    isExcluded: projectExcluder(settings.excluded_projects),
  };
}

/** True when this very prompt or event was deleted for good: a second import must not bring it back. */
export const wasDeleted = (chunk: Chunk, table: "prompts" | "events", sessionId: number, dedupeKey: string): boolean =>
  chunk.hasBuried && isBuried(chunk.tx, evidenceIdentity(table, sessionId, dedupeKey));

/**
 * Finds or makes session and project. Captures nothing where the project is `read-only` or `off`. With `create` false
 * an unknown session stays unknown: an end alone makes no session. A forgotten one stays as it was, also while it
 * still runs: a person who forgot it does not expect the rest of it here.
 */
export function placeOf(chunk: Chunk, event: PreparedBase, create: boolean): Place {
  const known = findSession(chunk, event);
  if (known === undefined && !create) return { missing: true };
  if (known?.row.status === "deleted" || (known === undefined && wasWiped(chunk, event))) return { forgotten: true };
  const project = openProject(chunk, event, known);
  if (project === null) {
    if (known === undefined) keepOut(chunk, event);
    return { excluded: true };
  }
  // What is told later of a time of rest, a person brings in on purpose.
  const rests = { sessionId: known?.row.id, projectId: project.id };
  if (!event.fromTranscript && isPaused(chunk.tx, "capture", rests)) return { paused: true };
  const session = known ?? createSession(chunk, event, project);
  see(chunk, session, event, project);
  return { project, session };
}

/** null where nothing is captured. */
function openProject(chunk: Chunk, event: PreparedBase, known: SessionState | undefined): ProjectRow | null {
  if (known === undefined && isKeptOut(chunk, event)) return null;
  const folder = event.cwd ?? known?.row.cwd ?? null;
  // Before anything of it is written.
  if (event.identity !== null && chunk.isExcluded({ ...event.identity, folder })) return null;
  const project = projectOf(chunk, event, known);
  if (project.mode === "read-only" || project.mode === "off") return null;
  return chunk.isExcluded({ ...project, folder }) ? null : project;
}

function findSession(chunk: Chunk, event: PreparedBase): SessionState | undefined {
  const id = `${event.host}\n${event.hostSessionId}`;
  const seen = chunk.sessions.get(id);
  if (seen !== undefined) return seen;
  const row = chunk.sql.session.get({ host: event.host, hostSessionId: event.hostSessionId });
  return row === undefined ? undefined : remember(chunk, id, row, false);
}

function remember(chunk: Chunk, id: string, row: SessionRow, isNew: boolean): SessionState {
  const state: SessionState = {
    row: { ...row },
    touched: new Map(),
    isDirty: false,
    isNew,
    latestTurn: undefined,
  };
  chunk.sessions.set(id, state);
  return state;
}

function projectOf(chunk: Chunk, event: PreparedBase, session: SessionState | undefined): ProjectRow {
  if (event.identity === null && session !== undefined) {
    const own = once(chunk, `#${session.row.projectId}`, () => projectById(chunk.tx, session.row.projectId));
    if (own !== undefined) return own;
  }
  const identity = event.identity ?? identifyProject(chunk.app, {});
  const folders = identity.roots.map((root) => root.path).join("\n");
  return once(chunk, `${identity.key}\n${folders}`, () => ensureProject(chunk.tx, chunk.now, identity, event.at));
}

function once<T extends ProjectRow | undefined>(chunk: Chunk, key: string, read: () => T): ProjectRow | T {
  const seen = chunk.projects.get(key);
  if (seen !== undefined) return seen;
  const project = read();
  if (project !== undefined) chunk.projects.set(key, project);
  return project;
}

function createSession(chunk: Chunk, event: PreparedBase, project: ProjectRow): SessionState {
  const row = chunk.sql.insertSession.get({
    host: event.host,
    hostSessionId: event.hostSessionId,
    projectId: project.id,
    branch: branchOf(event),
    cwd: event.cwd,
    at: event.at,
  });
  tell(chunk, { kind: "session.started", projectId: project.id, sessionId: row.id });
  return remember(chunk, `${event.host}\n${event.hostSessionId}`, row, true);
}

export const tell = (chunk: Chunk, entry: NewActivity): void => appendActivity(chunk.tx, chunk.now, entry);

/** HEAD of today says nothing about the day of a stored transcript. */
export const branchOf = (event: PreparedBase): string | null =>
  event.branch ?? (event.fromTranscript ? null : (event.identity?.branch ?? null));

function see(chunk: Chunk, session: SessionState, event: PreparedBase, project: ProjectRow): void {
  const { row } = session;
  if (row.cwd === null && event.cwd !== null) {
    row.cwd = event.cwd;
    row.projectId = project.id;
  } else if (row.projectId !== project.id && event.identity !== null && row.cwd === null) {
    // The first to say which project it is.
    const own = once(chunk, `#${row.projectId}`, () => projectById(chunk.tx, row.projectId));
    if (own?.kind === "unknown") row.projectId = project.id;
  }
  if (row.branch === null || event.at >= row.lastEventAt) row.branch = branchOf(event) ?? row.branch;
}

/** Something of session and project was stored: moves their times, and wakes a session up that had ended. */
export function touchSession(chunk: Chunk, session: SessionState, projectId: number, at: number): void {
  chunk.activeAt.set(projectId, Math.max(at, chunk.activeAt.get(projectId) ?? 0));
  const { row } = session;
  session.isDirty = true;
  row.startedAt = Math.min(row.startedAt, at);
  if (row.status === "complete" && at > (row.completedAt ?? 0)) {
    row.status = "active";
    row.completedAt = null;
    row.endReason = null;
  }
  row.lastEventAt = Math.max(row.lastEventAt, at);
}

export function touchTurn(session: SessionState, number: number, ended: boolean): void {
  session.touched.set(number, ended || session.touched.get(number) === true);
}

/** Writes what the chunk gathered: session rows, turn revisions, and the jobs that follow from them. */
export function closeChunk(chunk: Chunk): void {
  const { tx, now, sql } = chunk;
  for (const [id, at] of chunk.activeAt) touchProject(tx, id, at);
  for (const session of chunk.sessions.values()) {
    if (!session.isDirty) continue;
    const { row } = session;
    sql.updateSession.run({
      id: row.id,
      projectId: row.projectId,
      branch: row.branch,
      cwd: row.cwd,
      title: row.title,
      titleRank: row.titleRank,
      status: row.status,
      endReason: row.endReason,
      startedAt: row.startedAt,
      lastEventAt: row.lastEventAt,
      completedAt: row.completedAt,
    });
    let waits = false;
    for (const [number, ended] of session.touched) {
      const turn = sql.bumpTurn.get({ sessionId: row.id, number });
      if (!ended) waits = true;
      else enqueueExtraction(tx, now, row.id, number, turn.revision);
      if (!turn.isPrivate && !turn.fromTranscript) enqueueObservation(tx, now, turn, ended);
    }
    if (waits) {
      const payload = { sessionId: row.id, since: now };
      enqueue(tx, now, { kind: JOB.closeTurn, key: String(row.id), payload, runAt: now + SILENCE_MS });
    }
  }
}

const gatherMs = (revision: number): number =>
  Math.min(GATHER_LONG_MS, GATHER_MS + Math.max(0, revision - FEW) * GATHER_MORE_MS);

/** The first event shows up at once; what follows within a moment is told together. */
function enqueueObservation(tx: Tx, now: number, { sessionId, number, revision }: TurnRow, ended: boolean): void {
  const isFirst = !ended && !isTurnTold(tx, sessionId, number);
  enqueue(tx, now, {
    kind: JOB.observeTurn,
    key: `${sessionId}:${number}`,
    payload: { sessionId, turn: number, revision },
    runAt: isFirst ? now : now + (ended ? READ_AGAIN_MS : gatherMs(revision)),
    keepsTime: true,
  });
}

export function enqueueExtraction(tx: Tx, now: number, sessionId: number, turn: number, revision: number): void {
  enqueue(tx, now, { kind: JOB.extractTurn, key: `${sessionId}:${turn}`, payload: { sessionId, turn, revision } });
}
