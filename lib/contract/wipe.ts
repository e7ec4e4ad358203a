/** Deletion for good of a whole project, or of all that is stored. */
import { z } from "zod";

const Count = z.number().int();

/** What would go, and what would stay although it came from there. */
export const WipePreview = z
  .object({
    /** Of the project, as it must be typed; null = the whole store, of which the number of memories must be. */
    name: z.string().nullable(),
    counts: z.object({
      sessions: Count,
      prompts: Count,
      events: Count,
      observations: Count,
      summaries: Count,
      memories: Count,
      injections: Count,
    }),
    /** Memories of other projects, or of all, that were drawn from its sessions: they stay. */
    drawn: Count,
  })
  .meta({ id: "WipePreview" });
export type WipePreview = z.infer<typeof WipePreview>;

export const ProjectWipe = z.strictObject({ name: z.string().min(1).max(200) }).meta({ id: "ProjectWipe" });
export type ProjectWipe = z.infer<typeof ProjectWipe>;
export const StoreWipe = z.strictObject({ memories: z.number().int().min(0) }).meta({ id: "StoreWipe" });
export type StoreWipe = z.infer<typeof StoreWipe>;
