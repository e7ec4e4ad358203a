/** Taking in the stores of other memory tools (read-only, once, with a dry run first) and loose rows of claude-mem (M28). */
import { z } from "zod";
import { ErrorBody } from "./errors";

const Path = z.string().trim().min(1).max(4096);

export const EvolvMemImport = z
  .strictObject({
    /** Folder with `memory.db` and `config.json`; default `~/.claude/evolvmem` (E1). */
    folder: Path.optional(),
    /** Only say what would come in. */
    dryRun: z.boolean().default(false),
    /** Also take `config.json` over as settings (E113–E136). */
    config: z.boolean().default(false),
  })
  .meta({ id: "EvolvMemImport" });
export type EvolvMemImport = z.infer<typeof EvolvMemImport>;

export const ClaudeMemImport = z
  .strictObject({
    /** The database file; default `~/.claude-mem/claude-mem.db`. */
    file: Path.optional(),
    /** Only say what would come in. */
    dryRun: z.boolean().default(false),
  })
  .meta({ id: "ClaudeMemImport" });
export type ClaudeMemImport = z.infer<typeof ClaudeMemImport>;

const Count = z.number().int();

export const ImportReport = z
  .object({
    ok: z.literal(true),
    dryRun: z.boolean(),
    /** Rows of the source; the counts below add up to it. */
    total: Count,
    imported: Count,
    /** Came in before. */
    known: Count,
    /** The same statement is stored already. */
    same: Count,
    /** Another value holds the key: kept as a pair for a person to decide. */
    conflicts: Count,
    rejected: Count,
    /** Which, and why; the first 100. */
    rejections: z.array(z.object({ id: Count, reason: z.string() })),
    /** Rows of the source by status. */
    byStatus: z.record(z.string(), Count),
    operation_id: Count.nullable(),
    config: z
      .object({
        /** Settings that were, or would be, stored. */
        settings: z.array(z.string()),
        /** Keys that mean nothing here, each with the reason. */
        ignored: z.array(z.object({ key: z.string(), reason: z.string() })),
      })
      .nullable(),
  })
  .meta({ id: "ImportReport" });
export type ImportReport = z.infer<typeof ImportReport>;

/** The kinds of rows that claude-mem keeps, in the order in which they come in. */
export const FOREIGN_KINDS = ["sessions", "prompts", "observations", "summaries"] as const;
export const ForeignKind = z.enum(FOREIGN_KINDS);
export type ForeignKind = z.infer<typeof ForeignKind>;

export const ForeignCounts = z.object({
  /** Rows of the source; the counts below add up to it. */
  read: Count,
  imported: Count,
  /** This very row came in before, or was captured here when it happened. */
  known: Count,
  /** Another row says the same. */
  duplicate: Count,
  rejected: Count,
});
export type ForeignCounts = z.infer<typeof ForeignCounts>;

/** A row that did not come in. `row` is its id in a database, its place in a list otherwise. */
export const ForeignRejection = z.object({ kind: ForeignKind, row: Count, reason: z.string() });
export type ForeignRejection = z.infer<typeof ForeignRejection>;

export const ForeignReport = z
  .object({
    ok: z.literal(true),
    dryRun: z.boolean(),
    counts: z.object({
      sessions: ForeignCounts,
      prompts: ForeignCounts,
      observations: ForeignCounts,
      summaries: ForeignCounts,
    }),
    /** The first 100. */
    rejections: z.array(ForeignRejection),
    /** Each takes its part back; several where one would be too large to undo at once. */
    operation_ids: z.array(Count),
    /** Texts that wait for their vector; search by words finds them already. */
    vectors_waiting: Count,
  })
  .meta({ id: "ForeignReport" });
export type ForeignReport = z.infer<typeof ForeignReport>;

/** Lines of the answer to who accepts `application/x-ndjson`: progress, then the report or what went wrong. */
export const ForeignFrame = z
  .discriminatedUnion("type", [
    z.object({ type: z.literal("progress"), kind: ForeignKind, done: Count, total: Count }),
    z.object({ type: z.literal("report"), report: ForeignReport }),
    z.object({ type: z.literal("error"), error: ErrorBody }),
  ])
  .meta({ id: "ForeignFrame" });
export type ForeignFrame = z.infer<typeof ForeignFrame>;

const Rows = z.array(z.unknown()).max(200_000).nullish();

/** M28: rows of either generation of claude-mem, judged one by one inside. Unknown fields are ignored. */
export const WorkerImport = z
  .looseObject({
    sessions: Rows,
    prompts: Rows,
    observations: Rows,
    summaries: Rows,
  })
  .meta({ id: "WorkerImport" });
export type WorkerImport = z.infer<typeof WorkerImport>;

export const WorkerImported = z
  .object({
    success: z.literal(true),
    /** Of each kind: imported + skipped (known or said already) + rejected = rows sent. */
    stats: z.object({
      sessionsImported: Count,
      sessionsSkipped: Count,
      sessionsRejected: Count,
      summariesImported: Count,
      summariesSkipped: Count,
      summariesRejected: Count,
      observationsImported: Count,
      observationsSkipped: Count,
      observationsRejected: Count,
      promptsImported: Count,
      promptsSkipped: Count,
      promptsRejected: Count,
    }),
    /** The first 100, by place in their list. */
    rejected: z.array(z.object({ kind: ForeignKind, index: Count, reason: z.string() })),
    operation_ids: z.array(Count),
  })
  .meta({ id: "WorkerImported" });
export type WorkerImported = z.infer<typeof WorkerImported>;
