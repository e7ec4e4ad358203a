/**
 * Brings in the transcripts of this machine beside the server's work: the same lines that the command line would send. One at a time;
 * stopping it loses nothing, running it again doubles nothing. Each session is an operation that Undo takes back.
 */
import { basename } from "node:path";
import { ingest, type Tried, tryIngest } from "../capture/ingest";
import type { App } from "../context";
import type { Actor } from "../contract/common";
import { AppError } from "../contract/errors";
import {
  LeftOut,
  type TranscriptImport,
  type TranscriptRun,
  type TranscriptState,
} from "../contract/transcript-import";
import { findTranscripts } from "../hosts/claude-code/found";
import { knownSessions } from "../sessions/known-query";
import { findFiles, type FoundFile } from "../transcripts/files";
import { isTranscript, transcriptItems } from "../transcripts/items";
import { noProblems } from "../transcripts/problems";
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

/** Begins a run; a dry one reads all the same, and leaves nothing behind. Throws `not_found` for a folder that is not there, `busy` while one goes on. */
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
    state: "running",
    files: files.length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    read: 0,
    known: knownSessions(
      app.db,
      "claude-code",
      files.map(({ path }) => basename(path, ".jsonl")),
    ),
    sessions: 0,
    prompts: 0,
    accepted: 0,
    duplicates: 0,
    skipped: 0,
    left_out: {},
    rejected: 0,
    other_files: 0,
    unreadable: failed.length,
    started_at: app.now(),
    finished_at: null,
    error: null,
  };
  const running: Running = { run, isStopped: false, done: Promise.resolve() };
  runs().set(app.env.home, running);
  app.onClose(async () => void (running.isStopped = true));
  running.done = work(app, running, files, actor);
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
  const told = counter(run);
  try {
    for (const file of files) {
      if (running.isStopped) break;
      await bringIn(running, file, (items) =>
        run.dryRun ? tryIngest(app, items, actor, told) : ingest(app, items, actor, told),
      );
    }
    run.state = running.isStopped ? "stopped" : "done";
  } catch (error) {
    app.log.error({ err: error }, "bringing in transcripts failed");
    run.state = "failed";
    run.error = error instanceof AppError ? error.code : "internal";
  }
  run.finished_at = app.now();
}

/** What a person counts; ends and titles only say something about these. */
const ENTRIES = new Set(["prompt", "message", "tool"]);

/** Counts each item into the run. */
function counter(run: TranscriptRun): (item: Tried) => void {
  const sessions = new Set<string>();
  /** Sessions whose last prompt was private: a dry run has to remember for the store what goes with it. */
  const hushed = new Set<string>();
  return ({ outcome, events }) => {
    const session = events[0]?.hostSessionId ?? "";
    const prompt = events.find((event) => event.type === "prompt");
    if (prompt !== undefined) {
      if (prompt.isPrivate) hushed.add(session);
      else hushed.delete(session);
    }
    if (outcome.did === "duplicate") run.duplicates += 1;
    else if (outcome.did === "rejected") run.rejected += 1;
    else if (outcome.did === "skipped") skip(run, outcome.reason);
    else if (events.every((event) => !ENTRIES.has(event.type))) return;
    else if (hushed.has(session)) skip(run, "private");
    else {
      run.accepted += 1;
      if (prompt !== undefined) run.prompts += 1;
      run.sessions = sessions.add(session).size;
    }
  };
}

function skip(run: TranscriptRun, reason: string): void {
  run.skipped += 1;
  const { success, data } = LeftOut.safeParse(reason);
  if (success) run.left_out[data] = (run.left_out[data] ?? 0) + 1;
}

/** One that can't be read never spoils the rest. */
async function bringIn(
  running: Running,
  file: FoundFile,
  take: (items: readonly unknown[]) => Promise<unknown>,
): Promise<void> {
  const { run } = running;
  const problems = noProblems();
  const before = run.read;
  let { bytes } = file;
  try {
    if (!(await isTranscript(file.path))) {
      // A note or a list of settings that lies beside them.
      run.files -= 1;
      run.other_files += 1;
      run.bytes -= bytes;
      bytes = 0;
    } else {
      let items: unknown[] = [];
      const send = async (): Promise<void> => {
        await take(items);
        items = [];
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
    if (!running.isStopped) run.read = before + bytes;
  }
}
