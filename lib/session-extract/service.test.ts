/** How the extraction of a whole session ends, and what leaves the machine for it (E61–E77, E89). */
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { App } from "../context";
import { SETTING_DEFAULTS } from "../contract/settings";
import { completion, failure, type FakeLlm } from "../testing/fake-llm";
import type { TestApp } from "../testing";
import { askForMemories } from "./ask";
import { extractSession } from "./service";
import { readState } from "./state";
import {
  answerOf,
  atomicsOf,
  type Kimi,
  logLine,
  memory,
  openSessionTest,
  operationsOf,
  rowsOf,
  serverLog,
  SUMMARY,
  type SessionTest,
  switchOn,
  TALK,
} from "./testing";

let opened: SessionTest;
let test: TestApp;
let app: App;
let kimi: Kimi;
let llm: FakeLlm;
let ended = 0;

beforeEach(async () => {
  opened = await openSessionTest();
  ({ test, kimi, llm } = opened);
  app = test.app;
  ended = test.clock.now - 60 * 60_000;
});
afterEach(() => opened.close());

const ID = "session_11111111-aaaa";
const TOKEN = ["ghp", "Zk3QpL9vXw2RtY7uBn5McD8sFg1HjK4aEe6T"].join("_");
const run = (id = ID) => extractSession(app, id, null);
const rows = (status: "active" | "all" = "active") => rowsOf(app, status);
const atomics = () => atomicsOf(app);
const operations = () => operationsOf(app);
const line = () => logLine(test.home);
const logOf = () => serverLog(test.home);
const sentText = (index = 0): string =>
  (llm.requests[index]?.json as { messages: { role: string; content: string }[] }).messages
    .map(({ content }) => content)
    .join("\n");

describe("E65: outcomes", () => {
  it("E65, E67, E87: completed: one request, one operation, summary and memories together", async () => {
    kimi.session(ID, TALK, { mtime: ended });
    llm.script(answerOf([memory("store", "购物车缓存使用 Redis，因为会话必须在部署后保留。")]));
    expect(await run()).toEqual({ status: "completed", persisted: 2, reason: "llm", rate_limited: false });
    expect(llm.requests).toHaveLength(1);
    const body = llm.requests[0]?.json as { messages: { role: string }[]; max_tokens: number; temperature: number };
    expect(body.messages.map(({ role }) => role)).toEqual(["user"]);
    expect([body.max_tokens, body.temperature]).toEqual([4096, 0.2]);
    for (const [, text] of TALK) expect(sentText()).toContain(text);
    expect(operations().map(({ kind }) => kind)).toEqual(["session.extract"]);
    expect(
      rows()
        .map(({ key }) => key.replace(/\d{4}-\d\d-\d\d-\d{4}$/, "<time>"))
        .sort(),
    ).toEqual(["cart:cache:decision:store", "project:cart:progress:log:<time>"]);
    for (const row of rows()) {
      expect(row).toMatchObject({ source_session: ID, project: "cart", status: "active", created_at: ended });
    }
    expect(readState(test.home).get(ID)).toEqual({ mtime: ended, via: "llm", status: "completed" });
  });

  it("E62, E65: a session that is not there is to be tried again", async () => {
    for (const id of [ID, "../../etc/passwd", "session_.."]) {
      expect(await run(id)).toEqual({ status: "retry", persisted: 0, reason: "not_found", rate_limited: false });
    }
    expect(llm.requests).toHaveLength(0);
  });

  it("E64: less than 200 characters are skipped without a request; reasoning and tools do not count", async () => {
    kimi.session(
      ID,
      [
        ["user", "字".repeat(100)],
        ["assistant", "字".repeat(99)],
      ],
      { mtime: ended },
    );
    expect(await run()).toMatchObject({ status: "skipped", reason: "too_short" });
    expect(llm.requests).toHaveLength(0);
    expect(readState(test.home).get(ID)).toMatchObject({ mtime: ended, status: "skipped" });
    kimi.session(
      ID,
      [
        ["user", "字".repeat(100)],
        ["assistant", "字".repeat(100)],
      ],
      { mtime: ended + 1 },
    );
    llm.script(answerOf([]));
    expect(await run()).toMatchObject({ status: "completed" });
  });

  const soon = { "retry-after": "0" };
  it.each([
    ["malformed", [completion("I would rather not.")]],
    ["no_summary", [answerOf([memory("store", "购物车缓存使用 Redis，因为会话必须保留。")], null)]],
    ["bad_confidence", [answerOf([memory("store", "购物车缓存使用 Redis，因为会话必须保留。", { confidence: 7 })])]],
    ["bad_summary", [answerOf([], "The session settled on Redis.")]],
    ["http_401", [failure(401)]],
    ["http_500", [failure(500, "x", soon), failure(500, "x", soon), failure(500, "x", soon)]],
  ])("E65: %s is a retry: nothing is written, the checkpoint stays", async (reason, answers) => {
    kimi.session(ID, TALK, { mtime: ended });
    llm.script(...answers);
    expect(await run()).toEqual({ status: "retry", persisted: 0, reason, rate_limited: false });
    expect(llm.requests).toHaveLength(answers.length);
    expect([rows("all"), operations(), readState(test.home).size]).toEqual([[], [], 0]);
  });

  it("E65: 429 to the last is a retry that says so", async () => {
    kimi.session(ID, TALK, { mtime: ended });
    llm.script(failure(429, "x", soon), failure(429, "x", soon), failure(429, "x", soon));
    expect(await run()).toEqual({ status: "retry", persisted: 0, reason: "rate_limited", rate_limited: true });
  });

  it("E66: credentials that name no known provider, or no key, are a retry without a request", async () => {
    kimi.session(ID, TALK, { mtime: ended });
    for (const wrong of [{ provider: "acme" }, { api_key: "" }]) {
      switchOn(test.home, llm, wrong);
      expect(await run()).toMatchObject({ status: "retry", reason: "no_credentials" });
    }
    expect([llm.requests.length, rows("all").length]).toEqual([0, 0]);
  });
});

describe("E72: too long for the model", () => {
  const long = (chars: number): readonly (readonly ["user", string])[] =>
    Array.from(
      { length: chars / 5000 },
      (_, index) => ["user", `${String(index).padStart(3, "0")}${"缓".repeat(4997)}`] as const,
    );
  const overflow = failure(400, "This model's maximum context length is 65536 tokens.");

  it("E72: a conversation of 45,000 characters is one request", async () => {
    kimi.session(ID, long(45_000), { mtime: ended });
    llm.script(answerOf([]));
    expect(await run()).toMatchObject({ status: "completed" });
    expect(llm.requests).toHaveLength(1);
  });

  it("E72: after an overflow 1 + n requests, cut between messages; memories of all, the summary of the last", async () => {
    kimi.session(ID, long(300_000), { mtime: ended });
    llm.script(
      overflow,
      answerOf([memory("one", "第一部分决定缓存使用 Redis 集群部署。")], "第一部分的会话总结内容，后面会被丢弃。"),
      answerOf([memory("two", "第二部分决定过期时间统一为一天。")], "第二部分的会话总结内容，后面会被丢弃。"),
      answerOf([memory("three", "第三部分决定部署前必须先做回滚演练。")], SUMMARY),
    );
    expect(await run()).toMatchObject({ status: "completed", persisted: 4 });
    expect(llm.requests).toHaveLength(4);
    const seen = [1, 2, 3].flatMap((index) =>
      [...sentText(index).matchAll(/\[user\]\n(\d{3})缓+/g)].map((match) => [match[1], match[0].length]),
    );
    expect(seen).toEqual(Array.from({ length: 60 }, (_, index) => [String(index).padStart(3, "0"), 5007]));
    expect(rows().find(({ key }) => key.startsWith("project:"))?.value).toBe(SUMMARY);
    expect(
      atomics()
        .map(({ key }) => key.split(":")[3])
        .sort(),
    ).toEqual(["one", "three", "two"]);
  });

  it("E72: a piece without a summary spoils the whole; other refusals are no overflow", async () => {
    kimi.session(ID, long(300_000), { mtime: ended });
    llm.script(overflow, answerOf([memory("one", "第一部分决定缓存使用 Redis 集群部署。")]), answerOf([], null));
    expect(await run()).toMatchObject({ status: "retry", reason: "no_summary" });
    expect([llm.requests.length, rows("all").length]).toEqual([3, 0]);
    llm.script(failure(400, "messages must not be empty"));
    expect(await run()).toMatchObject({ status: "retry", reason: "http_400" });
    expect(llm.requests).toHaveLength(4);
  });
});

describe("E75: what leaves the machine", () => {
  it("E75, E89: secrets and private text stay here, the log file stays as it is, and the count is told", async () => {
    const path = kimi.session(
      ID,
      [...TALK, ["user", `数据库密码是 ${TOKEN}，<private>薪资 zqv</private> 请记住部署顺序。`]],
      { mtime: ended },
    );
    const before = readFileSync(path);
    llm.script(answerOf([memory("leak", `部署使用的访问令牌是 ${TOKEN}，必须妥善保管。`), memory("short", "太短")]));
    expect(await run()).toMatchObject({ status: "completed", persisted: 1 });
    expect(sentText()).not.toContain(TOKEN);
    expect(sentText()).not.toContain("zqv");
    expect(sentText()).toContain("[已脱敏:password]");
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(line()).toMatchObject({
      provider: "deepseek",
      redacted: 1,
      accepted: 0,
      rejected: { sensitive: 1, length: 1 },
      persisted: 1,
    });
    for (const text of [TOKEN, "部署使用的访问令牌", "太短", SUMMARY]) expect(logOf()).not.toContain(text);
  });

  it("E75: when redaction fails, nothing is sent and it is tried again", async () => {
    const message = {
      role: "user" as const,
      get text(): string {
        throw new Error("unreadable");
      },
    };
    const prompt = { project: "cart", language: "any", maxChars: 500 } as const;
    expect(await askForMemories(app, { messages: [message], projectId: 0, prompt })).toMatchObject({
      ok: false,
      reason: "redaction_failed",
    });
    expect(llm.requests).toHaveLength(0);
  });

  it("a session that is wholly private is skipped without a request", async () => {
    kimi.session(ID, [["user", `<private>${"秘密".repeat(200)}</private>`]], { mtime: ended });
    expect(await run()).toMatchObject({ status: "skipped", reason: "private" });
    expect(llm.requests).toHaveLength(0);
  });

  it("projects that are off or read-only are neither sent nor written; ask holds memories back", async () => {
    kimi.session(ID, TALK, { mtime: ended });
    llm.script(answerOf([]));
    await run();
    for (const [mode, reason] of [
      ["off", "project_off"],
      ["read-only", "project_read_only"],
    ]) {
      app.sqlite.prepare("UPDATE projects SET mode = ?").run(mode);
      expect(await run()).toMatchObject({ status: "skipped", reason });
    }
    expect(llm.requests).toHaveLength(1);
    app.sqlite.prepare("UPDATE projects SET mode = 'ask'").run();
    llm.script(answerOf([memory("store", "购物车缓存使用 Redis，因为会话必须在部署后保留。")]));
    await run();
    expect(atomics().map((row) => row.review_state)).toEqual(["pending"]);
  });
});

describe("contract §0: without a provider", () => {
  beforeEach(async () => {
    await opened.close();
    opened = await openSessionTest({ provider: false });
    ({ test, kimi, llm } = opened);
    app = test.app;
  });

  it("E61, E66, E98: the rules read the whole session at once; it stays eligible for the model", async () => {
    kimi.session(
      ID,
      [
        ["user", `购物车缓存我们决定使用 Redis，因为会话必须在部署之后仍然保留。${"请照此修改配置。".repeat(10)}`],
        ["assistant", `已经按要求修改了缓存配置。${"配置文件里写明了地址和过期时间。".repeat(8)}`],
        ["user", "以后所有文档必须使用中文书写。"],
      ],
      { mtime: ended },
    );
    expect(await run()).toMatchObject({ status: "completed", reason: "rules" });
    expect(atomics().length).toBeGreaterThan(0);
    expect(atomics().some(({ value }) => value.includes("Redis"))).toBe(true);
    expect(readState(test.home).get(ID)).toEqual({ mtime: ended, via: "rules", status: "completed" });
    expect(operations().map(({ kind }) => kind)).toEqual(["session.extract"]);
    expect(llm.requests).toHaveLength(0);
    expect(line()).toMatchObject({ provider: "rules", redacted: 0 });
    const before = rows().map(({ id }) => id);
    expect(await run()).toMatchObject({ status: "completed", persisted: 0 });
    expect(rows().map(({ id }) => id)).toEqual(before);
  });

  it("E66: a bare key in the environment switches nothing on", async () => {
    await opened.close();
    opened = await openSessionTest({ provider: false, env: { DEEPSEEK_API_KEY: ["test", "key"].join("-") } });
    ({ test, kimi, llm } = opened);
    app = test.app;
    kimi.session(ID, TALK, { mtime: ended });
    expect(await run()).toMatchObject({ status: "completed", reason: "rules" });
    expect(llm.requests).toHaveLength(0);
  });

  it("secrets and private text reach no file", async () => {
    kimi.session(
      ID,
      [...TALK, ["user", `我们决定部署令牌使用 ${TOKEN}。<private>我们决定薪资 zqv 必须保密。</private>`]],
      { mtime: ended },
    );
    await run();
    expect(JSON.stringify(app.sqlite.prepare("SELECT * FROM memories").all())).not.toMatch(/Zk3QpL9v|zqv/);
  });
});

it("the language gate is a setting: any by default", () => {
  expect(SETTING_DEFAULTS.memory_language).toBe("any");
});
