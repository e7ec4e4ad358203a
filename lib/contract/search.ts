/** Search over all kinds (M30, design §5) with the parts of every score. */
import { z } from "zod";
import { EpochMs, Limit, Offset, ProjectRef, TimeInput } from "./common";

export const SearchMode = z.enum(["fts", "vector", "hybrid"]);
export type SearchMode = z.infer<typeof SearchMode>;

/** Values of `type`; `sessions` holds summaries (M30). */
export const SEARCH_TYPES = ["observations", "sessions", "prompts", "memories", "events"] as const;
export const SearchType = z.enum(SEARCH_TYPES);
export type SearchType = z.infer<typeof SearchType>;
/** The order in which a person reads them: what is known before what was noted, and that before what was said and done. */
export const DISPLAY_ORDER: readonly SearchType[] = ["memories", "observations", "sessions", "prompts", "events"];

export const SearchQuery = z.object({
  query: z.string().max(4000).optional(),
  /** Same as `query`. */
  q: z.string().max(4000).optional(),
  type: SearchType.optional(),
  mode: SearchMode.default("hybrid"),
  format: z.enum(["index", "full", "text"]).default("index"),
  project: ProjectRef.optional(),
  branch: z.string().max(300).optional(),
  /** Memory and observation status. */
  status: z.enum(["active", "archived", "superseded", "deleted", "all"]).default("active"),
  since: TimeInput.optional(),
  until: TimeInput.optional(),
  /** Same as `since` and `until`. */
  dateStart: TimeInput.optional(),
  dateEnd: TimeInput.optional(),
  /** Observations only; comma lists, any of each: types, concepts (a type counts as one), parts of paths. */
  obs_type: z.string().max(1000).optional(),
  concepts: z.string().max(2000).optional(),
  files: z.string().max(8000).optional(),
  /** Absent = relevance; without a query newest first. */
  orderBy: z.enum(["relevance", "date_desc", "date_asc"]).optional(),
  limit: Limit.default(20),
  offset: Offset.default(0),
  /** The last word is half typed: match it as a prefix. */
  typing: z.enum(["true", "false", "1", "0"]).optional(),
});
export type SearchQuery = z.infer<typeof SearchQuery>;

/** Each part is 0–1; `score` is their weighted sum. */
export const ScoreParts = z.object({
  words: z.number(),
  meaning: z.number(),
  recency: z.number(),
  importance: z.number(),
});
export type ScoreParts = z.infer<typeof ScoreParts>;

export const SearchHit = z.looseObject({
  id: z.number().int(),
  type: SearchType,
  title: z.string(),
  preview: z.string(),
  project: z.string().nullable(),
  created_at_epoch: EpochMs,
  /** Higher is better; hits are sorted by it. */
  rank: z.number(),
  parts: ScoreParts,
  match_type: z.enum(["fts", "vector", "fts+vector", "filter"]),
});
export type SearchHit = z.infer<typeof SearchHit>;

/** What is wrong where half of a search is missing; the console has words for each. */
export const DegradedCode = z.enum([
  "words_broken",
  "model_late",
  "model_unavailable",
  "meaning_failed",
  "index_unavailable",
  "index_rebuilding",
  "index_behind",
]);
export type DegradedCode = z.infer<typeof DegradedCode>;
/** Words of the question in one field of a hit. */
export interface FoundIn {
  /** Of the row as the index reads it: `value`, `key`, `files`, … */
  field: string;
  /** As they stand there, lower case, each once. */
  words: string[];
}

export const Degraded = z.object({
  missing: z.enum(["words", "meaning"]),
  code: DegradedCode,
  /** Of `index_behind`: rows that wait. */
  count: z.number().int().optional(),
  reason: z.string(),
});
export type Degraded = z.infer<typeof Degraded>;

export const SearchAnswer = z
  .object({
    observations: z.array(SearchHit),
    sessions: z.array(SearchHit),
    prompts: z.array(SearchHit),
    memories: z.array(SearchHit),
    events: z.array(SearchHit),
    mode: SearchMode,
    /** null = both halves answered; else which half is missing and why (invariant 4). */
    degraded: Degraded.nullable(),
    /** Lower-case terms that a viewer may highlight. */
    terms: z.array(z.string()),
    totals: z.record(z.string(), z.number().int()),
  })
  .meta({ id: "SearchAnswer" });
export type SearchAnswer = z.infer<typeof SearchAnswer>;

/** `memory_search` (E55): what an agent asks. `project` or `cwd` name the project it works in; absent = any. */
export const MemorySearchInput = z.strictObject({
  query: z.string().max(4000),
  top_k: z.coerce.number().int().min(1).max(100).default(10),
  project: ProjectRef.optional(),
  cwd: z.string().max(4096).optional(),
  /** Exactly this one. */
  attribute: z.string().max(100).optional(),
});
export type MemorySearchInput = z.infer<typeof MemorySearchInput>;
/** As an address carries it: what is not known is ignored. */
export const MemorySearchQuery = z.object(MemorySearchInput.shape);

export const MemorySearchHit = z.object({
  id: z.number().int(),
  key: z.string(),
  value: z.string(),
  status: z.string(),
  attribute: z.string(),
  /** Comma-joined. */
  tags: z.string(),
  /** 0.6 × words + 0.4 × (1 + cosine) / 2 by the default weights (E23). */
  score: z.number(),
  match_type: z.enum(["fts", "vector", "fts+vector"]),
  /** UTC, `YYYY-MM-DD HH:MM:SS`. */
  created_at: z.string(),
});
export type MemorySearchHit = z.infer<typeof MemorySearchHit>;

export const MemorySearchAnswer = z
  .object({
    results: z.array(MemorySearchHit),
    count: z.number().int(),
    /** Only there when a half of the search is missing (E21). */
    degraded: Degraded.optional(),
  })
  .meta({ id: "MemorySearchAnswer" });
export type MemorySearchAnswer = z.infer<typeof MemorySearchAnswer>;
