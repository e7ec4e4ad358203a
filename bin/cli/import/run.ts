/** Sends transcripts to the server, file by file; stopping at any point loses nothing, running again doubles nothing. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "../../../lib/client";
import { AppError } from "../../../lib/contract/errors";
import { inBatches } from "./batches";
import type { FoundFile } from "./files";
import type { Progress } from "./progress";
import { addResult, emptyReport, type Report } from "./report";
import { isClaudeTranscript, transcriptItems } from "./transcript";

const BUSY_TRIES = 10;

/** One unreadable file never spoils the rest; a server that is gone ends the run with `not_ready`. */
export async function importFiles(
  client: Client,
  files: FoundFile[],
  progress: Progress,
  stopped: () => boolean,
): Promise<Report> {
  const report = emptyReport();
  for (const file of files) {
    if (stopped()) break;
    try {
      await importFile(client, file, report, progress, stopped);
    } catch (error) {
      if (error instanceof AppError) throw error;
      const { code } = error as NodeJS.ErrnoException;
      if (code === undefined) throw error;
      report.failed.push({ file: file.path, error: code });
    }
  }
  return report;
}

async function importFile(
  client: Client,
  file: FoundFile,
  report: Report,
  progress: Progress,
  stopped: () => boolean,
): Promise<void> {
  if (!(await isClaudeTranscript(file.path))) {
    progress.add(file.bytes);
    report.unrecognised.push(file.path);
    return;
  }
  report.files += 1;
  for await (const batch of inBatches(transcriptItems(file.path, report, progress.add))) {
    addResult(report, await sendPatiently(client, batch.body), batch.items);
    progress.counts(report.lines, report.accepted);
    if (stopped()) return;
  }
}

async function sendPatiently(client: Client, body: string) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await client.ingestLines(body);
    } catch (error) {
      const busy = error instanceof AppError && error.code === "busy";
      if (!busy || attempt >= BUSY_TRIES) throw error;
      await sleep(200 * attempt);
    }
  }
}
