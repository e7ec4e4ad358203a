/** Health, jobs and counts: what the health page, `keepsake status` and `doctor` read. */
import { z } from "zod";
import { Cursor, EpochMs, Id, Limit, page, QueryFlag } from "./common";
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

const QueueKind = z.object({
  kind: z.string(),
  /** Could run now. */
  due: z.number().int(),
  running: z.number().int(),
  /** Failed before and wait for their next try. */
  retrying: z.number().int(),
  dead: z.number().int(),
  /** Only set for later. */
  timers: z.number().int(),
  /** Milliseconds since the longest waiting one was asked for; null = none is held up. */
  oldest_wait: z.number().int().nullable(),
});
/** Jobs of one lane run one after the other, lanes beside each other. */
export const JobQueue = z
  .object({ lanes: z.array(z.object({ name: z.string(), kinds: z.array(QueueKind) })) })
  .meta({ id: "JobQueue" });
export type JobQueue = z.infer<typeof JobQueue>;

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

/** What may be wrong; the console has words for each. */
export const HealthProblem = z.object({
  code: z.enum([
    "disk_low",
    "above_bound",
    "model_missing",
    "model_failed",
    "index_rebuilding",
    "index_unavailable",
    "jobs_dead",
    "setting_ignored",
    "llm_setup",
    "llm_refused",
    "llm_budget",
    "integrity",
  ]),
  /** What the words are about: numbers, and names that are no stored text. */
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  what: z.string(),
  hint: z.string(),
});
export type HealthProblem = z.infer<typeof HealthProblem>;

export const Paused = z.object({
  scope: z.enum(["project", "session"]),
  /** Of the project or session. */
  id: z.number().int(),
  /** The project's name, or its key where several have that name; null for one of very many. */
  project: z.string().nullable(),
  what: z.array(z.enum(["capture", "recall"])),
});
export type Paused = z.infer<typeof Paused>;

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
    /** What rests: projects, and sessions that are not over; the newest 20 of each. A server from before an upgrade says nothing of it. */
    paused: z.array(Paused).default([]),
    problems: z.array(HealthProblem),
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
/** `operation_id`: what Undo takes. */
export const JobDiscarded = JobResult.extend({ operation_id: z.number().int() });
export type JobDiscarded = z.infer<typeof JobDiscarded>;

export const ReindexQuery = z.object({
  /** Default both. */
  only: z.enum(["words", "vectors"]).optional(),
  /** Empty the index of words first, which heals a damaged one; until it is made anew its rows are not found by words. */
  fresh: QueryFlag.optional(),
});
export type ReindexQuery = z.infer<typeof ReindexQuery>;
/** Answer of `POST /api/reindex`: the work is ordered; health tells how far it is. */
export const Reindexing = z.object({ ok: z.literal(true) }).meta({ id: "Reindexing" });
