import { expect, it } from "vitest";
import { LlmProvider } from "../contract/llm";
import type { LlmKeyName } from "../env";
import { type ChoiceSources, resolveChoice } from "./choice";
import type { Credentials } from "./credentials";
import { PLANTED_KEY } from "./testing";

const NOTHING: ChoiceSources = {
  named: null,
  model: null,
  baseUrl: null,
  file: { credentials: null, problem: null },
  envKey: () => null,
};
const resolve = (sources: Partial<ChoiceSources>) => resolveChoice({ ...NOTHING, ...sources });
const fileOf = (credentials: Partial<Credentials>): ChoiceSources["file"] => ({
  credentials: { provider: "deepseek", apiKey: PLANTED_KEY, baseUrl: null, model: null, ...credentials },
  problem: null,
});
const keys = (values: Partial<Record<LlmKeyName, string>>): ChoiceSources["envKey"] => {
  return (name) => values[name] ?? null;
};
const named = (provider: LlmProvider): ChoiceSources["named"] => ({ provider, source: "console" });

it("E66, C6: keys and model names alone switch nothing on", () => {
  const all = resolve({ envKey: () => PLANTED_KEY, model: "gpt-4o-mini", baseUrl: "https://a.example" });
  expect(all).toMatchObject({ choice: null, provider: null, problems: [] });
});

it("E66: a credentials file switches its provider on, with the documented defaults", () => {
  expect(resolve({ file: fileOf({}) })).toMatchObject({
    choice: {
      provider: "deepseek",
      model: "deepseek-v4-flash",
      baseUrl: "https://api.deepseek.com",
      apiKey: PLANTED_KEY,
    },
    source: "llm_credentials.json",
    keySource: "llm_credentials.json",
    problems: [],
  });
  expect(resolve({ file: fileOf({ provider: "kimi" }) }).choice).toMatchObject({
    model: "kimi-for-coding",
    baseUrl: "https://api.kimi.com/coding/v1",
  });
});

it("E66: the file's address and model count, the settings' come first", () => {
  const file = fileOf({ baseUrl: "https://a.example/v1/chat/completions", model: "from-file" });
  expect(resolve({ file }).choice).toMatchObject({ baseUrl: "https://a.example/v1", model: "from-file" });
  expect(resolve({ file, model: "from-settings", baseUrl: "https://b.example" }).choice).toMatchObject({
    baseUrl: "https://b.example",
    model: "from-settings",
  });
});

it("E66: a named provider takes its own key from the environment; every provider but the local one has a default", () => {
  for (const provider of LlmProvider.options) {
    const setup = resolve({ named: named(provider), envKey: () => PLANTED_KEY });
    if (provider === "openai-compatible") expect(setup.problems).toHaveLength(2);
    else expect(setup.choice).toMatchObject({ provider, apiKey: PLANTED_KEY });
  }
  const setup = resolve({ named: named("groq"), envKey: keys({ GROQ_API_KEY: PLANTED_KEY, OPENAI_API_KEY: "other" }) });
  expect(setup).toMatchObject({ choice: { apiKey: PLANTED_KEY }, keySource: "GROQ_API_KEY", source: "console" });
});

it("E66: our own variable comes before the file, the file before the provider's variable", () => {
  const file = fileOf({ apiKey: "of-file" });
  const both = keys({ DEEPSEEK_API_KEY: "of-provider" });
  expect(resolve({ file, envKey: both }).choice?.apiKey).toBe("of-file");
  expect(resolve({ file, envKey: keys({ KEEPSAKE_LLM_API_KEY: "ours" }) }).choice?.apiKey).toBe("ours");
});

it("E66: one provider's key, address and model never go to another", () => {
  const file = fileOf({ provider: "kimi", baseUrl: "https://a.example", model: "m" });
  const setup = resolve({ named: named("anthropic"), file });
  expect(setup).toMatchObject({ choice: null, model: "claude-sonnet-4-6", baseUrl: "https://api.anthropic.com/v1" });
  expect(setup.problems[0]?.what).toContain("no key");
});

it("E66: an empty key or one that is none makes no provider, and says so without showing it", () => {
  for (const apiKey of ["", "two words", "line\nbreak", "schlüssel"]) {
    const setup = resolve({ file: fileOf({ apiKey }) });
    expect(setup).toMatchObject({ choice: null, provider: "deepseek" });
    expect(setup.problems).toHaveLength(1);
    if (apiKey !== "") expect(JSON.stringify(setup)).not.toContain(apiKey);
  }
});

it("E66: a local server needs no key, one elsewhere does, and plain http elsewhere is refused", () => {
  const local = { named: named("openai-compatible"), model: "llama", baseUrl: "http://127.0.0.1:11434/v1" };
  expect(resolve(local).choice).toEqual({
    provider: "openai-compatible",
    model: "llama",
    baseUrl: "http://127.0.0.1:11434/v1",
    apiKey: "",
  });
  expect(resolve({ ...local, baseUrl: "https://llm.example/v1" }).choice).toBeNull();
  const plain = resolve({ ...local, baseUrl: "http://192.168.1.5/v1", envKey: () => PLANTED_KEY });
  expect(plain).toMatchObject({ choice: null, baseUrl: null });
  expect(plain.problems[0]?.what).toContain("plain http");
  expect(resolve({ named: named("deepseek"), baseUrl: "http://127.0.0.1:1/v1" }).choice).toBeNull();
});

it("settings may say that there is no provider, whatever the file says", () => {
  expect(resolve({ named: "off", file: fileOf({}) })).toMatchObject({ choice: null, problems: [] });
});

it("a file that cannot be used is told, but does not stand in the way of a provider that needs it not", () => {
  const problem = { what: "bad", hint: "mend it" };
  const file = { credentials: null, problem };
  expect(resolve({ file })).toMatchObject({ choice: null, problems: [problem] });
  expect(resolve({ file, named: named("groq"), envKey: () => PLANTED_KEY })).toMatchObject({
    choice: { provider: "groq" },
    problems: [problem],
  });
});
