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
  /** What a person typed, if that is known already: what it brings back stands behind the block. */
  prompt: z.string().max(20_000).optional(),
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

/** The same block for a person's terminal (M38): colours unless `colors=false`, and nothing is stored. */
export const InjectPreviewQuery = InjectQuery.pick({
  project: true,
  projects: true,
  cwd: true,
  branch: true,
  prompt: true,
  colors: true,
  max_chars: true,
});
export type InjectPreviewQuery = z.infer<typeof InjectPreviewQuery>;

/**
 * One candidate of a block, or a piece of its frame. All of them in order reproduce the block: the texts of those that
 * have one, joined by line ends.
 */
export const TraceEntry = z.object({
  /** `digest`, `pinned`, `scored`, `observations`, `index`; `frame` for what belongs to no layer. */
  layer: z.string(),
  /** `memory`, `observation`, `summary`; `frame` for preamble, titles, days, hints and closing lines. */
  type: z.string(),
  /** 0 for the frame. */
  id: z.number().int(),
  revision: z.number().int(),
  /** Characters of what the block shows for it, or would have shown. */
  chars: z.number().int(),
  /** The same in tokens, estimated: ceil(characters / 4) (C40). */
  tokens: z.number().int(),
  included: z.boolean(),
  /** Why it is in, or why it was cut. */
  reason: z.string(),
  score: z.number().nullable(),
  /** What the score is the sum of, each already weighted (E37). */
  parts: z.record(z.string(), z.number()).nullable(),
  /** As it stands in the block; null for what was cut. */
  text: z.string().nullable(),
});
export type TraceEntry = z.infer<typeof TraceEntry>;

/** Whether a session then used what its block held. */
const Use = {
  /** null = not compared with anything yet, or not in the block. */
  used: z.boolean().nullable(),
  /** First turn of the session that repeated it. */
  used_turn: z.number().int().nullable(),
  used_at: EpochMs.nullable(),
  /** Share of its content that the session repeated, 0–1. */
  overlap: z.number().nullable(),
};

export const InjectedEntry = TraceEntry.extend(Use).meta({ id: "InjectedEntry" });
export type InjectedEntry = z.infer<typeof InjectedEntry>;

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
    /** In the block's order, candidates that were cut where they would have stood. */
    trace: z.array(InjectedEntry),
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

/** One block that held a memory. */
export const MemoryInjection = z
  .object({
    injection_id: z.number().int(),
    created_at: EpochMs,
    event: z.string(),
    host: z.string().nullable(),
    session: z.string().nullable(),
    /** 0 = no known project. */
    project_id: z.number().int(),
    project: z.string().nullable(),
    /** `index` = listed by its key alone. */
    layer: z.string(),
    /** Of the memory as it was injected. */
    revision: z.number().int(),
    chars: z.number().int(),
    ...Use,
  })
  .meta({ id: "MemoryInjection" });
export type MemoryInjection = z.infer<typeof MemoryInjection>;
export const MemoryInjectionListQuery = z.object({ limit: Limit.default(20), cursor: Cursor.optional() });
export type MemoryInjectionListQuery = z.infer<typeof MemoryInjectionListQuery>;
export const MemoryInjectionPage = page(MemoryInjection).meta({ id: "MemoryInjectionPage" });
export type MemoryInjectionPage = z.infer<typeof MemoryInjectionPage>;
