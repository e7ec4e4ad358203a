/** What a session gets that begins again. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { takeHook } from "../capture/hook-service";
import { HOOK_DEFAULTS } from "../capture/testing";
import type { App } from "../context";
import { openTestApp, type TestApp } from "../testing";
import { inUtc } from "../testing/inject-candidates";
import { addMemories, addObservations } from "../testing/inject-rows";
import { listInjections } from "./stored";

let test: TestApp;
let app: App;
inUtc();
beforeEach(async () => {
  test = await openTestApp();
  app = test.app;
});
afterEach(() => test.close());

async function start(source: string): Promise<string> {
  test.clock.now += 60_000;
  const body = { ...HOOK_DEFAULTS, hook_event_name: "SessionStart", source };
  const answer = (await takeHook(app, "claude-code", body)).reply as {
    hookSpecificOutput?: { hookEventName: string; additionalContext: string };
  };
  if (answer.hookSpecificOutput !== undefined) expect(answer.hookSpecificOutput.hookEventName).toBe("SessionStart");
  return answer.hookSpecificOutput?.additionalContext ?? "";
}
const told = (text: string) => text.split("\n").filter((line) => line.startsWith("- "));

it("resumed with its context: nothing, or what other sessions changed since; compacted or cleared: the block anew", async () => {
  addMemories(app, [{ projectId: 0, key: "me:style:fact:a", value: "FIRST fact" }]);
  expect(told(await start("startup"))).toHaveLength(1);
  expect(await start("resume")).toBe("");
  test.clock.now += 1_000;
  const at = { createdAt: test.clock.now, updatedAt: test.clock.now };
  addMemories(app, [
    { projectId: 0, key: "me:style:fact:b", value: "SECOND fact", ...at },
    { projectId: 0, key: "me:style:fact:c", value: "OWN fact", sourceSession: "session_s-1", ...at },
  ]);
  addObservations(app, [
    { projectId: 1, title: "OTHER work", ...at },
    { projectId: 1, sessionId: 1, title: "OWN work", ...at },
  ]);
  const text = await start("resume");
  expect(told(text)).toEqual([expect.stringContaining("SECOND fact"), expect.stringContaining("OTHER work")]);
  expect(text).toContain("What changed since this session's last block; that one still holds.");
  expect(text).not.toContain("not injected");
  expect(await start("resume")).toBe("");
  for (const source of ["compact", "clear"]) {
    const whole = await start(source);
    expect(["FIRST", "SECOND", "OWN fact"].every((word) => whole.includes(word))).toBe(true);
    expect(whole).not.toContain("What changed since");
  }
  expect(listInjections(app, { limit: 9 }).items.map(({ event }) => event)).toEqual([
    "SessionStart",
    "SessionStart",
    "SessionResume",
    "SessionStart",
  ]);
});

it("resumed without a block before: the whole block", async () => {
  addMemories(app, [{ projectId: 0, key: "me:style:fact:a", value: "FIRST fact" }]);
  const text = await start("resume");
  expect(told(text)).toHaveLength(1);
  expect(text).not.toContain("What changed since");
});
