/** What a person looks at in the playground is what an agent gets, byte for byte, and looking leaves no trace. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { POST } from "../../app/api/injections/preview/route";
import { takeHook } from "../capture/hook-service";
import { column } from "../capture/testing";
import type { App } from "../context";
import { InjectionPreview, type InjectionPreviewInput } from "../contract/inject-preview";
import { readReason } from "../contract/trace-reason";
import { answerInjection } from "../http/inject";
import { exclude } from "../inject/exclusions";
import { changeProject } from "../projects/change";
import { ensureProject, identifyProject } from "../projects/service";
import { write } from "../db/write";
import { saveSettings } from "../settings/service";
import { openTestApp, type TestApp } from "../testing";
import { git, makeRepo, tempFolder } from "../testing/git";
import { inUtc } from "../testing/inject-candidates";
import { DAY } from "../testing/inject-rows";
import { addSession } from "../testing/places";
import { addMemory, addObservation, addSummary } from "../testing/search-rows";
import { previewInjection } from "./preview";

const PERSON = { kind: "person", name: "console" } as const;

let test: TestApp;
let app: App;
let work: string;
let cwd: string;
let projectId: number;
let pinned: number;
inUtc();
beforeEach(async () => {
  test = await openTestApp();
  app = test.app;
  work = tempFolder();
  cwd = makeRepo(join(work, "书店 shop"));
  git(cwd, "checkout", "--quiet", "-b", "feat/结账");
  projectId = write(app, (tx) => ensureProject(tx, app.now(), identifyProject(app, { cwd }))).id;
  fill();
});
afterEach(async () => {
  await test.close();
  rmSync(work, { recursive: true, force: true });
});

/** English and Chinese, every tier, something excluded, another branch's work. */
function fill(): void {
  const memory = (value: string, given: Parameters<typeof addMemory>[2] = {}) =>
    addMemory(app, value, { projectId, attribute: "fact", ...given }).id;
  pinned = memory("The cart cache is Redis 7, never Memcached.", { key: "shop:cache:decision:store", tier: "pinned" });
  memory("购物车的缓存过期时间是十五分钟。", { key: "shop:cache:rule:ttl", importance: 8 });
  memory("“结账” 页面 <b>不能</b> 缓存；改完要跑 \\ 全部测试。", { key: "shop:checkout:rule:cache", importance: 7 });
  for (let n = 0; n < 30; n += 1) {
    memory(`Rule number ${n} of the checkout asks for ${n * 7} retries before it gives up.`, {
      key: `shop:topic${n % 8}:rule:n${n}`,
      importance: n % 10,
      updatedAt: app.now() - n * DAY,
    });
  }
  memory("The reference of the cart endpoints is long.", { key: "shop:api:ref:cart", tier: "reference" });
  memory("Everywhere: commit messages are in English.", { key: "me:git:rule:language", projectId: 0 });
  const barred = memory("The cache key of the cart is a secret of the team.", { key: "shop:cache:secret:key" });
  exclude(app, { memory_id: barred, project: String(identifyProject(app, { cwd }).key) }, PERSON);
  const sessionId = addSession(app, projectId, { branch: "feat/结账" });
  addObservation(app, "修好了购物车缓存的过期", { projectId, sessionId, branch: "feat/结账", turn: 1 });
  addObservation(app, "Renamed the cart cache module", { projectId, sessionId, branch: "main", turn: 1 });
  addSummary(app, sessionId, {
    projectId,
    branch: "feat/结账",
    request: "Work on the cart cache",
    completed: "The cart cache is faster",
    nextSteps: "测试结账",
  });
}

let sessions = 0;
/** What a hook answers, of a session that was never seen. */
async function hooked(event: "SessionStart" | "UserPromptSubmit", body: object = {}): Promise<string> {
  sessions += 1;
  const answer = await takeHook(app, "claude-code", {
    hook_event_name: event,
    session_id: `fresh-${sessions}`,
    cwd,
    ...body,
  });
  const { hookSpecificOutput } = answer.reply as { hookSpecificOutput?: { additionalContext: string } };
  return hookSpecificOutput?.additionalContext ?? "";
}
const look = (asked: Partial<InjectionPreviewInput> = {}) =>
  previewInjection(app, {
    event: "session-start",
    prompt: "",
    ...asked,
    ...(asked.project === undefined ? { cwd } : {}),
  });
const post = (body: object) =>
  POST(
    new Request("http://127.0.0.1/api/injections/preview", {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json" },
    }),
    { params: Promise.resolve({}) },
  );

describe("equal to what a hook hands out, byte for byte", () => {
  it("session start: both languages, a branch, pinned and excluded", async () => {
    const { block } = await look();
    expect(block).toMatchObject({ id: 0, branch: "feat/结账", project: "书店 shop" });
    expect(await hooked("SessionStart", { source: "startup" })).toBe(block.text);
    for (const piece of ["Redis 7", "十五分钟", "<b>不能</b>", "修好了购物车缓存的过期"])
      expect(block.text).toContain(piece);
    for (const piece of ["secret of the team", "Renamed the cart cache module"])
      expect(block.text).not.toContain(piece);
    expect(block.trace.find(({ reason }) => readReason(reason)?.code === "excludedHere")?.included).toBe(false);
  });

  it("session start on another branch, named or checked out", async () => {
    const named = await look({ branch: "main" });
    git(cwd, "checkout", "--quiet", "main");
    test.clock.now += 11_000;
    const out = await look();
    expect(await hooked("SessionStart")).toBe(out.block.text);
    expect(out.block.text).toBe(named.block.text);
    expect(out.block.text).toContain("Renamed the cart cache module");
  });

  it("a prompt: English, Chinese, of both, and one that nothing bears on", async () => {
    for (const prompt of [
      "how does the cart cache work",
      "购物车的缓存怎么过期",
      "结账 checkout 的缓存",
      "sourdough bread",
    ]) {
      const { block, empty } = await look({ event: "prompt", prompt });
      expect(await hooked("UserPromptSubmit", { prompt }), prompt).toBe(block.text);
      expect([prompt, block.text === "", empty]).toEqual([
        prompt,
        prompt === "sourdough bread",
        prompt === "sourdough bread" ? "nothing" : null,
      ]);
    }
  });

  it("a session that goes on gets what it does not hold", async () => {
    const prompt = "how does the cart cache work";
    await hooked("UserPromptSubmit", { prompt });
    const session = `fresh-${sessions}`;
    const { block } = await look({ event: "prompt", prompt, host: "claude-code", session });
    expect(block.text).toBe("");
    expect(block.trace.map(({ reason }) => readReason(reason)?.code)).toContain("held");
  });

  it("other hosts ask over HTTP, with a folder or a project's name, and get the same", async () => {
    for (const host of ["claude-code", "codex", "kimi", "opencode"]) {
      for (const place of [{ cwd }, { project: "书店 shop", branch: "feat/结账" }]) {
        const { block } = await look({ ...place, host });
        const answer = await answerInjection(app, { ...place, host, format: "text", session: `${host}-1` }, "req_1");
        expect(await (answer as Response).text(), host).toBe(block.text);
      }
    }
  });

  it("after a change of every kind that the playground offers", async () => {
    const before = (await look()).block.text;
    const other = column(app, "SELECT id FROM memories WHERE key = 'shop:cache:rule:ttl'")[0] as number;
    exclude(app, { memory_id: other, project: null }, PERSON);
    saveSettings(app, { inject_w_recency: 3, inject_max_chars: 2500 });
    changeProject(app, projectId, { injectMaxChars: 1800 }, PERSON);
    const { block, budget } = await look();
    expect([block.text === before, budget]).toEqual([false, { chars: 1800, from: "project" }]);
    expect(await hooked("SessionStart")).toBe(block.text);
  });
});

describe("a project's own size", () => {
  it("takes the place of the setting, larger or smaller, and bounds what a prompt brings back too", async () => {
    const usual = await look();
    expect(usual.budget).toEqual({ chars: 8000, from: "setting" });
    saveSettings(app, { inject_max_chars: 1500 });
    changeProject(app, projectId, { injectMaxChars: 6000 }, PERSON);
    const large = await look();
    expect(large.budget).toEqual({ chars: 6000, from: "project" });
    expect(large.block.chars).toBeGreaterThan(3000);
    changeProject(app, projectId, { injectMaxChars: 700 }, PERSON);
    expect((await hooked("SessionStart")).length).toBeLessThanOrEqual(700);
    const prompt = "checkout retries rule cart cache";
    const small = await look({ event: "prompt", prompt });
    expect(small.budget).toEqual({ chars: 700, from: "project" });
    expect(await hooked("UserPromptSubmit", { prompt })).toBe(small.block.text);
    expect(small.block.chars).toBeGreaterThan(200);
    expect(small.block.chars).toBeLessThanOrEqual(700);
  });

  it("a size that is tried goes before both, up to what a host takes", async () => {
    changeProject(app, projectId, { injectMaxChars: 700 }, PERSON);
    const tried = await look({ maxChars: 5000 });
    expect(tried.budget).toEqual({ chars: 5000, from: "asked" });
    expect(tried.block.chars).toBeGreaterThan(3000);
    expect((await look({ maxChars: 10_000 })).budget).toEqual({ chars: 9700, from: "host" });
    changeProject(app, projectId, { injectMaxChars: 5000 }, PERSON);
    expect((await hooked("SessionStart")).length).toBe(tried.block.chars);
  });
});

describe("what is tried", () => {
  it("moves memories as the weights say, and saves nothing: no block, no use, no setting", async () => {
    const tables = ["injections", "injection_items", "settings", "operations", "activity", "jobs"];
    const state = () => [
      ...tables.map((table) => column(app, `SELECT count(*) FROM ${table}`)[0]),
      column(app, "SELECT sum(access_count) FROM memories")[0],
    ];
    const before = state();
    const overrides = { inject_w_recency: 0, inject_w_importance: 10, inject_max_count: 8 };
    const { block, saved } = await previewInjection(app, { cwd, event: "session-start", prompt: "" }, overrides);
    const plain = await look();
    expect(saved?.block.text).toBe(plain.block.text);
    expect(block.text).not.toBe(plain.block.text);
    const moves = new Set(saved?.moves.map(({ move }) => move));
    expect(moves.has("out")).toBe(true);
    for (const { id, move, before: was, after } of saved?.moves ?? []) {
      const isIn = (text: string) => text.includes(`, M${id})`) && !text.includes(`chars (M${id})`);
      if (move === "in") expect([id, isIn(block.text), was === "told"]).toEqual([id, true, false]);
      if (move === "out") expect([id, isIn(plain.block.text), after === "told"]).toEqual([id, true, false]);
    }
    expect(state()).toEqual(before);
    saveSettings(app, overrides);
    expect((await look()).block.text).toBe(block.text);
  });

  it("keeps within the bounds of the settings; nothing else can be tried", async () => {
    const statuses: number[] = [];
    for (const overrides of [
      { inject_w_recency: 11 },
      { inject_w_recency: -1 },
      { inject_recency_tau_days: 0 },
      { inject_max_chars: 100_000 },
      { llm_daily_usd: 1 },
      { excluded_projects: [] },
    ]) {
      statuses.push((await post({ cwd, overrides })).status);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 400]);
    expect((await post({ cwd, overrides: { inject_w_recency: 10 }, more: 1 })).status).toBe(400);
    expect((await post({ overrides: { inject_w_recency: 10 } })).status).toBe(400);
    const answer = await post({ cwd, overrides: { inject_w_recency: 10 } });
    expect(answer.status).toBe(200);
    expect(InjectionPreview.parse(await answer.json()).saved?.block.text).toBe((await look()).block.text);
  });
});

it("what the layers take adds up to the block, and each reason is one that has words", async () => {
  for (const asked of [
    {},
    { maxChars: 900 },
    { event: "prompt", prompt: "cart cache checkout rule" } as const,
    { event: "prompt", prompt: "cart cache checkout rule", maxChars: 400 } as const,
  ]) {
    const { block, layers, budget } = await look(asked);
    expect(layers.reduce((sum, { chars }) => sum + chars, 0)).toBe(block.text.length);
    expect(block.text.length).toBeLessThanOrEqual(budget.chars);
    expect(layers.reduce((sum, { items }) => sum + items, 0)).toBe(
      block.trace.filter(({ type, included }) => type !== "frame" && included).length,
    );
    expect(block.trace.filter(({ reason }) => readReason(reason) === null)).toEqual([]);
  }
});

it("says why there is nothing: a project that is off, no prompt", async () => {
  expect((await look({ event: "prompt" })).empty).toBe("no_prompt");
  changeProject(app, projectId, { mode: "off" }, PERSON);
  const { block, empty } = await look();
  expect([block.text, empty]).toEqual(["", "off"]);
  expect(pinned).toBeGreaterThan(0);
});
