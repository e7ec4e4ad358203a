/** Versions of a memory: what superseded what, how they differ, who did it. */
import { z } from "zod";
import { Actor, EpochMs, Id } from "./common";
import { Memory } from "./memory";

/** Joined, the parts that are not `added` are the text before, those that are not `removed` the text after. */
export const DiffPart = z.object({
  value: z.string(),
  added: z.boolean().optional(),
  removed: z.boolean().optional(),
});
export type DiffPart = z.infer<typeof DiffPart>;

export const FieldChange = z.object({
  field: z.string(),
  before: z.unknown().nullable(),
  after: z.unknown().nullable(),
});
export type FieldChange = z.infer<typeof FieldChange>;

/** One operation that wrote the version or changed it in place. */
export const VersionStep = z.object({
  operation_id: z.number().int(),
  kind: z.string(),
  actor: Actor,
  at: EpochMs,
  /** Taken back since. */
  undone: z.boolean(),
  changed: z.array(FieldChange),
});
export type VersionStep = z.infer<typeof VersionStep>;

export const MemoryVersion = Memory.extend({
  /** The version that this one followed; null for the first. */
  previous_id: z.number().int().nullable(),
  /** Fields but the value that differ from the version before. */
  changed: z.array(FieldChange),
  /** The value against the version before, by words; empty for the first. */
  diff: z.array(DiffPart),
  /** Oldest first; at most the latest 50. */
  steps: z.array(VersionStep),
}).meta({ id: "MemoryVersion" });
export type MemoryVersion = z.infer<typeof MemoryVersion>;

export const MemoryRevert = z
  .strictObject({
    /** A version of the same memory. */
    to: Id,
    /** As that version stood after this operation, one of its `steps`; absent = as it says now. */
    operation: Id.optional(),
    /** Revision of the version in force that was seen; a newer one answers 409. */
    revision: z.number().int().optional(),
  })
  .meta({ id: "MemoryRevert" });
export type MemoryRevert = z.infer<typeof MemoryRevert>;
