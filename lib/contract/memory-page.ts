/** One memory looked at closely: what the gate would say, what is near it, what came from the same turns, how it was used, what deleting it takes. */
import { z } from "zod";
import { type Actor, EpochMs, Id, Limit, ProjectRef } from "./common";
import { Memory, NewMemory, ReviewState } from "./memory";
import { Degraded } from "./search";

/** `POST /api/memories/check`: nothing is written. */
export const MemoryCheck = z
  .strictObject({
    key: NewMemory.shape.key,
    value: NewMemory.shape.value,
    /** The memory that would be edited: its own key and value are free to it. */
    id: Id.optional(),
    /** Of a new memory, as in `NewMemory`. */
    project: ProjectRef.nullable().optional(),
  })
  .meta({ id: "MemoryCheck" });
export type MemoryCheck = z.infer<typeof MemoryCheck>;

/** Why a memory is refused (E41): the gate's reasons in its order, and what stands before and after it. */
export const RejectionCode = z.enum(["read_only", "private", "empty", "length", "low_information", "buried"]);
export type RejectionCode = z.infer<typeof RejectionCode>;

export const MemoryChecked = z
  .object({
    /** It would be stored. */
    ok: z.boolean(),
    /** null = it passes. */
    rejection: z.object({ code: RejectionCode, reason: z.string(), hint: z.string() }).nullable(),
    /** As it would be stored: in one spelling, without secrets and private text; null when refused. */
    stored: z.object({ key: z.string(), value: z.string() }).nullable(),
    /** It would be stored but held back from agents, and why. */
    review_state: ReviewState.nullable(),
    /** The active memory that holds the key in the same project. An edit to this key answers 409; a new memory replaces it or waits for review. */
    taken_by: z.number().int().nullable(),
    /** Characters of the value, in code points, that settings allow. */
    bounds: z.object({ min: z.number().int(), max: z.number().int() }),
  })
  .meta({ id: "MemoryChecked" });
export type MemoryChecked = z.infer<typeof MemoryChecked>;

/** `POST /api/memories/{id}/project` */
export const MemoryPlacement = z
  .strictObject({
    /** Key, name or alias; a name that nobody has makes a new project; null = all projects. */
    project: ProjectRef.max(200).nullable(),
    /** The revision that was seen; a newer one answers 409. */
    revision: z.number().int().optional(),
  })
  .meta({ id: "MemoryPlacement" });
export type MemoryPlacement = z.infer<typeof MemoryPlacement>;

/** `POST /api/memories/{id}/replace`: the memory `by` holds, the addressed one becomes an earlier version. */
export const MemoryReplacement = z.strictObject({ by: Id }).meta({ id: "MemoryReplacement" });
export type MemoryReplacement = z.infer<typeof MemoryReplacement>;

export const MemoryNeighboursQuery = z.object({
  limit: Limit.max(50).default(10),
  /** `own`: its project and what counts for all; `all`: every project. */
  scope: z.enum(["own", "all"]).default("own"),
});
export type MemoryNeighboursQuery = z.infer<typeof MemoryNeighboursQuery>;

export const MemoryNeighbours = z
  .object({
    /** Nearest first, active ones only. */
    items: z.array(
      z.object({
        memory: Memory,
        /** (1 + cosine) / 2 of the two values (E46): unrelated texts have about 0.6 to 0.68, the same statement in other words 0.95. */
        similarity: z.number(),
      }),
    ),
    /** null = looked up; else why there is nothing to see: its vector is still to be made, or meaning is not to be had. */
    degraded: Degraded.extend({ code: z.enum(["pending", "unavailable"]) }).nullable(),
  })
  .meta({ id: "MemoryNeighbours" });
export type MemoryNeighbours = z.infer<typeof MemoryNeighbours>;

/** One text that a memory had; not sent over HTTP: the console derives it from the versions. */
export interface MemoryText {
  /** Whose text it was. */
  version: number;
  /** Of that version. */
  status: Memory["status"];
  /** What wrote it; null = not on record. */
  operation_id: number | null;
  value: string;
  kind: string | null;
  actor: Actor | null;
  at: number;
  /** The change was taken back since. */
  undone: boolean;
  /** What that version says now. */
  isLast: boolean;
}

/** A memory in one line. */
export const MemoryBrief = Memory.pick({ id: true, key: true, value: true, status: true, tier: true });
export type MemoryBrief = z.infer<typeof MemoryBrief>;

/** A turn that a memory or observation came from. */
export const SourceTurn = z.object({
  session_id: z.number().int(),
  turn: z.number().int(),
  /** null = the session was forgotten or deleted. */
  session: z
    .object({ title: z.string().nullable(), host: z.string(), project: z.string(), branch: z.string().nullable() })
    .nullable(),
  at: EpochMs.nullable(),
  is_private: z.boolean(),
  /** The beginning of what the person typed; null where nothing is kept. */
  prompt: z.string().nullable(),
  /** Characters of the whole prompt. */
  prompt_chars: z.number().int(),
  /** Rows of evidence in the turn; ids that are gone are left out. */
  events: z.array(
    z.object({ id: z.number().int(), kind: z.enum(["tool", "message"]), tool_name: z.string().nullable() }),
  ),
  /** What else came from the turn, deleted rows left out; at most 50 of each. */
  memories: z.array(MemoryBrief),
  observations: z.array(z.object({ id: z.number().int(), title: z.string(), obs_type: z.string() })),
});
export type SourceTurn = z.infer<typeof SourceTurn>;

/** `GET /api/memories/{id}/related` */
export const MemoryRelated = z
  .object({
    /** In the order of the memory's `sources`; the first 20. */
    turns: z.array(SourceTurn),
    turns_total: z.number().int(),
    /** What it took the place of, newest first. */
    replaces: z.array(MemoryBrief),
    /** What took its place. */
    replaced_by: MemoryBrief.nullable(),
    /** Of its versions the one in force; null = none is, or it is itself. */
    in_force: MemoryBrief.nullable(),
  })
  .meta({ id: "MemoryRelated" });
export type MemoryRelated = z.infer<typeof MemoryRelated>;

/** How the latest blocks that held a memory fared. */
export const MemoryUseCounts = z.object({
  /** At most the latest 1,000. */
  blocks: z.number().int(),
  isCapped: z.boolean(),
  /** Blocks whose session was compared with them since. */
  judged: z.number().int(),
  used: z.number().int(),
});
export type MemoryUseCounts = z.infer<typeof MemoryUseCounts>;

/** `GET /api/memories/{id}/delete-preview`: what deleting it for good would take, found by doing it and taking it back. */
export const DeletePreview = z
  .object({
    /** Rows of the memory itself: it, and versions that hold the same text. */
    ids: z.array(z.number().int()),
    /** As the receipt will name them: tables of the store, with the rows in each that hold the text. */
    holders: z.array(z.object({ holder: z.string(), found: z.number().int() })),
  })
  .meta({ id: "DeletePreview" });
export type DeletePreview = z.infer<typeof DeletePreview>;

/** `GET /api/memories/tags`: tags in use that begin so, letter case aside, in order. */
export const TagQuery = z.object({ prefix: z.string().max(64).default(""), limit: Limit.default(20) });
export type TagQuery = z.infer<typeof TagQuery>;
export const TagSuggestions = z.object({ tags: z.array(z.string()) }).meta({ id: "TagSuggestions" });
export type TagSuggestions = z.infer<typeof TagSuggestions>;
