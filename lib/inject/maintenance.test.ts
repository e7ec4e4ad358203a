import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { App } from "../context";
import { takeHook } from "../capture/hook-service";
import { jobs } from "../db/schema/jobs";
import { JOB } from "../jobs/kinds";
import { drain } from "../jobs/runner";
import { openTestApp, type TestApp } from "../testing";
import { addMemories } from "../testing/inject-rows";
import { addProject } from "../testing/places";
import { buildInjection } from "./service";

let test: TestApp;
let app: App;
beforeEach(async () => {
  test = await openTestApp();
  app = test.app;
  const projectId = addProject(app, "app");
  addMemories(app, [{ projectId, key: "app:tooling:deps:manager" }]);
});
afterEach(() => test.close());

const asked = () =>
  app.db
    .select({ kind: jobs.kind })
    .from(jobs)
    .all()
    .map(({ kind }) => kind)
    .filter((kind) => kind === JOB.forgetMemories || kind === JOB.consolidateMemories)
    .sort();
const BOTH = [JOB.consolidateMemories, JOB.forgetMemories].sort();

it("E39: a session start asks for the maintenance that is due and runs none of it itself", async () => {
  buildInjection(app, { project: "app", preview: true });
  buildInjection(app, { project: "app", event: "UserPromptSubmit" });
  expect(asked()).toEqual([]);
  const { text } = buildInjection(app, { project: "app" });
  expect([text.includes("pnpm"), asked()]).toEqual([true, BOTH]);
  expect(existsSync(join(test.home, ".last_forget"))).toBe(false);
  await drain(app);
  expect(existsSync(join(test.home, ".last_forget"))).toBe(true);
});

it("E39: a second session start does not ask again before the hours are over, then it does", async () => {
  buildInjection(app, { project: "app" });
  await drain(app);
  buildInjection(app, { project: "app" });
  expect(asked()).toEqual([]);
  test.clock.now += 25 * 3_600_000;
  buildInjection(app, { project: "app" });
  expect(asked()).toEqual([JOB.forgetMemories]);
});

it("E39: the block is answered and stored though asking fails, and the log says so without its text", async () => {
  app.sqlite.exec("CREATE TRIGGER refuse BEFORE INSERT ON jobs BEGIN SELECT RAISE(ABORT, 'no jobs today'); END");
  const { id, text } = buildInjection(app, { project: "app" });
  expect([id, text.includes("pnpm")]).toEqual([1, true]);
  const log = readFileSync(join(test.home, "logs", "keepsake.log"), "utf8");
  expect(log).toContain("due housekeeping not asked for");
  expect(log).not.toContain("pnpm");
});

it("E39: the hook of a session start asks too, also where there is nothing to inject", async () => {
  const answer = await takeHook(app, "claude-code", {
    hook_event_name: "SessionStart",
    session_id: "s-1",
    cwd: "/w/new",
  });
  expect(answer.reply).toEqual({ continue: true, suppressOutput: true });
  expect(asked()).toEqual(BOTH);
});
