/** What waits for a person: pairs of statements that can't both hold, and memories that are held back. */
import { z } from "zod";
import { Actor, Cursor, EpochMs, Limit, PathId, ProjectRef } from "./common";
import { Memory, MemoryOrigin, MemoryTier, SourceRef } from "./memory";

export const PairResolution = z.enum(["keep_older", "take_newer", "keep_both"]);
export type PairResolution = z.infer<typeof PairResolution>;

/** A statement that was never stored (E43): what would be written. Fields that were not given are inherited. */
export const PairCandidate = z.object({
  key: z.string(),
  value: z.string(),
  attribute: z.string().optional(),
  /** Comma-joined. */
  tags: z.string().optional(),
  importance: z.number().optional(),
  tier: MemoryTier.optional(),
  confidence: z.number().optional(),
  expires_at: EpochMs.nullable().optional(),
  kind: z.string().optional(),
  branch: z.string().nullable().optional(),
  /** When it was said. */
  at: EpochMs.optional(),
  source_session: z.string().optional(),
  sources: z.array(SourceRef).optional(),
  /** Who stated it, and through which host: who lets it hold is another. */
  origin: MemoryOrigin.optional(),
  host: z.string().optional(),
});
export type PairCandidate = z.infer<typeof PairCandidate>;

export const ReviewPair = z
  .object({
    id: z.number().int(),
    /** `conflict`: both can't hold; `supersedes`: the newer seems to replace the older. */
    kind: z.enum(["conflict", "supersedes"]),
    status: z.enum(["open", "resolved"]),
    resolution: PairResolution.nullable(),
    /** Open, but one half is archived, deleted, superseded or expired: there is nothing to decide until it comes back. */
    stale: z.boolean(),
    /** 0 = global. */
    project_id: z.number().int(),
    /** Names of what spoke, e.g. `value:number`, `change:retired`, `denial`, `same_key`. */
    reasons: z.array(z.string()),
    /** (1 + cosine) / 2; null where no vectors were compared. */
    similarity: z.number().nullable(),
    /** null = deleted for good. */
    older: Memory.nullable(),
    /** null where the newer half is a candidate. */
    newer: Memory.nullable(),
    candidate: PairCandidate.nullable(),
    actor: Actor,
    created_at: EpochMs,
    updated_at: EpochMs,
    revision: z.number().int(),
  })
  .meta({ id: "ReviewPair" });
export type ReviewPair = z.infer<typeof ReviewPair>;

/**
 * In the order of the inbox, most urgent first. `conflict`, `supersedes`: pairs. `instruction`, `secret`, `pending` (ask mode),
 * `held` (in conflict, but nothing stands against it any more), `expiring` (within seven days), `low_confidence`, `unused`
 * (for `forget_days_threshold` days): memories. `near_duplicate`, `file_changed`: findings.
 */
export const ReviewKind = z.enum([
  "conflict",
  "instruction",
  "secret",
  "pending",
  "held",
  "supersedes",
  "near_duplicate",
  "file_changed",
  "expiring",
  "low_confidence",
  "unused",
]);
export type ReviewKind = z.infer<typeof ReviewKind>;

/** `quarantined`: what looks like an instruction or like a secret. */
export const ReviewFilter = z.enum([...ReviewKind.options, "quarantined"]);
export type ReviewFilter = z.infer<typeof ReviewFilter>;

/** The file that the memory's turn touched and a later session changed. */
export const ChangedFile = z.object({
  file: z.string(),
  session_id: z.number().int(),
  turn: z.number().int().nullable(),
  at: EpochMs,
});
export type ChangedFile = z.infer<typeof ChangedFile>;

export const ReviewFinding = z
  .object({
    id: z.number().int(),
    kind: z.enum(["near_duplicate", "file_changed"]),
    /** Of a near-duplicate the one that a merge keeps. */
    memory: Memory,
    /** Of a near-duplicate the one that a merge takes in; else null. */
    other: Memory.nullable(),
    /** (1 + cosine) / 2; null where no vectors were compared. */
    similarity: z.number().nullable(),
    changed: ChangedFile.nullable(),
    created_at: EpochMs,
    revision: z.number().int(),
  })
  .meta({ id: "ReviewFinding" });
export type ReviewFinding = z.infer<typeof ReviewFinding>;

/** Stands for all that was shown of an item: given back with a decision, it answers 409 when something of it changed. */
export const Seen = z.string().regex(/^[0-9a-f]{16}$/);

export const ReviewItem = z.discriminatedUnion("type", [
  z.object({ type: z.literal("pair"), kind: ReviewKind, pair: ReviewPair, seen: Seen }),
  z.object({ type: z.literal("memory"), kind: ReviewKind, memory: Memory, seen: Seen }),
  z.object({ type: z.literal("finding"), kind: ReviewKind, finding: ReviewFinding, seen: Seen }),
]);
export type ReviewItem = z.infer<typeof ReviewItem>;

export const ReviewQuery = z.object({
  kind: ReviewFilter.optional(),
  project: ProjectRef.optional(),
  limit: Limit.default(50),
  cursor: Cursor.optional(),
});
export type ReviewQuery = z.infer<typeof ReviewQuery>;

/** By kind; `quarantined` = `instruction` + `secret`. */
export const ReviewCounts = z.record(ReviewFilter, z.number().int());
export type ReviewCounts = z.infer<typeof ReviewCounts>;

export const ReviewPage = z
  .object({
    items: z.array(ReviewItem),
    nextCursor: z.string().nullable(),
    /** Of all that waits in the project (or everywhere), whatever `kind` asks for. */
    counts: ReviewCounts,
    total: z.number().int(),
    /** Of these the ones that only a person can settle: the rest is tidying. */
    needed: z.number().int(),
  })
  .meta({ id: "ReviewPage" });
export type ReviewPage = z.infer<typeof ReviewPage>;

export const PairParams = z.object({ id: PathId });

export const PairDecision = z
  .strictObject({
    /**
     * `take_newer` supersedes the older memory (a candidate is written first); `keep_older` archives the newer memory or
     * drops the candidate; `keep_both` lifts the hold (a candidate is written under a key of its own).
     */
    resolution: PairResolution,
    /** The pair's revision that was seen; a newer one answers 409. */
    revision: z.number().int().optional(),
  })
  .meta({ id: "PairDecision" });
export type PairDecision = z.infer<typeof PairDecision>;

export const PairResolved = z
  .object({ ok: z.literal(true), pair: ReviewPair, operation_id: z.number().int() })
  .meta({ id: "PairResolved" });
export type PairResolved = z.infer<typeof PairResolved>;

/** `POST /api/memories/<id>/approve`: the revision that was read, so that nobody approves what they did not see. */
export const MemoryApproval = z.strictObject({ revision: z.number().int().optional() }).meta({ id: "MemoryApproval" });
export type MemoryApproval = z.infer<typeof MemoryApproval>;
