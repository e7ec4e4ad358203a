/**
 * Tool events go when their time is over and nothing points to them; prompts, messages and summaries stay. This is no
 * operation: the setting says that it happens, and nobody could keep what is to be gone.
 */
import { setImmediate } from "node:timers/promises";
import { appendActivity } from "../activity/repo";
import type { App } from "../context";
import { write } from "../db/write";
import { readSettings } from "../settings/service";
import { eventsOfMemories, eventsOfObservations, type OldEvent, oldToolEvents } from "./query";
import { deleteEvents } from "./repo";

const DAY_MS = 86_400_000;
const PAGE = 200;

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
    const gone = enough(unpointed(app, page, kept), bytes - freed);
    if (gone.length > 0) {
      write(app, (tx) =>
        deleteEvents(
          app,
          tx,
          gone.map((event) => event.id),
        ),
      );
    }
    removed += gone.length;
    freed += gone.reduce((sum, event) => sum + event.bytes, 0);
    await setImmediate();
  }
  if (removed > 0) write(app, (tx) => appendActivity(tx, app.now(), { kind: "evidence.expired", data: { removed } }));
  return removed;
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
