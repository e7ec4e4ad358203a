/** `keepsake import --dry-run <paths>`: what is in the files, read and counted; nothing is sent. */
import { plural } from "../../../lib/format";
import type { FoundFile } from "../../../lib/transcripts/files";
import type { Progress } from "./progress";
import { aboutFiles, leftOut, type Report, transcripts } from "./report";
import { type ImportOptions, itemsOf } from "./run";

const KINDS = ["prompt", "message", "tool"] as const;

/** Counts into `report`, and answers plain lines for the terminal. */
export async function countFiles(
  files: FoundFile[],
  progress: Progress,
  options: ImportOptions,
  report: Report,
): Promise<string> {
  const sessions = new Set<string>();
  const counts: Record<string, number> = { prompt: 0, message: 0, tool: 0 };
  let lines = 0;
  for await (const { host, event, payload } of itemsOf(files, report, progress.add, options)) {
    for (const one of Array.isArray(payload["records"])
      ? (payload["records"] as Record<string, unknown>[])
      : [payload]) {
      if (typeof one["sessionId"] === "string") sessions.add(`${host}\n${one["sessionId"]}`);
      const kind = KINDS.find((name) => name === one["type"]);
      if (kind !== undefined && typeof one["text"] === "string" && kind !== "tool")
        counts[kind] = (counts[kind] ?? 0) + 1;
      else if (kind === "tool" && one["name"] !== undefined) counts["tool"] = (counts["tool"] ?? 0) + 1;
      // What a line of Claude Code holds is judged by the server.
      else if (event === "TranscriptLine") lines += 1;
    }
  }
  const told = [
    ...counted(counts["prompt"], "prompt", "prompts"),
    ...counted(counts["message"], "answer", "answers"),
    ...counted(counts["tool"], "tool use", "tool uses"),
    ...counted(lines, "line to be judged by the server", "lines to be judged by the server"),
  ];
  const of = plural(sessions.size, "session", "sessions");
  return [
    report.files === 0
      ? "Nothing was sent (dry run). No transcript is among them."
      : `Nothing was sent (dry run). ${transcripts(report)} of ${of}: ${told.join(", ") || "nothing"}.`,
    ...leftOut(report),
    ...aboutFiles(report),
  ].join("\n");
}

const counted = (count = 0, one: string, many: string): string[] => (count === 0 ? [] : [plural(count, one, many)]);
