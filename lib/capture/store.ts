/** Stores one cleaned event inside the chunk's transaction, and says what became of it. */
import { SESSION_COMPACTED } from "../inject/resume";
import { type Chunk, placeOf, type SessionState, tell, touchSession, touchTurn } from "./chunk";
import {
  DUPLICATE,
  type Prepared,
  type PreparedSession,
  type PreparedTitle,
  type PreparedTurnEnd,
  skipped,
  STORED,
  type Stored,
} from "./prepared";
import type { ProjectRow } from "../projects/service";
import { recordImport } from "./record-import";
import { storeMessage, storeTool } from "./store-event";
import { storePrompt } from "./store-prompt";
import { endAgain, endOpenTurns, endTurn, latestTurn, looksDone, turnAt } from "./turns";

/** A transcript whose last line is this old is of a session that is over. */
export const ABANDONED_MS = 30 * 60_000;

export function storeEvent(chunk: Chunk, event: Prepared): Stored {
  const place = placeOf(chunk, event, makesSession(event));
  if ("missing" in place) return skipped("no_session");
  if ("forgotten" in place) return skipped("forgotten");
  if ("excluded" in place) return skipped("project_excluded");
  if ("paused" in place) return skipped("paused");
  const { session, project } = place;
  switch (event.type) {
    case "prompt":
      return storePrompt(chunk, session, project, event);
    case "message":
      return storeAnswer(chunk, session, project, event);
    case "tool":
      return storeTool(chunk, session, project, event);
    case "turn_end":
      return storeTurnEnd(chunk, session, project, event);
    case "title":
      return storeTitle(chunk, session, project, event);
    case "compaction":
      return storeCompaction(chunk, session, project);
    case "session_start":
      return storeStart(chunk, session, project, event);
    case "session_end": {
      const stored = storeEnd(chunk, session, project, event);
      if (event.fromTranscript) recordImport(chunk, session);
      return stored;
    }
  }
}

/** Evidence makes a session (K03); an end or a title alone does not. */
const makesSession = (event: Prepared): boolean =>
  event.type !== "session_end" &&
  event.type !== "title" &&
  event.type !== "compaction" &&
  !(event.type === "turn_end" && event.lastMessage === null);

function storeAnswer(
  chunk: Chunk,
  session: SessionState,
  project: ProjectRow,
  event: Extract<Prepared, { type: "message" }>,
): Stored {
  const stored = storeMessage(chunk, session, project, event);
  if (!event.final || stored.did === "skipped") return stored;
  const ended = endTurn(chunk, session, turnAt(chunk, session, event), "done", event.at);
  if (ended) touchSession(chunk, session, project.id, event.at);
  return ended ? STORED : stored;
}

function storeTurnEnd(chunk: Chunk, session: SessionState, project: ProjectRow, event: PreparedTurnEnd): Stored {
  const { lastMessage, outcome, ...base } = event;
  let added = false;
  if (lastMessage !== null) {
    const message = {
      ...base,
      ...lastMessage,
      type: "message" as const,
      messageId: null,
      final: false,
      subagent: false,
    };
    added = storeMessage(chunk, session, project, message).did === "stored";
  }
  const turn = turnAt(chunk, session, event);
  const ended = endTurn(chunk, session, turn, outcome, event.at);
  if (ended) touchSession(chunk, session, project.id, event.at);
  if (turn.isPrivate) return skipped("private");
  if (added && !ended && !event.fromTranscript) endAgain(chunk, session, turn, outcome);
  if (added || ended) return STORED;
  return event.fromTranscript ? skipped("bookkeeping") : DUPLICATE;
}

/**
 * What the agent was told is about to go, or gone. What it did so far is extracted now, so that the block which it is given
 * anew holds it.
 */
function storeCompaction(chunk: Chunk, session: SessionState, project: ProjectRow): Stored {
  const { row } = session;
  const turn = latestTurn(chunk, session);
  if (turn !== undefined && turn.status === "open" && !turn.isPrivate && turn.revision > turn.extractedRevision) {
    touchTurn(session, turn.number, true);
    session.isDirty = true;
  }
  tell(chunk, { kind: SESSION_COMPACTED, projectId: project.id, sessionId: row.id });
  return STORED;
}

/** A stronger title replaces a weaker one, a newer custom title the older; the first summary stays. */
function storeTitle(chunk: Chunk, session: SessionState, project: ProjectRow, event: PreparedTitle): Stored {
  const { row } = session;
  if (event.text === "") return skipped("empty");
  if (row.title === event.text && row.titleRank >= event.rank) return DUPLICATE;
  if (event.rank < row.titleRank || (event.rank === row.titleRank && event.rank < 2)) return skipped("bookkeeping");
  row.title = event.text;
  row.titleRank = event.rank;
  session.isDirty = true;
  tell(chunk, { kind: "session.titled", projectId: project.id, sessionId: row.id });
  return STORED;
}

function storeStart(chunk: Chunk, session: SessionState, project: ProjectRow, event: PreparedSession): Stored {
  const isFirst = session.isNew && !session.isDirty;
  touchSession(chunk, session, project.id, event.at);
  return isFirst ? STORED : DUPLICATE;
}

function storeEnd(chunk: Chunk, session: SessionState, project: ProjectRow, event: PreparedSession): Stored {
  const isFile = event.fromTranscript;
  const { row } = session;
  const isOver = !isFile || chunk.now - row.lastEventAt >= ABANDONED_MS;
  const at = isFile ? row.lastEventAt : event.at;
  const ended = isOver ? endOpenTurns(chunk, session, at) : endDoneTurns(chunk, session, at);
  if (!isOver || row.status === "complete")
    return ended > 0 ? markDirty(session) : isFile ? skipped("bookkeeping") : DUPLICATE;
  touchSession(chunk, session, project.id, at);
  row.status = "complete";
  row.completedAt = at;
  row.endReason = event.reason;
  tell(chunk, { kind: "session.ended", projectId: project.id, sessionId: row.id });
  return STORED;
}

/** The file may still grow: only a turn whose answer stands in it is over. */
function endDoneTurns(chunk: Chunk, session: SessionState, at: number): number {
  const done = chunk.sql.openTurns
    .all({ sessionId: session.row.id, at })
    .filter((turn) => looksDone(chunk.sql, turn.sessionId, turn.number));
  for (const turn of done) endTurn(chunk, session, turn, "done", at);
  return done.length;
}

function markDirty(session: SessionState): Stored {
  session.isDirty = true;
  return STORED;
}
