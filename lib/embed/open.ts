/** Chooses the embedder: the model in its thread, or the deterministic stand-in. */
import { join } from "node:path";
import type { Embedder, Log } from "../context";
import type { Env } from "../env";
import { createHashEmbedder } from "./hash-embedder";
import { createThreadEmbedder } from "./thread-embedder";

/** Starts nothing: the thread and the model come with the first text. */
export function openEmbedder(env: Env, log: Log): Embedder {
  if (env.embedder === "hash") return createHashEmbedder();
  return createThreadEmbedder({ script: join(env.root, "dist", "embed-thread.mjs"), modelDir: env.modelDir, log });
}
