/** Flush: what was said is read now, and what came of it is said as it is (V42). */
import { commitItems } from "../capture/commit";
import { prepareCaptured } from "../capture/ingest";
import { captureStatements } from "../capture/repo";
import type { App } from "../context";
import { write } from "../db/write";
import { extractOne } from "../extract/job";
import { drawFrom } from "./draw";
import {
  type ConversationRow,
  drawnSince,
  endedTurns,
  findConversation,
  newestOperation,
  sessionState,
  setConversation,
} from "./repo";

const ACTOR = { kind: "job", name: "everme" } as const;

export interface Flushed {
  /** Something was drawn since the last flush. */
  any: boolean;
  /** Something of the person. */
  personal: boolean;
}

/**
 * Ends the turn that is open, extracts every turn that was not read as it stands, and draws cases, skills and traits. Where a
 * language model reads turns, it is asked, and nothing is claimed before it answered.
 */
export function flushConversation(
  app: App,
  { id, sessionId, ...name }: ConversationRow,
  hostSessionId: string,
): Flushed {
  if (sessionState(app.db, sessionId)?.status === "deleted") return { any: false, personal: false };
  endOpenTurn(app, sessionId, hostSessionId);
  for (const { number, revision, isPrivate } of captureStatements(app.db).unsettledTurns.all({ sessionId })) {
    if (!isPrivate) extractOne(app, { sessionId, turn: number, revision });
  }
  const before = findConversation(app.db, name);
  if (before === undefined) return { any: false, personal: false };
  const turns = endedTurns(app.db, sessionId, before.drawnTurn);
  for (const turn of turns) drawFrom(app, sessionId, turn.number);
  const drawn = drawnSince(app.db, sessionId, before.flushedOperation);
  const drawnTurn = turns.at(-1)?.number ?? before.drawnTurn;
  write(app, (tx) => setConversation(tx, id, { flushedOperation: newestOperation(tx), drawnTurn }));
  return drawn;
}

function endOpenTurn(app: App, sessionId: number, hostSessionId: string): void {
  const open = captureStatements(app.db).openTurns.all({ sessionId, at: Number.MAX_SAFE_INTEGER });
  if (open.length === 0) return;
  const at = sessionState(app.db, sessionId)?.lastEventAt ?? app.now();
  const events = prepareCaptured(app, [
    { host: "everme", hostSessionId, at, fromTranscript: false, type: "turn_end", outcome: "done" },
  ]);
  commitItems(app, ACTOR, [events]);
}
