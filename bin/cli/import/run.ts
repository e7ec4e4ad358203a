/** Sends transcripts to the server, file by file; stopping at any point loses nothing, running again doubles nothing. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "../../../lib/client";
import type { IngestItem } from "../../../lib/contract/capture";
import { AppError } from "../../../lib/contract/errors";
import { inBatches } from "./batches";
import type { FoundFile } from "../../../lib/transcripts/files";
import type { Progress } from "./progress";
import { addResult, emptyReport, type Report } from "./report";
import { isClaudeTranscript, transcriptItems } from "../../../lib/transcripts/items";

const BUSY_TRIES = 10;

/**
 * Batches run over the ends of files, so that ten thousand small ones are not ten thousand requests. One unreadable file
 * never spoils the rest; a server that is gone ends the run with `not_ready`.
 */
export async function importFiles(
  client: Client,
  files: FoundFile[],
  progress: Progress,
  stopped: () => boolean,
): Promise<Report> {
  const report = emptyReport();
  for await (const batch of inBatches(itemsOf(files, report, progress))) {
    addResult(report, await patiently(() => client.ingestLines(batch.body)), batch.items);
    progress.counts(report.lines, report.accepted);
    if (stopped()) break;
  }
  return report;
}

async function* itemsOf(files: FoundFile[], report: Report, progress: Progress): AsyncGenerator<IngestItem> {
  for (const file of files) {
    try {
      if (await isClaudeTranscript(file.path)) {
        report.files += 1;
        yield* transcriptItems(file.path, report, progress.add);
      } else {
        progress.add(file.bytes);
        report.unrecognised.push(file.path);
      }
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (error instanceof AppError || code === undefined) throw error;
      report.failed.push({ file: file.path, error: code });
    }
  }
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
