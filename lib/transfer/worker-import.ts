/** `POST /api/import` (M28): loose rows of either generation of claude-mem, judged one by one. */
import { setImmediate } from "node:timers/promises";
import type { App } from "../context";
import type { Actor } from "../contract/common";
import { FOREIGN_KINDS, type WorkerImport, type WorkerImported } from "../contract/transfer";
import { takeRows } from "./claude-mem-store";
import { asRow, readNumber } from "./foreign-fields";
import { judgeSession } from "./foreign-rows";
import { startRun } from "./foreign-run";
import { announceSession } from "./foreign-sessions";

const CHUNK = 100;

/** Sending the same rows again imports nothing; a bad row is counted and named, and never spoils the rest. */
export async function importWorkerRows(app: App, body: WorkerImport, actor: Actor): Promise<WorkerImported> {
  const run = startRun(app, actor, { dryRun: false, from: "the worker API" });
  for (const value of body.sessions ?? []) {
    const row = asRow(value);
    const judged = row === null ? null : judgeSession(row);
    if (judged !== null && "row" in judged) announceSession(run.sessions, judged.row);
  }
  for (const kind of FOREIGN_KINDS) {
    const rows = (body[kind] ?? []).map((value, row) => {
      const values = asRow(value);
      const id = readNumber(values?.["id"]);
      return { row, id: id === null ? null : String(id), values };
    });
    for (let start = 0; start < rows.length; start += CHUNK) {
      takeRows(run, kind, rows.slice(start, start + CHUNK));
      await setImmediate();
    }
  }
  const { sessions, prompts, observations, summaries } = run.counts;
  return {
    success: true,
    stats: {
      sessionsImported: sessions.imported,
      sessionsSkipped: sessions.known + sessions.duplicate,
      sessionsRejected: sessions.rejected,
      summariesImported: summaries.imported,
      summariesSkipped: summaries.known + summaries.duplicate,
      summariesRejected: summaries.rejected,
      observationsImported: observations.imported,
      observationsSkipped: observations.known + observations.duplicate,
      observationsRejected: observations.rejected,
      promptsImported: prompts.imported,
      promptsSkipped: prompts.known + prompts.duplicate,
      promptsRejected: prompts.rejected,
    },
    rejected: run.rejections.map(({ kind, row, reason }) => ({ kind, index: row, reason })),
    operation_ids: run.log.operations,
  };
}
