/** Lists of memories: what is asked for, the page that answers, the counts beside it (E102, E107, E108). */
import { z } from "zod";
import { Cursor, Limit, page, ProjectRef } from "./common";
import { Memory, MemoryStatus, MemoryTier } from "./memory";
import { Degraded, ScoreParts } from "./search";

/** How a filter names what has none of it: no branch, no host, no tags, no attribute, an unknown writer. */
export const NONE = "-";

/** How long ago it was written, each within the next: `week` holds what is of the last day too. `older`: beyond a quarter. */
export const MemoryAge = z.enum(["day", "week", "month", "quarter", "older"]);
export type MemoryAge = z.infer<typeof MemoryAge>;
/** Whether an agent was ever given it. `often`: three times or more (E107: candidates for a skill); these are in `yes` too. */
export const MemoryUse = z.enum(["yes", "no", "often"]);
export type MemoryUse = z.infer<typeof MemoryUse>;
export const OFTEN_USED = 3;
/** Of a filter; in a row an unknown writer is the empty text. */
export const MemoryOriginFilter = z.enum(["person", "agent", "rules", "llm", "import", NONE]);

/** How `q` is read: as a substring (E102), by words, by meaning, or by both. */
export const MemorySearchMode = z.enum(["text", "words", "meaning", "hybrid"]);
export type MemorySearchMode = z.infer<typeof MemorySearchMode>;

/** `relevance`: only with `q` in another mode than `text`; without, it falls back to `updated_at`. */
export const MemorySort = z.enum([
  "relevance",
  "updated_at",
  "created_at",
  "importance",
  "access_count",
  "last_accessed",
  "expires_at",
  "confidence",
]);
export type MemorySort = z.infer<typeof MemorySort>;

const Word = z.string().max(300);

/** What a list is narrowed to; every filter must hold. {@link NONE} as a value means: has none. */
export const MemoryFilter = z.object({
  status: z.enum([...MemoryStatus.options, "all"]).default("active"),
  tier: MemoryTier.optional(),
  attribute: Word.optional(),
  kind: Word.optional(),
  /** `global` or {@link NONE}: those that belong to no project. An exact tag finds its memories too, as in the original (E102). */
  project: ProjectRef.optional(),
  branch: Word.optional(),
  host: Word.optional(),
  /** Exactly this one. */
  tag: Word.optional(),
  origin: MemoryOriginFilter.optional(),
  age: MemoryAge.optional(),
  used: MemoryUse.optional(),
  /** `waiting`: only what a person has to decide about: held back, or a half of an open pair. */
  review: z.enum(["waiting"]).optional(),
  /** In `text` mode `%` and `_` are literal (E102). In the others the best thousand of the store are found, by each half. */
  q: z.string().max(500).optional(),
  mode: MemorySearchMode.default("text"),
});
export type MemoryFilter = z.infer<typeof MemoryFilter>;

/** Also the console's URL: `/memories?…` is parsed by this same schema. */
export const MemoryListQuery = MemoryFilter.extend({
  mode: MemorySearchMode.default("hybrid"),
  /** Default: `relevance` where that can be, else `updated_at`; `memoryOrder` says which. */
  sort: MemorySort.optional(),
  order: z.enum(["asc", "desc"]).default("desc"),
  limit: Limit.optional(),
  /** So many pages of `limit` as one, for who goes far down a list. Default: 1. */
  pages: z.coerce.number().int().min(1).max(5).optional(),
  cursor: Cursor.optional(),
});
export type MemoryListQuery = z.infer<typeof MemoryListQuery>;

/** As the route takes it: what E102 calls unknown falls back to the default instead of failing. */
export const MemoryListRequest = MemoryListQuery.extend({
  status: MemoryListQuery.shape.status.catch("active"),
  tier: MemoryTier.optional().catch(undefined),
  mode: MemoryFilter.shape.mode.catch("text"),
  /** Default: that of `MemoryListQuery` in a page, `access_count` in the bare array (E102). */
  sort: MemorySort.optional().catch(undefined),
  order: MemoryListQuery.shape.order.catch("desc"),
  review: MemoryListQuery.shape.review.catch(undefined),
  origin: MemoryOriginFilter.optional().catch(undefined),
  age: MemoryAge.optional().catch(undefined),
  used: MemoryUse.optional().catch(undefined),
});
export type MemoryListRequest = z.infer<typeof MemoryListRequest>;

/** The filter of a list alone, as `POST /api/memories/bulk` takes it. */
export const filterOfList = (query: MemoryListQuery): MemoryFilter => MemoryFilter.parse(query);

/** Whether `q` is looked for by words or meaning, so that there is a rank. */
export const isRanked = ({ q, mode }: Partial<Pick<MemoryFilter, "q" | "mode">>): boolean =>
  q !== undefined && q.trim() !== "" && mode !== undefined && mode !== "text";

/** The order that a list is in. */
export function memoryOrder(
  query: Partial<Pick<MemoryListQuery, "q" | "mode" | "sort" | "order">>,
  fallback: MemorySort = "updated_at",
): { sort: MemorySort; order: "asc" | "desc" } {
  const ranked = isRanked(query);
  const sort = query.sort ?? (ranked ? "relevance" : fallback);
  return { sort: sort === "relevance" && !ranked ? fallback : sort, order: query.order ?? "desc" };
}

/** Why a row was found; `rank` grows with the fit. */
export const MemoryFit = z.object({
  id: z.number().int(),
  rank: z.number(),
  parts: ScoreParts,
  match_type: z.enum(["fts", "vector", "fts+vector"]),
});
export type MemoryFit = z.infer<typeof MemoryFit>;

export const MemoryPage = page(Memory)
  .extend({
    /** Of the items, those that are a half of an open pair. */
    halves: z.array(z.number().int()),
    /** Only there when `q` was looked for by words or meaning. */
    found: z
      .object({
        mode: MemorySearchMode.exclude(["text"]),
        /** Lower-case terms that a viewer may highlight. */
        terms: z.array(z.string()),
        /** null = both halves answered; else which is missing and why. */
        degraded: Degraded.nullable(),
        /** More hold the words than were looked at: only the best are among these. */
        isCapped: z.boolean(),
        /** One for each item, in its order. */
        fits: z.array(MemoryFit),
      })
      .optional(),
  })
  .meta({ id: "MemoryPage" });
export type MemoryPage = z.infer<typeof MemoryPage>;

/** A value of a facet as a filter takes it, what it is called where that is not the value itself, and how many there are. */
export const FacetValue = z.object({ value: z.string(), label: z.string(), count: z.number().int() });
export type FacetValue = z.infer<typeof FacetValue>;

export const MEMORY_FACETS = [
  "status",
  "tier",
  "attribute",
  "kind",
  "project",
  "branch",
  "host",
  "tag",
  "origin",
  "age",
  "used",
  "review",
] as const;
export type MemoryFacet = (typeof MEMORY_FACETS)[number];

const Counts = z.record(z.string(), z.number().int());

export const MemoryFacets = z
  .object({
    status: Counts,
    tier: Counts,
    attribute: Counts,
    /** By name; `global` belongs to no project. */
    project: Counts,
    /** `waiting`: in any status but what is out of force, since only what is in force waits. */
    review: z.object({ waiting: z.number().int() }),
    /** Rows under all filters. */
    total: z.number().int(),
    /**
     * Each facet's values under all filters but the facet's own. Facets of fixed values name all of them in their order (status
     * with `all`); the others most first, then what there is in the store but not here (0), at most 200, always with the one that is chosen.
     * `label` differs from `value` in projects: their value is what `project` takes.
     */
    values: z.object({
      status: z.array(FacetValue),
      tier: z.array(FacetValue),
      attribute: z.array(FacetValue),
      kind: z.array(FacetValue),
      project: z.array(FacetValue),
      branch: z.array(FacetValue),
      host: z.array(FacetValue),
      tag: z.array(FacetValue),
      origin: z.array(FacetValue),
      age: z.array(FacetValue),
      used: z.array(FacetValue),
      review: z.array(FacetValue),
    } satisfies Record<MemoryFacet, z.ZodType>),
  })
  .meta({ id: "MemoryFacets" });
export type MemoryFacets = z.infer<typeof MemoryFacets>;
