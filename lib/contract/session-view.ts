/** What the console's timeline and the CLI read of sessions: pages of sessions, and one session turn by turn. */
import { z } from "zod";
import { Cursor, EpochMs, Limit, page, PathId, ProjectRef } from "./common";
import { EvidenceEvent, Observation, Prompt, Session, Summary } from "./evidence";

export const SessionListQuery = z.object({
  project: ProjectRef.optional(),
  /** The host's own session id, as a whole. */
  session: z.string().trim().min(1).max(300).optional(),
  limit: Limit.default(30),
  cursor: Cursor.optional(),
});
export type SessionListQuery = z.infer<typeof SessionListQuery>;
export const SessionPage = page(Session).meta({ id: "SessionPage" });
export type SessionPage = z.infer<typeof SessionPage>;

export const TurnView = z
  .object({
    /** 0 = what came before any prompt. */
    number: z.number().int(),
    status: z.enum(["open", "done", "interrupted"]),
    /** True = the prompt was wholly private: nothing of the turn was kept. */
    is_private: z.boolean(),
    started_at: EpochMs,
    ended_at: EpochMs.nullable(),
    prompt: Prompt.nullable(),
    events: z.array(EvidenceEvent),
    /** Events in the turn, of which `events` holds the first ones. */
    event_count: z.number().int(),
    /** Who read the turn last; null = nobody yet. */
    extracted_by: z.enum(["rules", "llm"]).nullable(),
    /** Why the rules read it although a language model was asked for: `budget`, `timeout`, `http_500`, … */
    llm_failure: z.string().nullable(),
    observations: z.array(Observation),
    summary: Summary.nullable(),
  })
  .meta({ id: "TurnView" });
export type TurnView = z.infer<typeof TurnView>;

export const ForgetResult = z
  .object({
    ok: z.literal(true),
    /** What Undo takes. */
    operation_id: z.number().int(),
  })
  .meta({ id: "ForgetResult" });
export type ForgetResult = z.infer<typeof ForgetResult>;

export const SessionViewParams = z.object({ id: PathId });
export const SessionViewQuery = z.object({
  /** Answer turns above this number. */
  after: z.coerce.number().int().min(-1).max(Number.MAX_SAFE_INTEGER).default(-1),
  limit: Limit.default(20),
});
export type SessionViewQuery = z.infer<typeof SessionViewQuery>;

export const SessionView = z
  .object({
    session: Session,
    turns: z.array(TurnView),
    /** Value of `after` for the next page; null on the last. */
    next_after: z.number().int().nullable(),
  })
  .meta({ id: "SessionView" });
export type SessionView = z.infer<typeof SessionView>;

/** `POST /api/session-views/:id/extract`; without a body all turns are read again by whoever reads such turns. */
export const TurnsToRead = z
  .strictObject({
    /** One turn; absent = all of the session. */
    turn: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
    /** `llm` also asks about turns of imported transcripts, and where `llm_turns` is off; absent = as at a turn's end. */
    by: z.enum(["llm", "rules"]).optional(),
  })
  .meta({ id: "TurnsToRead" });
export type TurnsToRead = z.infer<typeof TurnsToRead>;

export const TurnsQueued = z
  .object({
    ok: z.literal(true),
    session: z.number().int(),
    /** Numbers of the turns that will be read again. */
    queued: z.array(z.number().int()),
    /** Private turns: nothing of them was kept. */
    skipped: z.array(z.number().int()),
  })
  .meta({ id: "TurnsQueued" });
export type TurnsQueued = z.infer<typeof TurnsQueued>;
