/** `keepsake inject` and `keepsake pause`, against real routes. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { prompt } from "../../lib/capture/testing";
import { ingest } from "../../lib/capture/ingest";
import { createMemory } from "../../lib/memories/service";
import { openTestApp, type TestApp } from "../../lib/testing";
import { PERSON } from "../../lib/testing/random-operations";
import { type AppServer, serveApp } from "../../lib/testing/serve-app";
import { injectCommand } from "./inject";
import { pauseCommand, resumeCommand } from "./pause";

let test: TestApp;
let server: AppServer;
let said: string[];
beforeEach(async () => {
  test = await openTestApp();
  server = await serveApp();
  vi.stubEnv("KEEPSAKE_HOME", test.home);
  vi.stubEnv("KEEPSAKE_PORT", String(server.port));
  said = [];
  for (const stream of ["log", "error"] as const)
    vi.spyOn(console, stream).mockImplementation((line: unknown) => void said.push(String(line)));
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await server.close();
  await test.close();
});

const inject = () => injectCommand().parseAsync(["--project", "app"], { from: "user" });

it("says that recall rests where it does, and that nothing is stored only where that is so", async () => {
  await ingest(test.app, [prompt("hello")]);
  await inject();
  expect(said.join()).toContain("no memories or observations are stored");
  createMemory(test.app, { key: "rule", value: "Deploys go through the pier.", tier: "pinned" }, { actor: PERSON });
  said = [];
  await inject();
  expect(said.join()).toContain("Deploys go through the pier.");
  said = [];
  await pauseCommand().parseAsync(["recall", "--project", "app"], { from: "user" });
  expect(said.join()).toMatch(/^Recall of project app rests\. To take it back: keepsake undo \d+$/);
  said = [];
  await inject();
  expect(said.join()).toMatch(/recall rests .*keepsake resume recall/);
  expect(said.join()).not.toContain("are stored");
  said = [];
  await resumeCommand().parseAsync(["--project", "app"], { from: "user" });
  expect(said).toEqual([
    "Capture of project app went on already.",
    expect.stringMatching(/^Recall of project app goes on\./),
  ]);
});
