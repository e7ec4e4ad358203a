/** Frames of `GET /stream` (M48): one JSON object per `data:`, its kind in `type`, never an `event:` field. */
import { z } from "zod";
import { EpochMs } from "./common";
import { Activity } from "./operations";
import { ObservationRow, PromptRow, SummaryRow } from "./worker-rows";

/**
 * Which names the frames carry: `worker` = the published ones, `legacy` = those that claude-mem 7 really sends,
 * `native` = one frame for each row of our own feed.
 */
export const StreamNames = z.enum(["worker", "legacy", "native"]);
export type StreamNames = z.infer<typeof StreamNames>;

export const StreamQuery = z.object({
  names: StreamNames.default("worker"),
  /** Resume after this id; the header `Last-Event-ID` wins. */
  lastEventId: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
});
export type StreamQuery = z.infer<typeof StreamQuery>;

const RowId = z.number().int();
const stamp = { timestamp: EpochMs };
const ofSession = { sessionDbId: RowId, ...stamp };

/** First frame of each connection, in every family. */
export const ConnectedFrame = z.object({ type: z.literal("connected"), last_event_id: z.number().int(), ...stamp });
/** Second frame of a connection, to that client alone: the names of `GET /api/projects`. */
export const InitialLoadFrame = z.object({
  type: z.literal("initial_load"),
  projects: z.array(z.string()),
  ...stamp,
});
/** At the start and whenever it changes: the numbers of `GET /api/processing-status`. */
export const ProcessingStatusFrame = z.object({
  type: z.literal("processing_status"),
  isProcessing: z.boolean(),
  queueDepth: z.number().int(),
  ...stamp,
});
export type ProcessingStatusFrame = z.infer<typeof ProcessingStatusFrame>;

export const SessionStartedFrame = z.object({ type: z.literal("session_started"), project: z.string(), ...ofSession });
export const SessionFrame = z.object({
  type: z.enum(["observation_queued", "summarize_queued", "session_completed"]),
  ...ofSession,
});
/** `observation_updated`: the same id, refined (M3). `new_observation` stands for both. */
export const ObservationFrame = z.object({
  type: z.enum(["observation_created", "observation_updated", "new_observation"]),
  observation: ObservationRow,
  ...stamp,
});
/** `summary_updated`: the same id, summarised again. `new_summary` stands for both. */
export const SummaryFrame = z.object({
  type: z.enum(["summary_created", "summary_updated", "new_summary"]),
  summary: SummaryRow,
  ...stamp,
});
/** The row is archived or deleted: it is in no list any more. */
export const RemovedFrame = z.object({
  type: z.enum(["observation_removed", "summary_removed", "prompt_removed"]),
  id: RowId,
  ...stamp,
});

const NewPrompt = PromptRow.pick({
  id: true,
  claude_session_id: true,
  project: true,
  prompt_number: true,
  prompt_text: true,
  created_at_epoch: true,
});
export const NewPromptFrame = NewPrompt.extend({ type: z.literal("new_prompt"), ...stamp });
/** As the original nests it. */
export const NestedPromptFrame = z.object({ type: z.literal("new_prompt"), prompt: NewPrompt, ...stamp });

/** One row of our feed; `type` is its kind. */
export const ActivityFrame = Activity.extend({ type: z.string(), ...stamp });

export const StreamFrame = z
  .union([
    ConnectedFrame,
    InitialLoadFrame,
    ProcessingStatusFrame,
    SessionStartedFrame,
    SessionFrame,
    ObservationFrame,
    SummaryFrame,
    RemovedFrame,
    NewPromptFrame,
    NestedPromptFrame,
    ActivityFrame,
  ])
  .meta({ id: "StreamFrame" });
export type StreamFrame = z.infer<typeof StreamFrame>;
