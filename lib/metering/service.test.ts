import { expect, it } from "vitest";
import { activityAfter } from "../activity/query";
import { readHealth } from "../health/service";
import { saveSettings } from "../settings/service";
import { completion, failure } from "../testing/fake-llm";
import { chooseModel } from "./service";
import { listCalls, readLlmState } from "./state";
import { useMetered } from "./testing";

const metered = useMetered();
const calls = () => listCalls(metered.test.app, { limit: 100 }).items;

it("meters an answer: purpose, model, sizes, tokens, time, and no text", async () => {
  metered.switchOn();
  metered.fake.script(() => {
    metered.test.clock.now += 1500;
    return completion("the answer", { input: 120, output: 30 });
  });
  const outcome = await metered.ask({}, { projectId: 7, redactions: 2 });
  expect(outcome).toEqual({ status: "ok", text: "the answer", usage: { inputTokens: 120, outputTokens: 30 } });
  expect(calls()).toEqual([
    {
      id: 1,
      purpose: "test.ask",
      provider: "deepseek",
      model: "fake-model",
      status: "ok",
      error: null,
      request_chars: 400,
      response_chars: 10,
      input_tokens: 120,
      output_tokens: 30,
      cost_micros: null,
      redactions: 2,
      duration_ms: 1500,
      items: 0,
      unbatched_tokens: 0,
      project_id: 7,
      created_at: Date.UTC(2026, 5, 1, 12),
    },
  ]);
  expect(activityAfter(metered.test.app.db, 0, 10)).toMatchObject([
    { kind: "llm.answered", project_id: 7, entity_type: "llm_call", entity_id: 1, data: { purpose: "test.ask" } },
  ]);
});

it("E65: each failure is an outcome and a row that names its class", async () => {
  metered.switchOn();
  const long = failure(400, "prompt is too long");
  metered.fake.script(failure(401), ...[1, 2, 3].map(() => failure(429)), { body: "no json" }, long);
  const outcomes = [await metered.ask(), await metered.ask(), await metered.ask(), await metered.ask()];
  expect(outcomes).toMatchObject([
    { reason: "http", httpStatus: 401, attempts: 1 },
    { reason: "rate_limited", httpStatus: 429, attempts: 3 },
    { reason: "malformed" },
    { reason: "context_overflow" },
  ]);
  expect(calls().map((call) => [call.error, call.input_tokens, call.output_tokens])).toEqual([
    ["context_overflow", 0, 0],
    ["malformed", 100, 2],
    ["http_429", 0, 0],
    ["http_401", 0, 0],
  ]);
  expect(activityAfter(metered.test.app.db, 0, 10).map((row) => row.kind)).toEqual(Array(4).fill("llm.failed"));
});

it("costs what the prices say, and counts an attempt that came to nothing", async () => {
  metered.switchOn();
  saveSettings(metered.test.app, { llm_prices: { "fake-model": { input: 2, output: 10 } } });
  const used = { input: 1000, output: 50 };
  metered.fake.script(completion("a", used), { drop: "at once" }, completion("b", used));
  await metered.ask();
  await metered.ask();
  expect(calls().map((call) => [call.input_tokens, call.cost_micros])).toEqual([
    [2000, 4500],
    [1000, 2500],
  ]);
  expect(readLlmState(metered.test.app)).toMatchObject({
    notes: [],
    today: {
      calls: 2,
      failed: 0,
      inputTokens: 3000,
      outputTokens: 100,
      costUsd: 0.007,
      unpricedCalls: 0,
      usdLeft: 1.993,
    },
  });
});

it("refuses before the request when the day's tokens would not last", async () => {
  metered.switchOn();
  saveSettings(metered.test.app, { llm_daily_tokens: 399 });
  metered.fake.script(completion("a", { input: 100, output: 100 }));
  expect(await metered.ask()).toMatchObject({ status: "ok" });
  expect(readLlmState(metered.test.app).today.tokensLeft).toBe(199);
  expect(await metered.ask()).toEqual({ status: "error", reason: "budget", attempts: 0 });
  expect(metered.fake.requests).toHaveLength(1);
  expect(calls()).toHaveLength(1);
});

it("refuses before the request when the day's dollars would not last; 0 is no bound", async () => {
  metered.switchOn();
  // 100 tokens in and at most 100 out: 0.0006 dollars.
  const llm_prices = { "fake-model": { input: 2, output: 4 } };
  saveSettings(metered.test.app, { llm_daily_usd: 0.0005, llm_prices });
  expect(await metered.ask()).toMatchObject({ reason: "budget" });
  expect(metered.fake.connections()).toBe(0);
  saveSettings(metered.test.app, { llm_daily_usd: 0, llm_daily_tokens: 0 });
  metered.fake.script(completion("a"));
  expect(await metered.ask()).toMatchObject({ status: "ok" });
  expect(readLlmState(metered.test.app).today).toMatchObject({ tokensLeft: null, usdLeft: null });
});

it("calls side by side do not share what is left of the day", async () => {
  metered.switchOn();
  saveSettings(metered.test.app, { llm_daily_tokens: 500 });
  metered.fake.script(...Array.from({ length: 8 }, () => completion("a", { input: 90, output: 10 })));
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => metered.ask()));
  // 200 tokens are reserved for each, so that two fit at once.
  expect(outcomes.filter((outcome) => outcome.status === "ok")).toHaveLength(2);
  expect(metered.fake.requests).toHaveLength(2);
});

it("the budget begins anew at local midnight", async () => {
  metered.switchOn();
  const { app, clock } = metered.test;
  saveSettings(app, { llm_daily_tokens: 200 });
  metered.fake.script(completion("a", { input: 100, output: 100 }), completion("b"));
  clock.now = new Date(2026, 5, 1, 23, 59, 59, 999).getTime();
  expect(await metered.ask()).toMatchObject({ status: "ok" });
  expect(await metered.ask()).toMatchObject({ reason: "budget" });
  expect(readLlmState(app).problems[0]?.what).toContain("used up");
  expect(readLlmState(app).today.until).toBe(clock.now + 1);
  clock.now += 1;
  expect(await metered.ask()).toMatchObject({ status: "ok" });
  expect(readLlmState(app).today).toMatchObject({ calls: 1, since: clock.now });
});

it("a request that is under way stands in the list, one whose process ended is told as such", async () => {
  metered.switchOn();
  let release = (): void => undefined;
  const hold = new Promise<void>((resolve) => {
    release = resolve;
  });
  metered.fake.script({ ...completion("a"), hold });
  const asked = metered.ask();
  await metered.fake.received(1);
  expect(calls()).toMatchObject([{ status: "error", error: "in_flight", input_tokens: 100, output_tokens: 100 }]);
  expect(readLlmState(metered.test.app).today).toMatchObject({ calls: 1, failed: 0 });
  const { clock } = metered.test;
  clock.now += 600_001;
  expect(calls()).toMatchObject([{ error: "interrupted" }]);
  clock.now -= 600_001;
  release();
  await asked;
  expect(calls()).toMatchObject([{ status: "ok", error: null }]);
});

it("nothing leaves unredacted, even where the caller forgot; the caller's messages stay as they are", async () => {
  metered.switchOn();
  metered.fake.script(completion("a"));
  const secret = ["ghp", "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"].join("_");
  const messages = [{ role: "user" as const, content: `use ${secret} for the push` }];
  await metered.ask({ messages }, { redactions: 3 });
  expect(metered.fake.requests[0]?.body).not.toContain(secret);
  expect(metered.fake.requests[0]?.body).toContain("for the push");
  expect(messages[0]?.content).toContain(secret);
  expect(calls()).toMatchObject([{ redactions: 4 }]);
});

it("lists calls newest first in pages, by purpose and by status", async () => {
  metered.switchOn();
  const { app, clock } = metered.test;
  metered.fake.script(completion("1"), failure(401), completion("3"), completion("4"));
  for (const purpose of ["a.one", "a.one", "b.two", "b.two"]) {
    await metered.ask({}, { purpose });
    if (purpose === "a.one") clock.now += 1000;
  }
  const first = listCalls(app, { limit: 3 });
  expect(first.items.map((call) => call.id)).toEqual([4, 3, 2]);
  const second = listCalls(app, { limit: 3, cursor: first.nextCursor ?? "" });
  expect([second.items.map((call) => call.id), second.nextCursor]).toEqual([[1], null]);
  expect(listCalls(app, { limit: 9, purpose: "a.one", status: "error" }).items.map((call) => call.id)).toEqual([2]);
  expect(() => listCalls(app, { limit: 3, cursor: "other" })).toThrow("cursor");
});

it("E65: a refusal that only a person can mend is a problem of health, until the provider answers again", async () => {
  metered.switchOn();
  for (const [status, hint] of [
    [401, /key/],
    [402, /paid/],
    [404, /address or model/],
  ] as const) {
    metered.fake.script(failure(status, "no such luck"));
    await metered.ask();
    const [problem] = readLlmState(metered.test.app).problems;
    expect(problem?.what).toContain(`http_${status}`);
    expect(problem?.hint).toMatch(hint);
  }
  expect((await readHealth(metered.test.app)).problems.map(({ what }) => what)).toContainEqual(
    expect.stringContaining("deepseek"),
  );
  metered.fake.script(...Array.from({ length: 3 }, () => failure(429, "slow down")));
  await metered.ask();
  expect(readLlmState(metered.test.app).problems).toEqual([]);
  metered.fake.script(failure(401), completion("ready"));
  await metered.ask();
  await metered.ask();
  expect(readLlmState(metered.test.app).problems).toEqual([]);
});

it("E66: chooses what the credentials file names, and nothing after it is gone or open to others", () => {
  expect(chooseModel(metered.test.app)).toBeNull();
  metered.switchOn();
  expect(chooseModel(metered.test.app)).toMatchObject({ provider: "deepseek", baseUrl: metered.fake.baseUrl });
  metered.switchOn(0o644);
  expect(chooseModel(metered.test.app)).toBeNull();
  expect(readLlmState(metered.test.app).problems[0]?.hint).toContain("chmod 600");
});
