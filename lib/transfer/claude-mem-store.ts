/** Import of a whole claude-mem store of any age: sessions, prompts, observations, summaries. The original is only read. */
import { setImmediate } from "node:timers/promises";
import type { App } from "../context";
import type { Actor } from "../contract/common";
import { AppError } from "../contract/errors";
import { type ClaudeMemImport, FOREIGN_KINDS, type ForeignKind, type ForeignReport } from "../contract/transfer";
import { JOB } from "../jobs/kinds";
import { cameInAsMemory, claudeMemFile } from "./claude-mem";
import { READ_CHARS, type RawRow } from "./foreign-fields";
import { waitingJobs } from "./foreign-repo";
import { COLUMNS } from "./foreign-columns";
import { judgeObservation, judgePrompt, judgeSession, judgeSummary } from "./foreign-rows";
import { count, type ForeignChunk, type ForeignRun, type Outcome, startRun, writeChunk } from "./foreign-run";
import { announceSession, takeSession } from "./foreign-sessions";
import { takeObservation, takePrompt, takeSummary } from "./foreign-store";
import { openTable, readingCopy, type Source, type TableReader } from "./source-repo";

/** Rows of one transaction: others wait for it. */
const CHUNK = 100;
const TABLES: Record<ForeignKind, keyof typeof COLUMNS> = {
  sessions: "sdk_sessions",
  prompts: "user_prompts",
  observations: "observations",
  summaries: "session_summaries",
};

export interface Watch {
  onProgress?: (kind: ForeignKind, done: number, total: number) => void;
  /** Stops after the chunk in hand; what came in stays, and running it again goes on. */
  signal?: AbortSignal | undefined;
}

/**
 * Counts add up to the rows of the source; importing again brings nothing. Requests are served between chunks. Throws
 * `not_found`, `validation_failed` for what is no claude-mem database, `too_large`, `busy` when it never holds still.
 */
export async function importClaudeMemStore(
  app: App,
  asked: Pick<ClaudeMemImport, "file" | "dryRun">,
  actor: Actor,
  watch: Watch = {},
): Promise<ForeignReport> {
  const run = startRun(app, actor, { dryRun: asked.dryRun, from: "claude-mem" });
  await readingCopy(app.env.home, claudeMemFile(asked.file), (source) => importAll(run, source, watch));
  return reportOf(run);
}

function reportOf(run: ForeignRun): ForeignReport {
  return {
    ok: true,
    dryRun: run.dryRun,
    counts: run.counts,
    rejections: run.rejections,
    operation_ids: run.log.operations,
    vectors_waiting: waitingJobs(run.app.db, JOB.indexVector),
  };
}

async function importAll(run: ForeignRun, source: Source, watch: Watch): Promise<void> {
  const tables = FOREIGN_KINDS.map((kind) => ({
    kind,
    table: openTable(source, TABLES[kind], COLUMNS[TABLES[kind]], READ_CHARS),
  }));
  if (tables.every(({ table }) => table === null)) {
    throw new AppError("validation_failed", "The database holds nothing of claude-mem.", {
      hint: "Give its claude-mem.db, which lies in ~/.claude-mem.",
    });
  }
  for (const { kind, table } of tables) if (table !== null) await importTable(run, kind, table, watch);
}

async function importTable(run: ForeignRun, kind: ForeignKind, table: TableReader, watch: Watch): Promise<void> {
  for (;;) {
    if (watch.signal?.aborted === true) {
      throw new AppError("busy", "The import was stopped; what came in stays.", { hint: "Run it again to go on." });
    }
    const rows = table.next(CHUNK);
    watch.onProgress?.(kind, run.counts[kind].read, table.total);
    if (rows.length === 0) return;
    takeRows(
      run,
      kind,
      rows.map(({ row, values }) => ({ row, id: String(row), values })),
    );
    await setImmediate();
  }
}

export interface GivenRow {
  /** Which one it is, for the person. */
  row: number;
  /** Its id in the source; null = it has none. */
  id: string | null;
  values: RawRow | null;
}

/** One transaction. */
export function takeRows(run: ForeignRun, kind: ForeignKind, rows: GivenRow[]): void {
  // Judged before: cleaning takes longer than storing, and holds nobody up outside the transaction.
  const judged = rows.map((given) => ({ given, take: judge(run, kind, given) }));
  writeChunk(run, (chunk) => {
    for (const { given, take } of judged) count(run, kind, given.row, take(chunk));
  });
}

type Take = (chunk: ForeignChunk) => Outcome;

function judge(run: ForeignRun, kind: ForeignKind, { id, values }: GivenRow): Take {
  if (values === null) return () => ({ reason: "The row is no object." });
  switch (kind) {
    case "sessions": {
      const judged = judgeSession(values);
      if ("reason" in judged) return () => judged;
      announceSession(run.sessions, judged.row);
      return (chunk) => takeSession(chunk, judged.row);
    }
    case "prompts": {
      const judged = judgePrompt(values);
      return (chunk) => ("reason" in judged ? judged : takePrompt(chunk, judged.row));
    }
    case "observations": {
      const judged = judgeObservation(values);
      return (chunk) => ("reason" in judged ? judged : takeObservation(chunk, judged.row, id));
    }
    case "summaries": {
      const judged = judgeSummary(values);
      if ("reason" in judged) return () => judged;
      return (chunk) =>
        id !== null && cameInAsMemory(chunk.tx, id, judged.row) ? "duplicate" : takeSummary(chunk, judged.row, id);
    }
  }
}
