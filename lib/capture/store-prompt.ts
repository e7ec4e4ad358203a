/** Stores what a person typed, once, whether it came live, again, or later from the transcript. */
import type { ProjectRow } from "../projects/service";
import { indexEntity } from "../search/indexing";
import { branchOf, type Chunk, type SessionState, tell, touchSession, touchTurn, wasDeleted } from "./chunk";
import { DUPLICATE, type PreparedPrompt, skipped, STORED, type Stored } from "./prepared";
import { flag, type PromptRow } from "./repo";
import { beginEarlier, endOpenTurns, insertTurn, nextTurnNumber } from "./turns";

/** Live and transcript copies of one prompt lie at most this far apart. */
const SAME_PROMPT_MS = 60_000;
/** The same words again this soon are a second delivery, not a second request. */
const REPEATED_MS = 5_000;

/** A prompt begins a turn and ends the ones before it. A private one keeps its place, not its text (M15). */
export function storePrompt(chunk: Chunk, session: SessionState, project: ProjectRow, event: PreparedPrompt): Stored {
  if (!event.isPrivate && event.text === "") return skipped("empty");
  const same = findSame(chunk, session, event);
  if (same !== undefined) {
    if (event.key?.startsWith("u:") === true) pair(chunk, session, same, event);
    return DUPLICATE;
  }
  if (event.key !== null && wasDeleted(chunk, "prompts", session.row.id, event.key)) return skipped("deleted");
  const number = nextTurnNumber(chunk, session);
  endOpenTurns(chunk, session, event.at);
  insertTurn(chunk, session, event, number, event.isPrivate);
  const row = chunk.sql.insertPrompt.get({
    sessionId: session.row.id,
    projectId: project.id,
    branch: branchOf(event) ?? session.row.branch,
    promptNumber: number,
    text: event.text,
    isPrivate: event.isPrivate,
    originalChars: event.isPrivate ? 0 : event.originalChars,
    // Never made from the text: a hash of a short private text gives it away.
    dedupeKey: event.key ?? `n:${chunk.app.newId("prompt")}`,
    createdAt: event.at,
  });
  touchSession(chunk, session, project.id, event.at);
  if (event.isPrivate) return skipped("private");
  touchTurn(session, number, false);
  indexEntity(chunk.tx, chunk.now, "prompt", row);
  tell(chunk, {
    kind: "prompt.created",
    projectId: project.id,
    sessionId: session.row.id,
    entityType: "prompt",
    entityId: row.id,
    data: { turn: number },
  });
  return STORED;
}

function findSame(chunk: Chunk, session: SessionState, event: PreparedPrompt): PromptRow | undefined {
  const sessionId = session.row.id;
  if (event.key !== null) {
    const exact = chunk.sql.promptByKey.get({ sessionId, key: event.key });
    if (exact !== undefined) return exact;
  }
  const [from, to] = [event.at - SAME_PROMPT_MS, event.at + SAME_PROMPT_MS];
  const near = chunk.sql.promptsByText.all({
    sessionId,
    text: event.text,
    isPrivate: flag(event.isPrivate),
    from,
    to,
    at: event.at,
  });
  const isLineOfTranscript = event.key?.startsWith("u:") === true;
  return near.find((prompt) => {
    const wasLineOfTranscript = prompt.dedupeKey.startsWith("u:");
    // Two lines with ids of their own are two prompts, however alike.
    if (isLineOfTranscript) return !wasLineOfTranscript;
    return wasLineOfTranscript || Math.abs(prompt.createdAt - event.at) <= REPEATED_MS || isUnanswered(chunk, prompt);
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
