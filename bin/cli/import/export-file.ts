/** Sends an export of Keepsake to the server part by part; stopping at any point loses nothing, running again doubles nothing. */
import type { Client } from "../../../lib/client";
import { EXPORT_FORMAT, ExportFooter, type ExportKind, type LineCounts, noLines } from "../../../lib/contract/export";
import { isRecord, parseJson } from "../../../lib/text/json-value";
import { readLines } from "../../../lib/transcripts/lines";
import type { Progress } from "./progress";
import { patiently } from "./run";
import { typed } from "../typed";

const MAX_LINES = 1_000;
const MAX_BYTES = 4 * 1024 * 1024;
/** A line beyond this could not be sent. */
const MAX_LINE_BYTES = 15 * 1024 * 1024;
const SHOWN_REASONS = 10;

export interface ExportFileReport {
  counts: Partial<Record<ExportKind, LineCounts>>;
  rejected: { line: number; reason: string }[];
  operations: number[];
  /** False when the file ends before its footer, or holds fewer lines than the footer counts. */
  whole: boolean;
}

/** True when the first line is the header of an export. */
export async function isExportFile(file: string): Promise<boolean> {
  for await (const line of readLines(file, MAX_LINE_BYTES)) {
    const head = "text" in line ? parseJson(line.text) : undefined;
    return isRecord(head) && head["format"] === EXPORT_FORMAT;
  }
  return false;
}

export async function importExportFile(
  client: Client,
  file: string,
  progress: Progress,
  stopped: () => boolean,
): Promise<ExportFileReport> {
  const report: ExportFileReport = { counts: {}, rejected: [], operations: [], whole: false };
  let header = "";
  let footer: ExportFooter | null = null;
  let lines: string[] = [];
  /** Number of the file's line before the first of `lines`. */
  let before = 1;
  let bytes = 0;
  const flush = async (next: number): Promise<void> => {
    if (lines.length > 0) {
      const body = [header, ...lines].join("\n");
      const part = await patiently(() => client.importLines(body, report.operations.at(-1)));
      add(report, part.counts);
      // The part's own first line is the header again.
      for (const { line, reason } of part.rejected) report.rejected.push({ line: before + line - 1, reason });
      for (const id of part.operation_ids) if (!report.operations.includes(id)) report.operations.push(id);
    }
    progress.counts(next, totals(report).imported);
    lines = [];
    bytes = 0;
    before = next;
  };
  for await (const line of readLines(file, MAX_LINE_BYTES)) {
    progress.add(line.bytes + 1);
    if ("tooLong" in line) {
      report.rejected.push({ line: line.number, reason: "The line is longer than 15 MB." });
      // Keeps the numbers of those behind it.
      lines.push("");
      continue;
    }
    if (line.number === 1) {
      header = line.text;
      continue;
    }
    footer = ExportFooter.safeParse(parseJson(line.text)).data ?? footer;
    if (lines.length >= MAX_LINES || bytes + line.bytes > MAX_BYTES) await flush(line.number - 1);
    if (stopped()) return report;
    lines.push(line.text);
    bytes += line.bytes;
  }
  await flush(Number.MAX_SAFE_INTEGER);
  report.whole = footer !== null && totals(report).read === footer.lines;
  return report;
}

function add(report: ExportFileReport, counts: ExportFileReport["counts"]): void {
  for (const [kind, more] of Object.entries(counts) as [ExportKind, LineCounts][]) {
    const sum = (report.counts[kind] ??= noLines());
    for (const name of Object.keys(more) as (keyof LineCounts)[]) sum[name] += more[name];
  }
}

function totals(report: ExportFileReport): LineCounts {
  const sum = noLines();
  for (const counts of Object.values(report.counts)) {
    for (const name of Object.keys(sum) as (keyof LineCounts)[]) sum[name] += counts[name];
  }
  return sum;
}

/** Plain lines for the terminal. */
export function describeExportFile(file: string, report: ExportFileReport): string {
  const table = Object.entries(report.counts).map(([kind, counts]) => {
    const { read, imported, known, duplicate, conflict, rejected } = counts;
    const said = {
      "came in": imported,
      "here already": known,
      "said already": duplicate,
      conflicts: conflict,
      refused: rejected,
    };
    const parts = Object.entries(said).flatMap(([word, n]) => (n === 0 ? [] : [`${n} ${word}`]));
    return `  ${kind.padEnd(12)}${String(read).padStart(9)}: ${parts.join(", ")}`;
  });
  const lines = [`${file}:`, ...table];
  for (const { line, reason } of report.rejected.slice(0, SHOWN_REASONS)) lines.push(`  line ${line}: ${reason}`);
  if ((report.counts.memory?.conflict ?? 0) > 0) {
    lines.push(
      `  Memories whose key holds another value: older ones became versions, newer ones wait: ${typed("review")}`,
    );
  }
  if (report.operations.length > 0)
    lines.push(`  To take it back: ${typed(`undo ${[...report.operations].reverse().join(", then ")}`)}`);
  if (!report.whole) lines.push("  The file is not whole: it ends before its last line, or lines of it are missing.");
  return lines.join("\n");
}
