/** The embedding thread: loads the model once, answers batches, ends itself when told. Bundled to `dist/embed-thread.mjs`. */
import { availableParallelism } from "node:os";
import { basename, dirname } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { env, pipeline, type FeatureExtractionPipeline } from "@xenova/transformers";
import { createBacklog, type Item, type Request } from "./batches";
import type { FromThread, TextKind, ThreadData, ToThread } from "./protocol";

/** More characters than 512 tokens can come from; keeps the tokenizer's time bounded. */
const MAX_CHARS = 4_000;
const MAX_TOKENS = 512;
const PREFIX_TOKENS = 4;
const PREFIX: Record<TextKind, string> = { query: "query: ", passage: "passage: " };

const port = parentPort;
if (port === null) throw new Error("The embedding thread was started as a program.");
const { modelDir, dimension } = workerData as ThreadData;
const backlog = createBacklog(dimension);
let extractor: FeatureExtractionPipeline | null = null;
let isRunning = false;
let isStopping = false;

const say = (message: FromThread, transfer: ArrayBuffer[] = []): void => port.postMessage(message, transfer);

port.on("message", (message: ToThread) => {
  if (message.type === "stop") {
    isStopping = true;
    if (!isRunning) void stop();
    return;
  }
  backlog.add(message.id, message.kind, message.texts.map(bounded));
  if (!isRunning) void run();
});

async function run(): Promise<void> {
  isRunning = true;
  try {
    extractor ??= await load();
  } catch (error) {
    say({ type: "broken", error: messageOf(error) });
    // Lets the message out before the thread ends.
    setImmediate(() => process.exit(0));
    return;
  }
  for (let batch = nextBatch(extractor); batch !== null && !isStopping; batch = nextBatch(extractor)) {
    await embed(extractor, batch.request, batch.items);
    // Inference holds the thread: newer queries are heard only here.
    await new Promise((resolve) => setImmediate(resolve));
  }
  isRunning = false;
  if (isStopping) await stop();
}

async function load(): Promise<FeatureExtractionPipeline> {
  env.allowRemoteModels = false;
  env.allowLocalModels = true;
  env.localModelPath = dirname(modelDir);
  env.useFSCache = false;
  // Half of the cores: a large import must leave the server one of its own.
  const intraOpNumThreads = Math.max(1, Math.floor(availableParallelism() / 2));
  const loaded = await pipeline("feature-extraction", basename(modelDir), {
    dtype: "q8",
    session_options: { intraOpNumThreads, interOpNumThreads: 1 },
  });
  say({ type: "ready" });
  return loaded;
}

const nextBatch = (model: FeatureExtractionPipeline) => backlog.next((text) => countTokens(model, text));

function countTokens(model: FeatureExtractionPipeline, text: string): number {
  try {
    return Math.min(model.tokenizer.encode(text).length + PREFIX_TOKENS, MAX_TOKENS);
  } catch {
    // Inference will say so for this request; it goes alone.
    return MAX_TOKENS;
  }
}

async function embed(model: FeatureExtractionPipeline, request: Request, items: Item[]): Promise<void> {
  try {
    const texts = items.map((item) => PREFIX[request.kind] + item.text);
    const output = await model(texts, { pooling: "mean", normalize: true });
    const data = output.data as Float32Array;
    if (data.length !== items.length * dimension)
      throw new Error("The model's vectors have another dimension than its config says.");
    items.forEach((item, row) => {
      request.vectors.set(data.subarray(row * dimension, (row + 1) * dimension), item.index * dimension);
    });
    output.dispose();
    request.left -= items.length;
    if (request.left === 0)
      say({ type: "vectors", id: request.id, vectors: request.vectors }, [request.vectors.buffer as ArrayBuffer]);
  } catch (error) {
    backlog.drop(request);
    say({ type: "failed", id: request.id, error: messageOf(error) });
  }
}

/** Frees the model and ends the thread; `terminate()` from outside during inference would abort the process. */
async function stop(): Promise<void> {
  await extractor?.dispose();
  process.exit(0);
}

const bounded = (text: string): string => text.slice(0, MAX_CHARS).replace(/\p{Surrogate}/gu, "\uFFFD");

/** First line only: errors of the runtime name files and shapes, never the text. */
const messageOf = (error: unknown): string =>
  (error instanceof Error ? (error.message.split("\n")[0] ?? "") : "unknown").slice(0, 300);
