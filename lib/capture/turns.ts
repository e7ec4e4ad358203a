/** Turns: which one an event belongs to, how one ends, and what its end sets off. */
import { type Chunk, type SessionState, tell, touchTurn } from "./chunk";
import type { PreparedBase } from "./prepared";
import type { CaptureStatements, TurnRow } from "./repo";

/** The newest turn that had begun by then; what came before any prompt goes to turn 0. */
export function turnAt(chunk: Chunk, session: SessionState, event: PreparedBase): TurnRow {
  const sessionId = session.row.id;
  const named = namedTurn(chunk, session, event);
  if (named !== undefined) return named;
  const latest = latestTurn(chunk, session);
  if (latest !== undefined && latest.startedAt <= event.at) return latest;
  if (latest === undefined && event.beginsTurns) return insertTurn(chunk, session, event, 1, false);
  const turn = chunk.sql.turnAt.get({ sessionId, at: event.at });
  if (turn !== undefined) return turn;
  const zero = chunk.sql.turn.get({ sessionId, number: 0 });
  if (zero === undefined) return insertTurn(chunk, session, event, 0, false);
  beginEarlier(chunk, session, 0, event.at);
  return zero;
}

/** The turn that the sender names, if there is one. */
export const namedTurn = (chunk: Chunk, session: SessionState, event: PreparedBase): TurnRow | undefined =>
  event.turn === null ? undefined : chunk.sql.turn.get({ sessionId: session.row.id, number: event.turn });

/** The turn that began last. */
export function latestTurn(chunk: Chunk, session: SessionState): TurnRow | undefined {
  session.latestTurn ??= chunk.sql.turnAt.get({ sessionId: session.row.id, at: Number.MAX_SAFE_INTEGER });
  return session.latestTurn;
}

/**
 * {@link turnAt} for tool uses. A client that never says when a turn begins says when it ends: what it does after that
 * begins the next one, unless prompts begin this session's turns.
 */
export function turnOfWork(chunk: Chunk, session: SessionState, event: PreparedBase): TurnRow {
  if (!event.beginsTurns || namedTurn(chunk, session, event) !== undefined) return turnAt(chunk, session, event);
  const latest = latestTurn(chunk, session);
  const begins = latest === undefined || (latest.startedAt <= event.at && isOver(chunk, latest));
  if (!begins) return turnAt(chunk, session, event);
  return insertTurn(chunk, session, event, nextTurnNumber(chunk, session), false);
}

/** Prompts that were told when their turn was over. */
export const LATE_KEY = "s:";

function isOver(chunk: Chunk, turn: TurnRow): boolean {
  if (turn.status !== "done") return false;
  const prompt = chunk.sql.promptOfTurn.get({ sessionId: turn.sessionId, number: turn.number });
  return prompt === undefined || prompt.dedupeKey.startsWith(LATE_KEY);
}

/** Another delivery says that the turn began before what we knew. */
export function beginEarlier(chunk: Chunk, session: SessionState, number: number, at: number): void {
  session.latestTurn = undefined;
  chunk.sql.startTurn.run({ sessionId: session.row.id, number, at });
}

function setStatus(
  chunk: Chunk,
  session: SessionState,
  number: number,
  status: TurnRow["status"],
  endedAt: number | null,
): void {
  session.latestTurn = undefined;
  chunk.sql.setTurnStatus.run({ sessionId: session.row.id, number, status, endedAt });
}

export function insertTurn(
  chunk: Chunk,
  session: SessionState,
  event: PreparedBase,
  number: number,
  isPrivate: boolean,
): TurnRow {
  session.latestTurn = undefined;
  return chunk.sql.insertTurn.get({
    sessionId: session.row.id,
    number,
    isPrivate,
    fromTranscript: event.fromTranscript,
    startedAt: event.at,
  });
}

export const nextTurnNumber = (chunk: Chunk, session: SessionState): number =>
  (chunk.sql.lastTurnNumber.get({ sessionId: session.row.id })?.number ?? 0) + 1;

/** New evidence: an interrupted turn goes on, and extraction follows. */
export function evidenceAdded(chunk: Chunk, session: SessionState, turn: TurnRow): void {
  if (turn.status === "interrupted") {
    setStatus(chunk, session, turn.number, "open", null);
  }
  touchTurn(session, turn.number, false);
}

/** The last word was the agent's, and no tool of the turn still waits for its result. */
export function looksDone(sql: CaptureStatements, sessionId: number, turn: number): boolean {
  const last = sql.lastEvent.get({ sessionId, turn });
  return last?.kind === "message" && sql.pendingTool.get({ sessionId, turn }) === undefined;
}

/** Ends an open turn; answers false when it had ended before. A private turn ends without extraction. */
export function endTurn(
  chunk: Chunk,
  session: SessionState,
  turn: TurnRow,
  outcome: "done" | "interrupted",
  at: number,
): boolean {
  const current = chunk.sql.turn.get({ sessionId: turn.sessionId, number: turn.number }) ?? turn;
  if (current.status !== "open") return false;
  setStatus(chunk, session, turn.number, outcome, at);
  if (!current.isPrivate) endAgain(chunk, session, turn, outcome);
  return true;
}

/** The end of a turn, or what is said at its end once more: it is extracted now, not after a silence. */
export function endAgain(chunk: Chunk, session: SessionState, turn: TurnRow, outcome: "done" | "interrupted"): void {
  touchTurn(session, turn.number, true);
  tell(chunk, {
    kind: "turn.ended",
    projectId: session.row.projectId,
    sessionId: turn.sessionId,
    entityType: "turn",
    entityId: turn.number,
    data: { turn: turn.number, outcome },
  });
}

/**
 * Ends the turns that were still open at `at`. Nobody told their end, and a message that was queued while the agent works looks
 * just so: only a host says that one was cut off.
 */
export function endOpenTurns(chunk: Chunk, session: SessionState, at: number): number {
  const open = chunk.sql.openTurns.all({ sessionId: session.row.id, at });
  for (const turn of open) endTurn(chunk, session, turn, "done", at);
  return open.length;
}
