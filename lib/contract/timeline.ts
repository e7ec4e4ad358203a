/** What happened around a moment (M31) and what a project came to last (M37). */
import { z } from "zod";
import { ProjectRef } from "./common";
import { ObservationSearchResult, PromptSearchResult, SummarySearchResult } from "./worker-rows";

const Depth = z.coerce.number().int().min(0).max(100).default(10);

export const TimelineQuery = z.object({
  /** An observation's id, `S<id>` of a summary, `P<id>` of a prompt, or a time: ISO, or milliseconds. */
  anchor: z.string().trim().max(100).optional(),
  /** Instead of an anchor: words; the best hit is the anchor. */
  query: z.string().max(4000).optional(),
  depth_before: Depth,
  depth_after: Depth,
  project: ProjectRef.optional(),
});
export type TimelineQuery = z.infer<typeof TimelineQuery>;

/** In order of time; `session` items are summaries. Lists are real arrays (M2). */
export const TimelineItem = z
  .discriminatedUnion("type", [
    ObservationSearchResult.extend({ type: z.literal("observation") }),
    SummarySearchResult.extend({ type: z.literal("session") }),
    PromptSearchResult.extend({ type: z.literal("prompt") }),
  ])
  .meta({ id: "TimelineItem" });
export type TimelineItem = z.infer<typeof TimelineItem>;
export const Timeline = TimelineItem.array();
export type Timeline = z.infer<typeof Timeline>;

export const RecentQuery = z.object({
  /** Absent = all projects. */
  project: ProjectRef.optional(),
  /** Summaries. */
  limit: z.coerce.number().int().min(1).max(100).default(3),
});
export type RecentQuery = z.infer<typeof RecentQuery>;

/** Both newest first. */
export const RecentContext = z
  .object({ summaries: SummarySearchResult.array(), observations: ObservationSearchResult.array() })
  .meta({ id: "RecentContext" });
export type RecentContext = z.infer<typeof RecentContext>;
