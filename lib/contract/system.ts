/** Health, jobs and counts: what the health page, `keepsake status` and `doctor` read. */
import { z } from "zod";
import { Cursor, EpochMs, Id, Limit, page } from "./common";
import { LlmLine } from "./llm";

export const JobCounts = z.object({
  queued: z.number().int(),
  /** Of the queued ones, those that could run now. */
  due: z.number().int(),
  /** Of the queued ones, those that are only set for later, such as the daily backup: nothing waits for them. */
  timers: z.number().int(),
  running: z.number().int(),
  dead: z.number().int(),
  /** Queued, running and dead, timers left out. */
  byKind: z.record(z.string(), z.number().int()),
});
export type JobCounts = z.infer<typeof JobCounts>;

export const ModelState = z.object({
  id: z.string(),
  dimension: z.number().int(),
  state: z.enum(["idle", "loading", "ready", "missing", "failed"]),
  error: z.string().nullable(),
  hint: z.string().nullable(),
});
export type ModelState = z.infer<typeof ModelState>;

export const IndexState = z.object({
  /** Rows that a search by words finds, by kind. */
  words: z.record(z.string(), z.number().int()),
  /** Rows that a search by meaning finds, by kind. */
  vectors: z.record(z.string(), z.number().int()),
  /** Rows that still wait for their vector. */
  lag: z.number().int(),
  state: z.enum(["ready", "rebuilding", "unavailable"]),
  reason: z.string().nullable(),
});
export type IndexState = z.infer<typeof IndexState>;

export const Health = z
  .object({
    /** The server serves (M25): clients take anything else for a worker that is down. */
    status: z.literal("ok"),
    /** `degraded` = something is wrong, and `problems` says what. */
    state: z.enum(["ok", "degraded"]),
    version: z.string(),
    pid: z.number().int(),
    /** Seconds. */
    uptime: z.number(),
    home: z.string(),
    port: z.number().int().nullable(),
    model: ModelState,
    /** The language model, if one was asked for. */
    llm: LlmLine,
    index: IndexState,
    jobs: JobCounts,
    counts: z.record(z.string(), z.number().int()),
    /** Bytes on disk. */
    disk: z.record(z.string(), z.number().int()),
    /** Bytes that the folder may take (setting `disk_max_mb`); null = no bound. */
    diskMax: z.number().int().nullable(),
    checkedAt: EpochMs,
    problems: z.array(z.object({ what: z.string(), hint: z.string() })),
  })
  .meta({ id: "Health" });
export type Health = z.infer<typeof Health>;

export const Job = z
  .object({
    id: z.number().int(),
    kind: z.string(),
    key: z.string(),
    status: z.enum(["queued", "running", "dead"]),
    attempts: z.number().int(),
    run_at: EpochMs,
    last_error: z.string().nullable(),
    created_at: EpochMs,
  })
  .meta({ id: "Job" });
export type Job = z.infer<typeof Job>;

export const JobParams = z.object({ id: Id });
export const JobListQuery = z.object({
  status: Job.shape.status.optional(),
  kind: z.string().max(100).optional(),
  limit: Limit.default(50),
  cursor: Cursor.optional(),
});
export type JobListQuery = z.infer<typeof JobListQuery>;
export const JobPage = page(Job).meta({ id: "JobPage" });
export type JobPage = z.infer<typeof JobPage>;
export const JobResult = z.object({ ok: z.literal(true), id: z.number().int() });
export type JobResult = z.infer<typeof JobResult>;

/** Answer of `POST /api/reindex`: the work is ordered; health tells how far it is. */
export const Reindexing = z.object({ ok: z.literal(true) }).meta({ id: "Reindexing" });
