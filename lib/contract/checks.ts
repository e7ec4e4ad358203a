/** Looks at the whole installation: what doctor checks, whether the store is whole, how far a rebuild is. */
import { z } from "zod";
import { EpochMs } from "./common";

const Param = z.union([z.string(), z.number()]);

export const CHECK_CODES = [
  "node",
  "sqlite",
  "vectors",
  "inference",
  "build",
  "model",
  "folder",
  "disk",
  "database",
  "lag",
  "server",
  "port",
] as const;

/** What a check can say that is no error's own text, so that the console says it in the reader's language. */
export const CHECK_WORDS = [
  "loads",
  "present",
  "model_files",
  "free",
  "not_checked",
  "whole",
  "found",
  "dead_jobs",
  "up_to_date",
  "waiting",
  "server",
] as const;
export const CheckWords = z.object({ id: z.enum(CHECK_WORDS), params: z.record(z.string(), Param) });
export type CheckWords = z.infer<typeof CheckWords>;

/** One check: how it is, and how to mend it. */
export const CheckFinding = z.object({
  code: z.enum(CHECK_CODES),
  name: z.string(),
  state: z.enum(["ok", "warn", "fail"]),
  detail: z.string(),
  words: CheckWords.optional(),
  fix: z.string().optional(),
});
export type CheckFinding = z.infer<typeof CheckFinding>;

export const CheckReport = z
  .object({ findings: z.array(CheckFinding), checked_at: EpochMs })
  .meta({ id: "CheckReport" });
export type CheckReport = z.infer<typeof CheckReport>;

/** In the order in which they run. */
export const INTEGRITY_STEPS = ["database", "links", "words", "vectors"] as const;
export const IntegrityStep = z.enum(INTEGRITY_STEPS);
export type IntegrityStep = z.infer<typeof IntegrityStep>;

export const IntegrityFinding = z.object({
  code: z.enum([
    "database_damaged",
    "words_damaged",
    "rows_unlinked",
    "words_differ",
    "vectors_differ",
    "vectors_unavailable",
    "not_checked",
  ]),
  params: z.record(z.string(), Param),
  what: z.string(),
  hint: z.string(),
});
export type IntegrityFinding = z.infer<typeof IntegrityFinding>;

export const IntegrityReport = z.object({
  started_at: EpochMs,
  finished_at: EpochMs,
  /** Milliseconds of each step that ran. */
  steps: z.partialRecord(IntegrityStep, z.number().int()),
  /** Empty = whole. */
  findings: z.array(IntegrityFinding),
});
export type IntegrityReport = z.infer<typeof IntegrityReport>;

export const IntegrityState = z
  .object({
    /** What runs now; null = nothing does. */
    running: z.object({ step: IntegrityStep, started_at: EpochMs }).nullable(),
    /** The last that came to its end, kept over restarts. */
    last: IntegrityReport.nullable(),
  })
  .meta({ id: "IntegrityState" });
export type IntegrityState = z.infer<typeof IntegrityState>;

export const RebuildPart = z.object({
  state: z.enum(["idle", "waiting", "running", "failed"]),
  done: z.number().int(),
  total: z.number().int(),
  /** Of the run that goes on, or of the last one since the server began. */
  started_at: EpochMs.nullable(),
  finished_at: EpochMs.nullable(),
});
export type RebuildPart = z.infer<typeof RebuildPart>;

export const RebuildState = z
  .object({
    words: RebuildPart,
    vectors: RebuildPart,
    /** Rows that still wait for their vector, which needs the model. */
    lag: z.number().int(),
  })
  .meta({ id: "RebuildState" });
export type RebuildState = z.infer<typeof RebuildState>;
