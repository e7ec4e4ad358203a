/** Sends transcripts to the server, file by file; stopping at any point loses nothing, running again doubles nothing. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "../../../lib/client";
import type { Host, IngestItem } from "../../../lib/contract/capture";
import { AppError } from "../../../lib/contract/errors";
import { detectFormat, type FileFormat, isTranscriptFormat } from "../../../lib/transcripts/detect";
import type { FoundFile } from "../../../lib/transcripts/files";
import { HOST_OF, transcriptItems } from "../../../lib/transcripts/items";
import { inBatches } from "./batches";
import type { Progress } from "./progress";
import { addResult, emptyReport, type Report } from "./report";

const BUSY_TRIES = 10;

export interface ImportOptions {
  /** What the person says that the files are of: a hint. */
  hint?: Host | undefined;
  /** Files that are something else: `taken` = dealt with elsewhere, `alone` = only counted; otherwise they are named. */
  onOther?: (file: FoundFile, format: FileFormat) => "taken" | "alone" | "unknown";
}

/**
 * Batches run over the ends of files, so that ten thousand small ones are not ten thousand requests. One unreadable file
 * never spoils the rest; a server that is gone ends the run with `not_ready`.
 */
export async function importFiles(
  client: Client,
  files: FoundFile[],
  progress: Progress,
  stopped: () => boolean,
  options: ImportOptions = {},
): Promise<Report> {
  const report = emptyReport();
  for await (const batch of inBatches(itemsOf(files, report, progress.add, options))) {
    addResult(report, await patiently(() => client.ingestLines(batch.body)), batch.items);
    progress.counts(report.lines, report.accepted);
    if (stopped()) break;
  }
  return report;
}

/** Items of all files that are transcripts, in order; what the others are is told to `onOther`, and noted where that knows nothing of it. */
export async function* itemsOf(
  files: FoundFile[],
  report: Report,
  onBytes: (bytes: number) => void,
  { hint, onOther }: ImportOptions,
): AsyncGenerator<IngestItem> {
  for (const file of files) {
    const before = report.badLines;
    try {
      const format = await detectFormat(file.path);
      if (!isTranscriptFormat(format)) {
        onBytes(file.bytes);
        const became = onOther?.(file, format) ?? "unknown";
        if (became === "unknown") report.unrecognised.push(file.path);
        if (became === "alone") report.leftAlone += 1;
        continue;
      }
      report.files += 1;
      report.formats[format] = (report.formats[format] ?? 0) + 1;
      noteMismatch(report, file.path, hint, HOST_OF[format]);
      yield* transcriptItems(file.path, report, onBytes, { format, hint });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (error instanceof AppError || code === undefined) throw error;
      report.failed.push({ file: file.path, error: code });
    } finally {
      if (report.badLines > before) report.broken.push({ file: file.path, lines: report.badLines - before });
    }
  }
}

/** What a file holds decides; the label is shown where it says otherwise (K23). */
function noteMismatch(report: Report, file: string, said: Host | undefined, is: Host | null): void {
  if (said !== undefined && is !== null && said !== is) report.mismatched.push({ file, said, is });
}

/** Tries again for a while what the server is too busy for. */
export async function patiently<T>(send: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send();
    } catch (error) {
      const busy = error instanceof AppError && error.code === "busy";
      if (!busy || attempt >= BUSY_TRIES) throw error;
      await sleep(200 * attempt);
    }
  }
}
