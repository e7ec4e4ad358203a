/** `GET /api/overview`: what the console's first page shows, for one project or for all. */
import { z } from "zod";
import { EpochMs, ProjectRef } from "./common";

const Count = z.number().int();

/** Days that a chart shows. */
export const OVERVIEW_RANGES = { month: 30, quarter: 90, year: 365 } as const;
export const OverviewRange = z.enum(["month", "quarter", "year"]);
export type OverviewRange = z.infer<typeof OverviewRange>;

export const OverviewQuery = z.object({
  /** Key, name or alias; `global`: what belongs to no project. Absent = all. */
  project: ProjectRef.optional(),
  /** IANA name, whose midnights part the days; what is no zone counts as UTC. */
  zone: z.string().max(64).default("UTC"),
  range: OverviewRange.default("quarter"),
  /** Milliseconds: what changed after it is counted. Absent = nothing is. */
  since: z.coerce.number().int().min(0).max(8_640_000_000_000_000).optional(),
});
export type OverviewQuery = z.infer<typeof OverviewQuery>;

/** Memories in force, as `GET /api/memories` lists them unasked: active and not expired. */
export const OverviewCounts = z.object({
  active: Count,
  pinned: Count,
  normal: Count,
  reference: Count,
  never_used: Count,
  /** Items of the review inbox that only a person can settle. */
  waiting: Count,
  /** Within seven days. */
  expiring: Count,
});
export type OverviewCounts = z.infer<typeof OverviewCounts>;

/** Since the moment that was asked for; each counted up to 10,000. */
export const OverviewChanged = z.object({
  since: EpochMs,
  /** Written since, and active or archived now. */
  memories: Count,
  replaced: Count,
  /** Contradictions found since that nobody decided yet. */
  conflicts: Count,
  /** With an event since. */
  sessions: Count,
  injections: Count,
  /** Jobs that gave up, of whatever project. */
  failures: Count,
});
export type OverviewChanged = z.infer<typeof OverviewChanged>;

/** One day of the zone. */
export const OverviewDay = z.object({
  /** `2026-06-04`. */
  day: z.string(),
  start: EpochMs,
  /** Exclusive. */
  end: EpochMs,
  prompts: Count,
  observations: Count,
  /** By the day of their latest event. */
  sessions: Count,
  /** Written on that day and not deleted since. */
  memories: Count,
  /** Of the memories in force now, those that were there at its end. */
  active: Count,
});
export type OverviewDay = z.infer<typeof OverviewDay>;

/** What agents were handed on one day, in estimated tokens, and what of it their session took up. */
export const InjectedTokens = z.object({ day: z.string(), blocks: Count, injected: Count, used: Count });
export type InjectedTokens = z.infer<typeof InjectedTokens>;

export const ModelSpend = z.object({ day: z.string(), calls: Count, tokens: Count, usd: z.number() });
export type ModelSpend = z.infer<typeof ModelSpend>;

export const HotMemory = z.object({
  id: Count,
  key: z.string(),
  value: z.string(),
  importance: z.number(),
  access_count: Count,
  /** importance × (access_count + 1). */
  heat: z.number(),
});
export type HotMemory = z.infer<typeof HotMemory>;

export const Overview = z
  .object({
    zone: z.string(),
    counts: OverviewCounts,
    /** null when no `since` was asked for. */
    changed: OverviewChanged.nullable(),
    /** The days of the range, oldest first, without gaps; the last one is today. */
    days: z.array(OverviewDay),
    /** Prompts and observations of each day of a year, oldest first. */
    year: z.array(z.object({ day: z.string(), count: Count })),
    /** At most ten, hottest first. */
    hot: z.array(HotMemory),
    injected: z.array(InjectedTokens),
    spend: z.array(ModelSpend),
    /** Bounds of a day; null = none. */
    budget: z.object({ tokens: Count.nullable(), usd: z.number().nullable() }),
  })
  .meta({ id: "Overview" });
export type Overview = z.infer<typeof Overview>;
