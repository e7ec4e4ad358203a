/** The block that an agent gets at session start, and the trace of why each line is in it (design §5, M39). */
import { z } from "zod";
import { Cursor, EpochMs, Limit, page, PathId, ProjectRef, QueryFlag } from "./common";

export const InjectQuery = z.object({
  /** Key, name or alias; several as a comma list (M39). */
  project: ProjectRef.optional(),
  /** Same as `project`. */
  projects: ProjectRef.optional(),
  cwd: z.string().max(4096).optional(),
  branch: z.string().max(300).optional(),
  format: z.enum(["text", "json"]).default("text"),
  /** ANSI colours in the text form (M39). */
  colors: QueryFlag.optional(),
  /** Only look: nothing is stored and no memory counts as used. */
  preview: QueryFlag.optional(),
  max_chars: z.coerce.number().int().min(200).max(10_000).optional(),
  host: z.string().max(100).optional(),
  session: z.string().max(300).optional(),
});
export type InjectQuery = z.infer<typeof InjectQuery>;

export const TraceEntry = z.object({
  layer: z.string(),
  type: z.string(),
  id: z.number().int(),
  revision: z.number().int(),
  /** What the block shows for it, or would have shown. */
  chars: z.number().int(),
  included: z.boolean(),
  /** Why it is in, or why it was cut. */
  reason: z.string(),
  score: z.number().nullable(),
  parts: z.record(z.string(), z.number()).nullable(),
});
export type TraceEntry = z.infer<typeof TraceEntry>;

export const Injection = z
  .object({
    /** 0 = not stored: empty, only a preview, or the store takes no writes now. */
    id: z.number().int(),
    /** 0 = no known project: global memories alone. */
    project_id: z.number().int(),
    project: z.string().nullable(),
    branch: z.string().nullable(),
    host: z.string().nullable(),
    session: z.string().nullable(),
    event: z.string(),
    text: z.string(),
    chars: z.number().int(),
    /** Estimated: ceil(characters / 4) (C40). */
    tokens: z.number().int(),
    created_at: EpochMs,
    trace: z.array(TraceEntry),
  })
  .meta({ id: "Injection" });
export type Injection = z.infer<typeof Injection>;

/** A stored block without its text and trace. */
export const InjectionBrief = Injection.omit({ text: true, trace: true }).meta({ id: "InjectionBrief" });
export type InjectionBrief = z.infer<typeof InjectionBrief>;
export const InjectionListQuery = z.object({
  project: ProjectRef.optional(),
  limit: Limit.default(20),
  cursor: Cursor.optional(),
});
export type InjectionListQuery = z.infer<typeof InjectionListQuery>;
export const InjectionPage = page(InjectionBrief).meta({ id: "InjectionPage" });
export type InjectionPage = z.infer<typeof InjectionPage>;
export const InjectionParams = z.object({ id: PathId });
