/** What of a session is written, where, and how often (E78–E88). */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { App } from "../context";
import { drain } from "../jobs/runner";
import { archiveMemory, updateMemory } from "../memories/service";
import { undoOperation } from "../operations/undo";
import { completion, type FakeLlm } from "../testing/fake-llm";
import type { TestApp } from "../testing";
import { projectOfSession } from "./project";
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
  SUMMARY,
  type SessionTest,
  TALK,
  WORK,
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
const PERSON = { kind: "person", name: "tester" } as const;
const run = (id = ID) => extractSession(app, id, null);
const rows = (status: "active" | "all" = "active") => rowsOf(app, status);
const atomics = () => atomicsOf(app);
const operations = () => operationsOf(app);
const line = () => logLine(test.home);

describe("E78: the session's log", () => {
  const log = () => rows("all").filter(({ key }) => key.startsWith("project:"));

  it("E78: the same again needs no write; other metadata is repaired by a new version", async () => {
    kimi.session(ID, TALK, { mtime: ended });
    llm.script(answerOf([]), answerOf([]), answerOf([]));
    await run();
    expect(await run()).toMatchObject({ status: "completed", persisted: 0 });
    expect([log().length, operations().length]).toEqual([1, 1]);
    app.sqlite.prepare("UPDATE memories SET importance = 2, tags = 'x', tier = 'pinned'").run();
    expect(await run()).toMatchObject({ status: "completed", persisted: 1 });
    expect(log().map(({ status, importance, tier, tags }) => ({ status, importance, tier, tags }))).toEqual(
      expect.arrayContaining([
        { status: "active", importance: 5, tier: "normal", tags: "日志,分类:cart" },
        { status: "superseded", importance: 2, tier: "pinned", tags: "x" },
      ]),
    );
    expect(log()).toHaveLength(2);
  });

  it("E78: what the provider says about it is thrown away, and it takes none of the eight places", async () => {
    kimi.session(ID, TALK, { mtime: ended });
    const summary = {
      key: "session_summary",
      value: SUMMARY,
      importance: 10,
      tier: "pinned",
      tags: ["evil"],
      attribute: "preference",
    };
    const items = Array.from({ length: 9 }, (_, index) =>
      memory(`topic-${index}`, `第 ${index} 条规则：${"甲乙丙丁戊己庚辛壬"[index]}模块必须单独验证。`),
    );
    llm.script(completion(JSON.stringify([summary, ...items])));
    expect(await run()).toMatchObject({ persisted: 9 });
    expect(log()).toMatchObject([
      { value: SUMMARY, importance: 5, tier: "normal", tags: "日志,分类:cart", attribute: "fact", confidence: 1 },
    ]);
  });

  it("E78: other words of a later reading replace it, but not what a person made of it", async () => {
    kimi.session(ID, TALK, { mtime: ended });
    const other = "会话还补充了缓存过期时间的约定，统一为一天。";
    llm.script(answerOf([]), answerOf([], other), answerOf([]));
    await run();
    expect(await run()).toMatchObject({ persisted: 1 });
    const active = rows().find(({ key }) => key.startsWith("project:"));
    expect(active?.value).toBe(other);
    updateMemory(app, active?.id ?? 0, { importance: 9 }, PERSON);
    expect(await run()).toMatchObject({ status: "completed", persisted: 0 });
    expect(rows().find(({ key }) => key.startsWith("project:"))).toMatchObject({ value: other, importance: 9 });
  });
});

describe("E79, E80: whose session it was", () => {
  it("E79: the folder whose hash the log carries, else the hook's word, else the name", async () => {
    app.sqlite
      .prepare(
        "INSERT INTO projects (key, name, kind, created_at, last_activity_at) VALUES ('path:/w/real', 'real', 'folder', 1, 1)",
      )
      .run();
    app.sqlite
      .prepare("INSERT INTO project_roots (path, project_id, kind, created_at) VALUES ('hello world', 1, 'folder', 1)")
      .run();
    app.sqlite
      .prepare("INSERT INTO project_aliases (project_id, alias, kind, created_at) VALUES (1, 'real', 'name', 1)")
      .run();
    const log = { sessionId: ID, workFolder: "wd_other_b94d27b9934d", path: "/x", mtimeMs: 1, bytes: 1 };
    expect(projectOfSession(app, log, null)).toMatchObject({ scope: { id: 1 }, name: "other" });
    const elsewhere = { ...log, workFolder: WORK };
    expect(projectOfSession(app, elsewhere, 1).row?.name).toBe("real");
    expect(projectOfSession(app, { ...log, workFolder: "wd_real_0123456789ab" }, null).row?.id).toBe(1);
    expect(projectOfSession(app, elsewhere, null)).toMatchObject({ row: null, name: "cart" });
    expect(projectOfSession(app, { ...log, workFolder: "odd" }, null).name).toBe("general");
  });

  it("a key that names another project goes there, one of the person goes everywhere", async () => {
    app.sqlite
      .prepare(
        "INSERT INTO projects (key, name, kind, created_at, last_activity_at) VALUES ('path:/w/shop', 'shop', 'folder', 1, 1)",
      )
      .run();
    app.sqlite
      .prepare("INSERT INTO project_aliases (project_id, alias, kind, created_at) VALUES (1, 'shop', 'name', 1)")
      .run();
    kimi.session(ID, TALK, { mtime: ended });
    llm.script(
      answerOf([
        { ...memory("a", "商店项目的订单编号由网关统一生成。"), key: "shop:orders:decision:ids" },
        { ...memory("b", "用户偏好所有文档使用中文书写。"), key: "user:language:preference:docs" },
        memory("c", "购物车缓存使用 Redis，因为会话必须在部署后保留。"),
      ]),
    );
    await run();
    expect(Object.fromEntries(atomics().map((row) => [row.key.split(":")[0], row.project]))).toEqual({
      shop: "shop",
      user: null,
      cart: "cart",
    });
  });
});

describe("E85–E88: writing", () => {
  const WORDS = ["苹果", "香蕉", "樱桃", "葡萄", "柠檬", "芒果", "西瓜", "桃子", "石榴", "椰子"];
  const ten = () =>
    WORDS.map((word, index) =>
      memory(`topic_${index}`, `${word}服务的接口由网关统一鉴权，必须带签名。`, { importance: 5 }),
    );

  it("E85: an existing duplicate takes no place: eight of ten are written, keys in lower case", async () => {
    kimi.session(ID, TALK, { mtime: ended });
    const known = memory("KNOWN", "购物车缓存使用 Redis，因为会话必须在部署后保留。", { importance: 9 });
    llm.script(answerOf([known]), answerOf([{ ...known, key: known.key.toUpperCase() }, ...ten()]));
    await run();
    expect(atomics().map(({ key }) => key)).toEqual(["cart:cache:decision:known"]);
    expect(await run()).toMatchObject({ status: "completed", persisted: 8 });
    expect(atomics()).toHaveLength(9);
    expect(line()).toMatchObject({ accepted: 11, rejected: { skipped: 1 }, persisted: 8 });
  });

  it("E86: skip, replace by the more specific, conflict as a pair; the new source session stands with what replaced", async () => {
    kimi.session(ID, TALK, { mtime: ended });
    kimi.session("session_2", TALK, { mtime: ended + 1000 });
    llm.script(
      answerOf([
        memory("same", "缓存键以用户编号开头，便于清理。"),
        memory("more", "缓存的过期时间统一设置为一天。"),
        memory("other", "缓存层选择使用 Redis 单机部署。"),
      ]),
      answerOf([
        memory("same", " 缓存键以用户编号开头，便于清理。 "),
        memory("more", "缓存的过期时间统一设置为 86400 秒，2026-05 起生效，明确由网关负责刷新。"),
        memory("other", "缓存层选择使用本地内存的方案。"),
      ]),
    );
    await run();
    expect(await run("session_2")).toMatchObject({ status: "completed" });
    const byTopic = Object.fromEntries(atomics().map((row) => [row.key.split(":")[3], row]));
    expect(byTopic["same"]?.source_session).toBe(ID);
    expect(byTopic["more"]).toMatchObject({ source_session: "session_2" });
    expect(byTopic["more"]?.value).toContain("86400");
    expect(byTopic["other"]?.value).toContain("Redis");
    expect(atomics()).toHaveLength(3);
    expect(app.sqlite.prepare("SELECT kind, status, older_id FROM memory_pairs").all()).toEqual([
      { kind: "conflict", status: "open", older_id: byTopic["other"]?.id },
    ]);
    expect(line()).toMatchObject({ rejected: { skipped: 1, conflict: 1 } });
  });

  it("E86: across keys the like of an active memory is merged into it, a pinned one stays pinned, a reference never merges", async () => {
    const value = "部署之前必须先在预发环境验证回滚路径。";
    kimi.session(ID, TALK, { mtime: ended });
    kimi.session("session_2", TALK, { mtime: ended + 1000 });
    llm.script(
      answerOf([memory("rollback", value, { tier: "pinned" })]),
      answerOf([memory("deploy", value, { tags: ["deploy"] }), memory("manual", value, { tier: "reference" })]),
    );
    await run();
    await drain(app);
    expect(await run("session_2")).toMatchObject({ status: "completed" });
    const merged = atomics().find(({ key }) => key.endsWith(":rollback"));
    expect(merged).toMatchObject({ tier: "pinned", source_session: "session_2", value });
    expect(merged?.tags.split(",").sort()).toEqual(["cache", "deploy"]);
    expect(
      atomics()
        .map(({ key, tier }) => [key.split(":")[3], tier])
        .sort(),
    ).toEqual([
      ["manual", "reference"],
      ["rollback", "pinned"],
    ]);
  });

  it("E87: when the third write fails nothing stays, and it is tried again", async () => {
    kimi.session(ID, TALK, { mtime: ended });
    app.sqlite.exec(
      "CREATE TRIGGER third BEFORE INSERT ON memories WHEN NEW.key LIKE '%topic_1' BEGIN SELECT RAISE(ABORT, 'no'); END",
    );
    llm.script(answerOf(ten()), answerOf(ten()));
    expect(await run()).toEqual({ status: "retry", persisted: 0, reason: "store_failed", rate_limited: false });
    expect([rows("all"), operations(), readState(test.home).size]).toEqual([[], [], 0]);
    app.sqlite.exec("DROP TRIGGER third");
    expect(await run()).toMatchObject({ status: "completed", persisted: 9 });
  });

  it("E87: Undo takes all of it back, and reading the session again leaves it so", async () => {
    kimi.session(ID, TALK, { mtime: ended });
    llm.script(answerOf(ten()));
    await run();
    undoOperation(app, operations()[0]?.id ?? 0, PERSON);
    expect(rows()).toEqual([]);
    expect(await run()).toMatchObject({ status: "skipped", reason: "undone" });
    expect([rows(), llm.requests.length]).toEqual([[], 1]);
    kimi.session(ID, TALK, { mtime: test.clock.now + 1000 });
    const fresh = memory("fresh", "后来又决定访问日志统一保留三十天。");
    llm.script(answerOf([...ten().slice(0, 8), fresh]));
    expect(await run()).toMatchObject({ status: "completed", persisted: 2 });
    expect(atomics().map(({ key }) => key)).toEqual(["cart:cache:decision:fresh"]);
    expect(line()).toMatchObject({ rejected: { taken_back: 8 } });
  });

  it("a memory that a person archived does not come back from the same session", async () => {
    kimi.session(ID, TALK, { mtime: ended });
    const items = [memory("store", "购物车缓存使用 Redis，因为会话必须在部署后保留。")];
    llm.script(answerOf(items), answerOf(items));
    await run();
    archiveMemory(app, atomics()[0]?.id ?? 0, PERSON);
    await run();
    expect(atomics()).toEqual([]);
  });

  it("E88: vectors follow after the commit; without a model rows and outcome stay, and the work waits", async () => {
    await opened.close();
    const broken = () => Promise.reject(new Error("no model"));
    opened = await openSessionTest();
    ({ test, kimi, llm } = opened);
    app = test.app;
    app.embedder = { ...app.embedder, embedQuery: broken, embedPassages: broken };
    kimi.session(ID, TALK, { mtime: ended });
    llm.script(answerOf(ten()));
    expect(await run()).toMatchObject({ status: "completed", persisted: 9 });
    await drain(app);
    expect(rows()).toHaveLength(9);
    const waiting = app.sqlite.prepare("SELECT count(*) AS n FROM jobs WHERE kind = 'vector.index'").get() as {
      n: number;
    };
    expect(waiting.n).toBeGreaterThan(0);
    expect(readState(test.home).get(ID)?.status).toBe("completed");
  });
});
