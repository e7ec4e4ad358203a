/** What still stands of what a prompt brings back: newer above older, memories before reports of work, nothing that was changed since. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { App } from "../context";
import { createHashEmbedder } from "../embed/hash-embedder";
import { getInjection } from "../inject/stored";
import { openTestApp, type TestApp } from "../testing";
import { inUtc } from "../testing/inject-candidates";
import { addProject } from "../testing/places";
import { addMemory, addObservation } from "../testing/search-rows";
import { recallForPrompt } from "./service";

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

const ask = (prompt: string) =>
  recallForPrompt(app, { project: "app", prompt, session: app.newId("s") }, { vector: 0, meaning: 0 });
const linesOf = async (prompt: string): Promise<string[]> => (await ask(prompt)).text.match(/^[!*-] .*$/gm) ?? [];
const remember = (value: string, more: Parameters<typeof addMemory>[2] = {}) =>
  addMemory(app, value, { projectId, attribute: "decision", ...more });
const observe = (title: string, more: Parameters<typeof addObservation>[2] = {}) =>
  addObservation(app, title, { projectId, ...more });
const later = () => (test.clock.now += 60_000);

describe("what still stands", () => {
  it("once a newer memory says otherwise it stands in for the observation, though the prompt does not find it", async () => {
    const { id } = observe("I set up the skeleton: Fastify in `src/server.ts`, a pool in `src/db.ts`");
    expect(await linesOf("the fastify skeleton")).toHaveLength(1);
    later();
    const memory = remember("We switched from Fastify to Hono.");
    expect(await linesOf("the fastify skeleton")).toEqual([expect.stringContaining("to Hono")]);
    const { trace } = getInjection(app, (await ask("the fastify skeleton")).id);
    expect(trace.find((entry) => entry.type === "memory")?.reason).toBe(`corrects what observation ${id} says`);
    expect(trace.find((entry) => entry.type === "observation")).toMatchObject({
      id,
      included: false,
      reason: `memory ${memory.id} is newer and says otherwise`,
    });
  });

  it("the same in Chinese", async () => {
    observe("修改了 main.go", { subtitle: "后端用 Go 和 Gin，缓存用 Redis", obsType: "change" });
    later();
    remember("我们不再使用 Redis，改用 Memcached 做缓存。");
    expect(await linesOf("缓存用的是什么")).toEqual([expect.stringContaining("Memcached")]);
  });

  it("shows of an observation what was found in it, not the sentence beside it that a memory leaves over", async () => {
    const memory = remember("以后提交信息一律用中文写。", { attribute: "constraint", importance: 9 });
    const told = {
      subtitle: "不对，重试次数最多 3 次就够了，5 次太多",
      obsType: "decision",
      priority: "high",
    } as const;
    const { id } = observe("以后提交信息一律用中文写", { ...told, category: "convention" });
    expect(await linesOf("提交信息怎么写")).toEqual([
      `! [convention] 以后提交信息一律用中文写。 (2026-06-01, M${memory.id})`,
    ]);
    const [line = ""] = await linesOf("重试次数");
    expect(line).toContain("重试次数最多 3 次就够了");
    expect([line.includes("convention"), line.includes(String(id))]).toEqual([false, true]);
  });

  it("a newer observation stands above the memory that it corrects, in whatever section that is", async () => {
    remember("We deploy to Fly.io.", { importance: 9 });
    later();
    observe("We now deploy on Hetzner instead of Fly.io", { priority: "low" });
    expect(
      (await linesOf("where do we deploy")).map((line) => line.slice(0, 1) + /Hetzner|to Fly/.exec(line)?.[0]),
    ).toEqual(["!Hetzner", "!to Fly"]);
  });

  it("C43: of what is of one priority memories stand first, whoever holds more of the prompt", async () => {
    observe("Made the cart cache survive a restart", { priority: "medium" });
    remember("The cart cache is cleared each night.", { importance: 5 });
    remember("A restart takes a minute.");
    const lines = await linesOf("cart cache restart");
    expect(lines.map((line) => /[MO](?=\d+\)$)/.exec(line)?.[0])).toEqual(["M", "O"]);
  });

  it("a memory stands in for the observation that says the same; what else the observation says is told", async () => {
    const held = remember("We use Vue 3 for the frontend.");
    observe("We use Vue 3 for the frontend", {
      subtitle: "We deploy to Fly.io with GitHub Actions",
      obsType: "decision",
    });
    const lines = await linesOf("where do we deploy");
    expect(lines).toEqual([expect.stringContaining("We deploy to Fly.io")]);
    expect(lines[0]).not.toContain("Vue");
    observe("We use Vue 3 for the frontend", { subtitle: "Which framework for the storefront?", obsType: "discovery" });
    expect(await linesOf("storefront")).toEqual([expect.stringContaining(`M${held.id})`)]);
  });
});

describe("a model that is not loaded", () => {
  it("C41: is not waited for, but is warm for the next prompt", async () => {
    const asked: string[] = [];
    let state = "idle" as "idle" | "ready";
    const hash = createHashEmbedder();
    const embedder = {
      ...hash,
      state: () => ({ ...hash.state(), state }),
      embedQuery: (text: string) => (
        asked.push(text),
        state === "idle" ? new Promise<never>(() => undefined) : hash.embedQuery(text)
      ),
    };
    const cold = await openTestApp({ embedder });
    try {
      const id = addProject(cold.app, "app");
      addMemory(cold.app, "The cart cache is Redis.", { projectId: id });
      // Waits that no test outlives: whoever waited would not come back.
      const waits = { vector: 1e8, meaning: 1e8 };
      const recall = () => recallForPrompt(cold.app, { project: "app", prompt: "cart cache", preview: true }, waits);
      expect((await recall()).text).toContain("Redis");
      expect(asked).toEqual(["cart cache"]);
      state = "ready";
      expect((await recall()).text).toContain("Redis");
      expect(asked).toEqual(["cart cache", "cart cache"]);
    } finally {
      await cold.close();
    }
  });
});
