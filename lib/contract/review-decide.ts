/** Decisions of the review inbox: about single items, or about all that are like one. */
import { z } from "zod";
import { Id, ProjectRef } from "./common";
import { type Memory, MemoryPatch } from "./memory";
import { type ReviewItem, ReviewKind, Seen } from "./review";

/**
 * `keep`: it holds as it is. `edit`: one text is written by the person, and holds. `merge`: one stays and takes over what the
 * other knew. `newer`: the newer one replaces the older. `older`: the older one stays, the newer is archived. `archive`: out
 * of use, both halves where there are two.
 */
export const ReviewDecision = z.enum(["keep", "edit", "merge", "newer", "older", "archive"]);
export type ReviewDecision = z.infer<typeof ReviewDecision>;

/** `id` of the pair, the finding or the memory, as the item's `type` says. */
export const ReviewRef = z.strictObject({ kind: ReviewKind, id: Id, seen: Seen.optional() });
export type ReviewRef = z.infer<typeof ReviewRef>;

/** All items of a kind; with what narrows them down to those that are like the one that is looked at. */
export const ReviewLike = z.strictObject({
  kind: ReviewKind,
  project: ProjectRef.optional(),
  /** Whose memory (of a pair the newer, of a near-duplicate the kept one) comes from this session. */
  session: Id.optional(),
  /** Of `file_changed`: this file. */
  file: z.string().min(1).max(4096).optional(),
});
export type ReviewLike = z.infer<typeof ReviewLike>;

/** Items of one decision. */
export const MAX_DECIDED = 10_000;

export const ReviewDecide = z
  .strictObject({
    decision: ReviewDecision,
    items: z.array(ReviewRef).min(1).max(1_000).optional(),
    like: ReviewLike.optional(),
    /** Of `edit`, about exactly one item: what the memory shall say. */
    patch: MemoryPatch.omit({ revision: true, project: true }).optional(),
    /** Answers what would happen, and writes nothing. */
    dry_run: z.boolean().default(false),
    /** Of `like`: the `seen` of the dry run; another set of items answers 409. */
    seen: Seen.optional(),
  })
  .refine((body) => (body.items === undefined) !== (body.like === undefined), "Give either items or like.")
  .refine(
    (body) => body.decision !== "edit" || (body.items?.length === 1 && body.patch !== undefined),
    "An edit needs a patch, and exactly one item.",
  )
  .refine((body) => body.decision === "edit" || body.patch === undefined, "Only an edit takes a patch.")
  .meta({ id: "ReviewDecide" });
export type ReviewDecide = z.infer<typeof ReviewDecide>;

/** What becomes of a memory. `kept`: it holds; `merged`: taken in by the other; `written`: a claim is stored. */
export const ReviewFate = z.enum(["kept", "edited", "merged", "superseded", "archived", "written", "dropped"]);
export type ReviewFate = z.infer<typeof ReviewFate>;

export const ReviewEffect = z.object({
  kind: ReviewKind,
  id: z.number().int(),
  /** Each memory of the item, or the claim (id null), with its text and what becomes of it. */
  memories: z.array(z.object({ id: z.number().int().nullable(), value: z.string(), fate: ReviewFate })),
});
export type ReviewEffect = z.infer<typeof ReviewEffect>;

export const ReviewDecided = z
  .object({
    ok: z.literal(true),
    dry_run: z.boolean(),
    /** Items that were decided, or would be. */
    decided: z.number().int(),
    /** What stays as it is, and why; at most a thousand are named. */
    skipped: z.array(z.object({ kind: ReviewKind, id: z.number().int(), reason: z.string() })),
    /** Of the first twenty. */
    effects: z.array(ReviewEffect),
    seen: Seen,
    /** null = nothing was written. */
    operation_id: z.number().int().nullable(),
  })
  .meta({ id: "ReviewDecided" });
export type ReviewDecided = z.infer<typeof ReviewDecided>;

/** One item as it is now. */
export interface ReviewItemNow {
  /** null = it waits no more. */
  item: ReviewItem | null;
  /** What became of its memory (of a pair the older one); null = deleted for good. */
  memory: Memory | null;
}

/** How many items are like one, in one of the ways that there are. */
export interface ReviewGroup {
  by: "kind" | "project" | "session" | "file";
  like: ReviewLike;
  count: number;
}
