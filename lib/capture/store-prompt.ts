/** Stores what a person typed, once, whether it came live, again, or later from the transcript. */
import type { ProjectRow } from "../projects/service";
import { indexEntity } from "../search/indexing";
import { branchOf, type Chunk, type SessionState, tell, touchSession, touchTurn, wasDeleted } from "./chunk";
import { DUPLICATE, type PreparedPrompt, skipped, STORED, type Stored } from "./prepared";
import { forgetTurn } from "./forget-turn";
import { flag, type PromptRow, type TurnRow } from "./repo";
import { beginEarlier, endOpenTurns, insertTurn, LATE_KEY, latestTurn, namedTurn, nextTurnNumber } from "./turns";

/** Live and transcript copies of one prompt lie at most this far apart. */
const SAME_PROMPT_MS = 60_000;
/** The same words again this soon are a second delivery, not a second request. */
const REPEATED_MS = 5_000;

/** A late prompt may be told this long after its turn began. */
const LATE_MS = 30 * 60_000;

/** A prompt begins a turn and ends the ones before it. A private one keeps its place, not its text (M15). */
export function storePrompt(chunk: Chunk, session: SessionState, project: ProjectRow, event: PreparedPrompt): Stored {
  if (!event.isPrivate && event.text === "") return skipped("empty");
  if (event.isLate) return storeLatePrompt(chunk, session, project, event);
  const same = findSame(chunk, session, event);
  if (same !== undefined) {
    if (event.key?.startsWith("u:") === true) pair(chunk, session, same, event);
    return DUPLICATE;
  }
  if (event.key !== null && wasDeleted(chunk, "prompts", session.row.id, event.key)) return skipped("deleted");
  const waiting = waitingTurn(chunk, session, event);
  if (waiting !== undefined) return givePrompt(chunk, session, project, event, waiting);
  return beginTurn(chunk, session, project, event);
}

/**
 * Told when its turn is over, by a client that tells no prompt before (M7). It is the prompt of the turn that has none;
 * after the end of such a turn, other words are of the next one.
 */
function storeLatePrompt(chunk: Chunk, session: SessionState, project: ProjectRow, event: PreparedPrompt): Stored {
  const turn = namedTurn(chunk, session, event) ?? latestTurn(chunk, session);
  if (turn === undefined) return beginTurn(chunk, session, project, event);
  const prompt = chunk.sql.promptOfTurn.get({ sessionId: turn.sessionId, number: turn.number });
  if (prompt === undefined) return givePrompt(chunk, session, project, event, turn);
  const isNext =
    prompt.dedupeKey.startsWith(LATE_KEY) && turn.status === "done" && event.turn === null && !isSame(prompt, event);
  if (isNext) return beginTurn(chunk, session, project, event);
  return event.isPrivate || turn.isPrivate ? skipped("private") : DUPLICATE;
}

const isSame = (prompt: PromptRow, event: PreparedPrompt): boolean =>
  prompt.text === event.text && prompt.isPrivate === event.isPrivate;

function beginTurn(chunk: Chunk, session: SessionState, project: ProjectRow, event: PreparedPrompt): Stored {
  const next = nextTurnNumber(chunk, session);
  const number = Math.max(next, event.turn ?? 0);
  endOpenTurns(chunk, session, event.at);
  const turn = insertTurn(chunk, session, event, number, event.isPrivate);
  return insertPrompt(chunk, session, project, event, turn);
}

/** A turn that has no prompt yet gets it. A private one takes all that was captured of the turn with it. */
function givePrompt(
  chunk: Chunk,
  session: SessionState,
  project: ProjectRow,
  event: PreparedPrompt,
  turn: TurnRow,
): Stored {
  if (event.isPrivate && !turn.isPrivate) forgetTurn(chunk, session, turn);
  if (!event.isLate) beginEarlier(chunk, session, turn.number, event.at);
  return insertPrompt(chunk, session, project, event, turn);
}

function insertPrompt(
  chunk: Chunk,
  session: SessionState,
  project: ProjectRow,
  event: PreparedPrompt,
  turn: TurnRow,
): Stored {
  const at = event.isLate ? Math.min(turn.startedAt, event.at) : event.at;
  const row = chunk.sql.insertPrompt.get({
    sessionId: session.row.id,
    projectId: project.id,
    branch: branchOf(event) ?? session.row.branch,
    promptNumber: turn.number,
    text: event.text,
    isPrivate: event.isPrivate,
    originalChars: event.isPrivate ? 0 : event.originalChars,
    // Never made from the text: a hash of a short private text gives it away.
    dedupeKey: event.key ?? `${event.isLate ? LATE_KEY : "n:"}${chunk.app.newId("prompt")}`,
    createdAt: at,
  });
  touchSession(chunk, session, project.id, event.at);
  if (event.isPrivate || turn.isPrivate) return skipped("private");
  touchTurn(session, turn.number, turn.status === "done");
  indexEntity(chunk.tx, chunk.now, "prompt", row);
  tell(chunk, {
    kind: "prompt.created",
    projectId: project.id,
    sessionId: session.row.id,
    entityType: "prompt",
    entityId: row.id,
    data: { turn: turn.number },
  });
  return STORED;
}

/**
 * The turn without a prompt that this prompt is of: the one that the sender names, or, for a line of a transcript, the
 * one whose work began right after it.
 */
function waitingTurn(chunk: Chunk, session: SessionState, event: PreparedPrompt): TurnRow | undefined {
  const sessionId = session.row.id;
  const turn = event.fromTranscript
    ? chunk.sql.turnFrom.get({ sessionId, at: event.at })
    : namedTurn(chunk, session, event);
  if (turn === undefined || turn.number === 0 || turn.isPrivate) return undefined;
  if (event.fromTranscript && turn.startedAt - event.at > SAME_PROMPT_MS) return undefined;
  return chunk.sql.promptOfTurn.get({ sessionId, number: turn.number }) === undefined ? turn : undefined;
}

function findSame(chunk: Chunk, session: SessionState, event: PreparedPrompt): PromptRow | undefined {
  const sessionId = session.row.id;
  if (event.key !== null) {
    const exact = chunk.sql.promptByKey.get({ sessionId, key: event.key });
    if (exact !== undefined) return exact;
  }
  if (event.turn !== null) {
    const named = chunk.sql.promptOfTurn.get({ sessionId, number: event.turn });
    if (named !== undefined && isSame(named, event)) return named;
  }
  const near = chunk.sql.promptsByText.all({
    sessionId,
    text: event.text,
    isPrivate: flag(event.isPrivate),
    from: event.at - SAME_PROMPT_MS,
    to: event.at + LATE_MS,
    at: event.at,
  });
  const isLineOfTranscript = event.key?.startsWith("u:") === true;
  return near.find((prompt) => {
    const isLate = prompt.dedupeKey.startsWith(LATE_KEY);
    if (prompt.createdAt - event.at > SAME_PROMPT_MS && !isLate) return false;
    const wasLineOfTranscript = prompt.dedupeKey.startsWith("u:");
    // Two lines with ids of their own are two prompts, however alike.
    if (isLineOfTranscript) return !wasLineOfTranscript;
    if (wasLineOfTranscript || Math.abs(prompt.createdAt - event.at) <= REPEATED_MS) return true;
    return !event.beginsTurns && isUnanswered(chunk, prompt);
  });
}

function isUnanswered(chunk: Chunk, prompt: PromptRow): boolean {
  const turn = { sessionId: prompt.sessionId, number: prompt.promptNumber };
  const row = chunk.sql.turn.get(turn);
  if (row?.status !== "open") return false;
  return chunk.sql.lastEvent.get({ sessionId: prompt.sessionId, turn: prompt.promptNumber }) === undefined;
}

/** The line's id becomes the row's, so that the next equal line finds its own row. */
function pair(chunk: Chunk, session: SessionState, prompt: PromptRow, event: PreparedPrompt): void {
  if (prompt.dedupeKey.startsWith("u:")) return;
  chunk.sql.rekeyPrompt.run({ id: prompt.id, key: event.key });
  beginEarlier(chunk, session, prompt.promptNumber, event.at);
}
