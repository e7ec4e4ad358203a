/** Adds up what an import took, skipped and refused, and says it. */
import type { IngestResult } from "../../../lib/contract/capture";
import type { TranscriptFormat } from "../../../lib/transcripts/detect";
import type { ReadProblems } from "../../../lib/transcripts/problems";

export interface Report extends ReadProblems {
  files: number;
  /** Files by format. */
  formats: Partial<Record<TranscriptFormat, number>>;
  unrecognised: string[];
  /** Files that are of another program than they were said to be. */
  mismatched: { file: string; said: string; is: string }[];
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
  formats: {},
  unrecognised: [],
  mismatched: [],
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
const SHOWN_FILES = 20;

export function addResult(report: Report, result: IngestResult, items: number): void {
  report.lines += items;
  report.accepted += result.accepted;
  report.duplicates += result.duplicates;
  report.rejected += result.rejected.length;
  for (const [reason, count] of Object.entries(result.skipped)) addSkipped(report, reason, count);
  for (const { error } of result.rejected) {
    if (report.rejectedWhy.length < SHOWN_REASONS && !report.rejectedWhy.includes(error))
      report.rejectedWhy.push(error);
  }
}

function addSkipped(report: Report, reason: string, count: number): void {
  report.skipped[reason] = (report.skipped[reason] ?? 0) + count;
}

/** Plain lines for the terminal. */
export function describeReport(report: Report, seconds: number): string {
  const rate = Math.round(report.lines / Math.max(seconds, 0.001));
  return [
    `Read ${transcripts(report)}, ${report.lines} lines in ${seconds.toFixed(1)} s (${rate} a second).`,
    `Stored ${report.accepted}; ${report.duplicates} were there already.`,
    ...leftOut(report),
    ...(report.rejected > 0 ? [`The server refused ${report.rejected}: ${report.rejectedWhy.join("; ")}`] : []),
    ...aboutFiles(report),
  ].join("\n");
}

/** How many of each kind, where not all are of Claude Code. */
export function transcripts({ files, formats }: Pick<Report, "files" | "formats">): string {
  const kinds = Object.entries(formats) as [TranscriptFormat, number][];
  const of = kinds.some(([format]) => format !== "claude")
    ? ` (${kinds.map(([format, n]) => `${n} ${FORMAT_WORDS[format]}`).join(", ")})`
    : "";
  return `${files} ${files === 1 ? "transcript" : "transcripts"}${of}`;
}

/** What was skipped, with the reasons of reader and server together. */
export function leftOut(report: Report): string[] {
  const lines: string[] = [];
  const reasons = { ...report.skipped };
  for (const [reason, count] of Object.entries(report.left ?? {})) reasons[reason] = (reasons[reason] ?? 0) + count;
  const skipped = Object.entries(reasons).sort((a, b) => b[1] - a[1]);
  if (skipped.length > 0)
    lines.push(`Skipped ${skipped.map(([reason, count]) => `${count} ${SKIP_WORDS[reason] ?? reason}`).join(", ")}.`);
  if (report.badLines > 0) lines.push(`Skipped ${report.badLines} broken or half-written lines.`);
  if (report.tooLongLines > 0) lines.push(`Skipped ${report.tooLongLines} lines above 15 MB.`);
  if (report.replacedBytes > 0)
    lines.push(`${report.replacedBytes} lines held bytes that are not UTF-8; those were replaced.`);
  return lines;
}

export function aboutFiles(report: Report): string[] {
  const lines = report.mismatched
    .slice(0, SHOWN_FILES)
    .map(({ file, said, is }) => `${file} was said to be of ${said}, and is of ${is}: read as what it is.`);
  for (const file of report.unrecognised.slice(0, SHOWN_FILES))
    lines.push(`Not a transcript that we know, left out: ${file}`);
  if (report.unrecognised.length > SHOWN_FILES)
    lines.push(`… and ${report.unrecognised.length - SHOWN_FILES} more files that are none.`);
  for (const { file, error } of report.failed) lines.push(`Could not be read: ${file} (${error})`);
  return lines;
}

export const FORMAT_WORDS: Record<TranscriptFormat, string> = {
  claude: "Claude Code",
  codex: "Codex",
  "gemini-document": "Gemini CLI",
  "gemini-log": "Gemini CLI (log)",
  kimi: "Kimi",
  specstory: "SpecStory",
  "opencode-export": "OpenCode",
  "opencode-storage": "OpenCode (folder)",
};

const SKIP_WORDS: Record<string, string> = {
  bookkeeping: "bookkeeping records",
  sidechain: "sub-agent records",
  subagent: "sub-agent records",
  meta: "notes of the host itself",
  tool_excluded: "calls of tools that say nothing",
  command: "slash-command records",
  compaction: "summaries that the host made of what went before",
  synthetic: "messages of the host itself",
  reasoning: "pieces of private reasoning",
  undone: "records of turns that were taken back",
  not_typed: "texts that nobody typed",
  private: "private",
  project_excluded: "of projects that are switched off",
  forgotten: "of sessions that you forgot (Undo under Activity brings them back)",
  deleted: "that were deleted for good",
  empty: "without text",
};
