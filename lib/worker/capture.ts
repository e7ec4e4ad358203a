/** Capture by the worker API: what its senders post becomes evidence on the path that hooks take (M6–M14). */
import { ingestEvent, ingestEvents } from "../capture/ingest";
import type { Outcome } from "../capture/commit";
import type { CaptureEvent } from "../contract/capture";
import type { Actor } from "../contract/common";
import { AppError } from "../contract/errors";
import type {
  CompletePost,
  CompleteReply,
  InitPost,
  InitReply,
  ObservationPost,
  QueueReply,
  SessionDeleteReply,
  SessionInitPost,
  SessionInitReply,
  SessionObservationPost,
  SessionSummarizePost,
  SummarizePost,
} from "../contract/worker-capture";
import type { App } from "../context";
import { DEFAULT_PORT } from "../env";
import { initEvent, observationEvent, promptText, summaryEvents } from "./capture-events";
import { capturedSession, knownSessionKey, requireWorkerSession, sessionKeyOf } from "./sessions";
import type { SessionKey } from "./sessions-query";

const NOTHING_TO_END = "No active session found";

/** M6. Durable when answered. Throws `validation_failed` for an unusable id, `busy` or `disk_full` where nothing can be stored. */
export function postObservation(app: App, body: ObservationPost, actor: Actor): Promise<QueueReply> {
  return observe(app, sessionKeyOf(app, body.claudeSessionId, body.platformSource), body, actor);
}

/** M11. Throws `not_found` for an unknown session. */
export function postSessionObservation(
  app: App,
  id: number,
  body: SessionObservationPost,
  actor: Actor,
): Promise<QueueReply> {
  return observe(app, requireWorkerSession(app, id), body, actor);
}

async function observe(app: App, key: SessionKey, body: SessionObservationPost, actor: Actor): Promise<QueueReply> {
  return replyTo(accepted(await ingestEvent(app, { events: [observationEvent(key, body)] }, actor)));
}

/** M7: ends the turn; said again with other words, it replaces what was drawn from it. A sub-agent's end is not the turn's. */
export function postSummary(app: App, body: SummarizePost, actor: Actor): Promise<QueueReply> {
  return summarize(app, knownSessionKey(app, body.claudeSessionId, body.platformSource), body, actor);
}

/** M12. Throws `not_found` for an unknown session. */
export function postSessionSummary(
  app: App,
  id: number,
  body: SessionSummarizePost,
  actor: Actor,
): Promise<QueueReply> {
  return summarize(app, requireWorkerSession(app, id), body, actor);
}

async function summarize(app: App, key: SessionKey, body: SessionSummarizePost, actor: Actor): Promise<QueueReply> {
  if (body.isSubAgent) return { status: "skipped", reason: "subagent" };
  const { events, isPrivate } = summaryEvents(key, body);
  const reply = replyTo(await store(app, events, actor));
  const isRefused = reply.status === "skipped" && REFUSALS.has(reply.reason);
  return isPrivate && !isRefused ? { status: "skipped", reason: "private" } : reply;
}

/** Reasons that say more than that the text is private. */
const REFUSALS = new Set(["project_excluded", "forgotten"]);

/** M9: begins a session, and its next turn where there is a prompt. */
export async function initSession(app: App, body: InitPost, actor: Actor): Promise<InitReply> {
  return begin(app, sessionKeyOf(app, body.claudeSessionId, body.platformSource), body, actor);
}

/** M10. Throws `not_found` for an unknown session. */
export async function initKnownSession(
  app: App,
  id: number,
  body: SessionInitPost,
  actor: Actor,
): Promise<SessionInitReply> {
  const { promptNumber = 0, skipped, reason } = await begin(app, requireWorkerSession(app, id), body, actor);
  const port = app.env.servedPort ?? app.env.port ?? DEFAULT_PORT;
  const why = reason === undefined ? {} : { reason };
  return { status: "initialized", sessionDbId: id, port, promptNumber, skipped, ...why };
}

async function begin(app: App, key: SessionKey, body: SessionInitPost, actor: Actor): Promise<InitReply> {
  const event = initEvent(key, body);
  const outcome = await store(app, [event], actor);
  const session = capturedSession(app, key);
  const ids = session === undefined ? {} : { sessionDbId: session.id, promptNumber: session.lastTurn };
  const reason = event.type === "prompt" && promptText(body.prompt).isPrivate ? "private" : reasonOf(outcome);
  // A session that is there already begins as well as a new one.
  const isStored = outcome.did === "stored" || (outcome.did === "duplicate" && event.type === "session_start");
  if (isStored && session !== undefined) return { ...ids, skipped: false };
  return { ...ids, skipped: true, reason: session === undefined ? reasonOf(outcome) : reason };
}

/** M8: of any host. Never fails for a session that is unknown or over. */
export function completeSession(app: App, body: CompletePost, actor: Actor): Promise<CompleteReply> {
  return end(app, knownSessionKey(app, body.claudeSessionId, body.platformSource), body.reason, actor);
}

/** M13. Throws `not_found` for an unknown session. */
export function completeKnownSession(app: App, id: number, actor: Actor): Promise<CompleteReply> {
  return end(app, requireWorkerSession(app, id), undefined, actor);
}

/** M14: ends the session's work; what was captured stays. Throws `not_found` for an unknown session. */
export async function endSession(app: App, id: number, actor: Actor): Promise<SessionDeleteReply> {
  await end(app, requireWorkerSession(app, id), undefined, actor);
  return { status: "deleted" };
}

async function end(app: App, key: SessionKey, reason: string | undefined, actor: Actor): Promise<CompleteReply> {
  const { host, hostSessionId } = key;
  const event: CaptureEvent = {
    host,
    hostSessionId,
    type: "session_end",
    reason,
    beginsTurns: true,
    fromTranscript: false,
  };
  const outcome = await store(app, [event], actor);
  return outcome.did === "stored" ? { success: true } : { success: true, message: NOTHING_TO_END };
}

async function store(app: App, events: CaptureEvent[], actor: Actor): Promise<Exclude<Outcome, { did: "rejected" }>> {
  const [outcome] = await ingestEvents(app, [{ events }], actor);
  return accepted(outcome);
}

/** Throws `validation_failed` where the event itself was refused. */
function accepted(outcome: Outcome | undefined): Exclude<Outcome, { did: "rejected" }> {
  if (outcome === undefined || outcome.did === "rejected") {
    throw new AppError("validation_failed", outcome?.error ?? "The body holds nothing to store.");
  }
  return outcome;
}

const reasonOf = (outcome: Outcome): string => (outcome.did === "skipped" ? outcome.reason : "duplicate");

const replyTo = (outcome: Outcome): QueueReply =>
  outcome.did === "stored" ? { status: "queued" } : { status: "skipped", reason: reasonOf(outcome) };
