/** What a client asks before it writes by position (V6), and what it counts of its imports (V8). */
import type { Caller } from "../accounts/service";
import type { App } from "../context";
import type { ImportEventsBody, ImportEventsResult, SyncStateBody, SyncStateResult } from "../contract/everme";
import { write } from "../db/write";
import { nameOf } from "./conversation";
import { countedKinds, countEvent, findConversation, watermarkOf } from "./repo";
import { scopeName, storedName } from "./stored-name";

/** Kinds of events that are counted for an account; further ones count as `other`. */
const MAX_KINDS = 500;

/** Both kinds of scope are supported; `turns` is the position that a client goes on from. */
export const syncState = (app: App, caller: Caller, { sessions }: SyncStateBody): SyncStateResult => ({
  hookSyncScopeSupported: true,
  syncScopeSupported: true,
  sessions: sessions.map(({ conversationId, syncScope }) => {
    const known = findConversation(app.db, nameOf(caller, "agent", conversationId));
    const turns = known === undefined ? 0 : watermarkOf(app.db, known.id, scopeName(syncScope));
    return { conversationId, syncScope: syncScope ?? null, turns, declaredTurns: known?.declaredTurns ?? 0 };
  }),
});

/** Counts it; nothing of it but names is kept, and of a name that holds a secret a hash. */
export function countImportEvent(app: App, caller: Caller, body: ImportEventsBody): ImportEventsResult {
  const event = storedName(body.event);
  const outcome = storedName(body.outcome ?? body.hookEvent ?? "");
  return write(app, (tx) => {
    const isFull = countedKinds(tx, caller.account.id) >= MAX_KINDS;
    const named = isFull ? { event: "other", outcome: "" } : { event, outcome };
    const row = { accountId: caller.account.id, agentId: caller.agentId ?? "", ...named };
    return { accepted: true as const, count: countEvent(tx, row, app.now()) };
  });
}
