/** Job `turn.extract`: reads a turn's evidence, applies the rules, and commits what came of it in one transaction. */
import { z } from "zod";
import type { App, Tx } from "../context";
import { AppError } from "../contract/errors";
import type { ExtractedMemory, Extraction } from "../contract/extraction";
import { write } from "../db/write";
import { requestUsage } from "../inject/usage-job";
import type { ClaimedJob, JobHandler } from "../jobs/types";
import type { GateBounds } from "../memories/gate";
import { writeRules } from "../memories/rules";
import { proposeMemory } from "../memories/write";
import { recordOperation } from "../operations/record";
import type { NewChange } from "../operations/repo";
import { turnEvidence } from "../sessions/evidence-query";
import {
  EXTRACTION,
  findTurnContext,
  holderOf,
  keyHistory,
  keyOfSubject,
  markExtracted,
  type TurnContext,
  wasUndone,
} from "./repo";
import { USER_CONFIDENCE } from "./rules/memories";
import { extractTurn } from "./rules/turn";
import { sourceSession } from "./source-session";
import { announce, happenedAt, storeObservations, storeSummary } from "./store";
import { withdraw } from "./withdraw";

const ACTOR = { kind: "job", name: "extractor" } as const;

const Payload = z.object({
  sessionId: z.number().int(),
  turn: z.number().int(),
  /** The turn's revision when the job was asked for. */
  revision: z.number().int(),
});

export const extractHandler: JobHandler = {
  // One at a time, oldest first: the runner lets requests pass between them.
  batch: 1,
  run(app: App, jobs: ClaimedJob[]): Promise<void> {
    for (const job of jobs) extractOne(app, job);
    return Promise.resolve();
  },
};

/** Does nothing when the turn is gone, private, of a forgotten session, or already extracted at this revision or a newer one. */
function extractOne(app: App, job: ClaimedJob): void {
  const parsed = Payload.safeParse(job.payload);
  if (!parsed.success) throw new AppError("validation_failed", `Job ${job.id} names no turn.`);
  const { sessionId, turn, revision } = parsed.data;
  const context = findTurnContext(app.db, sessionId, turn);
  if (context === undefined || context.turn.isPrivate || revision <= context.turn.extractedRevision) return;
  if (context.session.status === "deleted") return;
  if (context.project.mode === "off" || context.project.mode === "read-only") return;
  const evidence = turnEvidence(app.db, sessionId, turn);
  const extraction = evidence === null ? null : extractTurn(evidence);
  const { bounds } = writeRules(app);
  write(app, (tx) => {
    if (evidence !== null && extraction !== null && !wasUndone(tx, sessionId, turn)) {
      store(tx, app.now(), { ...context, branch: evidence.branch }, extraction, bounds);
    }
    markExtracted(tx, sessionId, turn, context.turn.revision);
    requestUsage(tx, app.now(), context.session, sessionId, turn);
  });
}

function store(tx: Tx, now: number, context: TurnContext, extraction: Extraction, bounds: GateBounds): void {
  const changes = storeObservations(tx, now, context, extraction.observations);
  if (extraction.summary !== null) {
    changes.push(...storeSummary(tx, now, context, extraction.summary));
  }
  // Before what is said anew, which may name the same.
  changes.push(...withdraw(tx, now, context, extraction.withdrawals ?? []));
  for (const memory of extraction.memories) changes.push(...storeMemory(tx, now, context, memory, bounds));
  if (changes.length === 0) return;
  recordOperation(tx, now, {
    kind: EXTRACTION,
    title: `Extracted turn ${context.turn.number} of session ${context.session.id}`,
    actor: ACTOR,
    projectId: context.project.id,
    changes,
  });
}

/** The key that a person's statement for all projects has. */
const ownKeyOf = (key: string): string => `user${key.slice(key.indexOf(":"))}`;

/** "I changed my mind: …" is of the project where the project says something of the subject, else of the person who said it. */
const followsOwn = (tx: Tx, projectId: number, key: string): boolean =>
  holderOf(tx, projectId, key, ownKeyOf(key)) === "own";

/** A turn says a thing once: what a person then did to the memory, or a later turn said instead, is not overruled. */
function storeMemory(
  tx: Tx,
  now: number,
  context: TurnContext,
  extracted: ExtractedMemory,
  bounds: GateBounds,
): NewChange[] {
  const { turn, session, project } = context;
  const isOwn = extracted.global || (extracted.follows === true && followsOwn(tx, project.id, extracted.key));
  const projectId = isOwn ? 0 : project.id;
  const key = isOwn && !extracted.global ? ownKeyOf(extracted.key) : extracted.key;
  const memory = { ...extracted, key: keyOfSubject(tx, projectId, key) };
  const history = keyHistory(tx, projectId, memory, turn);
  if (history.isKnown || history.isOutdated) return [];
  const { status, id, changes } = proposeMemory(
    tx,
    now,
    {
      key: memory.key,
      value: memory.value,
      attribute: memory.attribute,
      tags: memory.tags,
      importance: memory.importance,
      tier: memory.tier,
      confidence: memory.confidence,
      // What the agent reports, it reports at the turn's end; what the person says, at its beginning.
      at: memory.eventIds.length > 0 ? happenedAt(context, now) : turn.startedAt,
    },
    {
      actor: ACTOR,
      projectId,
      sourceSession: sourceSession(session.hostSessionId),
      sources: [
        { session_id: turn.sessionId, turn: turn.number, prompt_id: context.promptId, event_ids: memory.eventIds },
      ],
      mode: project.mode,
      explicit: memory.confidence >= USER_CONFIDENCE,
      bounds,
    },
  );
  if (id !== null && (status === "added" || status === "replaced")) {
    announce(tx, now, context, status === "added" ? "memory.added" : "memory.replaced", "memory", id);
  }
  return changes;
}
