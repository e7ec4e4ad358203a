/** Import of codewatch-memory's database (C50, C51): sessions, observations, reflections and current tasks, by project and branch. */
import { setImmediate } from "node:timers/promises";
import type { App } from "../context";
import type { Actor } from "../contract/common";
import { AppError } from "../contract/errors";
import { noCounts, type ToolCounts, type ToolImport, type ToolReport } from "../contract/tool-import";
import {
  type CodewatchRow,
  type CodewatchTable,
  COLUMNS,
  judgeRow,
  newestReflections,
  sessionsOf,
} from "./codewatch-rows";
import { type Known, takeObservation, takeReflection, takeTask } from "./codewatch-store";
import { expand } from "./evolvmem";
import { READ_CHARS } from "./foreign-fields";
import { type ForeignChunk, type ForeignRun, type Outcome, startRun, writeChunk } from "./foreign-run";
import { onePath } from "./source-file";
import { openTable, readingCopy, type Source } from "./source-repo";

const DEFAULT_FILE = "~/mcp-data/codewatch-memory/codewatch.db";
const EXAMPLE = "keepsake import --from codewatch codewatch.db";
/** Rows of one transaction. */
const CHUNK = 100;
const MAX_REJECTIONS = 100;

interface Work {
  run: ForeignRun;
  known: Known;
  report: ToolReport;
}

/** Counts add up to the rows of the source. Throws `not_found`, `validation_failed` for what is no database of codewatch, `too_large`. */
export async function importCodewatch(app: App, asked: ToolImport, actor: Actor): Promise<ToolReport> {
  const file = expand(onePath(asked.paths, DEFAULT_FILE, EXAMPLE));
  const run = startRun(app, actor, { dryRun: asked.dryRun, from: "codewatch-memory" });
  const report: ToolReport = {
    ok: true,
    tool: "codewatch",
    dryRun: asked.dryRun,
    counts: {},
    rejections: [],
    operation_ids: [],
  };
  await readingCopy(app.env.home, { file, hint: `Say where it is: ${EXAMPLE}` }, (source) => {
    const sessions = sessionsOf(source);
    return importAll({ run, known: { sessions, newest: newestReflections(source, sessions) }, report }, source);
  });
  return { ...report, operation_ids: run.log.operations };
}

async function importAll(work: Work, source: Source): Promise<void> {
  await importTable(work, source, "observations", takeObservation);
  await importTable(work, source, "reflections", takeReflection);
  await importTable(work, source, "current_tasks", takeTask);
  if (Object.keys(work.report.counts).length === 0) {
    throw new AppError("validation_failed", "The database holds nothing of codewatch-memory.", {
      hint: "Give its codewatch.db, which lies in ~/mcp-data/codewatch-memory.",
    });
  }
}

type Take = (chunk: ForeignChunk, row: CodewatchRow, known: Known) => Outcome;

async function importTable(work: Work, source: Source, table: CodewatchTable, take: Take): Promise<void> {
  const rows = openTable(source, table, COLUMNS[table], READ_CHARS);
  if (rows === null) return;
  const kind = table === "current_tasks" ? "tasks" : table;
  const counts = (work.report.counts[kind] = noCounts());
  for (;;) {
    const page = rows.next(CHUNK);
    if (page.length === 0) return;
    // Judged before: cleaning takes longer than storing, and holds nobody up outside the transaction.
    const judged = page.map(({ row, values }) => ({ row, judged: judgeRow(table, values, work.known.sessions) }));
    writeChunk(work.run, (chunk) => {
      for (const one of judged) {
        const outcome = "reason" in one.judged ? one.judged : take(chunk, one.judged.row, work.known);
        count(work.report, counts, kind, String(one.row), outcome);
      }
    });
    await setImmediate();
  }
}

function count(report: ToolReport, counts: ToolCounts, kind: string, row: string, outcome: Outcome): void {
  counts.read += 1;
  if (outcome === "imported") counts.imported += 1;
  else if (outcome === "known" || outcome === "duplicate") counts.known += 1;
  else {
    counts.rejected += 1;
    if (report.rejections.length < MAX_REJECTIONS) report.rejections.push({ kind, row, reason: outcome.reason });
  }
}
