/** The block that an agent gets at session start, and the trace of why each line is in it (design §5, M39). */
import { z } from "zod";
import { Cursor, EpochMs, Limit, page, PathId, ProjectRef, QueryFlag, TimeInput } from "./common";

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
  /** `memory`, `observation`, `summary`, `task`, `reflection`; `frame` for preamble, titles, days, hints and closing lines. */
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

/** What an entry of a trace is about, as it is now. */
export interface TraceSubject {
  /** `memory`, `observation`, `summary`. */
  type: string;
  id: number;
  /** Its beginning, on one line. */
  text: string;
  /** Of a memory. */
  key: string | null;
  tier: "pinned" | "normal" | "reference" | null;
  status: string;
  revision: number;
  /** null = all projects. */
  project: string | null;
  /** Where an observation or a summary came from. */
  sessionId: number | null;
  turn: number | null;
}

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

/** What became of what a block told: `used` = the session repeated some of it, `unused` = it was compared and repeated none, `waiting` = not compared yet. */
export const InjectionUse = z.enum(["used", "unused", "waiting"]);
export type InjectionUse = z.infer<typeof InjectionUse>;

/** Counts over the items of one block or of several. */
const ItemCounts = {
  /** All that it names, what it only lists by its key too. */
  items: z.number().int(),
  /** In full: only these can be used. */
  told: z.number().int(),
  /** Of those told, what a turn of the session was laid beside. */
  compared: z.number().int(),
  /** Of those told, what the session repeated. */
  used: z.number().int(),
};

/** A stored block: whole, with what its session did with it. */
export const StoredInjection = Injection.extend({
  /** Number of the session that got it; null = not known here. */
  session_id: z.number().int().nullable(),
  ...ItemCounts,
  use: InjectionUse,
}).meta({ id: "StoredInjection" });
export type StoredInjection = z.infer<typeof StoredInjection>;

/** A stored block without its text and trace. */
export const InjectionBrief = StoredInjection.omit({ text: true, trace: true }).meta({ id: "InjectionBrief" });
export type InjectionBrief = z.infer<typeof InjectionBrief>;

export const InjectionFilter = z.object({
  project: ProjectRef.optional(),
  /** As it was sent, e.g. `claude-code`. */
  host: z.string().max(100).optional(),
  /** `SessionStart`, `SessionResume`, `UserPromptSubmit`. */
  event: z.string().max(100).optional(),
  /** The host's own session id. */
  session: z.string().max(300).optional(),
  use: InjectionUse.optional(),
  /** First and last moment: milliseconds, a date (UTC) or a date with time; a date as `to` means its whole day. */
  from: TimeInput.optional(),
  to: TimeInput.optional(),
});
export type InjectionFilter = z.infer<typeof InjectionFilter>;

/** `GET /api/injections`: newest first. A page may hold fewer rows than asked for, or none, and still have a next one: so far was looked. */
export const InjectionListQuery = InjectionFilter.extend({ limit: Limit.default(20), cursor: Cursor.optional() });
export type InjectionListQuery = z.infer<typeof InjectionListQuery>;

const Sent = { blocks: z.number().int(), chars: z.number().int(), tokens: z.number().int(), ...ItemCounts };

/** `GET /api/injections/totals`: sums over all that a filter leaves; tokens are estimated (C40). */
export const InjectionTotals = z
  .object({
    ...Sent,
    /** The most blocks first. */
    hosts: z.array(z.object({ host: z.string().nullable(), ...Sent })),
    events: z.array(z.object({ event: z.string(), blocks: z.number().int() })),
  })
  .meta({ id: "InjectionTotals" });
export type InjectionTotals = z.infer<typeof InjectionTotals>;

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
