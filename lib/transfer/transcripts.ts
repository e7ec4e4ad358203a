/**
 * Brings in the transcripts of this machine beside the server's work: the same lines that the command line would send. One at a time;
 * stopping it loses nothing, running it again doubles nothing. Each session is an operation that Undo takes back.
 */
import { basename } from "node:path";
import { ingest } from "../capture/ingest";
import type { App } from "../context";
import type { Actor } from "../contract/common";
import { AppError } from "../contract/errors";
import type { TranscriptImport, TranscriptRun, TranscriptState } from "../contract/transcript-import";
import { findTranscripts } from "../hosts/claude-code/found";
import { knownSessions } from "../sessions/known-query";
import { findFiles, type FoundFile } from "../transcripts/files";
import { isClaudeTranscript, type ReadProblems, transcriptItems } from "../transcripts/items";
import { expand } from "./evolvmem";

const BATCH = 200;

interface Running {
  run: TranscriptRun;
  isStopped: boolean;
  done: Promise<void>;
}

/** On globalThis, because the routes may be several module instances; by data folder, for tests. */
const KEY = Symbol.for("keepsake.transcript-imports");
type Slot = { [KEY]?: Map<string, Running> };
const runs = (): Map<string, Running> => ((globalThis as Slot)[KEY] ??= new Map<string, Running>());

export const readTranscriptState = (app: App): TranscriptState => ({
  found: findTranscripts(),
  run: runs().get(app.env.home)?.run ?? null,
});

/** Ends when the run does; at once when none goes on. */
export const waitForTranscripts = (app: App): Promise<void> => runs().get(app.env.home)?.done ?? Promise.resolve();

/** Begins a run; a dry one is over at once. Throws `not_found` for a folder that is not there, `busy` while one goes on. */
export function importTranscripts(app: App, asked: TranscriptImport, actor: Actor): TranscriptState {
  const last = runs().get(app.env.home);
  if (last?.run.state === "running") {
    throw new AppError("busy", "Transcripts are being brought in already.", {
      hint: "Wait until it is done, or stop it.",
    });
  }
  const folder = asked.folder === undefined ? findTranscripts().folder : expand(asked.folder);
  const { files, failed } = findFiles([folder]);
  const run: TranscriptRun = {
    folder,
    dryRun: asked.dryRun,
    state: asked.dryRun ? "done" : "running",
    files: files.length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    read: 0,
    known: knownSessions(
      app.db,
      "claude-code",
      files.map(({ path }) => basename(path, ".jsonl")),
    ),
    accepted: 0,
    duplicates: 0,
    skipped: 0,
    rejected: 0,
    unreadable: failed.length,
    started_at: app.now(),
    finished_at: asked.dryRun ? app.now() : null,
    error: null,
  };
  const running: Running = { run, isStopped: false, done: Promise.resolve() };
  runs().set(app.env.home, running);
  if (!asked.dryRun) {
    app.onClose(async () => void (running.isStopped = true));
    running.done = work(app, running, files, actor);
  }
  return readTranscriptState(app);
}

/** Stops after the lines in hand. */
export function stopTranscripts(app: App): TranscriptState {
  const running = runs().get(app.env.home);
  if (running !== undefined) running.isStopped = true;
  return readTranscriptState(app);
}

async function work(app: App, running: Running, files: FoundFile[], actor: Actor): Promise<void> {
  const { run } = running;
  try {
    for (const file of files) {
      if (running.isStopped) break;
      await bringIn(app, running, file, actor);
    }
    run.state = running.isStopped ? "stopped" : "done";
  } catch (error) {
    app.log.error({ err: error }, "bringing in transcripts failed");
    run.state = "failed";
    run.error = error instanceof AppError ? error.code : "internal";
  }
  run.finished_at = app.now();
}

/** One that can't be read never spoils the rest. */
async function bringIn(app: App, running: Running, file: FoundFile, actor: Actor): Promise<void> {
  const { run } = running;
  const problems: ReadProblems = { badLines: 0, tooLongLines: 0, replacedBytes: 0 };
  const before = run.read;
  try {
    if (await isClaudeTranscript(file.path)) {
      let items: unknown[] = [];
      const send = async (): Promise<void> => {
        const answer = await ingest(app, items, actor);
        items = [];
        run.accepted += answer.accepted;
        run.duplicates += answer.duplicates;
        run.skipped += Object.values(answer.skipped).reduce((sum, count) => sum + count, 0);
        run.rejected += answer.rejected.length;
      };
      for await (const item of transcriptItems(file.path, problems, (bytes) => (run.read += bytes))) {
        items.push(item);
        if (items.length >= BATCH) await send();
        if (running.isStopped) return;
      }
      if (items.length > 0) await send();
    }
  } catch (error) {
    if (error instanceof AppError || (error as NodeJS.ErrnoException).code === undefined) throw error;
    run.unreadable += 1;
  } finally {
    run.unreadable += problems.badLines + problems.tooLongLines;
    if (!running.isStopped) run.read = before + file.bytes;
  }
}
