/** Keeping house: forgetting, expiry and consolidation, their previews and their schedule (E39, E47–E50, E60). */
import { z } from "zod";
import { Cursor, EpochMs, Id, Limit, ProjectRef } from "./common";
import { MemoryTier } from "./memory";

/** (1 + cosine) / 2; below one half two statements have nothing in common, and merging them would be an accident. */
const Similarity = z.number().min(0.5).max(1);

export const HousekeepingRun = z.enum(["forget", "consolidate"]);
export type HousekeepingRun = z.infer<typeof HousekeepingRun>;

/** One half of a pair: enough to choose by, with the whole text. */
export const ConsolidateHalf = z.object({
  id: z.number().int(),
  key: z.string(),
  value: z.string(),
  /** The first 80 characters of the value (E47). */
  value_preview: z.string(),
  tier: MemoryTier,
  attribute: z.string(),
  tags: z.string(),
  importance: z.number(),
  access_count: z.number().int(),
  updated_at: EpochMs,
  /** What decides which half stays: the score of injection without the project's relevance. */
  score: z.number(),
});
export type ConsolidateHalf = z.infer<typeof ConsolidateHalf>;

export const ConsolidatePair = z.object({
  keep: ConsolidateHalf,
  drop: ConsolidateHalf,
  /** (1 + cosine) / 2; null where the pair was chosen and not compared. */
  similarity: z.number().nullable(),
  /** 0 = global. */
  project_id: z.number().int(),
});
export type ConsolidatePair = z.infer<typeof ConsolidatePair>;

export const ConsolidateQuery = z.object({
  /** Default: the setting `consolidate_similarity_threshold`. */
  threshold: z.coerce.number().pipe(Similarity).optional(),
  project: ProjectRef.optional(),
  /** Pairs of one page. */
  limit: Limit.default(50),
  cursor: Cursor.optional(),
});
export type ConsolidateQuery = z.infer<typeof ConsolidateQuery>;

const ChosenPair = z
  .strictObject({ keep: Id, drop: Id })
  .refine((pair) => pair.keep !== pair.drop, "keep and drop are the same memory.");
export type ChosenPair = z.infer<typeof ChosenPair>;

/** Either pairs that somebody chose, or all that are alike enough. */
export const ConsolidateBody = z
  .strictObject({
    threshold: Similarity.optional(),
    project: ProjectRef.optional(),
    /** Where the answer before stopped. */
    cursor: Cursor.optional(),
    pairs: z.array(ChosenPair).min(1).max(1000).optional(),
  })
  .refine(
    ({ pairs, threshold, project, cursor }) =>
      pairs === undefined || (threshold === undefined && project === undefined && cursor === undefined),
    "Give either pairs, or threshold and project.",
  )
  .meta({ id: "ConsolidateBody" });
export type ConsolidateBody = z.infer<typeof ConsolidateBody>;

export const Consolidation = z
  .object({
    dry_run: z.boolean(),
    threshold: z.number(),
    /** What was found, or merged; of a large run the first thousand. */
    pairs: z.array(ConsolidatePair),
    /** Memories that were archived. */
    merged: z.number().int(),
    skipped: z.array(z.object({ keep: z.number().int(), drop: z.number().int(), reason: z.string() })),
    operation_id: z.number().int().nullable(),
    /** Memories that were compared with their neighbours. */
    scanned: z.number().int(),
    /** Memories that have no vector yet, so that nothing could be said about them. */
    missing: z.number().int(),
    /** Not null = there is more to look at. */
    nextCursor: z.string().nullable(),
  })
  .meta({ id: "Consolidation" });
export type Consolidation = z.infer<typeof Consolidation>;

const RunState = z.object({
  /** Time of the marker file in the data folder; null = never. */
  lastRunAt: EpochMs.nullable(),
  /** null = by hand only. */
  nextDueAt: EpochMs.nullable(),
  isDue: z.boolean(),
  /** Asked for, and not done yet. */
  isWaiting: z.boolean(),
  everyHours: z.number(),
  lastOperations: z.array(
    z.object({
      id: z.number().int(),
      kind: z.string(),
      title: z.string(),
      undone_by: z.number().int().nullable(),
      created_at: EpochMs,
    }),
  ),
});
export type RunState = z.infer<typeof RunState>;

/** A memory that the next run of forgetting would archive, and why. */
export const ForgetCandidate = z.object({
  id: z.number().int(),
  key: z.string(),
  value_preview: z.string(),
  project_id: z.number().int(),
  reason: z.enum(["expired", "unused"]),
  access_count: z.number().int(),
  /** Last access; of a memory that was never accessed the time it was made. */
  last_used_at: EpochMs,
  expires_at: EpochMs.nullable(),
});
export type ForgetCandidate = z.infer<typeof ForgetCandidate>;

export const Housekeeping = z
  .object({
    forget: RunState,
    consolidate: RunState,
    /** What forgetting would archive now; at most 50 of them are named. */
    forgettable: z.object({
      expired: z.number().int(),
      unused: z.number().int(),
      items: z.array(ForgetCandidate),
    }),
  })
  .meta({ id: "Housekeeping" });
export type Housekeeping = z.infer<typeof Housekeeping>;

export const HousekeepingBody = z.strictObject({ run: HousekeepingRun }).meta({ id: "HousekeepingBody" });
export const HousekeepingAsked = z
  .object({ ok: z.literal(true), run: HousekeepingRun })
  .meta({ id: "HousekeepingAsked" });
export type HousekeepingAsked = z.infer<typeof HousekeepingAsked>;

/** `memory_consolidate` (E60): looks only, unless told otherwise. */
export const ConsolidateInput = z.strictObject({
  dry_run: z.boolean().default(true),
  threshold: Similarity.optional(),
});
export const ConsolidateOutput = z.object({
  dry_run: z.boolean(),
  pairs: z.array(
    z.object({
      keep: z.object({ id: z.number().int(), key: z.string(), value: z.string() }),
      drop: z.object({ id: z.number().int(), key: z.string(), value: z.string() }),
      similarity: z.number().nullable(),
    }),
  ),
  merged: z.number().int(),
});
export type ConsolidateOutput = z.infer<typeof ConsolidateOutput>;
