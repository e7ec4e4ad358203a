/** `GET /api/stats`: the worker's numbers (M22) and the memory counters of E100–E101 in one object; version and readiness (M26). */
import { z } from "zod";

const Count = z.number().int();
const Counts = z.record(z.string(), Count);

export const Stats = z
  .object({
    worker: z.object({
      version: z.string(),
      /** Seconds. */
      uptime: z.number(),
      /** Neither ended nor silent for half an hour. */
      activeSessions: Count,
      sseClients: Count,
      port: Count.nullable(),
    }),
    database: z.object({
      path: z.string(),
      /** Bytes, write-ahead log included. */
      size: Count,
      observations: Count,
      sessions: Count,
      summaries: Count,
    }),
    /** Active and not expired, as all counters below but `expired`. */
    total_active: Count,
    /** Active by status, but past their time: out of every list and search, until they are archived. */
    expired: Count,
    by_tier: z.object({ pinned: Count, normal: Count, reference: Count }),
    /** A memory without an attribute counts under `未分类`. */
    by_attribute: Counts,
    /** By tags that begin with `分类:`. */
    by_project: Counts,
    never_accessed: Count,
    /** At most ten, by importance × (uses + 1). */
    top_accessed: z.array(z.object({ id: Count, key: z.string(), access_count: Count, importance: z.number() })),
  })
  .meta({ id: "Stats" });
export type Stats = z.infer<typeof Stats>;

export const Version = z.object({ version: z.string() }).meta({ id: "Version" });
export type Version = z.infer<typeof Version>;

export const Readiness = z
  .object({ status: z.enum(["ready", "not_ready"]), problems: z.array(z.string()) })
  .meta({ id: "Readiness" });
export type Readiness = z.infer<typeof Readiness>;
