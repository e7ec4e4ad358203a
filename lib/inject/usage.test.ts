/** Whether a session used what it was told: from hooks to `GET /api/injections/:id`. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { takeHook } from "../capture/hook-service";
import { ingest } from "../capture/ingest";
import { hook, HOOK_DEFAULTS, prompt } from "../capture/testing";
import type { App } from "../context";
import { JOB } from "../jobs/kinds";
import { drain } from "../jobs/runner";
import { openTestApp, type TestApp } from "../testing";
import { inUtc } from "../testing/inject-candidates";
import { addProject } from "../testing/places";
import { addMemory, addObservation } from "../testing/search-rows";
import { getInjection, listMemoryInjections } from "./stored";
import { trackUsage } from "./usage-job";

let test: TestApp;
let app: App;
let projectId: number;
inUtc();
beforeEach(async () => {
  test = await openTestApp();
  app = test.app;
  projectId = addProject(app, "app", { key: "path:/w/app" });
});
afterEach(() => test.close());

const later = (): void => void (test.clock.now += 60_000);
const remember = (value: string) => addMemory(app, value, { projectId, attribute: "fact" }).id;

/** A turn as hooks tell it; what the agent wrote and did, then the jobs. */
async function turn(text: string, said: string, tools: Record<string, unknown>[] = []): Promise<void> {
  later();
  await takeHook(app, "claude-code", { ...HOOK_DEFAULTS, hook_event_name: "UserPromptSubmit", prompt: text });
  for (const tool of tools) {
    later();
    await ingest(app, [hook("PostToolUse", tool)]);
  }
  later();
  await ingest(app, [hook("Stop", { last_assistant_message: said })]);
  await drain(app);
}
const start = () =>
  takeHook(app, "claude-code", { ...HOOK_DEFAULTS, hook_event_name: "SessionStart", source: "startup" });
const useOf = (id: number, injection = 1) =>
  getInjection(app, injection).trace.find((entry) => entry.type === "memory" && entry.id === id);

it("a memory of the session's start that a later turn uses: turn, time and share; another stays unused", async () => {
  const store = remember("Orders live in Postgres 16, partitioned by month.");
  const colour = remember("Buttons are teal with rounded corners.");
  await start();
  expect(useOf(store)).toMatchObject({ used: null, used_turn: null, overlap: null });
  await turn("Rename the readme", "Renamed README.md to docs/readme.md.");
  expect(useOf(store)).toMatchObject({ used: false, used_turn: null, overlap: 0 });
  await turn("Add a table for July", "I added a Postgres partition of the orders for that month.", [
    {
      tool_name: "Bash",
      tool_input: { command: "psql -c 'CREATE TABLE orders_2026_07 PARTITION OF orders'" },
      tool_response: "ok",
    },
  ]);
  const used = useOf(store);
  expect(used).toMatchObject({ used: true, used_turn: 2, used_at: test.clock.now });
  expect(used?.overlap).toBeGreaterThan(0.35);
  expect(useOf(colour)).toMatchObject({ used: false, used_turn: null });
  await turn("And August", "A Postgres partition of orders for another month.");
  expect(useOf(store)).toMatchObject({ used_turn: 2 });
  expect(listMemoryInjections(app, store, { limit: 10 }).items[0]).toMatchObject({ used: true, used_turn: 2 });
});

it("what a prompt brought back, used in the same turn; what only the prompt said is not used", async () => {
  const cache = remember("The cart cache is Redis, keys begin with cart:v2 and expire hourly.");
  await turn("How does the cart cache work?", "The cart cache works, I looked at it.");
  expect(useOf(cache)).toMatchObject({ used: false });
  await turn("Write it", "It writes to Redis under cart:v2 and lets keys expire hourly.");
  expect(useOf(cache)).toMatchObject({ used: true, used_turn: 2 });
});

it("in Chinese: used, and not", async () => {
  const cache = remember("购物车缓存放在 Redis 里，键的前缀是 cart:v2，一小时后过期。");
  const report = remember("周报每周一早上发给全组，抄送产品经理。");
  await start();
  await turn("帮我实现它", "我用 cart:v2 前缀把缓存键写进 Redis，过期时间设为一小时。");
  expect(useOf(cache)).toMatchObject({ used: true, used_turn: 1 });
  expect(useOf(report)).toMatchObject({ used: false });
});

it("what the agent did counts, what tools answered does not", async () => {
  const path = remember("Rounding rules live in src/cart/rounding.ts, function roundHalfUp.");
  const port = remember("Grafana listens on port 8443 behind traefik.");
  await start();
  await turn("make it right", "Done.", [
    {
      tool_name: "Read",
      tool_input: { file_path: "/w/app/README.md" },
      tool_response: "Grafana listens on port 8443 behind traefik.",
    },
    {
      tool_name: "Edit",
      tool_input: { file_path: "/w/app/src/cart/rounding.ts", old_string: "a", new_string: "roundHalfUp(x)" },
      tool_response: "ok",
    },
  ]);
  expect([useOf(path)?.used, useOf(port)?.used]).toEqual([true, false]);
});

it("blocks of a later turn, of another session and of another host are left alone", async () => {
  const cache = remember("The cart cache is Redis, keys begin with cart:v2.");
  await turn("Hello there", "Redis keys begin with cart:v2.");
  later();
  await takeHook(app, "claude-code", { ...HOOK_DEFAULTS, hook_event_name: "UserPromptSubmit", prompt: "cart cache" });
  await takeHook(app, "claude-code", { ...HOOK_DEFAULTS, session_id: "s-2", hook_event_name: "SessionStart" });
  trackUsage(app, 1, 1);
  expect([useOf(cache, 1)?.used, useOf(cache, 2)?.used]).toEqual([null, null]);
  await ingest(app, [hook("Stop", { last_assistant_message: "Redis it is, cart:v2." })]);
  await drain(app);
  expect([useOf(cache, 1)?.used, useOf(cache, 2)?.used]).toEqual([true, null]);
});

it("a turn that is read again finds the same; an earlier turn that comes in later is the first use", async () => {
  const cache = remember("The cart cache is Redis, keys begin with cart:v2.");
  await start();
  await turn("one", "Nothing yet.");
  await turn("two", "Redis keys begin with cart:v2.");
  expect(useOf(cache)).toMatchObject({ used_turn: 2 });
  const before = useOf(cache);
  trackUsage(app, 1, 2);
  trackUsage(app, 1, 1);
  expect(useOf(cache)).toEqual(before);
  app.sqlite.prepare("UPDATE events SET text = 'Redis keys begin with cart:v2.' WHERE turn = 1").run();
  trackUsage(app, 1, 1);
  expect(useOf(cache)).toMatchObject({ used_turn: 1, used: true });
});

it("observations too; what was listed by its key alone is not looked for", async () => {
  addObservation(app, "Moved the checkout webhook to stripe-webhook.ts", { projectId });
  const listed = addMemory(app, "Postgres 16 partitions the orders by month.", { projectId, tier: "reference" }).id;
  await start();
  await turn(
    "go on",
    "Edited stripe-webhook.ts: the checkout webhook is moved. Postgres 16 partitions orders by month.",
  );
  const trace = getInjection(app, 1).trace;
  expect(trace.find((entry) => entry.type === "observation")).toMatchObject({ used: true });
  expect(trace.find((entry) => entry.id === listed && entry.layer === "index")).toMatchObject({
    included: true,
    used: null,
  });
});

it("a session that was told nothing asks for no job, a private turn measures nothing, and nothing is an operation", async () => {
  const count = () => app.sqlite.prepare("SELECT count(*) FROM operations WHERE kind LIKE 'injection%'").pluck().get();
  await ingest(app, [prompt("hello there"), hook("Stop", { last_assistant_message: "hi" })]);
  app.sqlite.exec(
    "CREATE TRIGGER seen BEFORE INSERT ON jobs WHEN NEW.kind = 'injection.track' BEGIN SELECT RAISE(ABORT, 'asked'); END",
  );
  await drain(app);
  expect(app.sqlite.prepare("SELECT count(*) FROM jobs WHERE last_error IS NOT NULL").pluck().get()).toBe(0);
  app.sqlite.exec("DROP TRIGGER seen");
  const cache = remember("The cart cache is Redis, keys begin with cart:v2.");
  later();
  await start();
  await turn("<private>cart cache</private>", "Redis keys begin with cart:v2.");
  expect(useOf(cache)).toMatchObject({ used: null });
  expect(count()).toBe(0);
  expect(JOB.trackUsage).toBe("injection.track");
});
