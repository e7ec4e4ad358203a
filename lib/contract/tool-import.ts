/** Taking in what other memory tools keep, and notes: read by the server, once, with a dry run first. */
import { z } from "zod";

/** `notes`: markdown of people and agents, CLAUDE.md and MEMORY.md, folders of basic-memory, and our own markdown export. */
export const IMPORT_TOOLS = [
  "codewatch",
  "opencode",
  "mem0",
  "mcp-memory",
  "basic-memory",
  "claude-memory",
  "notes",
] as const;
export const ImportTool = z.enum(IMPORT_TOOLS);
export type ImportTool = z.infer<typeof ImportTool>;

export const ToolImport = z
  .strictObject({
    tool: ImportTool,
    /** Files or folders of this machine; where the tool keeps its store unless given. */
    paths: z.array(z.string().trim().min(1).max(4096)).min(1).max(20_000).optional(),
    /** Only say what would come in. */
    dryRun: z.boolean().default(false),
    /** Name of the project that statements belong to which name none; all projects without it. */
    project: z.string().trim().min(1).max(200).optional(),
  })
  .meta({ id: "ToolImport" });
export type ToolImport = z.infer<typeof ToolImport>;

const Count = z.number().int();

export const ToolCounts = z.object({
  /** Rows of the source; the counts below add up to it. */
  read: Count,
  imported: Count,
  /** Came in before, or the same is stored already. */
  known: Count,
  /** Of memories: another value holds the key; kept as a pair for a person to decide. */
  conflicts: Count,
  /** Nothing to keep, or kept out by settings. */
  skipped: Count,
  rejected: Count,
});
export type ToolCounts = z.infer<typeof ToolCounts>;
export const noCounts = (): ToolCounts => ({ read: 0, imported: 0, known: 0, conflicts: 0, skipped: 0, rejected: 0 });

export const ToolReport = z
  .object({
    ok: z.literal(true),
    tool: ImportTool,
    dryRun: z.boolean(),
    /** By what they become here: `memories`, `observations`, `reflections`, `tasks`, `sessions`, `records`. */
    counts: z.record(z.string(), ToolCounts),
    /** The first 100. `row` says which: a file, an id. */
    rejections: z.array(z.object({ kind: z.string(), row: z.string(), reason: z.string() })),
    /** Each takes its part back. */
    operation_ids: z.array(Count),
  })
  .meta({ id: "ToolReport" });
export type ToolReport = z.infer<typeof ToolReport>;
