/** What agents' tools for memories take and answer (E56–E59); the original's names. */
import { z } from "zod";
import { Id } from "./common";
import { MemoryTags, MemoryTier, NewMemory } from "./memory";

/** What no number is counts as left out; the rest is held within 1–10 (E57). Infinity comes from callers in the process. */
const LooseImportance = z.preprocess(
  (value) => (typeof value === "number" ? (Number.isNaN(value) ? undefined : Math.min(10, Math.max(1, value))) : value),
  z.number().nullish(),
);

/** `memory_add` (E57). */
export const MemoryAddInput = z
  .strictObject({
    ...NewMemory.shape,
    tags: MemoryTags.nullish(),
    importance: LooseImportance,
    tier: MemoryTier.nullish(),
    attribute: z.string().max(100).nullish(),
    /** The writer's folder: the memory belongs to its project where neither `project` nor the key names one. */
    cwd: z.string().max(4096).optional(),
  })
  .meta({ id: "MemoryAddInput" });
export type MemoryAddInput = z.input<typeof MemoryAddInput>;

/** It waits for a person, and agents are not told it until then. */
const Waits = z.enum(["pending", "quarantined"]).optional();

/** What `memory_add` answers (E57, E45). A refusal is an error. */
export const MemoryAdded = z
  .discriminatedUnion("status", [
    z.object({ status: z.literal("added"), id: z.number().int(), review_state: Waits }),
    z.object({ status: z.literal("skipped"), id: z.number().int(), reason: z.string() }),
    z.object({ status: z.literal("conflict"), id: z.number().int(), reason: z.string(), pair_id: z.number().int() }),
    z.object({ status: z.literal("replaced"), new_id: z.number().int(), review_state: Waits }),
    z.object({
      status: z.literal("merged"),
      /** The memory whose next version `new_id` is, under its `key`. */
      merged_into: z.number().int(),
      key: z.string(),
      similarity: z.number(),
      new_id: z.number().int(),
      review_state: Waits,
    }),
  ])
  .meta({ id: "MemoryAdded" });
export type MemoryAdded = z.infer<typeof MemoryAdded>;

/** `memory_replace` (E58): the value wins over what the key holds; without an active row it is added. */
export const MemoryReplaceInput = z
  .strictObject({
    key: NewMemory.shape.key,
    value: NewMemory.shape.value,
    project: NewMemory.shape.project,
    cwd: z.string().max(4096).optional(),
  })
  .meta({ id: "MemoryReplaceInput" });
export type MemoryReplaceInput = z.input<typeof MemoryReplaceInput>;

/** `memory_remove` (E59). */
export const MemoryRemoveInput = z.strictObject({ id: Id }).meta({ id: "MemoryRemoveInput" });
export type MemoryRemoveInput = z.input<typeof MemoryRemoveInput>;
export const MemoryRemoved = z
  .object({ status: z.literal("deleted"), id: z.number().int() })
  .meta({ id: "MemoryRemoved" });
export type MemoryRemoved = z.infer<typeof MemoryRemoved>;

/** `memory_status` (E56). */
export const MemoryStatusAnswer = z
  .object({
    /** Active and not expired. */
    active_memories: z.number().int(),
    /** All but deleted ones. */
    total_records: z.number().int(),
    /** Memories that are found by meaning. */
    vector_count: z.number().int(),
    embedding_loaded: z.boolean(),
    embedding_dim: z.number().int(),
    data_dir: z.string(),
  })
  .meta({ id: "MemoryStatusAnswer" });
export type MemoryStatusAnswer = z.infer<typeof MemoryStatusAnswer>;
