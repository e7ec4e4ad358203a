/** The embedder that the server uses: keeps one thread with the model while there is work, and says what is wrong with it. */
import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";
import type { Embedder, Log } from "../context";
import { AppError } from "../contract/errors";
import type { ModelState } from "../contract/system";
import { describeModel, missingFiles } from "./model-files";
import type { FromThread, TextKind, ThreadData, ToThread } from "./protocol";
import { forbidTelemetry } from "../env";

export interface ThreadOptions {
  /** The bundled `lib/embed/thread.ts`. */
  script: string;
  modelDir: string;
  log: Log;
  /** Milliseconds without work after which the model is freed. */
  idleMs?: number;
  /** Milliseconds UTC, for the pauses after failures. */
  now?: () => number;
}

const IDLE_MS = 10 * 60_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 5 * 60_000;

interface Waiting {
  message: Extract<ToThread, { type: "embed" }>;
  resolve: (vectors: Float32Array) => void;
  reject: (error: AppError) => void;
}

interface Thread {
  worker: Worker;
  isReady: boolean;
  isStopping: boolean;
  exited: Promise<void>;
}

/** Starts the thread with the first text. `embed*` reject with `not_ready` while the model is missing, broken or pausing after a failure. */
export function createThreadEmbedder(options: ThreadOptions): Embedder {
  const { script, modelDir, log, idleMs = IDLE_MS, now = Date.now } = options;
  const { model, dimension, floor, lens } = describeModel(modelDir);
  const waiting = new Map<number, Waiting>();
  let thread: Thread | null = null;
  let lastId = 0;
  let failures = 0;
  let failure: { error: string; until: number } | null = null;
  let idleTimer: NodeJS.Timeout | null = null;
  let isClosed = false;

  function embed(kind: TextKind, texts: string[]): Promise<Float32Array> {
    const refusal = refuse();
    if (refusal !== null) return Promise.reject(refusal);
    if (idleTimer !== null) clearTimeout(idleTimer);
    return new Promise((resolve, reject) => {
      const message = { type: "embed" as const, id: (lastId += 1), kind, texts };
      waiting.set(message.id, { message, resolve, reject });
      thread ??= start();
      // A thread that is ending hears nothing any more: its successor gets all that waits.
      if (!thread.isStopping) thread.worker.postMessage(message);
      thread.worker.ref();
    });
  }

  function refuse(): AppError | null {
    const state = stateNow();
    if (isClosed) return new AppError("not_ready", "The embedding model is closed.");
    if (state.state !== "missing" && state.state !== "failed") return null;
    if (state.state === "failed" && failure !== null && failure.until <= now()) return null;
    return new AppError("not_ready", state.error ?? "The embedding model does not work.", {
      hint: state.hint ?? undefined,
    });
  }

  function start(): Thread {
    forbidTelemetry();
    const data: ThreadData = { modelDir, dimension };
    const worker = new Worker(/* turbopackIgnore: true */ script, { workerData: data, name: "keepsake-embed" });
    const exited = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
    const started: Thread = { worker, isReady: false, isStopping: false, exited };
    worker.on("message", (message: FromThread) => hear(started, message));
    worker.on("error", (error) => log.error({ err: error }, "embedding thread failed"));
    worker.on("exit", (code) => ended(started, code));
    return started;
  }

  function hear(from: Thread, message: FromThread): void {
    switch (message.type) {
      case "ready":
        from.isReady = true;
        failure = null;
        log.info({ model }, "embedding model loaded");
        break;
      case "broken":
        from.isStopping = true;
        log.error({ model, reason: message.error }, "embedding model cannot be loaded");
        fail(`The embedding model cannot be loaded: ${message.error}`);
        break;
      case "vectors":
        failures = 0;
        settle(message.id, (entry) => entry.resolve(message.vectors));
        break;
      case "failed":
        log.warn({ model, reason: message.error }, "embedding failed");
        settle(message.id, (entry) =>
          entry.reject(new AppError("internal", "The embedding model could not read a text.")),
        );
        break;
    }
  }

  function settle(id: number, how: (entry: Waiting) => void): void {
    const entry = waiting.get(id);
    waiting.delete(id);
    if (entry !== undefined) how(entry);
    if (waiting.size > 0) return;
    thread?.worker.unref();
    idleTimer = setTimeout(free, idleMs).unref();
  }

  /** Sends the thread home; it disposes of the model and exits by itself. */
  function free(): void {
    if (thread === null || thread.isStopping || waiting.size > 0) return;
    thread.isStopping = true;
    thread.worker.postMessage({ type: "stop" } satisfies ToThread);
  }

  function ended(which: Thread, code: number): void {
    const wasAsked = which.isStopping;
    if (thread === which) thread = null;
    if (!wasAsked) {
      log.error({ code }, "embedding thread ended");
      fail("The embedding thread stopped unexpectedly.", "internal");
      return;
    }
    if (waiting.size === 0 || isClosed) return;
    thread = start();
    for (const { message } of waiting.values()) thread.worker.postMessage(message);
  }

  /** Rejects all that waits and pauses, longer after each failure. */
  function fail(error: string, code: "not_ready" | "internal" = "not_ready"): void {
    failures += 1;
    failure = { error, until: now() + Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS) };
    const hint = stateNow().hint ?? undefined;
    const entries = [...waiting.values()];
    waiting.clear();
    for (const entry of entries) entry.reject(new AppError(code, error, { hint }));
  }

  function stateNow(): ModelState {
    const base = { id: model, dimension, error: null, hint: null };
    if (thread?.isReady === true && !thread.isStopping) return { ...base, state: "ready" };
    const missing = missingFiles(modelDir);
    if (missing.length > 0) {
      const hint = `Put the model's files into ${modelDir} (or name another folder in KEEPSAKE_MODEL_DIR); search works by words until then.`;
      return {
        ...base,
        state: "missing",
        error: `The embedding model is not complete: ${missing.join(", ")} missing.`,
        hint,
      };
    }
    if (!existsSync(script)) {
      return {
        ...base,
        state: "missing",
        error: "The program of the embedding thread is missing.",
        hint: `Build it: npm run build makes ${script}.`,
      };
    }
    if (failure !== null) {
      const hint = `Check the files of ${modelDir} against the table in models/README.md, then restart; search works by words until then.`;
      return { ...base, state: "failed", error: failure.error, hint };
    }
    return { ...base, state: thread === null || thread.isStopping ? "idle" : "loading" };
  }

  return {
    model,
    dimension,
    floor,
    lens,
    embedQuery: (text) => embed("query", [text]),
    async embedPassages(texts) {
      if (texts.length === 0) return [];
      const vectors = await embed("passage", texts);
      return texts.map((_, i) => vectors.slice(i * dimension, (i + 1) * dimension));
    },
    state: stateNow,
    async close() {
      isClosed = true;
      if (idleTimer !== null) clearTimeout(idleTimer);
      const entries = [...waiting.values()];
      waiting.clear();
      for (const entry of entries) entry.reject(new AppError("not_ready", "The embedding model is closed."));
      // Otherwise a process that only waits for this ends before the thread has.
      thread?.worker.ref();
      free();
      await thread?.exited;
    },
  };
}
