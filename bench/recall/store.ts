/** A store in a temp folder for one measurement: the real database, index and model, and a clock that the set turns. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openApp } from "../../lib/app";
import type { App, Embedder } from "../../lib/context";
import { openEmbedder } from "../../lib/embed/open";
import { type Env, readEnv } from "../../lib/env";
import { openLog } from "../../lib/log";

export interface Store {
  app: App;
  /** Milliseconds UTC. */
  clock: { now: number };
  close(): Promise<void>;
}

const envOf = (home: string): Env =>
  readEnv({
    KEEPSAKE_HOME: home,
    KEEPSAKE_ROOT: process.cwd(),
    KEEPSAKE_LOG_LEVEL: "warn",
    KEEPSAKE_MODEL_DIR: process.env.KEEPSAKE_MODEL_DIR,
  } as unknown as NodeJS.ProcessEnv);

/** The carried model, to be shared by stores; whoever opens it closes it. */
export const openModel = (): Embedder => openEmbedder(envOf(tmpdir()), openLog(tmpdir(), "silent"));

export async function openStore(embedder: Embedder): Promise<Store> {
  const home = mkdtempSync(join(tmpdir(), "keepsake-recall-"));
  const clock = { now: Date.UTC(2026, 0, 1) };
  const shared: Embedder = { ...embedder, close: () => Promise.resolve() };
  const app = await openApp(envOf(home), { now: () => clock.now, embedder: shared });
  return {
    app,
    clock,
    close: async () => {
      await app.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Embeds each passage once: the stores of a run hold the same notes again and again. Queries are never kept, since they are timed. */
export function rememberPassages(embedder: Embedder): Embedder {
  const known = new Map<string, Float32Array>();
  return {
    ...embedder,
    async embedPassages(texts) {
      const missing = [...new Set(texts.filter((text) => !known.has(text)))];
      const vectors = missing.length === 0 ? [] : await embedder.embedPassages(missing);
      missing.forEach((text, i) => known.set(text, vectors[i] ?? new Float32Array(embedder.dimension)));
      return texts.map((text) => known.get(text) ?? new Float32Array(embedder.dimension));
    },
  };
}
