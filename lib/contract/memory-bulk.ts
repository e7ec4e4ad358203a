/** Many memories at once: by id, or all that a filter means; as it is done, and as a preview that changes nothing. */
import { z } from "zod";
import { Id } from "./common";
import { ExpiryInput, Importance, MemoryTier, TagList } from "./memory";
import { MemoryFilter } from "./memory-list";

/** Rows that one request names, to change them or to leave them out; a filter may mean any number. */
const MAX_IDS = 10_000;

const which = {
  ids: z.array(Id).min(1).max(MAX_IDS).optional(),
  filter: z.strictObject(MemoryFilter.shape).optional(),
  /** Of those that the filter means, which are left out. */
  except: z.array(Id).max(MAX_IDS).optional(),
};
const shared = {
  ...which,
  /** Says what would happen ({@link MemoryBulkPreview}) and changes nothing. */
  dry_run: z.boolean().optional(),
};
const hasOne = (body: { ids?: unknown; filter?: unknown; except?: unknown }): boolean =>
  body.filter === undefined ? body.ids !== undefined && body.except === undefined : body.ids === undefined;
const GIVE_ONE = "Give either ids or filter; except goes with filter.";

export const MemoryBulkAction = z.discriminatedUnion("action", [
  z.strictObject({ action: z.literal("archive") }),
  z.strictObject({ action: z.literal("restore") }),
  z.strictObject({ action: z.literal("delete") }),
  /** Tags are added after those that a memory has; one in both lists is removed. */
  z.strictObject({ action: z.literal("tag"), add: TagList.optional(), remove: TagList.optional() }),
  /** To the project of that number; null = to all of them. */
  z.strictObject({ action: z.literal("move"), to: Id.nullable() }),
  z.strictObject({ action: z.literal("tier"), tier: MemoryTier }),
  /** null = never. */
  z.strictObject({ action: z.literal("expiry"), expires_at: ExpiryInput.nullable() }),
  z.strictObject({ action: z.literal("importance"), importance: Importance }),
]);
export type MemoryBulkAction = z.infer<typeof MemoryBulkAction>;

const [Archive, Restore, Delete, Tag, Move, Tier, Expiry, ImportanceOf] = MemoryBulkAction.options;

/** `POST /api/memories/bulk` */
export const MemoryBulk = z
  .discriminatedUnion("action", [
    Archive.extend(shared),
    Restore.extend(shared),
    Delete.extend(shared),
    Tag.extend(shared),
    Move.extend(shared),
    Tier.extend(shared),
    Expiry.extend(shared),
    ImportanceOf.extend(shared),
  ])
  .refine(hasOne, GIVE_ONE)
  .refine(
    (body) => body.action !== "tag" || (body.add ?? []).length + (body.remove ?? []).length > 0,
    "Say which tags to add or remove.",
  )
  .meta({ id: "MemoryBulk" });
export type MemoryBulk = z.infer<typeof MemoryBulk>;

/** Why a row stays as it is. */
export const SkipCode = z.enum([
  /** There is no such memory (any more). */
  "not_found",
  /** It is so already. */
  "unchanged",
  /** Another active memory holds the key, here or where it should go. */
  "key_taken",
  /** Its status does not allow it: what is superseded or deleted can't be archived. */
  "wrong_status",
  /** The project's mode keeps agents from writing. */
  "read_only",
  /** It would have more tags than a memory can hold. */
  "too_many_tags",
]);
export type SkipCode = z.infer<typeof SkipCode>;

export const MemoryBulkResult = z
  .object({
    ok: z.literal(true),
    changed: z.number().int(),
    /** What stayed as it was, and why; the first 1,000 of `skipped_total`. */
    skipped: z.array(z.object({ id: z.number().int(), code: SkipCode, reason: z.string() })),
    skipped_total: z.number().int(),
    operation_id: z.number().int().nullable(),
  })
  .meta({ id: "MemoryBulkResult" });
export type MemoryBulkResult = z.infer<typeof MemoryBulkResult>;

const Shown = z.union([z.string(), z.number()]).nullable();

export const MemoryBulkPreview = z
  .object({
    ok: z.literal(true),
    dry_run: z.literal(true),
    /** Rows that were asked for. */
    found: z.number().int(),
    /** Rows that would change. */
    changes: z.number().int(),
    /**
     * The same by what would change, most first, at most 50: a status, tier or importance as they are stored; a project by name (null = all);
     * a tag that comes (`from` null) or goes (`to` null), each counted for itself; an expiry as milliseconds, `from` null for never and `set` for any other.
     */
    by: z.array(
      z.object({
        field: z.enum(["status", "tags", "project", "tier", "expires_at", "importance"]),
        from: Shown,
        to: Shown,
        count: z.number().int(),
      }),
    ),
    /** Of those that would change: injected in every session, and used three times or more. */
    touched: z.object({ pinned: z.number().int(), often: z.number().int() }),
    skipped_total: z.number().int(),
    /** Most first; `ids`: the first 20. */
    skipped: z.array(
      z.object({ code: SkipCode, reason: z.string(), count: z.number().int(), ids: z.array(z.number().int()) }),
    ),
    /** The first 20 that would change. */
    examples: z.array(z.object({ id: z.number().int(), key: z.string(), value: z.string(), from: Shown, to: Shown })),
  })
  .meta({ id: "MemoryBulkPreview" });
export type MemoryBulkPreview = z.infer<typeof MemoryBulkPreview>;

/** `POST /api/memories/bulk/delete-for-good` */
export const MemoryBulkDelete = z
  .strictObject({
    ...which,
    /** How many the person was told of: another number than is found now answers 409 and removes nothing. */
    count: z.number().int().min(0),
    /** Says what would be removed ({@link MemoryBulkDeletePreview}); `count` is not looked at. */
    dry_run: z.boolean().optional(),
  })
  .refine(hasOne, GIVE_ONE)
  .meta({ id: "MemoryBulkDelete" });
export type MemoryBulkDelete = z.infer<typeof MemoryBulkDelete>;

export const MemoryBulkDeletePreview = z
  .object({
    ok: z.literal(true),
    dry_run: z.literal(true),
    /** What `count` has to be. */
    found: z.number().int(),
    /** Other versions of them that hold the same text, and go too. */
    versions: z.number().int(),
    /** The first 20. */
    examples: z.array(z.object({ id: z.number().int(), key: z.string(), value: z.string() })),
  })
  .meta({ id: "MemoryBulkDeletePreview" });
export type MemoryBulkDeletePreview = z.infer<typeof MemoryBulkDeletePreview>;

export const MemoryBulkDeleteResult = z
  .object({
    ok: z.literal(true),
    /** Rows that were asked for and are gone. */
    deleted: z.number().int(),
    /** One for every 25 of them: `GET /api/receipts/:id`. */
    receipt_ids: z.array(z.number().int()),
  })
  .meta({ id: "MemoryBulkDeleteResult" });
export type MemoryBulkDeleteResult = z.infer<typeof MemoryBulkDeleteResult>;
