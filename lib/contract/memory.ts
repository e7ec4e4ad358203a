/** Memories: curated statements that are injected (E3–E5, E100–E104). */
import { z } from "zod";
import { Cursor, EpochMs, Id, Limit, page, PathId, ProjectRef } from "./common";

export const MemoryStatus = z.enum(["active", "archived", "superseded", "deleted"]);
export type MemoryStatus = z.infer<typeof MemoryStatus>;
export const MemoryTier = z.enum(["pinned", "normal", "reference"]);
export type MemoryTier = z.infer<typeof MemoryTier>;
/** Why a memory is held back from injection although it is active (design §3). */
export const ReviewState = z.enum(["pending", "conflict", "quarantined"]);
export type ReviewState = z.infer<typeof ReviewState>;

export const MEMORY_ATTRIBUTES = ["decision", "preference", "fact", "constraint", "user_profile"] as const;

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
    source_session: z.string(),
    sources: z.array(SourceRef),
    revision: z.number().int(),
  })
  .meta({ id: "Memory" });
export type Memory = z.infer<typeof Memory>;

export const MemorySort = z.enum(["updated_at", "created_at", "importance", "access_count", "last_accessed"]);
export type MemorySort = z.infer<typeof MemorySort>;

/** Also the console's URL: `/memories?…` is parsed by this same schema. */
export const MemoryListQuery = z.object({
  status: z.enum([...MemoryStatus.options, "all"]).default("active"),
  tier: MemoryTier.optional(),
  attribute: z.string().max(100).optional(),
  project: ProjectRef.optional(),
  /** Substring of key or value; `%` and `_` are literal (E102). */
  q: z.string().max(500).optional(),
  sort: MemorySort.default("updated_at"),
  order: z.enum(["asc", "desc"]).default("desc"),
  limit: Limit.optional(),
  cursor: Cursor.optional(),
});
export type MemoryListQuery = z.infer<typeof MemoryListQuery>;
/** As the route takes it: what E102 calls unknown falls back to the default instead of failing. */
export const MemoryListRequest = MemoryListQuery.extend({
  status: MemoryListQuery.shape.status.catch("active"),
  tier: MemoryTier.optional().catch(undefined),
  /** Default: `updated_at` in a page, `access_count` in the bare array (E102). */
  sort: MemorySort.optional().catch(undefined),
  order: MemoryListQuery.shape.order.catch("desc"),
});
export type MemoryListRequest = z.infer<typeof MemoryListRequest>;
export const MemoryPage = page(Memory).meta({ id: "MemoryPage" });
export type MemoryPage = z.infer<typeof MemoryPage>;

export const MemoryFacets = z.object({
  status: z.record(z.string(), z.number().int()),
  tier: z.record(z.string(), z.number().int()),
  attribute: z.record(z.string(), z.number().int()),
  project: z.record(z.string(), z.number().int()),
});
export type MemoryFacets = z.infer<typeof MemoryFacets>;

const Tags = z.union([z.array(z.string().trim().min(1).max(64)).max(32), z.string().max(2000)]);

export const NewMemory = z
  .strictObject({
    key: z.string().trim().min(1).max(200),
    value: z.string().min(1).max(500),
    /** Left out: inherited from the memory that is replaced, else `fact` (E11, E57). */
    attribute: z.string().max(100).optional(),
    tags: Tags.optional(),
    /** Left out: inherited, else 5. */
    importance: z.number().min(0).max(10).optional(),
    /** Left out: inherited, else `normal`. */
    tier: MemoryTier.optional(),
    expires_at: z
      .union([z.iso.date(), z.iso.datetime({ offset: true }), z.number().int()])
      .nullable()
      .optional(),
    /** null = global; absent = the project that the key's first segment names, else global. */
    project: ProjectRef.nullable().optional(),
  })
  .meta({ id: "NewMemory" });
export type NewMemory = z.infer<typeof NewMemory>;

export const MemoryPatch = NewMemory.omit({ project: true })
  .partial()
  .extend({
    /** The revision that the editor saw; a newer one answers 409 (two tabs). */
    revision: z.number().int().optional(),
  })
  .meta({ id: "MemoryPatch" });
export type MemoryPatch = z.infer<typeof MemoryPatch>;

export const MemoryWriteResult = z.object({
  status: z.enum(["added", "skipped", "conflict", "replaced", "merged"]),
  id: z.number().int(),
  reason: z.string().optional(),
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

/** Many memories at once: by id, or all that a filter means. */
export const MemoryBulk = z
  .strictObject({
    action: z.enum(["archive", "restore", "delete"]),
    ids: z.array(Id).min(1).max(10_000).optional(),
    filter: z
      .strictObject({
        status: z.enum([...MemoryStatus.options, "all"]).default("active"),
        tier: MemoryTier.optional(),
        attribute: z.string().max(100).optional(),
        project: ProjectRef.optional(),
        q: z.string().max(500).optional(),
      })
      .optional(),
  })
  .refine((body) => (body.ids === undefined) !== (body.filter === undefined), "Give either ids or filter.")
  .meta({ id: "MemoryBulk" });
export type MemoryBulk = z.infer<typeof MemoryBulk>;

export const MemoryBulkResult = z
  .object({
    ok: z.literal(true),
    changed: z.number().int(),
    /** What stayed as it was, and why. */
    skipped: z.array(z.object({ id: z.number().int(), reason: z.string() })),
    operation_id: z.number().int().nullable(),
  })
  .meta({ id: "MemoryBulkResult" });
export type MemoryBulkResult = z.infer<typeof MemoryBulkResult>;

export const MemoryMerge = z.strictObject({ ids: z.array(Id).min(1).max(1000), keep: Id }).meta({ id: "MemoryMerge" });
export type MemoryMerge = z.infer<typeof MemoryMerge>;

export const MemoryActionParams = z.object({ id: PathId, action: z.string().max(100) });
/** `POST /api/memory/<id>/update` (E103); the other actions take no body (E104). */
export const MemoryActionUpdate = NewMemory.pick({ importance: true, tier: true, attribute: true, tags: true });
export const MemoryActionResult = z
  .object({
    ok: z.literal(true),
    /** Of `update`. */
    memory: Memory.optional(),
    operation_id: z.number().int().nullable().optional(),
    /** Of `hard_delete`. */
    receipt_id: z.number().int().optional(),
  })
  .meta({ id: "MemoryActionResult" });
export type MemoryActionResult = z.infer<typeof MemoryActionResult>;
