/** Whole-session extraction: what asks for it, how it ended, and the run over sessions that nobody ended (E61–E98). */
import { z } from "zod";
import { EpochMs } from "./common";

/** E65. `completed` and `skipped` are final for what the log holds now; `retry` leaves everything as it was. */
export const SessionOutcome = z
  .object({
    status: z.enum(["completed", "skipped", "retry"]),
    /** Memories that were really written. */
    persisted: z.number().int(),
    /** A word, never stored text: `too_short`, `not_found`, `malformed`, `no_summary`, `http_401`, … */
    reason: z.string(),
    /** The provider answered 429 to the last. */
    rate_limited: z.boolean(),
  })
  .meta({ id: "SessionOutcome" });
export type SessionOutcome = z.infer<typeof SessionOutcome>;

/** `POST /api/session-extract`: what a session-end hook knows. */
export const SessionExtractRequest = z
  .strictObject({
    host: z.enum(["kimi"]).default("kimi"),
    session_id: z.string().trim().min(1).max(300),
    /** Folder the session ran in: tells its project. */
    cwd: z.string().max(4096).optional(),
    /** True inside a Stop hook that another Stop hook caused (E91). */
    stop_hook_active: z.boolean().optional(),
  })
  .meta({ id: "SessionExtractRequest" });
export type SessionExtractRequest = z.infer<typeof SessionExtractRequest>;

/** `accepted`: durable, the job runs in the server. `skipped`: nothing will be done, `reason` says why. */
export const SessionExtractAccepted = z
  .object({ status: z.enum(["accepted", "skipped"]), reason: z.string().nullable() })
  .meta({ id: "SessionExtractAccepted" });
export type SessionExtractAccepted = z.infer<typeof SessionExtractAccepted>;

export const StaleRun = z
  .object({
    started_at: EpochMs,
    ended_at: EpochMs,
    /** `completed`; `no_provider`: aborted before any session was touched (E98); `rate_limited`: stopped early (E96). */
    status: z.enum(["completed", "no_provider", "rate_limited"]),
    /** Session ids as the store knows them, newest first. `error` is the class of what went wrong unexpectedly. */
    sessions: z.array(
      z.object({ session: z.string(), outcome: SessionOutcome.nullable(), error: z.string().nullable() }),
    ),
  })
  .meta({ id: "StaleRun" });
export type StaleRun = z.infer<typeof StaleRun>;

/** `GET /api/extract-stale`: whether a run is at work or about to begin, and how the last one of this server went. */
export const StaleState = z
  .object({ running: z.boolean(), next_at: EpochMs.nullable(), last: StaleRun.nullable() })
  .meta({ id: "StaleState" });
export type StaleState = z.infer<typeof StaleState>;

/** `POST /api/extract-stale`: `running` = another run has the lock, nothing was started (E92). */
export const StaleStarted = z.object({ status: z.enum(["started", "running"]) }).meta({ id: "StaleStarted" });
export type StaleStarted = z.infer<typeof StaleStarted>;
