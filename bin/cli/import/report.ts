/** Adds up what an import took, skipped and refused, and says it. */
import type { IngestResult } from "../../../lib/contract/capture";
import type { TranscriptFormat } from "../../../lib/transcripts/detect";
import { formatCount, plural } from "../../../lib/format";
import type { ReadProblems } from "../../../lib/transcripts/problems";

export interface Report extends ReadProblems {
  files: number;
  /** Files by format. */
  formats: Partial<Record<TranscriptFormat, number>>;
  unrecognised: string[];
  /** Files below a named folder that are most likely a program's settings: counted, not named. */
  leftAlone: number;
  /** Files that are of another program than they were said to be. */
  mismatched: { file: string; said: string; is: string }[];
  failed: { file: string; error: string }[];
  lines: number;
  accepted: number;
  duplicates: number;
  skipped: Record<string, number>;
  rejected: number;
  rejectedWhy: string[];
  /** Files with lines that are broken or half written, and how many. */
  broken: { file: string; lines: number }[];
}

export const emptyReport = (): Report => ({
  files: 0,
  formats: {},
  unrecognised: [],
  leftAlone: 0,
  mismatched: [],
  failed: [],
  lines: 0,
  accepted: 0,
  duplicates: 0,
  skipped: {},
  rejected: 0,
  rejectedWhy: [],
  broken: [],
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

/** Plain lines for the terminal; none where there was neither a transcript nor something to say of the files. */
export function describeReport(report: Report, seconds: number): string[] {
  return [
    ...(report.files === 0 ? [] : [sumOf(report, seconds)]),
    ...leftOut(report),
    ...refused(report),
    ...aboutFiles(report),
  ];
}

/** Each record that was sent is in one of its parts. */
function sumOf(report: Report, seconds: number): string {
  const rate = formatCount(Math.round(report.lines / Math.max(seconds, 0.001)));
  const skipped = Object.values(report.skipped).reduce((sum, count) => sum + count, 0);
  const parts = [
    `${formatCount(report.accepted)} stored`,
    `${formatCount(report.duplicates)} here already`,
    ...(skipped === 0 ? [] : [`${formatCount(skipped)} skipped`]),
    ...(report.rejected === 0 ? [] : [`${formatCount(report.rejected)} refused`]),
  ];
  return [
    `Read ${transcripts(report)} in ${seconds.toFixed(1)} s (${rate} records a second)`,
    `${plural(report.lines, "record", "records")} = ${parts.join(" + ")}.`,
  ].join(": ");
}

const refused = ({ rejected, rejectedWhy }: Report): string[] =>
  rejected === 0 ? [] : [`The server refused ${formatCount(rejected)}: ${rejectedWhy.join("; ")}`];

/** How many of each kind, where not all are of Claude Code. */
export function transcripts({ files, formats }: Pick<Report, "files" | "formats">): string {
  const kinds = Object.entries(formats) as [TranscriptFormat, number][];
  const of = kinds.some(([format]) => format !== "claude")
    ? ` (${kinds.map(([format, n]) => `${n} ${FORMAT_WORDS[format]}`).join(", ")})`
    : "";
  return `${plural(files, "transcript", "transcripts")}${of}`;
}

/** What was skipped of the records, and what never became one since the file's reader left it out. */
export function leftOut(report: Report): string[] {
  const lines = [...reasons("Skipped", report.skipped), ...reasons("Left out of the files", report.left ?? {})];
  if (report.badLines > 0)
    lines.push(
      `Skipped ${plural(report.badLines, "broken or half-written line", "broken or half-written lines")}${placesOf(report.broken)}.`,
    );
  if (report.tooLongLines > 0) lines.push(`Skipped ${plural(report.tooLongLines, "line", "lines")} above 15 MB.`);
  if (report.replacedBytes > 0)
    lines.push(`${plural(report.replacedBytes, "line", "lines")} held bytes that are not UTF-8; those were replaced.`);
  return lines;
}

function reasons(title: string, counts: Record<string, number>): string[] {
  const said = Object.entries(counts)
    .sort((a, b) => b[1] - a[1])
    .map(([reason, count]) => `${formatCount(count)} ${wordOf(reason, count)}`);
  return said.length === 0 ? [] : [`${title}: ${said.join(", ")}.`];
}

function wordOf(reason: string, count: number): string {
  const [one, many] = SKIP_WORDS[reason] ?? [reason, reason];
  return count === 1 ? one : many;
}

function placesOf(broken: Report["broken"]): string {
  if (broken.length === 0) return "";
  const shown = broken.slice(0, SHOWN_FILES).map(({ file, lines }) => `${formatCount(lines)} in ${file}`);
  const rest = broken.length - shown.length;
  return `: ${[...shown, ...(rest > 0 ? [`… and ${plural(rest, "more file", "more files")}`] : [])].join(", ")}`;
}

export function aboutFiles(report: Report): string[] {
  const lines = report.mismatched
    .slice(0, SHOWN_FILES)
    .map(({ file, said, is }) => `${file} was said to be of ${said}, and is of ${is}: read as what it is.`);
  for (const file of report.unrecognised.slice(0, SHOWN_FILES))
    lines.push(`Not a transcript that we know, left out: ${file}`);
  if (report.unrecognised.length > SHOWN_FILES)
    lines.push(`… and ${report.unrecognised.length - SHOWN_FILES} more files that are none.`);
  if (report.leftAlone > 0)
    lines.push(
      `Left alone: ${plural(report.leftAlone, ".json file that is no transcript", ".json files that are no transcripts")}.`,
    );
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

/** For one, and for several. */
const SKIP_WORDS: Record<string, [string, string]> = {
  bookkeeping: ["bookkeeping record", "bookkeeping records"],
  sidechain: ["sub-agent record", "sub-agent records"],
  subagent: ["sub-agent record", "sub-agent records"],
  meta: ["note of the host itself", "notes of the host itself"],
  tool_excluded: ["call of a tool that says nothing", "calls of tools that say nothing"],
  command: ["slash-command record", "slash-command records"],
  compaction: ["summary that the host made of what went before", "summaries that the host made of what went before"],
  synthetic: ["message of the host itself", "messages of the host itself"],
  reasoning: ["piece of private reasoning", "pieces of private reasoning"],
  undone: ["record of a turn that was taken back", "records of turns that were taken back"],
  not_typed: ["text that nobody typed", "texts that nobody typed"],
  private: ["private", "private"],
  project_excluded: ["of a project that is switched off", "of projects that are switched off"],
  forgotten: [
    "of a session that you forgot (Undo under Activity brings it back)",
    "of sessions that you forgot (Undo under Activity brings them back)",
  ],
  deleted: ["that was deleted for good", "that were deleted for good"],
  empty: ["without text", "without text"],
};
