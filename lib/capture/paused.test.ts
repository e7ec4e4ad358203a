/** Capture and recall that a person let rest, for one session or one project. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { createMemory } from "../memories/service";
import { setPause } from "../pauses/service";
import { openTestApp, type TestApp } from "../testing";
import { takeHook } from "./hook-service";
import { bash, column, hook } from "./testing";

const PERSON = { kind: "person" as const, name: "test" };
let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
  createMemory(
    test.app,
    { key: "app:cart:cache:store", value: "The cart cache is Redis.", project: "app", importance: 9, tier: "pinned" },
    { actor: PERSON },
  );
});
afterEach(() => test.close());

const send = async (body: Record<string, unknown>): Promise<string> =>
  (await takeHook(test.app, "claude-code", { cwd: "/w/app", session_id: "s-1", ...body })).print;
const tool = (text: string, session = "s-1") => ({
  ...bash(text).payload,
  session_id: session,
  hook_event_name: "PostToolUse",
});
const texts = (): unknown[] => column(test.app, "SELECT text FROM events ORDER BY id");
const projectId = (): number => Number(column(test.app, "SELECT id FROM projects WHERE name = 'app'")[0]);

it("captures nothing of a session that rests, and goes on when it does not", async () => {
  await send(tool("before"));
  setPause(test.app, { scope: "session", id: 1, what: "capture", paused: true }, PERSON);
  await send(tool("PAUSED"));
  await send(tool("another session", "s-2"));
  setPause(test.app, { scope: "session", id: 1, what: "capture", paused: false }, PERSON);
  await send(tool("after"));
  expect(texts()).toEqual(["before", "another session", "after"]);
});

it("captures nothing of a project that rests, not even that a session began; recall goes on", async () => {
  setPause(test.app, { scope: "project", id: projectId(), what: "capture", paused: true }, PERSON);
  expect(await send(hook("SessionStart", { source: "startup" }).payload)).toContain("Redis");
  await send(tool("PAUSED"));
  expect(texts()).toEqual([]);
  expect(column(test.app, "SELECT count(*) FROM sessions")).toEqual([0]);
});

it("says nothing to a session or project whose recall rests; capture goes on", async () => {
  await send(tool("one"));
  setPause(test.app, { scope: "session", id: 1, what: "recall", paused: true }, PERSON);
  const ask = (session: string) =>
    send({ hook_event_name: "UserPromptSubmit", prompt: "how is the cart cache kept", session_id: session });
  expect(await ask("s-1")).toBe("");
  expect(await ask("s-2")).toContain("Redis");
  setPause(test.app, { scope: "project", id: projectId(), what: "recall", paused: true }, PERSON);
  expect(await ask("s-3")).toBe("");
  expect(await send({ hook_event_name: "SessionStart", source: "startup", session_id: "s-4" })).toBe("");
  expect(column(test.app, "SELECT count(*) FROM prompts")).toEqual([3]);
});
