/** The current task of a block, and the briefing of a session that begins. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { App } from "../context";
import { openTestApp, type TestApp } from "../testing";
import { inUtc } from "../testing/inject-candidates";
import { addProject, addSession } from "../testing/places";
import { addMemory, addObservation, addSummary } from "../testing/search-rows";
import { briefingFor, recallForPrompt, type RecallRequest } from "./service";

const DAY = 86_400_000;

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

const textOf = async (prompt: string, more: Partial<RecallRequest> = {}) =>
  (await recallForPrompt(app, { project: "app", prompt, ...more }, { vector: 0, meaning: 0 })).text;
const linesOf = (text: string): string[] => text.match(/^[!*-] .*$/gm) ?? [];
const remember = (value: string, more: Parameters<typeof addMemory>[2] = {}) =>
  addMemory(app, value, { projectId, attribute: "fact", ...more });
const observe = (title: string, more: Parameters<typeof addObservation>[2] = {}) =>
  addObservation(app, title, { projectId, ...more });

describe("current task and briefing", () => {
  it("the open next steps of the branch's newest session, once a session, and not its own", async () => {
    const at = app.now() - DAY;
    const old = addSession(app, projectId, { lastEventAt: at - DAY });
    addSummary(app, old, { projectId, nextSteps: "OLD steps" });
    const other = addSession(app, projectId, { lastEventAt: at + 1 });
    addSummary(app, other, { projectId, branch: "feature", nextSteps: "FEATURE steps" });
    const session = addSession(app, projectId, { host: "claude-code", hostSessionId: "s-9", lastEventAt: at });
    addSummary(app, session, { projectId, branch: "main", turn: 1, nextSteps: "EARLIER steps" });
    addSummary(app, session, { projectId, branch: "main", turn: 2, request: "Fix it", nextSteps: "Write the tests" });
    remember("The cart cache is Redis.");
    remember("The order queue is Kafka.");
    const ask = (prompt: string, id: string) => textOf(prompt, { branch: "main", host: "claude-code", session: id });
    expect(await ask("cart cache", "s-1")).toContain(
      `<current-task>\nNext: Write the tests. EARLIER steps. (2026-06-01, S4)\n</current-task>`,
    );
    expect(await ask("order queue", "s-1")).not.toContain("current-task");
    expect(await ask("cart cache", "s-9")).not.toContain("current-task");
  });

  it("none where nothing is open: what was asked last is no task, and what was done closes what was to do", async () => {
    remember("The cart cache is Redis.");
    const first = addSession(app, projectId, { lastEventAt: app.now() });
    addSummary(app, first, { projectId, turn: 1, nextSteps: "Write the tests" });
    addSummary(app, first, { projectId, turn: 2, request: "thanks" });
    const asked = addSession(app, projectId, { lastEventAt: app.now() + 1 });
    addSummary(app, asked, { projectId, request: "Write a poem" });
    expect(await textOf("cart cache")).toContain(`Next: Write the tests (2026-06-01, S1)`);
    addSummary(app, first, { projectId, turn: 3, completed: "Wrote the tests" });
    expect(await textOf("cart cache")).not.toContain("current-task");
  });

  it("C45: none under what is only of a kind that the prompt speaks of", async () => {
    addSummary(app, addSession(app, projectId), { projectId, nextSteps: "Write the tests" });
    remember("Tabs over spaces.", { attribute: "preference", importance: 9 });
    const text = await textOf("do I prefer blorptang");
    expect(text).toContain("Tabs over spaces.");
    expect(text).not.toContain("current-task");
  });

  it("C48: a briefing of high items, stored as the start of a session; recent ones where there is none", async () => {
    observe("Read the cart code", { priority: "low" });
    const answer = briefingFor(app, { project: "app", session: "s-1", host: "claude-code" });
    expect(answer).toMatchObject({
      event: "SessionStart",
      text: expect.stringContaining("<recent-observations>") as string,
    });
    remember("The cart cache is Redis.", { tier: "pinned" });
    observe("Chose Redis over Memcached for the carts", { priority: "high", category: "architecture" });
    const { text } = briefingFor(app, { project: "app", preview: true });
    expect(linesOf(text)).toHaveLength(2);
    expect(text).not.toContain("Read the cart code");
    expect(briefingFor(app, { project: "off-limits", preview: true }).text).toBe("");
  });
});
