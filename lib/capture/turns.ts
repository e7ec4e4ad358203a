/** Turns: which one an event belongs to, how one ends, and what its end sets off. */
import { type Chunk, type SessionState, tell, touchTurn } from "./chunk";
import type { PreparedBase } from "./prepared";
import type { CaptureStatements, TurnRow } from "./repo";

/** The newest turn that had begun by then; what came before any prompt goes to turn 0. */
export function turnAt(chunk: Chunk, session: SessionState, event: PreparedBase): TurnRow {
  const sessionId = session.row.id;
  session.latestTurn ??= chunk.sql.turnAt.get({ sessionId, at: Number.MAX_SAFE_INTEGER });
  if (session.latestTurn !== undefined && session.latestTurn.startedAt <= event.at) return session.latestTurn;
  const turn = chunk.sql.turnAt.get({ sessionId, at: event.at });
  if (turn !== undefined) return turn;
  const zero = chunk.sql.turn.get({ sessionId, number: 0 });
  if (zero === undefined) return insertTurn(chunk, session, event, 0, false);
  beginEarlier(chunk, session, 0, event.at);
  return zero;
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
  if (turn.isPrivate) return true;
  touchTurn(session, turn.number, true);
  tell(chunk, {
    kind: "turn.ended",
    projectId: session.row.projectId,
    sessionId: turn.sessionId,
    entityType: "turn",
    entityId: turn.number,
    data: { turn: turn.number, outcome },
  });
  return true;
}

/** Ends the turns that were still open at `at`, but `except`, by what their last rows say. */
export function endOpenTurns(chunk: Chunk, session: SessionState, at: number, except?: number): number {
  const open = chunk.sql.openTurns.all({ sessionId: session.row.id, at }).filter((turn) => turn.number !== except);
  for (const turn of open) {
    const outcome = looksDone(chunk.sql, turn.sessionId, turn.number) ? "done" : "interrupted";
    endTurn(chunk, session, turn, outcome, at);
  }
  return open.length;
}
