/** Takes in lines of an export: each is judged for itself, and what is here already stays as it is. */
import { setImmediate } from "node:timers/promises";
import type { App } from "../context";
import type { Actor } from "../contract/common";
import { AppError } from "../contract/errors";
import {
  EXPORT_FORMAT,
  EXPORT_VERSION,
  ExportFooter,
  ExportHeader,
  type ExportKind,
  ExportLine,
  type RestoreQuery,
  type RestoreReport,
} from "../contract/export";
import { explainIssue, sentenceOf } from "../contract/explain-issue";
import { write } from "../db/write";
import { STORE_IMPORT } from "../operations/take-back";
import { isAnythingBuried } from "../operations/tombstones";
import { isRecord, parseJson } from "../text/json-value";
import { contentHasher } from "./content-hash";
import { logImport, openImportLog } from "./import-log";
import { PRIVATE } from "./refusals";
import { cleanLine } from "./restore-clean";
import { restoreEvent, restoreProject, restorePrompt, restoreSession, restoreTurn } from "./restore-evidence";
import {
  restoreExclusion,
  restoreMemory,
  restoreObservation,
  restorePair,
  restoreSuccession,
  restoreSummary,
} from "./restore-learned";
import { restoreReflection, restoreTask } from "./restore-reflected";
import { rowsOfOperation } from "./restore-repo";
import { countLine, isExportKind, type LineOutcome, type RestoreChunk, type RestoreRun } from "./restore-run";
import { storeId } from "./uid";

const CHUNK = 100;
const NO_JSON = { reason: "The line is not valid JSON." };

/**
 * `lines` begins with the header. Bad lines are counted and named; taking the same lines in again changes nothing. Words
 * are searched at once, vectors follow by job. Throws `validation_failed` for what is no export, or one of a later
 * version.
 */
export async function restoreLines(
  app: App,
  lines: string[],
  query: RestoreQuery,
  actor: Actor,
): Promise<RestoreReport> {
  requireHeader(lines[0]);
  const run: RestoreRun = {
    app,
    actor,
    counts: {},
    rejected: [],
    log: openImportLog(actor, "an export", continued(app, query)),
  };
  let footer: ExportFooter | null = null;
  for (let start = 1; start < lines.length; start += CHUNK) {
    const judged = lines.slice(start, start + CHUNK).map((text, offset) => judge(text, start + offset + 1));
    footer = judged.map((line) => line.footer).find((found) => found !== null) ?? footer;
    takeLines(run, judged);
    await setImmediate();
  }
  return {
    success: true,
    counts: run.counts,
    rejected: run.rejected,
    whole: footer === null ? null : isWhole(run, footer),
    operation_ids: run.log.operations,
  };
}

function requireHeader(line: string | undefined): void {
  const value = line === undefined ? undefined : parseJson(line);
  const isOurs = isRecord(value) && value["type"] === "header" && value["format"] === EXPORT_FORMAT;
  if (!isOurs) {
    throw new AppError("validation_failed", "The first line is no header of an export of Keepsake.", {
      hint: "Send the file of GET /api/export as it is; of a part of it, the header first.",
    });
  }
  if (!ExportHeader.safeParse(value).success) {
    throw new AppError("validation_failed", "The export has a header that this version of Keepsake does not read.", {
      hint: `This one reads version ${EXPORT_VERSION}. Update Keepsake, or export again.`,
    });
  }
}

/** Only an import that stands and was begun by the same kind of hand goes on. */
function continued(app: App, { operation }: RestoreQuery): { id: number; rows: number } | undefined {
  if (operation === undefined) return undefined;
  const rows = rowsOfOperation(app.db, operation, STORE_IMPORT);
  if (rows === undefined) {
    throw new AppError("conflict", `Operation ${operation} is no import that can go on.`, {
      hint: "Leave the operation out: the rest becomes an operation of its own.",
    });
  }
  return { id: operation, rows };
}

interface JudgedLine {
  number: number;
  kind: ExportKind | null;
  footer: ExportFooter | null;
  /** null = nothing to store: a blank line, the footer. */
  take: ((chunk: RestoreChunk) => LineOutcome) | null;
}

/** Parsed and cleaned outside the transaction. */
function judge(text: string, number: number): JudgedLine {
  const none = { number, kind: null, footer: null, take: null };
  if (text.trim() === "") return none;
  const value = parseJson(text);
  if (value === undefined) return { ...none, take: () => NO_JSON };
  if (isRecord(value) && value["type"] === "footer")
    return { ...none, footer: ExportFooter.safeParse(value).data ?? null };
  const kind = isRecord(value) && isExportKind(value["type"]) ? value["type"] : null;
  if (kind === null) return { ...none, take: () => ({ reason: "The line is of no kind that is known here." }) };
  const parsed = ExportLine.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const reason = issue === undefined ? "The line is not valid." : sentenceOf(explainIssue(issue));
    return { ...none, kind, take: () => ({ reason }) };
  }
  const line = cleanLine(parsed.data);
  return { ...none, kind, take: line === null ? () => PRIVATE : (chunk) => takeLine(chunk, line) };
}

function takeLines(run: RestoreRun, lines: JudgedLine[]): void {
  write(run.app, (tx) => {
    const now = run.app.now();
    const chunk: RestoreChunk = {
      run,
      tx,
      now,
      store: storeId(tx, now),
      hash: contentHasher(tx, now),
      hasBuried: isAnythingBuried(tx),
      changes: [],
    };
    for (const { number, kind, take } of lines) if (take !== null) countLine(run, kind, number, take(chunk));
    logImport(tx, now, run.log, chunk.changes);
  });
}

function takeLine(chunk: RestoreChunk, line: ExportLine): LineOutcome {
  switch (line.type) {
    case "project":
      return restoreProject(chunk, line);
    case "session":
      return restoreSession(chunk, line);
    case "turn":
      return restoreTurn(chunk, line);
    case "prompt":
      return restorePrompt(chunk, line);
    case "event":
      return restoreEvent(chunk, line);
    case "observation":
      return restoreObservation(chunk, line);
    case "summary":
      return restoreSummary(chunk, line);
    case "memory":
      return restoreMemory(chunk, line);
    case "succession":
      return restoreSuccession(chunk, line);
    case "pair":
      return restorePair(chunk, line);
    case "exclusion":
      return restoreExclusion(chunk, line);
    case "reflection":
      return restoreReflection(chunk, line);
    case "task":
      return restoreTask(chunk, line);
  }
}

function isWhole(run: RestoreRun, footer: ExportFooter): boolean {
  const kinds = new Set([...Object.keys(run.counts), ...Object.keys(footer.counts)]) as Set<ExportKind>;
  return [...kinds].every((kind) => (run.counts[kind]?.read ?? 0) === (footer.counts[kind] ?? 0));
}
