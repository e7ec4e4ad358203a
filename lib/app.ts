/** Composition root: opens the handles once a process and keeps them where every module instance finds them. */
import { EventEmitter } from "node:events";
import { chmodSync, mkdirSync } from "node:fs";
import type { App, Embedder } from "./context";
import { openDatabase } from "./db/open";
import { lockHome } from "./db/lock";
import { openEmbedder } from "./embed/open";
import { type Env, readEnv } from "./env";
import { newId } from "./ids";
import { openLog } from "./log";
import { openVectors } from "./vectors/store";

const KEY = Symbol.for("keepsake.app");
type Slot = { [KEY]?: Promise<App> };

/** The process's app; a failed opening is forgotten, so that the next request tries again. */
export function getApp(): Promise<App> {
  const slot = globalThis as Slot;
  slot[KEY] ??= openApp(readEnv()).catch((error: unknown) => {
    delete slot[KEY];
    throw error;
  });
  return slot[KEY];
}

/** Lets tests put their own app in the slot; answers the way to take it out again. */
export function useApp(app: App): () => void {
  const slot = globalThis as Slot;
  slot[KEY] = Promise.resolve(app);
  return () => delete slot[KEY];
}

interface Replaceable {
  now?: () => number;
  embedder?: Embedder;
  newId?: (prefix: string) => string;
}

/** Opens data folder, lock, log, database, vectors and embedder. Throws `not_ready` when another server holds the folder. */
export async function openApp(env: Env, replace: Replaceable = {}): Promise<App> {
  mkdirSync(env.home, { recursive: true, mode: 0o700 });
  chmodSync(env.home, 0o700);
  const now = replace.now ?? Date.now;
  const unlock = lockHome(env.home);
  try {
    const log = openLog(env.home, env.logLevel);
    const { sqlite, db } = openDatabase(env.home, env.root, now);
    const embedder = replace.embedder ?? openEmbedder(env, log);
    const vectors = await openVectors({ home: env.home, model: embedder.model, dimension: embedder.dimension, log });
    const wakes = new EventEmitter().setMaxListeners(0);
    const closing: (() => Promise<void>)[] = [];
    const close = async (): Promise<void> => {
      for (let work = closing.pop(); work !== undefined; work = closing.pop()) await work();
      await embedder.close();
      await vectors.close();
      sqlite.close();
      unlock();
    };
    return {
      env,
      sqlite,
      db,
      vectors,
      embedder,
      log,
      now,
      newId: replace.newId ?? newId,
      wake: () => void wakes.emit("wake"),
      onWake: (listener) => {
        wakes.on("wake", listener);
        return () => wakes.off("wake", listener);
      },
      onClose: (work) => void closing.push(work),
      close,
    };
  } catch (error) {
    unlock();
    throw error;
  }
}
