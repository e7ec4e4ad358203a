/**
 * Import of claude-mem's session summaries as memories (E139). The original is only read. A summary lives here once: one
 * that came in with the whole store stays a summary, and one that is a memory stays that.
 */
import type { App, Handle } from "../context";
import type { Actor } from "../contract/common";
import type { ClaudeMemImport, ImportReport } from "../contract/transfer";
import { findMemory } from "../memories/repo";
import { cleanText } from "../text/clean";
import { readSummaries, type SummaryOfClaudeMem } from "./claude-mem-query";
import { expand } from "./evolvmem";
import { SOURCE as STORE } from "./foreign-run";
import { findLink, liveSummaries, type SummaryTexts } from "./links-repo";
import { readingCopy } from "./source-repo";
import { type Incoming, takeIn } from "./take-in";

/** Characters of a value, as the original migration cuts them. */
const MAX_CHARS = 2000;
const SOURCE = "claude-mem:summaries";
/** Where its database is, and what to say where it is not. */
export const claudeMemFile = (named: string | undefined): { file: string; hint: string } => ({
  file: expand(named ?? "~/.claude-mem/claude-mem.db"),
  hint: "Say where it is: keepsake import --from claude-mem <file>",
});
const PARTS = ["request", "investigated", "learned", "completed", "next_steps"] as const;

/** Key `claude-mem:summary:<id>`, each once; importing again changes nothing. Vectors follow by job. */
export async function importClaudeMem(app: App, asked: ClaudeMemImport, actor: Actor): Promise<ImportReport> {
  const rows = await readingCopy(app.env.home, claudeMemFile(asked.file), readSummaries);
  const incoming = rows.map((row) => toIncoming(row, app.now()));
  const isThere = (row: Incoming): boolean =>
    liveSummaries(app.db, STORE, row.sourceId).some((summary) => cleaned(valueOf(summary)) === cleaned(row.value));
  const fresh = incoming.filter((row) => !isThere(row));
  const report = takeIn(app, SOURCE, fresh, { actor, dryRun: asked.dryRun });
  const there = incoming.length - fresh.length;
  const byStatus = { ...report.byStatus, ...(incoming.length === 0 ? {} : { active: incoming.length }) };
  return { ...report, total: incoming.length, same: report.same + there, byStatus, config: null };
}

/** True when this summary stands here as a memory already, in these words. */
export function cameInAsMemory(
  handle: Handle,
  id: string,
  row: Omit<SummaryTexts, "next_steps"> & { nextSteps: string },
): boolean {
  const link = findLink(handle, SOURCE, id);
  const memory = link?.table === "memories" ? findMemory(handle, link.id) : undefined;
  if (memory === undefined || memory.status === "deleted") return false;
  return memory.value === cleaned(valueOf({ ...row, next_steps: row.nextSteps }));
}

const cleaned = (text: string): string => cleanText(text).text.trim();

function valueOf(row: SummaryTexts): string {
  const told = PARTS.map((part) => row[part].trim()).filter((text) => text !== "");
  return [...told.join("\n")].slice(0, MAX_CHARS).join("");
}

function toIncoming(row: SummaryOfClaudeMem, now: number): Incoming {
  const at = row.created_at_epoch ?? now;
  return {
    id: row.id,
    sourceId: String(row.id),
    key: `claude-mem:summary:${row.id}`,
    value: valueOf(row),
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
