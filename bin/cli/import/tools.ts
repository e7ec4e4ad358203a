/** `keepsake import --from <tool>` for what the server reads in one go, and notes that were found beside transcripts. */
import { resolve } from "node:path";
import type { Client } from "../../../lib/client";
import { AppError } from "../../../lib/contract/errors";
import { IMPORT_TOOLS, ImportTool, type ToolReport } from "../../../lib/contract/tool-import";
import { formatCount } from "../../../lib/format";
import { typed } from "../typed";

const SHOWN_REASONS = 10;
/** Paths of one request. */
const MAX_PATHS = 5_000;

const TAKES_MANY: ReadonlySet<ImportTool> = new Set(["basic-memory", "claude-memory", "notes"]);

const WORDS: Record<ImportTool, string> = {
  codewatch: "codewatch-memory",
  opencode: "OpenCode",
  mem0: "mem0 / OpenMemory",
  "mcp-memory": "The MCP memory server",
  "basic-memory": "basic-memory",
  "claude-memory": "Claude Code's auto memory",
  notes: "Notes",
};

/** Names as people write them. */
const ALIASES: Record<string, ImportTool> = {
  "codewatch-memory": "codewatch",
  openmemory: "mem0",
  mcp: "mcp-memory",
  "server-memory": "mcp-memory",
  "auto-memory": "claude-memory",
  markdown: "notes",
};

export const TOOL_NAMES = [...IMPORT_TOOLS, "openmemory"].join(", ");

/** null = another store (`--from claude-mem`, `--from evolvmem`). */
export const toolNamed = (name: string | undefined): ImportTool | null =>
  name === undefined ? null : (ImportTool.safeParse(name).data ?? ALIASES[name] ?? null);

export async function importTools(
  client: Client,
  tool: ImportTool,
  paths: string[],
  options: { dryRun?: boolean | undefined; project?: string | undefined },
): Promise<void> {
  const { dryRun = false, project } = options;
  const named = paths.map((path) => resolve(path));
  const parts = named.length === 0 ? [undefined] : TAKES_MANY.has(tool) ? chunks(named) : named.map((path) => [path]);
  for (const part of parts) {
    const report = await client.importTool({
      tool,
      dryRun,
      ...(part && { paths: part }),
      ...(project !== undefined && { project }),
    });
    console.log(describeTool(report));
    if (Object.values(report.counts).some(({ rejected }) => rejected > 0)) process.exitCode = 1;
  }
}

function chunks(paths: string[]): string[][] {
  const parts: string[][] = [];
  for (let start = 0; start < paths.length; start += MAX_PATHS) parts.push(paths.slice(start, start + MAX_PATHS));
  return parts;
}

/** Plain lines for the terminal. */
export function describeTool(report: ToolReport): string {
  const lines = [`${WORDS[report.tool]}${report.dryRun ? ", nothing written (dry run)" : ""}`];
  for (const [kind, { read, imported, known, conflicts, skipped, rejected }] of Object.entries(report.counts)) {
    const said = {
      [report.dryRun ? "would come in" : "came in"]: imported,
      "here already": known,
      "against another value": conflicts,
      "hold nothing to keep": skipped,
      refused: rejected,
    };
    const parts = Object.entries(said).flatMap(([word, n]) => (n === 0 ? [] : [`${formatCount(n)} ${word}`]));
    lines.push(`  ${kind.padEnd(13)}${formatCount(read).padStart(9)} = ${parts.join(" + ") || "nothing"}`);
  }
  for (const { row, reason } of report.rejections.slice(0, SHOWN_REASONS)) lines.push(`  ${row}: ${reason}`);
  if (Object.values(report.counts).some(({ conflicts }) => conflicts > 0))
    lines.push(`  What stands against each other waits for you: ${typed("review")}`);
  if (report.operation_ids.length > 0)
    lines.push(`  To take it back: ${typed(`undo ${[...report.operation_ids].reverse().join(", then ")}`)}`);
  return lines.join("\n");
}

/** Throws `validation_failed` naming what `--from` takes. */
export function requireKnownTool(name: string | undefined): void {
  if (name === undefined || name === "claude-mem" || name === "evolvmem" || toolNamed(name) !== null) return;
  throw new AppError("validation_failed", `Nothing is known of a tool ${name}.`, {
    hint: `--from takes claude-mem, evolvmem, ${TOOL_NAMES}.`,
  });
}
