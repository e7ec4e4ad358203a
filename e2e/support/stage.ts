/** Data folders and servers of a test file: started by its tests, stopped and removed when they end, however they end. */
import { type afterAll, afterEach } from "vitest";
import { removeHome, type Server, type ServerOptions, startServer, tempHome } from "./server";

/** Deterministic vectors at once: for what does not depend on the model. */
export const HASH_EMBEDDER = { KEEPSAKE_EMBEDDER: "hash" };

export interface Stage {
  /** A new empty data folder. */
  home(): string;
  /** A server on a new folder, unless `home` is given. Stopping or killing it earlier is no harm. */
  start(options?: Partial<ServerOptions>): Promise<Server>;
  /** Runs at the end of the test, before folders are removed. */
  atEnd(end: () => unknown): void;
}

/** A stage that is cleared after each test, or with `afterAll` once a file; `env` holds for all its servers. */
export function useStage(
  env: Record<string, string> = {},
  clearAfter: typeof afterEach | typeof afterAll = afterEach,
): Stage {
  const homes: string[] = [];
  const ends: (() => unknown)[] = [];
  clearAfter(async () => {
    try {
      for (const end of ends.splice(0)) await end();
    } finally {
      homes.splice(0).forEach(removeHome);
    }
  });
  const home = (): string => {
    const made = tempHome();
    homes.push(made);
    return made;
  };
  return {
    home,
    async start(options = {}) {
      const server = await startServer({ home: home(), ...options, env: { ...env, ...options.env } });
      ends.push(server.stop);
      return server;
    },
    atEnd: (end) => void ends.push(end),
  };
}
