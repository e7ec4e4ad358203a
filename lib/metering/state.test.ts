/** What a person sees of the day: by model, failures, what batching saved, who is switched off; M55's names. */
import { expect, it } from "vitest";
import { readEnv } from "../env";
import { saveSettings } from "../settings/service";
import { openTestApp } from "../testing";
import { completion, failure } from "../testing/fake-llm";
import { chooseModel, TURN_PURPOSE } from "./service";
import { readLlmState } from "./state";
import { useMetered } from "./testing";

const metered = useMetered();

it("tells the day by model, with the cost that the prices make, and its failures by class", async () => {
  const { app } = metered.test;
  metered.switchOn();
  saveSettings(app, { llm_prices: { "dear-model": { input: 3, output: 15 } } });
  const used = { input: 1000, output: 100 };
  metered.fake.script(completion("a", used), failure(401), failure(401), failure(404), completion("b", used));
  for (let asked = 0; asked < 4; asked += 1) await metered.ask();
  saveSettings(app, { llm_model: "dear-model" });
  await metered.ask();
  const { byModel, failures, budget } = readLlmState(app);
  expect(byModel).toEqual([
    {
      provider: "deepseek",
      model: "dear-model",
      calls: 1,
      failed: 0,
      inputTokens: 1000,
      outputTokens: 100,
      costUsd: 0.0045,
    },
    {
      provider: "deepseek",
      model: "fake-model",
      calls: 4,
      failed: 3,
      inputTokens: 1000,
      outputTokens: 100,
      costUsd: null,
    },
  ]);
  expect(failures).toEqual([
    { error: "http_401", calls: 2 },
    { error: "http_404", calls: 1 },
  ]);
  expect(budget).toEqual({ tokens: 1_000_000, usd: 2 });
  saveSettings(app, { llm_daily_tokens: 0, llm_daily_usd: 0 });
  expect(readLlmState(app).budget).toEqual({ tokens: null, usd: null });
});

it("counts what batching saved of answered requests about turns, less what all requests about turns took, since midnight", async () => {
  const { app, clock } = metered.test;
  metered.switchOn();
  const about = (items: number) => ({ purpose: TURN_PURPOSE, batch: { items, unbatchedTokens: items * 1000 } });
  metered.fake.script(completion("a", { input: 700, output: 10 }), { body: "cut" }, completion("b"), completion("c"));
  await metered.ask({}, about(5));
  await metered.ask({}, about(9));
  await metered.ask({}, { purpose: "session.extract" });
  expect(readLlmState(app).batching).toEqual({
    toolUses: 5,
    requests: 2,
    inputTokens: 800,
    unbatchedTokens: 5000,
    savedTokens: 4200,
  });
  clock.now += 86_400_000;
  expect(readLlmState(app)).toMatchObject({ byModel: [], failures: [], batching: { toolUses: 0, savedTokens: 0 } });
});

it("is calm when nobody named a provider", () => {
  expect(readLlmState(metered.test.app)).toMatchObject({
    on: false,
    byModel: [],
    failures: [],
    batching: { requests: 0 },
    turns: { on: true, overBudget: 0 },
    projectsOff: [],
    problems: [],
  });
});

it("M55: CLAUDE_MEM_MODEL and its twin name the model and switch nothing on; anthropic's default is claude-sonnet-4-6", async () => {
  const read = (env: Record<string, string>) => readEnv(env as unknown as NodeJS.ProcessEnv).settings;
  expect(read({ CLAUDE_MEM_MODEL: "a" })).toEqual({ llm_model: "a" });
  expect(read({ CLAUDE_MEM_MODEL: "a", KEEPSAKE_LLM_MODEL: "b" })).toEqual({ llm_model: "b" });
  const chosen = async (env: Record<string, string>) => {
    const test = await openTestApp({ env });
    const choice = chooseModel(test.app);
    const { on, model } = readLlmState(test.app);
    await test.close();
    return [choice?.model ?? null, on, model];
  };
  const key = { ANTHROPIC_API_KEY: ["test", "key"].join("-") };
  expect(await chosen({ ...key, CLAUDE_MEM_MODEL: "claude-haiku-4-5" })).toEqual([null, false, null]);
  const on = { ...key, KEEPSAKE_LLM_PROVIDER: "anthropic" };
  expect(await chosen(on)).toEqual(["claude-sonnet-4-6", true, "claude-sonnet-4-6"]);
  expect(await chosen({ ...on, CLAUDE_MEM_MODEL: "claude-haiku-4-5" })).toEqual([
    "claude-haiku-4-5",
    true,
    "claude-haiku-4-5",
  ]);
  expect((await chosen({ ...on, CLAUDE_MEM_MODEL: "a", KEEPSAKE_LLM_MODEL: "b" }))[0]).toBe("b");
});
