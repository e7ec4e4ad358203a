/** Which sessions the digest tells of, and what the closing note counts. */
import { afterEach, beforeEach, expect, it } from "vitest";
import type { App } from "../context";
import { memoryPairs } from "../db/schema/memories";
import { exclude } from "./exclusions";
import { saveSettings } from "../settings/service";
import { openTestApp, type TestApp } from "../testing";
import { inUtc } from "../testing/inject-candidates";
import { addMemories, addObservations, addSummaries } from "../testing/inject-rows";
import { addProject, addSession } from "../testing/places";
import { buildInjection } from "./service";

const BY_JOB = { actorKind: "job", actorName: "test" } as const;
const PERSON = { kind: "person", name: "console" } as const;
let test: TestApp;
let app: App;
let projectId: number;
inUtc();
beforeEach(async () => {
  test = await openTestApp();
  app = test.app;
  projectId = addProject(app, "app");
});
afterEach(() => test.close());

const digest = () => buildInjection(app, { project: "app" }).text.match(/^- app, .*$/gm) ?? [];
function session(minute: number, told: { request: string; completed?: string; nextSteps?: string }): void {
  const at = app.now() + minute * 60_000;
  const sessionId = addSession(app, projectId, { lastEventAt: at });
  addSummaries(app, [{ projectId, sessionId, createdAt: at, completed: "", ...told }]);
}

it("E30: sessions that came to something go before those that only asked, newest first; the others fill what is left", () => {
  session(1, { request: "Build the skeleton", completed: "Built it" });
  for (let minute = 3; minute < 9; minute += 1) session(minute, { request: `Write poem ${minute}` });
  expect(digest()).toEqual([expect.stringContaining("poem 8"), expect.stringContaining("skeleton")]);
  session(2, { request: "Move to Hono", nextSteps: "Write the tests" });
  expect(digest()).toEqual([expect.stringContaining("Hono"), expect.stringContaining("skeleton")]);
});

it("E27: the note counts only what a search would find and may be told: no older halves of open pairs, nothing excluded", () => {
  const values = ["The API is on port 4000.", "The API is on port 4100.", "Never told again.", "Left out."];
  const [older, newer, out] = addMemories(
    app,
    values.map((value, i) => ({ projectId, key: `app:topic${i}:fact:it`, value, importance: 9 - i })),
  );
  const at = app.now();
  app.db
    .insert(memoryPairs)
    .values({
      ...BY_JOB,
      kind: "supersedes",
      projectId,
      olderId: older ?? 0,
      newerId: newer ?? 0,
      createdAt: at,
      updatedAt: at,
    })
    .run();
  exclude(app, { memory_id: out ?? 0, project: "app" }, PERSON);
  expect(buildInjection(app, { project: "app" }).text).not.toContain("not injected");
  saveSettings(app, { inject_max_count: 1, inject_index_max_chars: 0 });
  expect(buildInjection(app, { project: "app" }).text).toContain("1 more memory not injected; a search finds it.");
});

it("recent work that a newer memory contradicts is left out, and the trace says why", () => {
  addObservations(app, [{ projectId, title: "The server listens on port 4000 now", createdAt: app.now() - 60_000 }]);
  const [id] = addMemories(app, [{ projectId, key: "app:net:fact:port", value: "The port is now 4100." }]);
  const { text, trace } = buildInjection(app, { project: "app" });
  expect(text).not.toContain("4000");
  expect(trace.find(({ type }) => type === "observation")?.reason).toBe(`memory ${id} is newer and says otherwise`);
});

it("a session that was interrupted tells its request once, and which of several was not carried out", () => {
  session(1, {
    request: "Move the cart to Redis?",
    nextSteps: "Interrupted before it was carried out: Move the cart to Redis?",
  });
  session(2, { request: "把购物车移到 Redis", nextSteps: "被中断，尚未执行：把购物车移到 Redis" });
  expect(digest()).toEqual([
    expect.stringContaining("asked: 把购物车移到 Redis; next: 被中断，尚未执行 ("),
    expect.stringContaining("asked: Move the cart to Redis?; next: Interrupted before it was carried out ("),
  ]);
  session(3, {
    request: "Rename the cart\nMove it to Redis",
    nextSteps: "Interrupted before it was carried out: Move it to Redis",
  });
  expect(digest()[0]).toContain("next: Interrupted before it was carried out: Move it to Redis (");
});
