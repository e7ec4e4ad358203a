/** The console's timeline: everything that happened on one axis, newest first, and how much of it when. */
import { z } from "zod";
import { Cursor, EpochMs, Limit, ProjectRef } from "./common";
import { type EvidenceEvent, type Observation, ObsType, type Prompt, Session, type Summary } from "./evidence";
import type { Reflection, Task } from "./codewatch";
import type { Memory } from "./memory";

/**
 * In the order of one moment, oldest first: who asked, what was done and said, what was learned, what it came to. A `task` is what a
 * session is about now, and stands where it was last written.
 */
export const TIMELINE_KINDS = [
  "prompt",
  "tool",
  "message",
  "observation",
  "summary",
  "reflection",
  "task",
  "memory",
  "session",
] as const;
export const TimelineKind = z.enum(TIMELINE_KINDS);
export type TimelineKind = z.infer<typeof TimelineKind>;

/** Every tool use of a busy week would bury what it came to. */
export const DEFAULT_KINDS: readonly TimelineKind[] = [
  "session",
  "prompt",
  "observation",
  "summary",
  "reflection",
  "task",
  "memory",
];

/** `prompt,tool`; `event` means tool uses and answers. */
const Kinds = z
  .string()
  .max(200)
  .transform((text) =>
    text.split(",").flatMap((word) => {
      const kind = word.trim();
      return kind === "event" ? ["tool", "message"] : kind === "" ? [] : [kind];
    }),
  )
  .pipe(z.array(TimelineKind).max(20))
  .transform((kinds): TimelineKind[] => TIMELINE_KINDS.filter((kind) => kinds.includes(kind)));

/** Milliseconds since 1970, or a day of the zone that the question names. */
const When = z.union([z.coerce.number().int().min(-8.64e15).max(8.64e15), z.iso.date()]);

/** Filters combine. A file leaves only what names files: tool uses, observations, summaries, and the sessions of those. */
const Filters = {
  project: ProjectRef.optional(),
  host: z.string().trim().min(1).max(100).optional(),
  branch: z.string().min(1).max(300).optional(),
  kind: Kinds.optional(),
  /** Words that a row holds, all of them; of sessions, that any of their rows hold. */
  q: z.string().trim().min(1).max(200).optional(),
  /** A path, or how it ends: `cart.ts`, `src/cart.ts`. */
  file: z.string().trim().min(1).max(1024).optional(),
  /** Both inclusive; a day means all of it. */
  from: When.optional(),
  to: When.optional(),
  /** IANA name; what is no zone counts as UTC. */
  zone: z.string().max(64).default("UTC"),
};

export const TimelineEntriesQuery = z.object({
  ...Filters,
  /** Begin here and go back: what happened later is left out. A day means its end. */
  at: When.optional(),
  limit: Limit.default(50),
  cursor: Cursor.optional(),
});
export type TimelineEntriesQuery = z.infer<typeof TimelineEntriesQuery>;

export const TimelineDensityQuery = z.object(Filters);
export type TimelineDensityQuery = z.infer<typeof TimelineDensityQuery>;
export type TimelineFilters = TimelineDensityQuery;

const Base = {
  id: z.number().int(),
  at: EpochMs,
  project_id: z.number().int(),
  /** null = global. */
  project: z.string().nullable(),
  branch: z.string().nullable(),
  session_id: z.number().int().nullable(),
  turn: z.number().int().nullable(),
};

export const ToolUse = z.object({
  id: z.number().int(),
  at: EpochMs,
  name: z.string(),
  /** What it worked on: a file, a command, a pattern. */
  argument: z.string(),
  is_error: z.boolean().nullable(),
});
export type ToolUse = z.infer<typeof ToolUse>;

/** Texts are the beginning of what is stored; the row itself has it whole. */
export const TimelineEntry = z
  .discriminatedUnion("kind", [
    z.object({ kind: z.literal("session"), ...Base, session: Session }),
    z.object({
      kind: z.literal("prompt"),
      ...Base,
      text: z.string(),
      /** Wholly private: nothing of it was kept. */
      is_private: z.boolean(),
    }),
    z.object({
      kind: z.literal("message"),
      ...Base,
      text: z.string(),
      /** A sub-agent said it. */
      is_subagent: z.boolean(),
    }),
    z.object({
      /** Tool uses of one turn with nothing between them; `id` and `at` are the latest one's. */
      kind: z.literal("tool"),
      ...Base,
      count: z.number().int(),
      failed: z.number().int(),
      started_at: EpochMs,
      /** Most used first. */
      tools: z.array(z.object({ name: z.string(), count: z.number().int() })),
      /** The first ones, oldest first. */
      uses: z.array(ToolUse),
    }),
    z.object({
      kind: z.literal("observation"),
      ...Base,
      title: z.string(),
      text: z.string(),
      obs_type: ObsType.or(z.string()),
    }),
    z.object({ kind: z.literal("summary"), ...Base, title: z.string(), text: z.string() }),
    z.object({
      kind: z.literal("reflection"),
      ...Base,
      text: z.string(),
      level: z.number().int(),
      /** `superseded`: a later one took in what it says. */
      status: z.string(),
      /** Observations that it holds. */
      count: z.number().int(),
    }),
    z.object({ kind: z.literal("task"), ...Base, text: z.string() }),
    z.object({
      kind: z.literal("memory"),
      ...Base,
      key: z.string(),
      value: z.string(),
      status: z.string(),
      tier: z.string(),
      review_state: z.string().nullable(),
    }),
  ])
  .meta({ id: "TimelineEntry" });
export type TimelineEntry = z.infer<typeof TimelineEntry>;

export const TimelineEntryPage = z
  .object({
    items: z.array(TimelineEntry),
    /** null = nothing older. Where little passes the filters, a page may hold less than `limit`, or nothing, and still go on. */
    nextCursor: z.string().nullable(),
  })
  .meta({ id: "TimelineEntryPage" });
export type TimelineEntryPage = z.infer<typeof TimelineEntryPage>;

export const DensityBucket = z.object({
  /** Its first day in the asked zone, `2026-06-04`. */
  day: z.string(),
  start: EpochMs,
  /** Exclusive. */
  end: EpochMs,
  count: z.number().int(),
});
export type DensityBucket = z.infer<typeof DensityBucket>;

export const TimelineDensity = z
  .object({
    unit: z.enum(["day", "week", "month", "year"]),
    /** Oldest first, without gaps; empty when nothing passes the filters. Weeks begin on Monday. */
    buckets: z.array(DensityBucket),
    total: z.number().int(),
    /** By kind: of those that were asked for, and of the others where counting them reads an index alone. */
    kinds: z.partialRecord(TimelineKind, z.number().int()),
  })
  .meta({ id: "TimelineDensity" });
export type TimelineDensity = z.infer<typeof TimelineDensity>;

/** One entry in full, for the panel beside the list. */
export type WholeEntry =
  | { kind: "session"; session: Session }
  | { kind: "prompt"; prompt: Prompt }
  | { kind: "tool" | "message"; event: EvidenceEvent }
  | { kind: "observation"; observation: Observation }
  | { kind: "summary"; summary: Summary }
  | { kind: "reflection"; reflection: Reflection }
  | { kind: "task"; task: Task }
  | { kind: "memory"; memory: Memory };
