/** Job `turn.ask`: one turn goes to the language model; what comes of it, or what the rules made of the turn, is stored at once. */
import type { App } from "../../context";
import type { TurnEvidence } from "../../contract/extraction";
import { write } from "../../db/write";
import type { ClaimedJob, JobHandler } from "../../jobs/types";
import type { Timing } from "../../llm/timing";
import { turnEvidence } from "../../sessions/evidence-query";
import { finishTurn } from "../job";
import { isAskedOf } from "../reader";
import {
  evidenceStamp,
  findTurnContext,
  isKeptFromModels,
  previousTurn,
  toolCounts,
  type Reader,
  type TurnContext,
} from "../repo";
import { extractTurn } from "../rules/turn";
import { mayBeRead, readableTurn, requestExtraction, type TurnJob, turnOf } from "../turn-job";
import { askAboutTurn, type TurnAnswered } from "./ask";

/** Asked about at the same time, so that one slow answer does not hold up the others. */
const AT_ONCE = 4;
/** Attempts of the job, each cut off by the end of its process, after which the rules read the turn. */
const MAX_ASKED = 3;

/** `timing` lets tests skip the waits between requests. */
export const createAskTurnHandler = (timing: Partial<Timing> = {}): JobHandler => ({
  batch: AT_ONCE,
  async run(app, jobs) {
    const results = await Promise.allSettled(jobs.map((job) => askOne(app, job, timing)));
    const failed = results.find((result) => result.status === "rejected");
    // The batch then runs again one by one; whoever was answered is not asked again.
    if (failed !== undefined) throw failed.reason;
  },
});

export const askTurnHandler = createAskTurnHandler();

/** Nothing is held meanwhile: no transaction, and no turn but this one waits for the answer. */
async function askOne(app: App, job: ClaimedJob, timing: Partial<Timing>): Promise<void> {
  const asked = turnOf(job);
  const context = readableTurn(app, asked);
  if (context === null) return;
  const evidence = turnEvidence(app.db, asked.sessionId, asked.turn);
  if (evidence === null) return;
  const byRules = extractTurn(evidence);
  const stamp = evidenceStamp(app.db, asked.sessionId, asked.turn);
  const isAsked = isAskedOf(app, context, byRules, asked.by);
  const answered: TurnAnswered | null = !isAsked
    ? null
    : job.attempts > MAX_ASKED
      ? { ok: false, failure: "interrupted" }
      : await askAboutTurn(
          app,
          {
            evidence: withoutForeign(app, evidence),
            counts: toolCounts(app.db, asked.sessionId, asked.turn),
            projectId: context.project.id,
            byRules,
          },
          timing,
        );
  const extraction = answered?.ok === true ? answered.extraction : byRules;
  settle(app, asked, context, stamp, { evidence, extraction, reader: readerOf(answered) });
}

/** Nobody was asked: the model was switched off since. */
function readerOf(answered: TurnAnswered | null): Reader {
  if (answered === null) return { by: "rules", failure: null };
  return answered.ok ? { by: "llm", failure: null } : { by: "rules", failure: answered.failure };
}

/** What the agent said before may be of a project that is kept from models. */
function withoutForeign(app: App, evidence: TurnEvidence): TurnEvidence {
  const before = previousTurn(app.db, evidence.sessionId, evidence.turn);
  const isForeign = before !== null && isKeptFromModels(app.db, evidence.sessionId, before);
  return isForeign ? { ...evidence, previousMessage: null } : evidence;
}

interface Read {
  evidence: TurnEvidence;
  extraction: ReturnType<typeof extractTurn>;
  reader: Reader;
}

/** While the answer was out the turn may have gone on, become private, been forgotten, or lost what the answer tells of. */
function settle(app: App, asked: TurnJob, context: TurnContext, stamp: string, read: Read): void {
  write(app, (tx) => {
    const current = findTurnContext(tx, asked.sessionId, asked.turn);
    if (current === undefined || !mayBeRead(current)) return;
    const { revision, extractedRevision } = current.turn;
    // Newer evidence brought a job of its own; an answer to the older is late.
    if (revision !== context.turn.revision || extractedRevision >= revision) return;
    if (evidenceStamp(tx, asked.sessionId, asked.turn) !== stamp) {
      // Something was deleted that the answer may repeat: what is left is read anew.
      return requestExtraction(tx, app.now(), { ...asked, revision });
    }
    finishTurn(app, tx, { context: current, anew: asked.anew === true, ...read });
  });
}
