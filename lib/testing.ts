/** Test helper: a whole app on a temp folder with real SQLite and LanceDB, a clock to turn and a deterministic embedder. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openApp, useApp } from "./app";
import type { App, Embedder } from "./context";
import { createHashEmbedder } from "./embed/hash-embedder";
import { readEnv } from "./env";

export interface TestApp {
  app: App;
  home: string;
  /** Milliseconds; starts at 2026-06-01T12:00Z. */
  clock: { now: number };
  /** Closes and opens again on the same folder, as a restart does. */
  reopen(): Promise<App>;
  close(): Promise<void>;
}

/** Also becomes what route handlers get, until `close`. */
export async function openTestApp(
  options: { embedder?: Embedder; env?: Record<string, string> } = {},
): Promise<TestApp> {
  const home = mkdtempSync(join(tmpdir(), "keepsake-test-"));
  const clock = { now: Date.UTC(2026, 5, 1, 12) };
  const env = readEnv({
    KEEPSAKE_LOG_LEVEL: "debug",
    // Never the sessions of whoever runs the tests.
    KIMI_CODE_HOME: join(home, "kimi"),
    ...options.env,
    KEEPSAKE_HOME: home,
    KEEPSAKE_ROOT: process.cwd(),
  } as unknown as NodeJS.ProcessEnv);
  const open = () => openApp(env, { now: () => clock.now, embedder: options.embedder ?? createHashEmbedder() });
  const test: TestApp & { release: () => void } = {
    app: await open(),
    home,
    clock,
    release: () => undefined,
    async reopen() {
      await test.app.close();
      test.app = await open();
      test.release = useApp(test.app);
      return test.app;
    },
    async close() {
      test.release();
      await test.app.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
  test.release = useApp(test.app);
  return test;
}
