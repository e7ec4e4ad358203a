/** Import of claude-mem's session summaries as memories (E139). The original is only read. */
import type { App } from "../context";
import type { Actor } from "../contract/common";
import type { ClaudeMemImport, ImportReport } from "../contract/transfer";
import { readSummaries, type SummaryOfClaudeMem } from "./claude-mem-query";
import { expand } from "./evolvmem";
import { readingCopy } from "./source-repo";
import { type Incoming, takeIn } from "./take-in";

/** Characters of a value, as the original migration cuts them. */
const MAX_CHARS = 2000;
const PARTS = ["request", "investigated", "learned", "completed", "next_steps"] as const;

/** Key `claude-mem:summary:<id>`, each once; importing again changes nothing. Vectors follow by job. */
export async function importClaudeMem(app: App, asked: ClaudeMemImport, actor: Actor): Promise<ImportReport> {
  const file = expand(asked.file ?? "~/.claude-mem/claude-mem.db");
  const rows = await readingCopy(app.env.home, file, readSummaries);
  const incoming = rows.map((row) => toIncoming(row, app.now()));
  return { ...takeIn(app, "claude-mem:summaries", incoming, { actor, dryRun: asked.dryRun }), config: null };
}

function toIncoming(row: SummaryOfClaudeMem, now: number): Incoming {
  const told = PARTS.map((part) => row[part].trim()).filter((text) => text !== "");
  const at = row.created_at_epoch ?? now;
  return {
    id: row.id,
    sourceId: String(row.id),
    key: `claude-mem:summary:${row.id}`,
    value: [...told.join("\n")].slice(0, MAX_CHARS).join(""),
    status: "active",
    attribute: "fact",
    tags: "claude-mem,summary",
    sourceSession: "",
    accessCount: 0,
    lastAccessed: null,
    supersedes: null,
    supersededBy: null,
    createdAt: at,
    updatedAt: at,
    importance: 5,
    // Long: listed, never injected whole (E35).
    tier: "reference",
    expiresAt: null,
    project: row.project.trim() === "" ? null : row.project.trim().slice(0, 200),
  };
}
