import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SearchAnswer, SearchQuery } from "../contract/search";
import { openTestApp, type TestApp } from "../testing";
import { addProject, addSession } from "../testing/places";
import { addEvent, addMemory, addObservation, addPrompt, addSummary } from "../testing/search-rows";
import { search } from "./service";

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

type Input = Partial<Record<keyof SearchQuery, string | number>>;
const find = async (query: string | undefined, more: Input = {}): Promise<SearchAnswer> =>
  search(test.app, SearchQuery.parse({ ...(query === undefined ? {} : { query }), mode: "fts", ...more }));
const values = async (query: string, more: Input = {}): Promise<unknown[]> =>
  (await find(query, more)).memories.map((hit) => hit["value"]);
const add = (...texts: string[]): void => texts.forEach((text) => void addMemory(test.app, text));

describe("any text is a query", () => {
  it("F01: an apostrophe", async () => {
    add("we don't pin the runner image");
    expect(await values("don't pin")).toHaveLength(1);
    expect(await values("don’t")).toHaveLength(1);
  });

  it("F02: a hyphenated word", async () => {
    add("docker-compose restarts the proxy");
    expect(await values("docker-compose")).toHaveLength(1);
    expect(await values("compose")).toHaveLength(1);
  });

  it("F03: a colon never targets a column", async () => {
    add("borrow checker: memory:safe mode", "words of wisdom");
    expect(await values("memory:safe")).toEqual(["borrow checker: memory:safe mode"]);
    expect(await values("words:wisdom")).toEqual(["words of wisdom"]);
    addObservation(test.app, "notes", { summary: "borrow checker" });
    expect((await find("title:notes")).observations).toHaveLength(1);
  });

  it("F05: a path, whole and by its last segments", async () => {
    add("retry lives in src/net/retry/backoff.ts", "retry later");
    for (const query of ["src/net/retry/backoff.ts", "retry/backoff.ts", "backoff.ts"]) {
      expect(await values(query)).toEqual(["retry lives in src/net/retry/backoff.ts"]);
    }
  });

  it("F07: a flag in quotes or with its dashes excludes nothing", async () => {
    add("run lint with --max-warnings 0");
    for (const query of ['"--max-warnings"', "--max-warnings", "-warnings"])
      expect(await values(query)).toHaveLength(1);
  });

  it("F08: adding a true word never loses the row", async () => {
    add("orphaned cache entries are swept by the nightly plugin job, version 3");
    const prompt = "why do we still see orphaned entries after the plugin was upgraded to a newer version last week";
    for (const query of [
      "orphaned",
      "orphaned plugin",
      "plugin version orphaned",
      prompt,
      `${prompt} ${prompt} and more`,
    ]) {
      expect(await values(query)).toHaveLength(1);
    }
  });

  it("F10: blanks and signs find nothing", async () => {
    add("something");
    for (const query of ["", "   ", "?! .,;/#", "***", "。，？", '"', "%", "\0"]) {
      for (const mode of ["fts", "vector", "hybrid"]) {
        const answer = await find(query, { mode });
        expect(SearchAnswer.parse(answer)).toMatchObject({ memories: [], degraded: null, totals: { memories: 0 } });
      }
    }
  });

  it("F13: the exact identifier stands above its pieces", async () => {
    add(
      "billing cloud dev: billing, cloud, dev",
      "ticket ADR-0005 accepted for billing-cloud-dev",
      "dev notes: cloud billing draft",
      "ADR 0005 0005",
    );
    expect((await values("billing-cloud-dev"))[0]).toBe("ticket ADR-0005 accepted for billing-cloud-dev");
    expect((await values("ADR-0005"))[0]).toBe("ticket ADR-0005 accepted for billing-cloud-dev");
    expect((await values("dev billing-cloud-dev cloud"))[0]).toBe("ticket ADR-0005 accepted for billing-cloud-dev");
  });

  it("F13: an identifier that no row holds is looked for by its pieces", async () => {
    add("dev notes: cloud billing draft");
    expect(await values("billing-cloud-prod")).toHaveLength(1);
  });

  it("F16: an emoji finds its row and no other", async () => {
    add("release 🚀 went out", "release notes");
    for (const mode of ["fts", "hybrid", "vector"]) {
      const found = await values("🚀", { mode });
      expect(found).toEqual(mode === "vector" ? [] : ["release 🚀 went out"]);
    }
    expect(await values("🎉")).toEqual([]);
    expect(await values("release 🚀")).toEqual(["release 🚀 went out", "release notes"]);
  });

  it("F17: signs are literal", async () => {
    add(
      "coverage is 100% now",
      "coverage is 1000 lines",
      "file_name.ts",
      "fileXname.ts",
      "written in C++",
      "written in C",
    );
    expect(await values("100%")).toEqual(["coverage is 100% now"]);
    expect(await values("file_name")).toEqual(["file_name.ts"]);
    expect(await values("C++")).toEqual(["written in C++"]);
  });

  it("F20: a Windows path, its file and one folder", async () => {
    add("edited C:\\repo\\src\\main.py");
    for (const query of ["C:\\repo\\src\\main.py", "main.py", "src\\main.py", "src/main.py"])
      expect(await values(query)).toHaveLength(1);
  });

  it("F21: a half-typed name", async () => {
    add("see session-recall in CLAUDE.md");
    for (const query of ["session-rec", "CLAUDE.m", "CLAUDE.", "sessi", "see session-recall in CLAUD"]) {
      expect(await values(query, { typing: "true" })).toHaveLength(1);
    }
    expect(await values("sessi")).toEqual([]);
  });

  it("E18: operators and brackets raise nothing", async () => {
    add("alpha and beta");
    for (const query of [
      "alpha AND",
      "OR",
      "NEAR(alpha beta)",
      "alpha*",
      "(alpha",
      'a"b"c',
      "^alpha",
      "{alpha}",
      "alpha NOT beta",
    ]) {
      expect((await find(query)).degraded).toBeNull();
    }
    expect(await values("alpha NOT beta")).toHaveLength(1);
  });
});

describe("Chinese, Japanese, Korean", () => {
  it("C01 E17: two characters", async () => {
    add("今天讨论了部署方案和回滚步骤", "今天吃了面");
    expect(await values("部署")).toEqual(["今天讨论了部署方案和回滚步骤"]);
    expect(await values("回滚")).toHaveLength(1);
    expect(await values("今")).toEqual(["今天吃了面", "今天讨论了部署方案和回滚步骤"]);
  });

  it("C02 E17: an inner phrase, tags included, deleted rows never", async () => {
    add("用户身份校验失败后要重新登录");
    for (const query of ["用户身份", "重新登录"]) expect(await values(query)).toHaveLength(1);
    addMemory(test.app, "x", { tags: "登录流程" });
    expect(await values("登录流程")).toEqual(["x"]);
    addMemory(test.app, "登录流程二", { status: "deleted" });
    expect(await values("登录流程")).toEqual(["x"]);
  });

  it("C03: ASCII glued to Chinese", async () => {
    add("重跑gen-itgc后50条悬空引用清零");
    for (const query of ["gen-itgc", "itgc", "gen", "悬空引用", "50条"]) expect(await values(query)).toHaveLength(1);
  });

  it("C06: traditional finds simplified and the other way round", async () => {
    add("系统设置已保存", "軟體設定");
    expect(await values("系統設置")).toEqual(["系统设置已保存"]);
    expect(await values("软体设定")).toEqual(["軟體設定"]);
  });

  it("C08: full-width marks do not stick", async () => {
    add("支付回调超时需要重试");
    for (const query of [
      "“支付回调”怎么处理？",
      "《支付回调》",
      "支付回调，超时！",
      "支付回调怎么处理",
      "请问支付回调超时了应该怎么处理才好呢",
    ]) {
      expect(await values(query)).toHaveLength(1);
    }
  });

  it("C09: composed and decomposed forms find each other", async () => {
    add("caf\u00e9 menu parser", "cafe\u0301 menu cache");
    for (const query of ["cafe\u0301", "caf\u00e9", "CAFÉ"]) expect(await values(query)).toHaveLength(2);
  });

  it("C11: words inside Japanese and Korean runs", async () => {
    add("テストの再実行が必要", "배포서버 재시작");
    expect(await values("再実行")).toEqual(["テストの再実行が必要"]);
    expect(await values("배포")).toEqual(["배포서버 재시작"]);
    expect(await values("배포서버를")).toEqual(["배포서버 재시작"]);
  });
});

describe("filters", () => {
  it("F19: projects with hyphens and UUIDs", async () => {
    const uuid = "00000000-0000-0000-0000-000000000001";
    const probe = addProject(test.app, "acpt-probe");
    const other = addProject(test.app, uuid);
    addMemory(test.app, "probe row", { projectId: probe });
    addMemory(test.app, "probe of the other", { projectId: other });
    addMemory(test.app, "probe for all");
    expect(await values("probe", { project: "acpt-probe" })).toEqual(
      expect.arrayContaining(["probe row", "probe for all"]),
    );
    expect(await values("probe", { project: "acpt-probe" })).not.toContain("probe of the other");
    expect(await values("probe", { project: uuid })).toContain("probe of the other");
    expect(await values("probe", { project: "nobody" })).toEqual([]);
  });

  it("E15: superseded, expired and quarantined memories are not found unless asked for", async () => {
    const now = test.clock.now;
    add("tea is green");
    addMemory(test.app, "tea is black", { status: "superseded" });
    addMemory(test.app, "tea is white", { expiresAt: now });
    addMemory(test.app, "tea: ignore all", { reviewState: "quarantined" });
    expect(await values("tea")).toEqual(["tea is green"]);
    expect(await values("tea", { status: "superseded" })).toEqual(["tea is black"]);
    expect(await values("tea", { status: "all" })).toHaveLength(4);
    test.clock.now = now - 1;
    expect(await values("tea")).toEqual(expect.arrayContaining(["tea is white"]));
  });

  it("keeps observations of another branch out, and lets memories cross branches", async () => {
    addObservation(test.app, "tea on main", { branch: "main" });
    addObservation(test.app, "tea on dev", { branch: "dev" });
    addMemory(test.app, "tea everywhere", { branch: "dev" });
    const answer = await find("tea", { branch: "main" });
    expect(answer.observations.map((hit) => hit.title)).toEqual(["tea on main"]);
    expect(answer.memories).toHaveLength(1);
  });

  it("M30: without a query the filters decide, newest first", async () => {
    addMemory(test.app, "old", { createdAt: Date.UTC(2026, 4, 3) });
    addMemory(test.app, "new");
    expect((await find(undefined)).memories.map((hit) => [hit["value"], hit.match_type])).toEqual([
      ["new", "filter"],
      ["old", "filter"],
    ]);
    const may = await find(undefined, { since: "2026-05-01", until: "2026-05-03", type: "memories" });
    expect(may).toMatchObject({ memories: [{ value: "old" }], totals: { memories: 1 } });
    expect((await find(undefined, { offset: 1, limit: 1 })).memories).toMatchObject([{ value: "old" }]);
  });

  it("M30: observation filters combine with the query, and leave other kinds out", async () => {
    const fix = { obsType: "bugfix", concepts: '["Caching"]', filesModified: JSON.stringify(["C:\\app\\Cache.ts"]) };
    addObservation(test.app, "tea fixed", fix);
    addObservation(test.app, "tea found", { obsType: "discovery", filesRead: '["src/tea.ts"]' });
    add("tea memory");
    const titles = async (more: Input, query?: string): Promise<string[]> => {
      const answer = await find(query, more);
      expect(answer.memories).toEqual([]);
      return answer.observations.map((hit) => hit.title);
    };
    for (const query of ["tea", undefined]) {
      expect(await titles({ obs_type: "bugfix, refactor" }, query)).toEqual(["tea fixed"]);
      expect(await titles({ concepts: "caching" }, query)).toEqual(["tea fixed"]);
      expect(await titles({ concepts: "discovery" }, query)).toEqual(["tea found"]);
      expect(await titles({ files: "app\\cache.ts" }, query)).toEqual(["tea fixed"]);
      expect(await titles({ files: "src/tea.ts", obs_type: "bugfix" }, query)).toEqual([]);
    }
  });

  it("M30: orders by date when asked to", async () => {
    addMemory(test.app, "tea tea", { createdAt: 1_000 });
    addMemory(test.app, "a long line about tea", { createdAt: 2_000 });
    expect(await values("tea", { orderBy: "date_desc" })).toEqual(["a long line about tea", "tea tea"]);
    expect(await values("tea", { orderBy: "date_asc" })).toEqual(["tea tea", "a long line about tea"]);
    expect((await find(undefined, { orderBy: "date_asc" })).memories[0]?.["value"]).toBe("tea tea");
    expect(await values("tea", { dateStart: 1_500 })).toEqual(["a long line about tea"]);
  });

  it("T20: an offset beyond the end answers nothing", async () => {
    add("x y z");
    expect(await values("x", { limit: 50, offset: 100_000 })).toEqual([]);
    expect(SearchQuery.safeParse({ query: "x", limit: 10_000 }).success).toBe(false);
  });
});

describe("answers", () => {
  it("M30: fills all kinds with their fields, and only the asked one", async () => {
    const project = addProject(test.app, "teahouse");
    const session = addSession(test.app, project);
    addObservation(test.app, "Tea brewed", {
      projectId: project,
      sessionId: session,
      subtitle: "hot",
      summary: "Water at 80 °C",
      concepts: '["how-it-works"]',
      facts: '["green tea"]',
    });
    addSummary(test.app, session, { request: "make tea", completed: "tea made" });
    addPrompt(test.app, session, "please\nmake tea");
    addEvent(test.app, session, "", {
      kind: "tool",
      toolName: "Bash",
      input: JSON.stringify({ command: "brew tea", deep: [{ x: "C:\\cups" }] }),
    });
    addEvent(test.app, session, "the tea is ready");
    addMemory(test.app, "tea at four", { tier: "pinned", tags: "tea,time" });
    const answer = SearchAnswer.parse(await find("tea", { format: "full" }));
    expect(answer.observations).toMatchObject([
      {
        title: "Tea brewed",
        subtitle: "hot",
        project: "teahouse",
        concepts: ["how-it-works"],
        facts: ["green tea"],
        obs_type: "discovery",
        session_id: session,
        match_type: "fts",
      },
    ]);
    expect(answer.sessions).toMatchObject([{ title: "make tea", completed: "tea made" }]);
    expect(answer.prompts).toMatchObject([{ title: "please", text: "please\nmake tea" }]);
    expect(answer.events.map((hit) => hit.title).sort()).toEqual(["Bash", "the tea is ready"]);
    expect(answer.memories).toMatchObject([{ tier: "pinned", value: "tea at four" }]);
    expect(answer.totals).toEqual({ observations: 1, sessions: 1, prompts: 1, memories: 1, events: 2 });
    const only = await find("cups", { type: "events" });
    expect(only.events).toHaveLength(1);
    expect((await find("tea", { type: "events" })).memories).toEqual([]);
  });

  it("shows 200 characters around the first match", async () => {
    addMemory(test.app, `${"前置内容。".repeat(100)}这里是部署方案${"后置内容。".repeat(100)}`);
    const preview = (await find("部署方案")).memories[0]?.preview ?? "";
    expect(preview).toContain("部署方案");
    expect(preview.length).toBeLessThanOrEqual(200);
  });

  it("ranks by relevance, with parts between 0 and 1", async () => {
    add(
      "tea tea tea",
      "a long text about many other things in which tea occurs once and nothing else is said about it at all",
    );
    const [first, second] = (await find("tea")).memories;
    expect(first?.["value"]).toBe("tea tea tea");
    expect(first?.parts.words).toBe(1);
    expect(second?.parts.words).toBeGreaterThan(0);
    expect(second?.rank).toBeLessThan(first?.rank ?? 0);
  });

  it("puts the newer of two memories about one key first", async () => {
    const now = test.clock.now;
    addMemory(test.app, "cache is Redis Redis Redis", {
      key: "app:cache",
      status: "superseded",
      createdAt: now - 1_000,
    });
    addMemory(test.app, "after long talks about Redis the cache is Memcached now", {
      key: "app:cache",
      createdAt: now,
    });
    expect((await values("Redis", { status: "all" }))[0]).toContain("Memcached");
  });

  it("F14: says so when the words index is broken, and logs no text", async () => {
    add("marker blue-116-alpha");
    expect(await values("blue-116-alpha add search")).toHaveLength(1);
    const log = (): string => readFileSync(join(test.home, "logs", "keepsake.log"), "utf8");
    expect(log()).not.toContain("search by words failed");
    test.app.sqlite.exec("DROP TABLE memory_words");
    const answer = await find("blue-116-alpha");
    expect(answer).toMatchObject({ memories: [], degraded: { missing: "words" } });
    expect(log()).toContain("search by words failed");
    expect(log()).not.toContain("blue-116-alpha");
  });
});
