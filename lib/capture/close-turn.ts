/** Job `turn.close`: after a minute of silence, turns that nobody ended are extracted as they stand. */
import { appendActivity } from "../activity/repo";
import type { App, Tx } from "../context";
import { write } from "../db/write";
import { JOB } from "../jobs/kinds";
import { enqueue } from "../jobs/repo";
import type { ClaimedJob, JobHandler } from "../jobs/types";
import { enqueueExtraction } from "./chunk";
import { captureStatements } from "./repo";
import { ABANDONED_MS } from "./store";
import { looksDone } from "./turns";

/**
 * Payload `{ sessionId, since }`. A turn whose last word was the agent's is `done`. Any other stays `open`, since a long build is
 * silent too, for half an hour; `interrupted` is what a host says, never what silence says.
 */
export const closeTurns: JobHandler = {
  batch: 20,
  run(app, jobs) {
    write(app, (tx) => {
      for (const job of jobs) closeSilent(app, tx, job);
    });
    return Promise.resolve();
  },
};

function closeSilent(app: App, tx: Tx, job: ClaimedJob): void {
  const sql = captureStatements(app.db);
  const now = app.now();
  const sessionId = Number(job.payload["sessionId"]);
  const since = Number(job.payload["since"]);
  if (sql.sessionStatus.get({ sessionId })?.status === "deleted") return;
  let waits = false;
  for (const turn of sql.unsettledTurns.all({ sessionId })) {
    const key = { sessionId, number: turn.number };
    if (turn.status === "open") {
      const isOver = looksDone(sql, sessionId, turn.number) || now - since >= ABANDONED_MS;
      if (!isOver) waits = true;
      else {
        sql.setTurnStatus.run({ ...key, status: "done", endedAt: now });
        const data = { turn: turn.number, outcome: "done" };
        appendActivity(tx, now, { kind: "turn.ended", sessionId, entityType: "turn", entityId: turn.number, data });
        if (!turn.isPrivate) enqueueExtraction(tx, now, sessionId, turn.number, sql.bumpTurn.get(key).revision);
        continue;
      }
    }
    if (!turn.isPrivate && turn.revision > turn.extractedRevision) {
      enqueueExtraction(tx, now, sessionId, turn.number, turn.revision);
    }
  }
  if (waits) {
    enqueue(tx, now, {
      kind: JOB.closeTurn,
      key: String(sessionId),
      payload: { sessionId, since },
      runAt: since + ABANDONED_MS,
    });
  }
}
