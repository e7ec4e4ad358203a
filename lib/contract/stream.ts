/** Frames of `GET /stream` (M48): one JSON object per `data:`, its kind in `type`, never an `event:` field. */
import { z } from "zod";
import { EpochMs } from "./common";
import { Activity } from "./operations";

export const StreamQuery = z.object({
  /** Resume after this id; the header `Last-Event-ID` wins. */
  lastEventId: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
});
export type StreamQuery = z.infer<typeof StreamQuery>;

/** First frame of each connection. */
export const ConnectedFrame = z.object({
  type: z.literal("connected"),
  last_event_id: z.number().int(),
  timestamp: EpochMs,
});
/** One row of the feed; `type` is its kind. */
export const ActivityFrame = Activity.extend({ type: z.string() });
export const StreamFrame = z.union([ConnectedFrame, ActivityFrame]).meta({ id: "StreamFrame" });
export type StreamFrame = z.infer<typeof StreamFrame>;
