/** Taking in the stores of other memory tools: read-only, once, with a dry run first. */
import { z } from "zod";

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
