/** Bringing in the transcripts of Claude Code that lie on this machine, by the server itself. */
import { z } from "zod";
import { EpochMs } from "./common";

const Count = z.number().int();

export const TranscriptImport = z
  .strictObject({
    /** Default `~/.claude/projects`. */
    folder: z.string().trim().min(1).max(4096).optional(),
    /** Only read, and count what would come in. */
    dryRun: z.boolean().default(false),
  })
  .meta({ id: "TranscriptImport" });
export type TranscriptImport = z.infer<typeof TranscriptImport>;

/** Reasons that are the store's or the person's; the others are lines that hold nothing to keep. */
export const LEFT_OUT = ["private", "project_excluded", "tool_excluded", "deleted", "forgotten"] as const;
export const LeftOut = z.enum(LEFT_OUT);
export type LeftOut = z.infer<typeof LeftOut>;

export const TranscriptRun = z.object({
  folder: z.string(),
  dryRun: z.boolean(),
  state: z.enum(["running", "done", "stopped", "failed"]),
  files: Count,
  bytes: Count,
  /** Of `bytes`, those that were read. */
  read: Count,
  /** Sessions whose names are stored already; they may still have grown. */
  known: Count,
  /** Sessions with something new, and their new prompts: what came in, or would. */
  sessions: Count,
  prompts: Count,
  /** Prompts, answers and tool calls. */
  accepted: Count,
  duplicates: Count,
  skipped: Count,
  /** Of `skipped`, what a person may miss, by reason. */
  left_out: z.partialRecord(LeftOut, Count),
  rejected: Count,
  /** Files beside them that are no transcript; not counted in `files`. */
  other_files: Count,
  /** Lines that were no JSON or too long, and files that could not be read. */
  unreadable: Count,
  started_at: EpochMs,
  finished_at: EpochMs.nullable(),
  /** A code; never a text of the file. */
  error: z.string().nullable(),
});
export type TranscriptRun = z.infer<typeof TranscriptRun>;

/** What lies there, and the run that goes on or was the last; null = none since the server began. */
export const TranscriptState = z
  .object({
    found: z.object({ folder: z.string(), count: Count, isMore: z.boolean() }),
    run: TranscriptRun.nullable(),
  })
  .meta({ id: "TranscriptState" });
export type TranscriptState = z.infer<typeof TranscriptState>;
