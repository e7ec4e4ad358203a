import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { GET, POST } from "../../app/api/settings/route";
import { activityAfter } from "../activity/query";
import { SETTING_DEFAULTS, SETTING_KEYS } from "../contract/settings";
import { readEnv } from "../env";
import { openTestApp, type TestApp } from "../testing";
import { undoOperation } from "../operations/undo";
import { changeSettings, describeSettings, readSettings, saveSettings } from "./service";

let test: TestApp | undefined;
afterEach(async () => {
  await test?.close();
  test = undefined;
});

const url = "http://127.0.0.1/api/settings";
const post = (body: unknown) =>
  POST(
    new Request(url, { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
  );
const sourceOf = (app: TestApp["app"], key: string) =>
  describeSettings(app).settings.find((setting) => setting.key === key)?.source;

it("E121–E130, M56: the defaults are the documented ones", async () => {
  test = await openTestApp();
  expect(readSettings(test.app)).toEqual(SETTING_DEFAULTS);
  expect(readSettings(test.app)).toMatchObject({
    inject_max_count: 50,
    inject_max_chars: 8000,
    inject_pinned_max_count: 10,
    inject_pinned_max_chars: 2000,
    inject_index_max_chars: 1000,
    inject_key_prefix_quota: 3,
    inject_w_importance: 0.5,
    inject_w_recency: 0.3,
    inject_w_frequency: 0.2,
    inject_w_relevance: 0.3,
    inject_recency_tau_days: 14,
    inject_freq_norm_cap: 20,
    inject_project_aliases: {},
    digest_days: 30,
    digest_per_project: 2,
    digest_max_chars: 800,
    context_observations: 50,
  });
});

it("E136: environment before console before config.json before default, each with its source", async () => {
  test = await openTestApp({ env: { KEEPSAKE_INJECT_MAX_COUNT: "7" } });
  const { app, home } = test;
  expect(sourceOf(app, "digest_days")).toBe("default");
  writeFileSync(join(home, "config.json"), JSON.stringify({ digest_days: 5, inject_max_count: 8, unknown_key: 1 }));
  expect(readSettings(app)).toMatchObject({ digest_days: 5, inject_max_count: 7 });
  expect(sourceOf(app, "digest_days")).toBe("config.json");
  expect(saveSettings(app, { digest_days: 6, inject_max_count: 9 })).toEqual({
    success: true,
    overruled: ["inject_max_count"],
  });
  expect(readSettings(app)).toMatchObject({ digest_days: 6, inject_max_count: 7 });
  expect([sourceOf(app, "digest_days"), sourceOf(app, "inject_max_count")]).toEqual(["console", "environment"]);
  saveSettings(app, { digest_days: null });
  expect(readSettings(app).digest_days).toBe(5);
});

it("survives a restart", async () => {
  test = await openTestApp();
  saveSettings(test.app, { inject_scope: "all", inject_project_aliases: { web: "shop" } });
  expect(readSettings(await test.reopen())).toMatchObject({
    inject_scope: "all",
    inject_project_aliases: { web: "shop" },
  });
});

it("E136: a broken config.json, or a value out of bounds, is reported and ignored", async () => {
  test = await openTestApp();
  const file = join(test.home, "config.json");
  writeFileSync(file, "{");
  expect(describeSettings(test.app).problems).toEqual(["config.json is not valid JSON and was ignored."]);
  writeFileSync(file, JSON.stringify({ inject_max_chars: 1_000_000, digest_days: 3 }));
  expect(readSettings(test.app)).toMatchObject({ inject_max_chars: 8000, digest_days: 3 });
  expect(describeSettings(test.app).problems[0]).toMatch(/^config\.json: inject_max_chars was ignored/);
  writeFileSync(file, "[1]");
  expect(describeSettings(test.app).problems).toHaveLength(1);
});

it("E135: bounds of a value that leave no length between them are refused, or told of", async () => {
  test = await openTestApp();
  const { app } = test;
  const before = readSettings(app);
  expect(() => saveSettings(app, { value_min_chars: 600, digest_days: 3 })).toThrow(
    "value_min_chars (600) is more than value_max_chars (500), so that no memory could be written.",
  );
  expect(readSettings(app)).toEqual(before);
  saveSettings(app, { value_min_chars: 600, value_max_chars: 600 });
  expect(() => saveSettings(app, { value_max_chars: null })).toThrow("no memory could be written");
  expect(readSettings(app)).toMatchObject({ value_min_chars: 600, value_max_chars: 600 });
  saveSettings(app, { value_min_chars: null, value_max_chars: null });
  writeFileSync(join(test.home, "config.json"), JSON.stringify({ value_min_chars: 600 }));
  expect(describeSettings(app).problems).toEqual([expect.stringContaining("no memory could be written")]);
});

it("M56: both names of the observation count are read, ours first; a wrong value names the variable", () => {
  const read = (env: Record<string, string>) => readEnv(env as unknown as NodeJS.ProcessEnv).settings;
  expect(read({ CLAUDE_MEM_CONTEXT_OBSERVATIONS: "12" })).toEqual({ context_observations: 12 });
  expect(read({ CLAUDE_MEM_CONTEXT_OBSERVATIONS: "12", KEEPSAKE_CONTEXT_OBSERVATIONS: "3" })).toEqual({
    context_observations: 3,
  });
  expect(read({ KEEPSAKE_INJECT_SCOPE: "all", KEEPSAKE_INJECT_PROJECT_ALIASES: '{"a":"b"}' })).toEqual({
    inject_scope: "all",
    inject_project_aliases: { a: "b" },
  });
  expect(() => read({ KEEPSAKE_DIGEST_DAYS: "many" })).toThrow(/KEEPSAKE_DIGEST_DAYS/);
});

it("M41: GET answers sidebarOpen and selectedProject, all values, and their bounds", async () => {
  test = await openTestApp();
  const answer = (await (await GET(new Request(url))).json()) as Record<string, unknown> & {
    settings: { key: string; schema: object }[];
  };
  expect(answer).toMatchObject({ sidebarOpen: true, selectedProject: null, inject_max_chars: 8000, problems: [] });
  expect(answer.settings.map((setting) => setting.key)).toEqual(SETTING_KEYS);
  expect(answer.settings.find((setting) => setting.key === "inject_max_chars")?.schema).toMatchObject({
    minimum: 200,
    maximum: 10_000,
  });
});

it("M42: any subset is stored, at once", async () => {
  test = await openTestApp();
  const response = await post({ sidebarOpen: false, selectedProject: "app" });
  expect([response.status, await response.json()]).toEqual([200, { success: true, overruled: [] }]);
  expect(readSettings(test.app)).toMatchObject({ sidebarOpen: false, selectedProject: "app" });
  expect(activityAfter(test.app.db, 0, 10).map((row) => row.kind)).toEqual(["settings.changed"]);
  expect((await post({})).status).toBe(200);
});

it("M42: an unknown or invalid key answers 400 naming it, and nothing is half-written", async () => {
  test = await openTestApp();
  const cases: [object, RegExp][] = [
    [{ sidebarOpen: false, nonsense: 1 }, /nonsense/],
    [{ sidebarOpen: false, inject_max_chars: 10_001 }, /inject_max_chars/],
    [{ sidebarOpen: false, inject_max_chars: "8000" }, /inject_max_chars/],
    [{ sidebarOpen: false, inject_w_recency: -1 }, /inject_w_recency/],
    [{ sidebarOpen: false, inject_project_aliases: { a: 5 } }, /inject_project_aliases/],
    [{ sidebarOpen: "yes" }, /sidebarOpen/],
  ];
  for (const [body, named] of cases) {
    const response = await post(body);
    const answer = (await response.json()) as { code: string; error: string };
    expect([response.status, answer.code]).toEqual([400, "validation_failed"]);
    expect(answer.error).toMatch(named);
  }
  expect((await post([])).status).toBe(400);
  expect(readSettings(test.app)).toEqual(SETTING_DEFAULTS);
});

it("M41, M42: what the console stored is what the next one reads, and null takes it back", async () => {
  test = await openTestApp({ env: { CLAUDE_MEM_PYTHON_VERSION: "3.13" } });
  const read = async () => (await (await GET(new Request(url))).json()) as Record<string, unknown>;
  await post({ sidebarOpen: false, selectedProject: "shop" });
  expect(await read()).toMatchObject({
    sidebarOpen: false,
    selectedProject: "shop",
    notes: ["CLAUDE_MEM_PYTHON_VERSION has no effect: no Python runs here."],
  });
  await post({ sidebarOpen: null, selectedProject: null });
  expect(await read()).toMatchObject({ sidebarOpen: true, selectedProject: null });
});

it("X01, M41: no key is shown in clear, and an address with a password is taken from nowhere", async () => {
  const secret = ["hunter2", "secret"].join("");
  const address = `https://me:${secret}@models.example/v1`;
  const key = ["sk", "live", secret].join("-");
  test = await openTestApp({ env: { OPENAI_API_KEY: key, KEEPSAKE_LLM_API_KEY: key } });
  const others = [
    "HTTP://KEY@models.example",
    "https://:KEY@models.example/?a=b",
    "https://models.example/v1?api_key=KEY",
  ];
  for (const base of [address, ...others.map((other) => other.replace("KEY", secret))]) {
    const response = await post({ llm_base_url: base, sidebarOpen: false });
    const text = await response.text();
    expect([response.status, text.includes("llm_base_url"), text.includes(secret)]).toEqual([400, true, false]);
  }
  writeFileSync(join(test.home, "config.json"), JSON.stringify({ llm_base_url: address }));
  const text = await (await GET(new Request(url))).text();
  expect(JSON.parse(text)).toMatchObject({ llm_base_url: null, sidebarOpen: true });
  expect((JSON.parse(text) as { problems: string[] }).problems[0]).toContain("llm_base_url");
  expect(text).not.toContain(secret);
  expect(JSON.stringify(test.app.env)).not.toContain(secret);
  const start = () => readEnv({ KEEPSAKE_LLM_BASE_URL: address } as unknown as NodeJS.ProcessEnv);
  expect(start).toThrow(/KEEPSAKE_LLM_BASE_URL/);
  expect(start).not.toThrow(secret);
});

it("a change of settings is an operation: undo and redo put back the console's values", async () => {
  test = await openTestApp();
  const { app } = test;
  const person = { kind: "person", name: "console" } as const;
  const { operationId } = changeSettings(app, { digest_days: 5, inject_scope: "all" }, person);
  expect(readSettings(app)).toMatchObject({ digest_days: 5, inject_scope: "all" });
  const undone = undoOperation(app, operationId ?? 0, person).operation_id;
  expect(readSettings(app)).toEqual(SETTING_DEFAULTS);
  expect(sourceOf(app, "digest_days")).toBe("default");
  const redone = undoOperation(app, undone, person).operation_id;
  expect(readSettings(app)).toMatchObject({ digest_days: 5, inject_scope: "all" });
  changeSettings(app, { digest_days: 6 }, person);
  expect(() => undoOperation(app, redone, person)).toThrow("digest_days was changed since");
  expect(changeSettings(app, { digest_days: 6, sidebarOpen: false }, person).operationId).toBeNull();
});

it("E135: an undoing that would leave no length between the bounds of a value is refused", async () => {
  test = await openTestApp();
  const { app } = test;
  const person = { kind: "person", name: "console" } as const;
  const wider = changeSettings(app, { value_max_chars: 900 }, person);
  changeSettings(app, { value_min_chars: 800 }, person);
  expect(() => undoOperation(app, wider.operationId ?? 0, person)).toThrow("no memory could be written");
  expect(readSettings(app)).toMatchObject({ value_min_chars: 800, value_max_chars: 900 });
});
