/** Test helper: commands of the CLI against a real store and its routes, and what they say. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, vi } from "vitest";
import { openTestApp, type TestApp } from "../testing";
import { type AppServer, serveApp } from "./serve-app";

export interface CliStage {
  /** The store that the routes answer from. */
  test: TestApp;
  server: AppServer;
  /** Empty at first, gone at the end. */
  folder: string;
  /** Lines on both of the console's streams. */
  said: string[];
  output(): string;
  /** Another store in place of this one. */
  freshStore(): Promise<void>;
}

/** A new stage for each test of the file. */
export function useCli(): CliStage {
  const stage = {
    said: [] as string[],
    output: () => stage.said.join("\n"),
    async freshStore() {
      await stage.test.close();
      stage.test = await openTestApp();
      vi.stubEnv("KEEPSAKE_HOME", stage.test.home);
    },
  } as CliStage;
  beforeEach(async () => {
    stage.test = await openTestApp();
    stage.folder = mkdtempSync(join(tmpdir(), "keepsake-cli-"));
    stage.server = await serveApp();
    vi.stubEnv("KEEPSAKE_HOME", stage.test.home);
    vi.stubEnv("KEEPSAKE_PORT", String(stage.server.port));
    stage.said = [];
    for (const stream of ["log", "error"] as const)
      vi.spyOn(console, stream).mockImplementation((line: unknown) => void stage.said.push(String(line)));
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    process.exitCode = undefined;
    await stage.server.close();
    await stage.test.close();
    rmSync(stage.folder, { recursive: true, force: true });
  });
  return stage;
}
