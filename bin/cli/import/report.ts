/** Adds up what an import took, skipped and refused, and says it. */
import type { IngestResult } from "../../../lib/contract/capture";
import type { ReadProblems } from "../../../lib/transcripts/items";

export interface Report extends ReadProblems {
  files: number;
  unrecognised: string[];
  failed: { file: string; error: string }[];
  lines: number;
  accepted: number;
  duplicates: number;
  skipped: Record<string, number>;
  rejected: number;
  rejectedWhy: string[];
}

export const emptyReport = (): Report => ({
  files: 0,
  unrecognised: [],
  failed: [],
  lines: 0,
  accepted: 0,
  duplicates: 0,
  skipped: {},
  rejected: 0,
  rejectedWhy: [],
  badLines: 0,
  tooLongLines: 0,
  replacedBytes: 0,
});

const SHOWN_REASONS = 5;

export function addResult(report: Report, result: IngestResult, items: number): void {
  report.lines += items;
  report.accepted += result.accepted;
  report.duplicates += result.duplicates;
  report.rejected += result.rejected.length;
  for (const [reason, count] of Object.entries(result.skipped)) {
    report.skipped[reason] = (report.skipped[reason] ?? 0) + count;
  }
  for (const { error } of result.rejected) {
    if (report.rejectedWhy.length < SHOWN_REASONS && !report.rejectedWhy.includes(error))
      report.rejectedWhy.push(error);
  }
}

/** Plain lines for the terminal. */
export function describeReport(report: Report, seconds: number): string {
  const rate = Math.round(report.lines / Math.max(seconds, 0.001));
  const lines = [
    `Read ${report.files} ${report.files === 1 ? "transcript" : "transcripts"}, ${report.lines} lines in ${seconds.toFixed(1)} s (${rate} a second).`,
    `Stored ${report.accepted}; ${report.duplicates} were there already.`,
  ];
  const skipped = Object.entries(report.skipped).sort((a, b) => b[1] - a[1]);
  if (skipped.length > 0)
    lines.push(`Skipped ${skipped.map(([reason, count]) => `${count} ${SKIP_WORDS[reason] ?? reason}`).join(", ")}.`);
  if (report.badLines > 0) lines.push(`Skipped ${report.badLines} broken or half-written lines.`);
  if (report.tooLongLines > 0) lines.push(`Skipped ${report.tooLongLines} lines above 15 MB.`);
  if (report.replacedBytes > 0)
    lines.push(`${report.replacedBytes} lines held bytes that are not UTF-8; those were replaced.`);
  if (report.rejected > 0) lines.push(`The server refused ${report.rejected}: ${report.rejectedWhy.join("; ")}`);
  for (const file of report.unrecognised) lines.push(`Not a Claude Code transcript, left out: ${file}`);
  for (const { file, error } of report.failed) lines.push(`Could not be read: ${file} (${error})`);
  return lines.join("\n");
}

const SKIP_WORDS: Record<string, string> = {
  bookkeeping: "bookkeeping records",
  sidechain: "sub-agent records",
  meta: "notes of the host itself",
  tool_excluded: "calls of tools that say nothing",
  command: "slash-command records",
  private: "private",
  project_excluded: "of projects that are switched off",
  forgotten: "of sessions that you forgot (Undo under Activity brings them back)",
  empty: "without text",
};
