/** Job `turn.extract`: decides who reads a turn; the rules do it at once, in one transaction, a language model is asked by a job of its own. */
import type { App, Tx } from "../context";
import type { Extraction, TurnEvidence } from "../contract/extraction";
import { write } from "../db/write";
import { requestUsage } from "../inject/usage-job";
import { JOB } from "../jobs/kinds";
import { dropJob, enqueue } from "../jobs/repo";
import type { ClaimedJob, JobHandler } from "../jobs/types";
import { writeRules } from "../memories/rules";
import { requestReflection } from "../reflections/job";
import { turnEvidence } from "../sessions/evidence-query";
import { storeExtraction } from "./apply";
import { markExtracted, type Reader, type TurnContext, wasUndone } from "./repo";
import { extractTurn } from "./rules/turn";
import { finalObservations } from "./running";
import { isAskedOf, quietBefore } from "./reader";
import { payloadOf, readableTurn, type TurnJob, turnOf } from "./turn-job";

export const extractHandler: JobHandler = {
  // One at a time, oldest first: the runner lets requests pass between them.
  batch: 1,
  run(app: App, jobs: ClaimedJob[]): Promise<void> {
    for (const job of jobs) extractOne(app, turnOf(job));
    return Promise.resolve();
  },
};

/** Reads a turn at once instead of when its job comes round; where a language model reads such turns, it is asked as usual. */
export function extractOne(app: App, job: TurnJob): void {
  const context = readableTurn(app, job);
  if (context === null) return;
  const evidence = turnEvidence(app.db, job.sessionId, job.turn);
  const extraction = evidence === null ? null : extractTurn(evidence);
  if (evidence !== null && extraction !== null && isAskedOf(app, context, extraction, job.by)) {
    const { revision } = context.turn;
    write(app, (tx) => {
      const now = app.now();
      enqueue(tx, now, {
        kind: JOB.askTurn,
        key: `${job.sessionId}:${job.turn}`,
        payload: payloadOf({ ...job, revision }),
        runAt: now + (job.anew === true ? 0 : quietBefore(context.turn, now)),
      });
    });
    return;
  }
  write(app, (tx) => {
    finishTurn(app, tx, {
      context,
      evidence,
      extraction,
      anew: job.anew === true,
      reader: { by: "rules", failure: null },
    });
  });
}

export interface Finished {
  context: TurnContext;
  evidence: TurnEvidence | null;
  /** null = nothing was read. */
  extraction: Extraction | null;
  anew: boolean;
  reader: Reader;
}

/** Stores what was read of a turn, unless a person undid that before, and notes which revision of it was read, by whom. */
export function finishTurn(app: App, tx: Tx, { context, evidence, extraction, anew, reader }: Finished): void {
  const { turn, session } = context;
  if (evidence !== null && extraction !== null && (anew || !wasUndone(tx, turn.sessionId, turn.number))) {
    const told = { ...extraction, observations: finalObservations(evidence, extraction) };
    storeExtraction(tx, app.now(), { ...context, branch: evidence.branch }, told, reader.by, writeRules(app).bounds);
  }
  markExtracted(tx, turn.sessionId, turn.number, turn.revision, reader);
  dropJob(tx, JOB.observeTurn, `${turn.sessionId}:${turn.number}`, turn.revision);
  requestUsage(tx, app.now(), session, turn.sessionId, turn.number);
  requestReflection(tx, app.now(), turn.sessionId);
}
