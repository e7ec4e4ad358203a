/** Design §8.7: nothing leaves the machine unless the user configured a provider. */
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { GET as getHealth } from "../../app/api/health/route";
import { GET as getCalls } from "../../app/api/llm/calls/route";
import { GET as getState } from "../../app/api/llm/route";
import { POST as postTest } from "../../app/api/llm/test/route";
import { GET as getSettings } from "../../app/api/settings/route";
import { LLM_KEY_NAMES, readEnv } from "../env";
import { CREDENTIALS_FILE } from "../llm/credentials";
import { PLANTED_KEY } from "../llm/testing";
import { openTestApp, type TestApp } from "../testing";
import { completion, type FakeLlm, failure, startFakeLlm } from "../testing/fake-llm";
import { createFakeTiming } from "../testing/fake-timing";
import { askModel, chooseModel } from "./service";
import { readLlmState } from "./state";

let fake: FakeLlm;
let test: TestApp | undefined;
beforeEach(async () => {
  fake = await startFakeLlm();
});
afterEach(async () => {
  await test?.close();
  await fake.close();
});

const open = async (env: Record<string, string>): Promise<TestApp> => (test = await openTestApp({ env }));
const ask = ({ app, clock }: TestApp) =>
  askModel(
    app,
    {
      purpose: "test.ask",
      request: { messages: [{ role: "user", content: "hello" }], maxOutputTokens: 10, deadline: app.now() + 60_000 },
    },
    createFakeTiming(clock),
  );
const text = async (get: (request: Request) => Promise<Response>, path: string, method = "GET") =>
  (await get(new Request(`http://127.0.0.1${path}`, { method }))).text();

it("E66: bare keys, model names and addresses in the environment ask nobody", async () => {
  const keys = Object.fromEntries(LLM_KEY_NAMES.map((name) => [name, PLANTED_KEY]));
  const opened = await open({
    ...keys,
    KEEPSAKE_LLM_MODEL: "gpt-4o-mini",
    CODEWATCH_LLM_MODEL: "gpt-4o-mini",
    KEEPSAKE_LLM_BASE_URL: fake.baseUrl,
    OPENAI_BASE_URL: fake.baseUrl,
    ANTHROPIC_BASE_URL: fake.baseUrl,
  });
  expect(chooseModel(opened.app)).toBeNull();
  expect(await ask(opened)).toEqual({ status: "error", reason: "no_provider", attempts: 0 });
  const tried = JSON.parse(await text(postTest, "/api/llm/test", "POST")) as unknown;
  expect(tried).toMatchObject({ ok: false, reason: "no_provider" });
  expect(readLlmState(opened.app)).toMatchObject({ on: false, provider: null, problems: [], today: { calls: 0 } });
  expect(fake.connections()).toBe(0);
});

it.each(["KEEPSAKE_LLM_PROVIDER", "CODEWATCH_LLM_PROVIDER"])(
  "E66: %s with a key switches its provider on",
  async (name) => {
    const opened = await open({ [name]: "groq", GROQ_API_KEY: PLANTED_KEY, KEEPSAKE_LLM_BASE_URL: fake.baseUrl });
    fake.script(completion("ready"));
    expect(JSON.parse(await text(postTest, "/api/llm/test", "POST"))).toMatchObject({ ok: true, provider: "groq" });
    expect(fake.requests[0]?.headers["authorization"]).toBe(`Bearer ${PLANTED_KEY}`);
    expect(readLlmState(opened.app)).toMatchObject({
      on: true,
      namedBy: "environment",
      key: { present: true, from: "GROQ_API_KEY" },
      today: { calls: 1 },
    });
  },
);

it("E66: an unknown provider is no provider, said by health, and no reason not to start", async () => {
  const opened = await open({ CODEWATCH_LLM_PROVIDER: "openrouter", KEEPSAKE_LLM_API_KEY: PLANTED_KEY });
  expect(await ask(opened)).toMatchObject({ reason: "no_provider" });
  const health = JSON.parse(await text(getHealth, "/api/health")) as { problems: { what: string }[] };
  expect(health).toMatchObject({ state: "degraded", llm: { on: false, provider: null } });
  expect(health.problems.map((problem) => problem.what).join()).toContain("CODEWATCH_LLM_PROVIDER");
});

it("E66: a provider without a key is none, said by health", async () => {
  const opened = await open({ KEEPSAKE_LLM_PROVIDER: "anthropic" });
  expect(await ask(opened)).toMatchObject({ reason: "no_provider" });
  const health = JSON.parse(await text(getHealth, "/api/health")) as unknown;
  expect(health).toMatchObject({ state: "degraded", llm: { on: false, provider: "anthropic" } });
});

it.each(["none", "off", "null"])("a provider named %s is none, whatever the credentials file names", async (word) => {
  const opened = await open({ KEEPSAKE_LLM_PROVIDER: word });
  const content = { provider: "deepseek", api_key: PLANTED_KEY, base_url: fake.baseUrl };
  writeFileSync(join(opened.home, CREDENTIALS_FILE), JSON.stringify(content), { mode: 0o600 });
  expect(await ask(opened)).toMatchObject({ reason: "no_provider" });
  expect(readLlmState(opened.app)).toMatchObject({ on: false, provider: null, problems: [] });
  expect(fake.connections()).toBe(0);
});

it("the SDKs are loaded when a request is made and not before: nothing imports them otherwise", () => {
  const sources = ["lib", "app", "components", "bin"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  const imports = sources.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/^.*["'](?:ai|@ai-sdk\/[\w-]+)["'].*$/gm)].map(([line]) => line.trim()),
  );
  expect(imports.length).toBeGreaterThan(5);
  expect(imports.filter((line) => !/^import type |import\("/.test(line))).toEqual([]);
});

it("the key is in no answer, no log and no file of the data folder", async () => {
  const opened = await open({
    KEEPSAKE_LLM_PROVIDER: "deepseek",
    KEEPSAKE_LLM_API_KEY: PLANTED_KEY,
    KEEPSAKE_LLM_BASE_URL: fake.baseUrl,
  });
  const echo = failure(401, `Incorrect API key provided: ${PLANTED_KEY}`);
  fake.script(completion("ready"), { body: `{"${PLANTED_KEY}` }, { drop: "at once" }, echo, echo);
  const outcomes = [await ask(opened), await ask(opened), await ask(opened)];
  const answers = [
    JSON.stringify(outcomes),
    await text(postTest, "/api/llm/test", "POST"),
    await text(getState, "/api/llm"),
    await text(getCalls, "/api/llm/calls"),
    await text(getHealth, "/api/health"),
    await text(getSettings, "/api/settings"),
    JSON.stringify(opened.app.env),
  ];
  expect(fake.requests).toHaveLength(5);
  for (const answer of answers) expect(answer).not.toContain("planted");
  opened.app.sqlite.pragma("wal_checkpoint(TRUNCATE)");
  const files = readdirSync(opened.home, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.map((file) => file.name)).toContain("keepsake.log");
  for (const file of files) {
    const content = readFileSync(join(file.parentPath, file.name));
    expect(content.includes("planted"), file.name).toBe(false);
  }
});

it("an environment that is written out shows no key", () => {
  const env = readEnv({
    KEEPSAKE_LLM_API_KEY: PLANTED_KEY,
    KEEPSAKE_HOME: "/tmp/none",
  } as unknown as NodeJS.ProcessEnv);
  expect(env.llmKey("KEEPSAKE_LLM_API_KEY")).toBe(PLANTED_KEY);
  expect(JSON.stringify(env)).not.toContain("planted");
});
