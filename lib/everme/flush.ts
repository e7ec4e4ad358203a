/** Flush: what was said is read now, turn by turn, and what came of it is said as it is (V42). */
import { setImmediate } from "node:timers/promises";
import { commitItems } from "../capture/commit";
import { prepareCaptured } from "../capture/ingest";
import { captureStatements } from "../capture/repo";
import type { App, Tx } from "../context";
import { write } from "../db/write";
import { extractOne } from "../extract/job";
import { drawFrom } from "./draw";
import {
  type ConversationRow,
  conversationById,
  drawnSince,
  lastTurn,
  newestOperation,
  nextEndedTurn,
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
const NOTHING: Flushed = { any: false, personal: false };

/**
 * Ends the turn that is open, extracts every turn that was not read as it stands, and draws cases, skills and traits. Where a
 * language model reads turns, it is asked, and nothing is claimed before it answered. Each turn is a transaction of its own and
 * others pass between them; what a crash leaves undone, the next flush does. `tell` writes the answer down together with the
 * mark up to which things were told, so that nothing is told twice or never. One at a time for one conversation.
 */
export async function flushConversation<T>(
  app: App,
  { id, sessionId }: ConversationRow,
  hostSessionId: string,
  tell: (tx: Tx, flushed: Flushed) => T,
): Promise<T> {
  if (isForgotten(app, sessionId)) return write(app, (tx) => tell(tx, NOTHING));
  endOpenTurn(app, sessionId, hostSessionId);
  const last = lastTurn(app.db, sessionId);
  for (const { number, revision, isPrivate } of captureStatements(app.db).unsettledTurns.all({ sessionId })) {
    if (isPrivate || number > last) continue;
    await setImmediate();
    extractOne(app, { sessionId, turn: number, revision });
  }
  do await setImmediate();
  while (drawNext(app, id, last));
  return write(app, (tx) => {
    const conversation = conversationById(tx, id);
    if (conversation === undefined || isForgotten(app, sessionId)) return tell(tx, NOTHING);
    const drawn = drawnSince(tx, sessionId, conversation.flushedOperation);
    setConversation(tx, id, { flushedOperation: newestOperation(tx) });
    return tell(tx, drawn);
  });
}

const isForgotten = (app: App, sessionId: number): boolean => {
  const status = sessionState(app.db, sessionId)?.status;
  return status === undefined || status === "deleted";
};

/** Draws from the first finished turn, up to `last`, that nothing was drawn from; false when there is none. */
function drawNext(app: App, conversationId: number, last: number): boolean {
  return write(app, (tx) => {
    const conversation = conversationById(tx, conversationId);
    if (conversation === undefined) return false;
    const turn = nextEndedTurn(tx, conversation.sessionId, conversation.drawnTurn, last);
    if (turn === undefined) return false;
    drawFrom(app, tx, { sessionId: conversation.sessionId, turn, isPersonal: conversation.kind === "personal" });
    setConversation(tx, conversationId, { drawnTurn: turn });
    return true;
  });
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
