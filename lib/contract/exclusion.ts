/** "Never inject this in that project": what a person or agent keeps out of the blocks, and how it is taken back. */
import { z } from "zod";
import { Cursor, EpochMs, Id, Limit, page, PathId, ProjectRef } from "./common";

export const Exclusion = z
  .object({
    id: z.number().int(),
    /** Holds for the memory's newer versions too. One of the two is null. */
    memory_id: z.number().int().nullable(),
    observation_id: z.number().int().nullable(),
    /** 0 = in no project at all. */
    project_id: z.number().int(),
    project: z.string().nullable(),
    created_at: EpochMs,
  })
  .meta({ id: "Exclusion" });
export type Exclusion = z.infer<typeof Exclusion>;

/** Exactly one of `memory_id` and `observation_id`. */
export const NewExclusion = z
  .strictObject({
    memory_id: Id.optional(),
    observation_id: Id.optional(),
    /** Key, name or alias; a name that several projects share means all of them. null = nowhere. */
    project: ProjectRef.nullable(),
  })
  .refine((body) => (body.memory_id === undefined) !== (body.observation_id === undefined), {
    path: ["memory_id"],
    message: "Give memory_id or observation_id, one of them.",
  })
  .meta({ id: "NewExclusion" });
export type NewExclusion = z.infer<typeof NewExclusion>;

/** `operation_id` is null where nothing changed: everything asked for was excluded already. */
export const ExclusionResult = z
  .object({ ok: z.literal(true), operation_id: z.number().int().nullable(), exclusions: z.array(Exclusion) })
  .meta({ id: "ExclusionResult" });
export type ExclusionResult = z.infer<typeof ExclusionResult>;

export const ExclusionListQuery = z.object({
  /** Those of this project; those that hold everywhere are not among them. */
  project: ProjectRef.optional(),
  /** Those that bar this memory, also by an older version of it. */
  memory: Id.optional(),
  observation: Id.optional(),
  limit: Limit.default(50),
  cursor: Cursor.optional(),
});
export type ExclusionListQuery = z.infer<typeof ExclusionListQuery>;
export const ExclusionPage = page(Exclusion).meta({ id: "ExclusionPage" });
export type ExclusionPage = z.infer<typeof ExclusionPage>;
export const ExclusionParams = z.object({ id: PathId });
export const ExclusionRemoved = z
  .object({ ok: z.literal(true), operation_id: z.number().int() })
  .meta({ id: "ExclusionRemoved" });
export type ExclusionRemoved = z.infer<typeof ExclusionRemoved>;
