/** Prompt-time recall on a real store. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { App } from "../context";
import { memories, memoryPairs } from "../db/schema/memories";
import { write } from "../db/write";
import { exclude } from "../inject/exclusions";
import { getInjection } from "../inject/stored";
import { rebuildBlock } from "../inject/trace";
import { drain } from "../jobs/runner";
import { archiveMemory } from "../memories/service";
import { saveSettings } from "../settings/service";
import { openTestApp, type TestApp } from "../testing";
import { inUtc } from "../testing/inject-candidates";
import { addProject, addSession } from "../testing/places";
import { addMemory, addObservation, addSummary } from "../testing/search-rows";
import { briefingFor, recallForPrompt, type RecallRequest } from "./service";

const PERSON = { kind: "person", name: "console" } as const;
const DAY = 86_400_000;
/** Words alone, so that nothing depends on how long a model takes. */
const NO_WAIT = { vector: 0, meaning: 0 };

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

const recall = (prompt: string, more: Partial<RecallRequest> = {}) =>
  recallForPrompt(app, { project: "app", prompt, ...more }, NO_WAIT);
const textOf = async (prompt: string, more: Partial<RecallRequest> = {}) => (await recall(prompt, more)).text;
const linesOf = (text: string): string[] => text.match(/^[!*-] .*$/gm) ?? [];
const remember = (value: string, more: Parameters<typeof addMemory>[2] = {}) =>
  addMemory(app, value, { projectId, attribute: "fact", ...more });
const observe = (title: string, more: Parameters<typeof addObservation>[2] = {}) =>
  addObservation(app, title, { projectId, ...more });

describe("what a prompt brings back", () => {
  it("C43: memories and observations that hold its words, any of them, best first; stored, counted and traced", async () => {
    const cache = remember("The cart cache is Redis with one hour to live.", { attribute: "decision", importance: 9 });
    const observed = observe("Made the cart cache survive a restart", { category: "architecture", priority: "high" });
    remember("The newsletter goes out on Mondays.");
    const answer = await recall("how does the cart cache expire", { host: "claude-code", session: "s-1" });
    expect(linesOf(answer.text)).toEqual([
      `! [architecture] The cart cache is Redis with one hour to live. (2026-06-01, M${cache.id})`,
      `! [architecture] Made the cart cache survive a restart (2026-06-01, O${observed.id})`,
    ]);
    expect(answer).toMatchObject({ event: "UserPromptSubmit", project: "app", host: "claude-code", session: "s-1" });
    const stored = getInjection(app, answer.id);
    expect([stored.text, rebuildBlock(stored.trace)]).toEqual([answer.text, answer.text]);
    expect(stored.trace.find((entry) => entry.type === "memory")).toMatchObject({
      id: cache.id,
      layer: "key-observations",
      reason: "bears on the prompt",
      parts: { words: expect.any(Number) as number },
      used: null,
    });
  });

  it("E13: what an agent gets counts as used, a preview does not and is not stored", async () => {
    const { id } = remember("The cart cache is Redis.");
    const count = () => app.sqlite.prepare("SELECT access_count AS n FROM memories WHERE id = ?").pluck().get(id);
    const preview = await recall("cart cache", { preview: true });
    expect([preview.id, preview.text.includes("Redis"), count()]).toEqual([0, true, 0]);
    expect((await recall("cart cache")).text).toBe(preview.text);
    expect(count()).toBe(1);
  });

  it("C43: at most fifteen of both kinds, quotes, stars and operators are ordinary characters", async () => {
    for (let n = 0; n < 12; n += 1) {
      remember(`The cart cache has rule number ${n}.`);
      observe(`Looked at the cart cache for the ${n}th time`);
    }
    expect(linesOf(await textOf(`"cart cache" AND NOT (cart* OR words:cache) NEAR/2 ^cart`))).toHaveLength(15);
  });

  it("C43: an identifier, a path and a quoted phrase find their rows", async () => {
    remember("getCartTotal rounds half up.");
    remember("Prices are rounded in src/cart/total.ts only.");
    remember("An empty cart keeps its voucher.");
    expect(await textOf("what does getCartTotal do")).toContain("rounds half up");
    expect(await textOf("look at src/cart/total.ts")).toContain("only");
    expect(await textOf(`is the "empty cart" fine`)).toContain("voucher");
  });

  it("C43: a long prompt brings back what bears on one of its parts, by two words side by side or a long run", async () => {
    remember("The cart cache is Redis.");
    remember("购物车缓存由夜间任务预热。");
    remember("The page footer is grey.");
    const task =
      "Add a button below the checkout form on this page which empties the cart cache, then writes a log entry about it";
    const { text, trace } = await recall(task);
    expect(linesOf(text)).toEqual([expect.stringContaining("Redis")]);
    expect(trace.find((entry) => entry.type === "memory")?.reason).toBe("bears on a part of the prompt");
    expect(await textOf("在结算页面加按钮，清空购物车缓存，写日志，更新文档，通知运营同事")).toContain("夜间任务");
  });

  it("C42, C43: Chinese prompts find Chinese rows", async () => {
    remember("购物车缓存放在 Redis 里，一小时后过期。");
    remember("周报每周一发给全组。");
    const text = await textOf("我们的购物车缓存什么时候过期？");
    expect(linesOf(text)).toEqual([expect.stringContaining("一小时后过期")]);
  });

  it("C43: filters stand inside: this project and global, this branch, active, unexpired, reviewed", async () => {
    const other = addProject(app, "other");
    const now = app.now();
    remember("cart cache fact of this project");
    remember("cart cache fact for everybody", { projectId: 0 });
    remember("cart cache fact OTHER-PROJECT", { projectId: other });
    remember("cart cache fact EXPIRED", { expiresAt: now - 1 });
    remember("cart cache fact PENDING", { reviewState: "pending" });
    remember("cart cache fact CONFLICT", { reviewState: "conflict" });
    remember("cart cache fact QUARANTINED", { reviewState: "quarantined" });
    remember("cart cache fact ARCHIVED", { status: "archived" });
    remember("cart cache fact SUPERSEDED", { status: "superseded" });
    observe("cart cache step on this branch", { branch: "main" });
    observe("cart cache step OTHER-BRANCH", { branch: "feature" });
    observe("cart cache step OTHER-OBSERVED", { projectId: other });
    const text = await textOf("cart cache", { branch: "main" });
    expect(linesOf(text)).toHaveLength(3);
    expect(text).not.toMatch(/[A-Z]{7}/);
  });

  it("C44: where no row holds any word, the first three are tried alone, typing mistakes forgiven", async () => {
    remember("Sessions live in redis.");
    // The search corrects the longest six words it does not know: here the first is not among them.
    const prompt = "redsi wwwwwwwww xxxxxxxxx yyyyyyyyy zzzzzzzzz qqqqqqqqq vvvvvvvvv";
    const { text, trace } = await recall(prompt);
    expect(text).toContain("Sessions live in redis.");
    expect(trace.find((entry) => entry.type === "memory")?.reason).toBe("holds one of its words");
    expect(await textOf("wwwwwwwww xxxxxxxxx yyyyyyyyy zzzzzzzzz qqqqqqqqq vvvvvvvvv redsi")).toBe("");
  });

  it.each([
    ["bugfix", "why did the blorptang crash again"],
    ["architecture", "which design did the blorptang get"],
    ["convention", "naming of the blorptang"],
    ["dependency", "blorptang needs an upgrade"],
    ["user_preference", "do I prefer blorptang"],
    ["file_pattern", "blorptang folder"],
    ["bugfix", "布洛唐又报错"],
    ["architecture", "布洛唐的架构"],
    ["convention", "布洛唐命名"],
    ["dependency", "布洛唐升级"],
    ["user_preference", "布洛唐偏好"],
    ["file_pattern", "布洛唐目录"],
  ])("C45: %s, from the words of %j", async (category, prompt) => {
    const at = (days: number) => ({ createdAt: app.now() - days * DAY });
    const old = observe("An old one", { category, priority: "high", ...at(9) });
    const fresh = observe("A fresh one", { category, priority: "medium", ...at(1) });
    observe("UNIMPORTANT", { category, priority: "low" });
    observe("UNRELATED", { category: "learning", priority: "high" });
    const { text, trace } = await recall(prompt);
    expect(text).not.toMatch(/UN[A-Z]+/);
    const ids = trace.flatMap((entry) => (entry.type === "observation" ? [entry.id] : []));
    expect(ids).toEqual([old.id, fresh.id]);
    expect(trace.find((entry) => entry.id === fresh.id)?.reason).toBe("newest of what the prompt speaks of");
  });

  it("C45: memories of the category too, newest first, at most fifteen", async () => {
    const at = (days: number) => ({ updatedAt: app.now() - days * DAY });
    remember("Postgres holds the orders.", { attribute: "decision", importance: 6, ...at(5) });
    remember("Queues are built on SQS.", { attribute: "decision", tier: "pinned", importance: 1, ...at(3) });
    remember("UNIMPORTANT choice of a colour.", { attribute: "decision", importance: 4 });
    remember("UNRELATED fact of the same age.", { importance: 9 });
    for (let n = 0; n < 20; n += 1)
      observe(`Chose way ${n}`, { category: "architecture", priority: "medium", createdAt: app.now() - 4 * DAY - n });
    const lines = linesOf(await textOf("what architecture has the blorptang"));
    expect(lines).toHaveLength(15);
    expect(lines[0]).toContain("SQS");
    expect(lines[1]).toContain("Chose way 0");
    expect(lines.join()).not.toMatch(/UN[A-Z]+|Postgres/);
  });

  it.each([
    ["Never force-push to main.", "user_preference"],
    ["I prefer tabs over spaces.", "user_preference"],
    ["You forgot it again. Always run `make lint` before you commit.", "convention"],
    ["Not now, never mind the linter", "convention"],
    ["千万别改 migrations 目录下已有的文件。", "file_pattern"],
    ["算了，先不管命名规范", "convention"],
  ])("C45: %j asks for nothing, and brings back nothing of its kind", async (prompt, category) => {
    observe("Something of that kind", { category, priority: "high" });
    expect((await recall(prompt)).text).toBe("");
  });

  it.each([
    ["Always wash the blorptang.", "We always use port 3000."],
    ["If we used MongoDB, what would change?", "We always use port 3000."],
    ["never, ever let blorptang stop", "Never stop the queue by hand."],
    ["Which blorptang do you prefer", "I prefer tabs over spaces."],
    ["我更喜欢用蓝莓", "我更喜欢用 vitest。"],
    ["我们决定用蓝莓", "我们决定用 gRPC。"],
  ])("C43, C44: %j and %j share no more than their tone", async (prompt, value) => {
    remember(value);
    remember("The cart cache is Redis.");
    expect((await recall(prompt)).text).toBe("");
  });

  it("C43: a prompt of such words alone still finds what holds them", async () => {
    remember("Never stop the queue by hand.");
    expect(await textOf("what do I never stop")).toContain("queue");
  });

  it("C46: nothing found is an empty answer that is not stored; the current task alone is no reason for a block", async () => {
    remember("The cart cache is Redis.");
    addSummary(app, addSession(app, projectId), { projectId, nextSteps: "Write the tests" });
    const answer = await recall("how deep is the Mariana trench");
    expect(answer).toMatchObject({ id: 0, text: "", trace: [], chars: 0 });
    expect(app.sqlite.prepare("SELECT count(*) FROM injections").pluck().get()).toBe(0);
  });

  it("C46: a word in common is no reason: nothing that bears on the prompt, nothing injected", async () => {
    remember("Deleted orders are soft deleted for thirty days.");
    remember("The egg timer widget has its own thread.");
    expect(await textOf("how long should I boil a soft egg until the yolk sets")).toBe("");
  });

  it.each(["", "  ", "please continue", "ok, thanks!", "那个呢？", "?!"])(
    "C49: %j brings nothing back",
    async (prompt) => {
      remember("The cart cache is Redis.", { importance: 10, tier: "pinned" });
      observe("Fixed a bug", { category: "bugfix", priority: "high" });
      expect(await recall(prompt)).toMatchObject({ id: 0, text: "" });
    },
  );

  it("C49: private text is used for nothing, and a private prompt brings nothing back", async () => {
    remember("The cart cache is Redis.");
    expect(await textOf("<private>cart cache</private>")).toBe("");
    expect(await textOf("newsletter <private>cart cache</private>")).toBe("");
    expect(await textOf("newsletter <private>cart cache")).toBe("");
    expect(await textOf("cart cache <private>newsletter</private>")).toContain("Redis");
  });

  it("C41, C6: no language model, and none of meaning is waited for: a model that never answers, or fails, costs the words nothing", async () => {
    for (const embedQuery of [
      () => new Promise<Float32Array>(() => undefined),
      () => Promise.reject(new Error("broken")),
    ]) {
      const { app: slow, close } = await openWith(embedQuery);
      const id = addProject(slow, "app");
      addMemory(slow, "The cart cache is Redis.", { projectId: id });
      const { text } = await recallForPrompt(slow, { project: "app", prompt: "cart cache" });
      expect(text).toContain("Redis");
      expect(slow.sqlite.prepare("SELECT count(*) FROM llm_calls").pluck().get()).toBe(0);
      await close();
    }
  });

  it("C41: meaning joins where it is there in time", async () => {
    const { app: near, close } = await openWith(undefined, { latin: 0.3, unspaced: 0.3 });
    const id = addProject(near, "app");
    addMemory(near, "the carts cached in redis clusters", { projectId: id, key: "a:b:c:d" });
    await drain(near);
    const waits = { vector: 10_000, meaning: 10_000 };
    const ask = (prompt: string, given = waits) =>
      recallForPrompt(near, { project: "app", prompt, preview: true }, given);
    const { trace } = await ask("carts cached in redis somewhere warm and dry");
    expect(trace.find((entry) => entry.type === "memory")?.parts).toHaveProperty("meaning");
    await close();
  });

  it("the same store and clock give the same bytes", async () => {
    for (let n = 0; n < 8; n += 1) {
      remember(`cart cache rule ${n}`);
      observe(`cart cache step ${n}`);
    }
    const first = await textOf("cart cache", { preview: true });
    expect(first).not.toBe("");
    for (let n = 0; n < 3; n += 1) expect(await textOf("cart cache", { preview: true })).toBe(first);
  });

  it("recall_max_chars and max_chars bound the block", async () => {
    for (let n = 0; n < 15; n += 1) remember(`cart cache rule ${n} ${"x".repeat(400)}`);
    expect((await textOf("cart cache")).length).toBeLessThanOrEqual(4000);
    saveSettings(app, { recall_max_chars: 1200 });
    expect((await textOf("cart cache")).length).toBeLessThanOrEqual(1200);
    expect((await textOf("cart cache", { maxChars: 600 })).length).toBeLessThanOrEqual(600);
    expect((await textOf("cart cache", { maxChars: 9000 })).length).toBeLessThanOrEqual(1200);
  });

  it("a project that is off gets nothing, an unknown one the global memories, none at all is refused", async () => {
    const off = addProject(app, "off", { mode: "off" });
    remember("cart cache of the project that is off", { projectId: off });
    remember("cart cache for everybody", { projectId: 0 });
    expect(await textOf("cart cache", { project: "off" })).toBe("");
    expect(await textOf("cart cache", { project: "nobody knows it" })).toContain("for everybody");
    await expect(recallForPrompt(app, { prompt: "cart cache" })).rejects.toMatchObject({ code: "validation_failed" });
  });

  it("a store that takes no writes now still answers, unstored", async () => {
    remember("The cart cache is Redis.");
    app.sqlite.pragma("query_only = 1");
    const answer = await recall("cart cache");
    app.sqlite.pragma("query_only = 0");
    expect([answer.id, answer.text.includes("Redis")]).toEqual([0, true]);
  });
});

describe("what must not come back", () => {
  const pair = (olderId: number, newerId: number, given: object) =>
    app.db
      .insert(memoryPairs)
      .values({
        kind: "supersedes",
        projectId,
        olderId,
        newerId,
        actorKind: "job",
        actorName: "t",
        createdAt: 0,
        updatedAt: 0,
        ...given,
      })
      .run();

  it("a session gets nothing twice unless it changed; another session, or the same after a new start, gets it", async () => {
    const { id } = remember("The cart cache is Redis.");
    const ask = (session: string) => textOf("cart cache", { host: "claude-code", session });
    expect(await ask("s-1")).toContain("Redis");
    const again = await recall("cart cache", { host: "claude-code", session: "s-1" });
    expect([again.text, again.trace.map(({ reason }) => reason)]).toEqual(["", ["this session got it already"]]);
    expect(await ask("s-2")).toContain("Redis");
    write(app, (tx) => tx.update(memories).set({ revision: 2, importance: 9 }).run());
    expect(await ask("s-1")).toContain(`! [learning] The cart cache is Redis. (2026-06-01, M${id})`);
    expect(await ask("s-1")).toBe("");
    // Its context was compacted: what it read before is gone.
    briefingFor(app, { project: "app", host: "claude-code", session: "s-1" });
    remember("The cart cache is sharded.", { importance: 2 });
    expect(linesOf(await ask("s-1"))).toEqual([expect.stringContaining("sharded")]);
  });

  it("what somebody excluded, in any version or wording", async () => {
    const { id } = remember("The cart cache is Redis with one hour to live.");
    observe("The cart cache is Redis with one hour to live");
    exclude(app, { memory_id: id, project: "app" }, PERSON);
    const observation = observe("Warmed the cart cache by hand");
    exclude(app, { observation_id: observation.id, project: "app" }, PERSON);
    const { text, trace } = await recall("cart cache");
    expect(text).toBe("");
    expect(trace.map(({ reason }) => reason).sort()).toEqual([
      `memory ${id} said it and is kept out`,
      "not to be injected in this project (exclusion 1)",
      "not to be injected in this project (exclusion 2)",
    ]);
  });

  it("what a memory said that was taken back, though an observation says it too; the task neither", async () => {
    const { id } = remember("The cart cache lives in Memcached.");
    observe("The cart cache lives in Memcached");
    addSummary(app, addSession(app, projectId), { projectId, nextSteps: "The cart cache lives in Memcached." });
    remember("The cart cache is warmed at night.");
    archiveMemory(app, id, PERSON);
    const { text, trace } = await recall("cart cache");
    expect(text).not.toContain("Memcached");
    expect(text).toContain("warmed at night");
    expect(trace.find((entry) => entry.type === "observation")?.reason).toBe(`memory ${id} said it and is archived`);
  });

  it("an observation that repeats a memory of the block", async () => {
    const { id } = remember("The cart cache is Redis with one hour to live.");
    observe("The cart cache is Redis with one hour to live");
    const { text, trace } = await recall("cart cache");
    expect(linesOf(text)).toHaveLength(1);
    expect(trace.find((entry) => entry.type === "observation")?.reason).toBe(`memory ${id} says it`);
  });

  it("the older half of an open pair; of two that a person let stand the newer goes first, in whatever section", async () => {
    const older = remember("The cart cache is Redis.", { importance: 9 });
    const newer = remember("The cart cache is Valkey.", { importance: 3 });
    pair(older.id, newer.id, {});
    expect(linesOf(await textOf("cart cache"))).toEqual([expect.stringContaining("Valkey")]);
    app.db.update(memoryPairs).set({ status: "resolved", resolution: "keep_both" }).run();
    expect(linesOf(await textOf("cart cache")).map((line) => line.match(/Redis|Valkey/)?.[0])).toEqual([
      "Valkey",
      "Redis",
    ]);
  });
});

async function openWith(embedQuery?: App["embedder"]["embedQuery"], sure?: { latin: number; unspaced: number }) {
  const { createHashEmbedder } = await import("../embed/hash-embedder");
  const real = createHashEmbedder();
  return openTestApp({
    embedder: {
      ...real,
      ...(embedQuery === undefined ? {} : { embedQuery }),
      ...(sure === undefined ? {} : { floor: { ...real.floor, sure } }),
    },
  });
}
