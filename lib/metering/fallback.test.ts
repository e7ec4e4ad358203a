import { chmodSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readEnv } from "../env";
import { CREDENTIALS_FILE } from "../llm/credentials";
import { PROVIDERS } from "../llm/providers";
import { PLANTED_KEY } from "../llm/testing";
import { readSettings, saveSettings } from "../settings/service";
import { openTestApp, type TestApp } from "../testing";
import { completion, failure, type FakeLlm, startFakeLlm } from "../testing/fake-llm";
import { createFakeTiming } from "../testing/fake-timing";
import { askWithFallback, chooseModel } from "./service";
import { readFallback, readSetup } from "./setup";

let test: TestApp;
let [first, second] = [] as unknown as [FakeLlm, FakeLlm];
const open = async (env: Record<string, string> = {}): Promise<void> => {
  test = await openTestApp({ env });
  const file = join(test.home, CREDENTIALS_FILE);
  writeFileSync(
    file,
    JSON.stringify({ provider: "openai-compatible", api_key: PLANTED_KEY, base_url: second.baseUrl, model: "second" }),
  );
  chmodSync(file, 0o600);
};
beforeEach(async () => {
  [first, second] = [await startFakeLlm(), await startFakeLlm()];
});
afterEach(async () => {
  await test.close();
  await first.close();
  await second.close();
});

const ask = () =>
  askWithFallback(
    test.app,
    {
      purpose: "test.ask",
      request: {
        messages: [{ role: "user", content: "Hello" }],
        maxOutputTokens: 10,
        temperature: 0.3,
        deadline: test.app.now() + 60_000,
      },
    },
    createFakeTiming(test.clock),
  );

describe("codewatch's providers and variables", () => {
  it("C60, C62: where the first one throws, the second is asked once with the same messages; none = the error goes up", async () => {
    await open({ MOONSHOT_API_KEY: PLANTED_KEY });
    saveSettings(test.app, { llm_provider: "moonshot", llm_base_url: first.baseUrl, llm_model: "first" });
    first.script(failure(400), failure(400), completion("from the first"));
    expect(await ask()).toMatchObject({ status: "error" });
    expect(second.requests).toEqual([]);
    saveSettings(test.app, { llm_fallback_provider: "openai-compatible" });
    second.script(completion("from the second"));
    expect(await ask()).toMatchObject({ status: "ok", text: "from the second" });
    expect(second.requests[0]?.json?.["messages"]).toEqual(first.requests[1]?.json?.["messages"]);
    expect(second.requests[0]?.json?.["model"]).toBe("second");
    expect(await ask()).toMatchObject({ status: "ok", text: "from the first" });
    expect(second.requests).toHaveLength(1);
    const calls = test.app.sqlite.prepare("SELECT provider, status FROM llm_calls ORDER BY id").all();
    expect(calls).toMatchObject([
      { provider: "moonshot" },
      { provider: "moonshot" },
      { provider: "openai-compatible", status: "ok" },
      { provider: "moonshot" },
    ]);
  });

  it("C59: groq, google and openai are there", async () => {
    await open();
    for (const provider of ["groq", "google", "openai"] as const) expect(PROVIDERS[provider].keyName).not.toBeNull();
  });

  it("C61, C62, C64, C65, C66: its variables are settings here; a key alone switches nothing on", async () => {
    await open({
      ...{
        CODEWATCH_LLM_PROVIDER: "google",
        CODEWATCH_FALLBACK_PROVIDER: "groq",
        CODEWATCH_REFLECT_THRESHOLD: "20000",
      },
      ...{ CODEWATCH_AUTO_REFLECT: "false", CODEWATCH_MAX_COMPRESSION: "2", CODEWATCH_DEFAULT_BRANCH: "trunk" },
      ...{
        CODEWATCH_DATA_DIR: "/data/codewatch",
        CODEWATCH_PROJECT_DIR: "/work/shop",
        GOOGLE_GENERATIVE_AI_API_KEY: PLANTED_KEY,
        GROQ_API_KEY: PLANTED_KEY,
      },
    });
    expect(readSettings(test.app)).toMatchObject({
      llm_provider: "google",
      llm_fallback_provider: "groq",
      reflect_threshold: 20_000,
      auto_reflect: false,
      max_compression: 2,
      default_branch: "trunk",
    });
    expect(chooseModel(test.app)).toMatchObject({ provider: "google", model: "gemini-2.5-flash" });
    expect(readFallback(test.app)).toMatchObject({ provider: "groq", model: "llama-3.3-70b-versatile" });
    expect(test.app.env).toMatchObject({ codewatchData: "/data/codewatch", codewatchProjectDir: "/work/shop" });
  });

  it("C62, C64, C65, C66: what holds without them", async () => {
    await open({ GROQ_API_KEY: PLANTED_KEY, CODEWATCH_FALLBACK_PROVIDER: "none" });
    expect(readSettings(test.app)).toMatchObject({
      llm_provider: null,
      llm_fallback_provider: null,
      reflect_threshold: 40_000,
      auto_reflect: true,
      max_compression: 3,
      default_branch: "main",
    });
    writeFileSync(join(test.home, CREDENTIALS_FILE), "{}");
    expect(chooseModel(test.app)).toBeNull();
  });

  it("C50: the original's folder is where its database is looked for", async () => {
    await open();
    expect(test.app.env.codewatchData).toBe(join(homedir(), "mcp-data", "codewatch-memory"));
  });

  it("C63: models by provider, for whichever is on; KEEPSAKE_LLM_MODEL goes before", async () => {
    const keys = { OPENAI_API_KEY: PLANTED_KEY, GROQ_API_KEY: PLANTED_KEY };
    const models = {
      CODEWATCH_OPENAI_MODEL: "gpt-x",
      CODEWATCH_GROQ_MODEL: "llama-x",
      CODEWATCH_GOOGLE_MODEL: "gemini-x",
    };
    await open({ ...keys, ...models, CODEWATCH_LLM_PROVIDER: "openai", CODEWATCH_FALLBACK_PROVIDER: "groq" });
    expect(readSetup(test.app).choice?.model).toBe("gpt-x");
    expect(readFallback(test.app)?.model).toBe("llama-x");
    await test.close();
    await open({ ...keys, ...models, CODEWATCH_LLM_PROVIDER: "openai", KEEPSAKE_LLM_MODEL: "gpt-y" });
    expect(readSetup(test.app).choice?.model).toBe("gpt-y");
    for (const [provider, model] of [
      ["google", "gemini-2.5-flash"],
      ["openai", "gpt-4o-mini"],
      ["groq", "llama-3.3-70b-versatile"],
    ] as const)
      expect(PROVIDERS[provider].model).toBe(model);
  });

  it("C67: the log level is taken, characters a token are noted as without effect", async () => {
    await open();
    const env = (more: Record<string, string>) => readEnv(more as unknown as NodeJS.ProcessEnv);
    expect(env({}).logLevel).toBe("info");
    expect(env({ CODEWATCH_LOG_LEVEL: "debug" }).logLevel).toBe("debug");
    expect(env({ CODEWATCH_LOG_LEVEL: "debug", KEEPSAKE_LOG_LEVEL: "warn" }).logLevel).toBe("warn");
    expect(env({ CODEWATCH_LOG_LEVEL: "loud" }).logLevel).toBe("info");
    expect(env({ CODEWATCH_CHARS_PER_TOKEN: "3" }).notes).toEqual([
      expect.stringContaining("CODEWATCH_CHARS_PER_TOKEN") as string,
    ]);
  });

  it("C62: a second provider that nobody knows here is none, and no reason not to start", async () => {
    await open({ CODEWATCH_FALLBACK_PROVIDER: "unheard-of" });
    expect(readSettings(test.app).llm_fallback_provider).toBeNull();
  });
});
