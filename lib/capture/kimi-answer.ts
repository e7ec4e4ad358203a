/** What Kimi Code answered: its hooks tell that a turn ended, and only its log has the words. Read in the background of a Stop. */
import { setTimeout as sleep } from "node:timers/promises";
import type { App } from "../context";
import { locateSession } from "../hosts/kimi/locate";
import { readKimiLog } from "../hosts/kimi/read";
import { ingestEvents } from "./ingest";
import { captureStatements } from "./repo";

/** The log is written soon after; later than this the next Stop or an import brings it. */
const LOOK_AGAIN_MS = [0, 300, 1_200];
/** A larger log is left to an import, which reads it piece by piece. */
const MAX_BYTES = 32 * 1024 * 1024;
const SLACK_MS = 2_000;

/** Stores the last answer of the turn at hand, once. Nothing where there is no log, or none of this turn yet. */
export async function followKimi(app: App, session: string, stop: AbortSignal): Promise<void> {
  for (const wait of LOOK_AGAIN_MS) {
    if (wait > 0) await sleep(wait, undefined, { signal: stop }).catch(() => undefined);
    const log = stop.aborted ? null : await locateSession(app.env.kimiHome, session);
    if (log === null || log.bytes > MAX_BYTES) return;
    const said = (await readKimiLog(log.path)).at(-1)?.messages.filter(({ role }) => role === "assistant");
    const answer = said?.at(-1);
    if (answer === undefined || (answer.at ?? app.now()) < turnStart(app, session) - SLACK_MS) continue;
    const base = { host: "kimi" as const, hostSessionId: session, at: answer.at, fromTranscript: false };
    await ingestEvents(app, [{ events: [{ ...base, type: "turn_end", outcome: "done", lastMessage: answer.text }] }]);
    return;
  }
}

function turnStart(app: App, session: string): number {
  const sql = captureStatements(app.db);
  const row = sql.session.get({ host: "kimi", hostSessionId: session });
  if (row === undefined) return 0;
  return sql.turnAt.get({ sessionId: row.id, at: Number.MAX_SAFE_INTEGER })?.startedAt ?? 0;
}
