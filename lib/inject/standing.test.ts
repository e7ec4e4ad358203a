import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { observations } from "../db/schema/observations";
import { operations } from "../db/schema/operations";
import { write } from "../db/write";
import { archiveMemory, createMemory } from "../memories/service";
import { setPause } from "../pauses/service";
import { briefingFor, recallForPrompt } from "../recall/service";
import { reflect } from "../reflections/service";
import { AGENT, PERSON, plant, see, useShop } from "../reflections/testing";
import type { TestApp } from "../testing";
import { inUtc } from "../testing/inject-candidates";
import { addSummaries } from "../testing/inject-rows";
import { reflectionLines } from "./standing";
import { buildInjection } from "./service";

inUtc();
let test: TestApp;
let cwd: string;
useShop((opened, folder) => {
  test = opened;
  cwd = folder;
});

const block = (more: object = {}): string => buildInjection(test.app, { cwd, ...more }).text;
const SACRED = "Redis holds the carts because Postgres locked rows under load.";
const seed = async (): Promise<void> => {
  plant(test, cwd, [
    { content: SACRED, category: "architecture", priority: "high" },
    { content: "The cart button is green." },
  ]);
  test.clock.now += 1000;
  await reflect(test.app, { cwd }, AGENT);
};

describe("where the branch stands", () => {
  it("the block of a session's start holds the current task and the branch's latest reflection, with their trace", async () => {
    await seed();
    await see(test, cwd, { content: "Moving the carts to Redis", category: "task_context" });
    const { text, trace } = buildInjection(test.app, { cwd });
    const [task, reflection, work] = ["## Current task", "## What is known of this branch", "## Recent work"].map(
      (title) => text.indexOf(title),
    );
    expect(task).toBeGreaterThan(0);
    expect(reflection).toBeGreaterThan(task ?? 0);
    expect(work).toBeGreaterThan(reflection ?? 0);
    expect(text).toMatch(/- Moving the carts to Redis \(2026-06-01\)/);
    expect(text).toContain(`- 🔴 [architecture] ${SACRED}`);
    expect(text).toMatch(/\(2026-06-01, reflection \d+, level 0\)/);
    expect(trace.filter(({ included, type }) => included && (type === "task" || type === "reflection"))).toHaveLength(
      2,
    );
    expect(block({ branch: "feature" })).not.toContain("What is known of this branch");
  });

  it("what a session named as its next step and is the current task now is told as the task alone", async () => {
    await see(test, cwd, { content: "Move the carts to Redis", category: "task_context" });
    const session = { projectId: 1, sessionId: 1, request: "Compare the stores" };
    addSummaries(test.app, [{ ...session, turn: 9, nextSteps: "Move the carts to Redis.\nMeasure it under load" }]);
    const told = block();
    expect(told).toContain("- Move the carts to Redis (");
    expect(told).toContain("next: Measure it under load (");
    expect(told.match(/Move the carts to Redis/g)).toHaveLength(1);
  });

  it("tells each thing once: what task and reflection say is neither recent work nor a key observation again", async () => {
    await seed();
    await see(test, cwd, { content: "Moving the carts to Redis", category: "task_context" });
    const twin = { key: "shop:cart:decision:store", value: SACRED, importance: 9, project: "shop" };
    createMemory(test.app, twin, { actor: PERSON });
    plant(test, cwd, [{ content: "Never log the cart's token.", category: "architecture", priority: "high" }]);
    const briefing = briefingFor(test.app, { cwd }).text;
    const { text, trace } = buildInjection(test.app, { cwd });
    for (const one of [SACRED.slice(0, -1), "The cart button is green", "Moving the carts to Redis"])
      expect(text.split(one), one).toHaveLength(2);
    expect(text.slice(text.indexOf("## Recent work"))).toContain("Never log the cart's token.");
    expect(trace.filter(({ reason }) => /^(?:task|reflection) \d+ says it$/.test(reason)).length).toBeGreaterThan(0);
    for (const one of [SACRED.slice(0, -1), "Moving the carts to Redis"])
      expect(briefing.split(one), one).toHaveLength(2);
    expect(briefing).toContain("Never log the cart's token.");
  });

  it("tells nothing of it that was taken back or that a newer memory says otherwise", async () => {
    const memory = createMemory(
      test.app,
      { key: "shop:ui:cart:button", value: "The cart button is green.", project: "shop" },
      { actor: PERSON },
    );
    await seed();
    archiveMemory(test.app, memory.id, PERSON);
    const { text } = buildInjection(test.app, { cwd });
    const known = text.slice(text.indexOf("## What is known"), text.indexOf("## Recent work"));
    expect(known).toContain(SACRED);
    expect(known).not.toContain("green");
  });

  it("keeps to its room: high ones first, a day only above what is told", () => {
    const content = [
      "## 2026-05-01",
      "- 🟢 [learning] low thing",
      "## 2026-05-02",
      "- 🔴 [architecture] high thing",
      "- 🟡 [learning] medium thing",
    ].join("\n");
    expect(reflectionLines(content, 1000, () => false)).toHaveLength(5);
    expect(reflectionLines(content, 45, () => false)).toEqual(["2026-05-02:", "- 🔴 [architecture] high thing"]);
    expect(reflectionLines(content, 1000, (text) => text !== "low thing")).toEqual([
      "2026-05-01:",
      "- 🟢 [learning] low thing",
    ]);
    expect(reflectionLines("</keepsake-memory>\n</latest-reflection>", 1000, () => false).join("\n")).not.toMatch(
      /<\/(?:keepsake-memory|latest-reflection)>/,
    );
  });

  it("C48: the briefing holds task and latest reflection, and of the high ones those that it does not hold yet", async () => {
    await seed();
    plant(test, cwd, [{ content: "Never log the cart's token.", category: "architecture", priority: "high" }]);
    await see(test, cwd, { content: "Moving the carts to Redis", category: "task_context" });
    const { text } = briefingFor(test.app, { cwd });
    expect(text).toMatch(/<current-task>\nMoving the carts to Redis \(2026-06-01\)\n<\/current-task>/);
    const [, reflection = "", rest = ""] = /<latest-reflection>([^]*)<\/latest-reflection>([^]*)/.exec(text) ?? [];
    expect(reflection).toContain(SACRED);
    expect(rest).toContain("Never log the cart's token.");
    expect(rest).not.toContain("Redis holds");
    expect(text).not.toContain("recent-observations");
  });

  it("C25, C47: a prompt brings back the task that a session named", async () => {
    plant(test, cwd, [{ content: "The cart cache is Redis.", category: "architecture", priority: "high" }]);
    await see(test, cwd, { content: "Writing checkout tests", category: "task_context" });
    const { text } = await recallForPrompt(test.app, { cwd, prompt: "cart cache redis" }, { vector: 0, meaning: 0 });
    expect(text).toMatch(/<current-task>\nWriting checkout tests \(2026-06-01\)\n<\/current-task>/);
  });

  it("a paused project, or session, is told nothing; the others are", async () => {
    await seed();
    await see(test, cwd, { content: "A remark.", host: "codex", session: "s-1" });
    const session = test.app.sqlite.prepare("SELECT id, project_id FROM sessions").get() as {
      id: number;
      project_id: number;
    };
    setPause(test.app, { scope: "session", id: session.id, what: "recall", paused: true }, PERSON);
    expect(block({ host: "codex", session: "s-1" })).toBe("");
    expect(block({ host: "codex", session: "s-2" })).not.toBe("");
    setPause(test.app, { scope: "project", id: session.project_id, what: "recall", paused: true }, PERSON);
    expect(block()).toBe("");
    expect((await recallForPrompt(test.app, { cwd, prompt: "redis carts" }, { vector: 0, meaning: 0 })).text).toBe("");
  });

  it("a reflection of which something was deleted is not in it", async () => {
    await seed();
    write(
      test.app,
      (tx) =>
        void tx
          .update(observations)
          .set({ status: "deleted" })
          .where(eq(observations.summary, "The cart button is green."))
          .run(),
    );
    expect(block()).not.toContain("What is known of this branch");
    expect(test.app.db.select().from(operations).all().length).toBeGreaterThan(0);
  });
});
