/** Memories: curated statements that are injected (E3–E5, E100–E104). */
import { z } from "zod";
import { EpochMs, Id, PathId, ProjectRef } from "./common";

export const MemoryStatus = z.enum(["active", "archived", "superseded", "deleted"]);
export type MemoryStatus = z.infer<typeof MemoryStatus>;
export const MemoryTier = z.enum(["pinned", "normal", "reference"]);
export type MemoryTier = z.infer<typeof MemoryTier>;
/** Why a memory is held back from injection although it is active (design §3). */
export const ReviewState = z.enum(["pending", "conflict", "quarantined"]);
export type ReviewState = z.infer<typeof ReviewState>;

/** Who wrote a memory; empty = nobody knows. */
export const MemoryOrigin = z.enum(["", "person", "agent", "rules", "llm", "import"]);
export type MemoryOrigin = z.infer<typeof MemoryOrigin>;

/** Where a memory or observation came from: the turn, and the rows of evidence in it. */
export const SourceRef = z.object({
  session_id: z.number().int(),
  turn: z.number().int(),
  prompt_id: z.number().int().nullable().optional(),
  event_ids: z.array(z.number().int()).optional(),
});
export type SourceRef = z.infer<typeof SourceRef>;

export const Memory = z
  .object({
    id: z.number().int(),
    key: z.string(),
    value: z.string(),
    status: MemoryStatus,
    attribute: z.string(),
    tags: z.string(),
    tier: MemoryTier,
    kind: z.string(),
    importance: z.number(),
    confidence: z.number(),
    access_count: z.number().int(),
    last_accessed: EpochMs.nullable(),
    created_at: EpochMs,
    updated_at: EpochMs,
    expires_at: EpochMs.nullable(),
    supersedes: z.number().int().nullable(),
    superseded_by: z.number().int().nullable(),
    review_state: ReviewState.nullable(),
    /** 0 = global. */
    project_id: z.number().int(),
    project: z.string().nullable(),
    branch: z.string().nullable(),
    origin: MemoryOrigin,
    /** Host of the session it came from; empty = none. */
    host: z.string(),
    source_session: z.string(),
    sources: z.array(SourceRef),
    revision: z.number().int(),
  })
  .meta({ id: "Memory" });
export type Memory = z.infer<typeof Memory>;

/** A row as the original's console shows it (E102): these thirteen fields, times as UTC text. */
export const MemoryArrayRow = z
  .object({
    ...Memory.pick({
      id: true,
      key: true,
      value: true,
      attribute: true,
      tags: true,
      tier: true,
      importance: true,
      access_count: true,
    }).shape,
    /** `YYYY-MM-DD HH:MM:SS`, UTC, as the other three. */
    last_accessed: z.string().nullable(),
    created_at: z.string(),
    updated_at: z.string(),
    expires_at: z.string().nullable(),
    status: MemoryStatus,
  })
  .meta({ id: "MemoryArrayRow" });
export type MemoryArrayRow = z.infer<typeof MemoryArrayRow>;

export const TagList = z.array(z.string().trim().min(1).max(64)).max(32);
export const MemoryTags = z.union([TagList, z.string().max(2000)]);

/** 1–10; the old console's 0 (E103) is stored as 1. */
export const Importance = z
  .number()
  .min(0)
  .max(10)
  .transform((value) => Math.max(1, value));

/** A day, which ends at its end in local time; a time with its offset; `YYYY-MM-DD HH:MM:SS` in UTC, as lists show it; or milliseconds. */
export const ExpiryInput = z.union(
  [
    z.iso.date(),
    z.iso.datetime({ offset: true }),
    z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)
      .refine((text) => !Number.isNaN(Date.parse(`${text.replace(" ", "T")}Z`)), "There is no such time."),
    z.number().int().min(0).max(8_640_000_000_000_000),
  ],
  "must be a day (2026-12-31), a time with its offset (2026-12-31T18:00:00+01:00), a time in UTC (2026-12-31 17:00:00), milliseconds since 1970, or null for never",
);

/** Lengths within these are judged by the gate (E41), whose bounds are settings. */
export const MAX_KEY_CHARS = 200;
const MAX_VALUE_INPUT = 1_000_000;

export const NewMemory = z
  .strictObject({
    key: z.string().max(MAX_KEY_CHARS),
    value: z.string().max(MAX_VALUE_INPUT),
    /** Left out: inherited from the memory that is replaced, else `fact` (E11, E57). */
    attribute: z.string().max(100).optional(),
    tags: MemoryTags.optional(),
    /** Left out: inherited, else 5. */
    importance: Importance.optional(),
    /** Left out: inherited, else `normal`. */
    tier: MemoryTier.optional(),
    expires_at: ExpiryInput.nullable().optional(),
    /** null = global; absent = the project that the key's first segment names, else global. */
    project: ProjectRef.nullable().optional(),
  })
  .meta({ id: "NewMemory" });
export type NewMemory = z.infer<typeof NewMemory>;

export const MemoryPatch = NewMemory.omit({ project: true })
  .partial()
  .extend({
    /** Where it is to belong: a name that nobody has makes a new project; null = to all of them. A person's to say. */
    project: ProjectRef.max(200).nullable().optional(),
    /** The revision that the editor saw; a newer one answers 409 (two tabs). */
    revision: z.number().int().optional(),
  })
  .meta({ id: "MemoryPatch" });
export type MemoryPatch = z.infer<typeof MemoryPatch>;

export const MemoryWriteResult = z.object({
  status: z.enum(["added", "skipped", "conflict", "replaced", "merged"]),
  /** The new memory; of `skipped` and `conflict` the one that holds the key. */
  id: z.number().int(),
  /** Why nothing was written, or why what was written is held back. */
  reason: z.string().optional(),
  /** Of what was written but is not injected or found by agents until a person approves it. */
  review_state: ReviewState.optional(),
  /** Of `merged`: the memory whose next version this is, under its key (E45). */
  merged_into: z.object({ id: z.number().int(), key: z.string(), similarity: z.number() }).optional(),
  /** Of `conflict`: what waits for a person to choose. */
  pair_id: z.number().int().optional(),
  /** The project whose sessions get it; null = all of them. */
  project: z.string().nullable(),
  /** null = nothing was written. */
  operation_id: z.number().int().nullable(),
});
export type MemoryWriteResult = z.infer<typeof MemoryWriteResult>;

/** Answer of every change of one memory: the row as it is now and the operation that Undo takes. */
export const MemoryChange = z.object({
  ok: z.literal(true),
  memory: Memory,
  /** null = nothing differed, so that nothing was written. */
  operation_id: z.number().int().nullable(),
});
export type MemoryChange = z.infer<typeof MemoryChange>;

export const MemoryParams = z.object({ id: PathId });

export const MemoryMerge = z.strictObject({ ids: z.array(Id).min(1).max(1000), keep: Id }).meta({ id: "MemoryMerge" });
export type MemoryMerge = z.infer<typeof MemoryMerge>;

export const MemoryActionParams = z.object({ id: PathId, action: z.string().max(100) });
/** `POST /api/memory/<id>/update` (E103); the other actions take no body (E104). */
export const MemoryActionUpdate = NewMemory.pick({ importance: true, tier: true, attribute: true, tags: true });
export const MemoryActionResult = z
  .object({
    ok: z.literal(true),
    /** Of `update`. */
    memory: MemoryArrayRow.optional(),
    operation_id: z.number().int().nullable().optional(),
    /** Of `hard_delete`. */
    receipt_id: z.number().int().optional(),
  })
  .meta({ id: "MemoryActionResult" });
export type MemoryActionResult = z.infer<typeof MemoryActionResult>;
