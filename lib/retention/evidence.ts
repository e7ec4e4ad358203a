/**
 * Tool events go when their time is over and nothing points to them; prompts, messages and summaries stay. Time runs from
 * when they came into this store, or happened, whichever is later: old history that is brought in stays as long as new. An
 * operation tells of it that nobody can undo, and no import brings back what went.
 */
import { setImmediate } from "node:timers/promises";
import type { App } from "../context";
import { write } from "../db/write";
import { recordOperation } from "../operations/record";
import { bury, evidenceIdentity } from "../operations/tombstones";
import { readSettings } from "../settings/service";
import { cameSince, eventsOfMemories, eventsOfObservations, type OldEvent, oldToolEvents } from "./query";
import { deleteEvents } from "./repo";

const DAY_MS = 86_400_000;
const PAGE = 200;
const KEEPER = { kind: "job", name: "retention" } as const;
/** No person's deletion stands behind it. */
const NO_RECEIPT = 0;

/** Removes what is older than `evidence_retention_days`; answers how many events went. 0 days = nothing ever goes. */
export async function expireEvidence(app: App): Promise<number> {
  const days = readSettings(app).evidence_retention_days;
  if (days === 0) return 0;
  return removeEvents(app, app.now() - days * DAY_MS, Number.POSITIVE_INFINITY);
}

/** Oldest first, those from before `before` (ms UTC) that nothing points to, until about `bytes` are free. */
export async function removeEvents(app: App, before: number, bytes: number): Promise<number> {
  const kept = eventsOfMemories(app.db);
  let [removed, freed] = [0, 0];
  let after = { at: -1, id: 0 };
  while (freed < bytes) {
    const page = oldToolEvents(app.db, before, after, PAGE);
    const last = page.at(-1);
    if (last === undefined) break;
    after = { at: last.createdAt, id: last.id };
    const gone = enough(unpointed(app, overdue(app, page, before), kept), bytes - freed);
    if (gone.length > 0) remove(app, gone);
    removed += gone.length;
    freed += gone.reduce((sum, event) => sum + event.bytes, 0);
    await setImmediate();
  }
  if (removed > 0) tell(app, removed);
  return removed;
}

function remove(app: App, events: OldEvent[]): void {
  write(app, (tx) => {
    const now = app.now();
    for (const { sessionId, dedupeKey } of events) {
      bury(tx, now, NO_RECEIPT, evidenceIdentity("events", sessionId, dedupeKey));
    }
    deleteEvents(
      app,
      tx,
      events.map((event) => event.id),
    );
  });
}

/** Names no rows: Undo of a forgotten session would find them changed since. */
const tell = (app: App, removed: number): void =>
  void write(app, (tx) =>
    recordOperation(tx, app.now(), {
      kind: "evidence.expire",
      title: `Removed ${removed} old tool ${removed === 1 ? "call" : "calls"} that nothing refers to`,
      actor: KEEPER,
      changes: [],
      undoable: false,
      told: { removed: String(removed) },
    }),
  );

function overdue(app: App, page: OldEvent[], before: number): OldEvent[] {
  const sessions = [...new Set(page.map((event) => event.sessionId))];
  const ids = page.map((event) => event.id);
  const fresh = cameSince(app.db, ids, sessions, before);
  return page.filter((event) => !fresh.has(event.id));
}

function unpointed(app: App, page: OldEvent[], kept: Set<number>): OldEvent[] {
  const sessions = [...new Set(page.map((event) => event.sessionId))];
  const cited = new Set(eventsOfObservations(app.db, sessions));
  return page.filter((event) => !kept.has(event.id) && !cited.has(event.id));
}

function enough(events: OldEvent[], bytes: number): OldEvent[] {
  let sum = 0;
  const at = events.findIndex((event) => (sum += event.bytes) >= bytes);
  return at === -1 ? events : events.slice(0, at + 1);
}
