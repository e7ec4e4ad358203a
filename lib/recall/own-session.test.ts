/** What a session said itself is not handed back to it while its context holds it. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { appendActivity } from "../activity/repo";
import type { App } from "../context";
import { write } from "../db/write";
import { SESSION_COMPACTED } from "../inject/resume";
import { updateMemory } from "../memories/service";
import { openTestApp, type TestApp } from "../testing";
import { inUtc } from "../testing/inject-candidates";
import { addProject, addSession } from "../testing/places";
import { addMemory, addObservation } from "../testing/search-rows";
import { recallForPrompt } from "./service";

const PERSON = { kind: "person", name: "console" } as const;
const NO_WAIT = { vector: 0, meaning: 0 };
let test: TestApp;
let app: App;
let projectId: number;
let sessionId: number;
inUtc();
beforeEach(async () => {
  test = await openTestApp();
  app = test.app;
  projectId = addProject(app, "app");
  sessionId = addSession(app, projectId, { host: "claude-code", hostSessionId: "s-1" });
});
afterEach(() => test.close());

const ask = (session: string | undefined, prompt = "where is the cart cache") =>
  recallForPrompt(app, { project: "app", prompt, host: "claude-code", session, preview: true }, NO_WAIT);
const told = async (session: string | undefined): Promise<boolean> => (await ask(session)).text.includes("Redis");
const ofSession = (...ids: number[]) => JSON.stringify(ids.map((id) => ({ session_id: id, turn: 1 })));
const remember = (given: Parameters<typeof addMemory>[2] = {}) =>
  addMemory(app, "The cart cache is Redis.", {
    projectId,
    attribute: "fact",
    sourceSession: "session_s-1",
    sources: ofSession(sessionId),
    ...given,
  });

it("a memory and an observation of this session alone, which another session is told", async () => {
  remember();
  addObservation(app, "Moved the cart cache to Redis in src/cache.ts", { projectId, sessionId });
  const { text, trace } = await ask("s-1");
  expect([text, trace.map(({ reason }) => reason)]).toEqual([
    "",
    ["this session said it itself", "this session said it itself"],
  ]);
  expect(await told("s-2")).toBe(true);
  expect(await told(undefined)).toBe(true);
});

it("what an agent wrote in this session, whose memory names no turn", async () => {
  remember({ sources: "[]" });
  expect(await told("s-1")).toBe(false);
  expect(await told("s-2")).toBe(true);
});

it("what another session said too is told", async () => {
  remember({ sources: ofSession(addSession(app, projectId), sessionId) });
  expect(await told("s-1")).toBe(true);
});

it("what another session's observation repeats is not told by that one either", async () => {
  remember();
  addObservation(app, "The cart cache is Redis", { projectId, sessionId: addSession(app, projectId) });
  expect(await told("s-1")).toBe(false);
});

it("what a person changed since is told", async () => {
  const { id } = remember();
  updateMemory(app, id, { value: "The cart cache is Redis 8." }, PERSON);
  expect(await told("s-1")).toBe(true);
});

it("after a compaction what was said before it is told, what is said after it is not", async () => {
  remember();
  test.clock.now += 60_000;
  write(app, (tx) => {
    appendActivity(tx, app.now(), { kind: SESSION_COMPACTED, projectId, sessionId });
  });
  expect(await told("s-1")).toBe(true);
  test.clock.now += 60_000;
  addMemory(app, "The newsletter goes out on Mondays.", {
    projectId,
    key: "app:mail:fact:day",
    sources: ofSession(sessionId),
    createdAt: app.now(),
  });
  expect((await ask("s-1", "when does the newsletter go out")).text).toBe("");
});
