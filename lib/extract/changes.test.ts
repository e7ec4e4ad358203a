/** Changed decisions from capture to what an agent is told: the older value is not told as the truth. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hook, prompt } from "../capture/testing";
import { ingest } from "../capture/ingest";
import type { App } from "../context";
import { write } from "../db/write";
import { buildInjection } from "../inject/service";
import { enqueue } from "../jobs/repo";
import { drain } from "../jobs/runner";
import { restoreMemory } from "../memories/service";
import { undoOperation } from "../operations/undo";
import { recallForPrompt } from "../recall/service";
import { getSession } from "../sessions/query";
import { openTestApp, type TestApp } from "../testing";

const PERSON = { kind: "person", name: "tester" } as const;
const HOME = { cwd: "/w/shop" };
let test: TestApp;
let app: App;

beforeEach(async () => {
  test = await openTestApp();
  app = test.app;
});
afterEach(() => test.close());

let calls = 0;
const edits = (file_path: string) =>
  hook("PostToolUse", {
    ...HOME,
    tool_name: "Edit",
    tool_input: { file_path, old_string: "a", new_string: "b" },
    tool_response: { filePath: file_path },
    tool_use_id: `t-${(calls += 1)}`,
  });

/** One turn a minute, each extracted before the next. */
async function turn(asked: string, answer = "Noted.", ...files: string[]): Promise<void> {
  test.clock.now += 60_000;
  const stop = hook("Stop", { ...HOME, stop_hook_active: false, last_assistant_message: answer });
  await ingest(app, [prompt(asked, HOME), ...files.map(edits), stop]);
  await drain(app);
}
async function readAgain(number: number): Promise<void> {
  write(app, (tx) => {
    app.sqlite.prepare("UPDATE turns SET revision = revision + 1 WHERE number = ?").run(number);
    const [sessionId, revision] = app.sqlite
      .prepare("SELECT session_id, revision FROM turns WHERE number = ?")
      .raw()
      .get(number) as [number, number];
    enqueue(tx, app.now(), {
      kind: "turn.extract",
      key: `${sessionId}:${number}`,
      payload: { sessionId, turn: number, revision },
    });
  });
  await drain(app);
}
const told = (): string =>
  buildInjection(app, { cwd: HOME.cwd, host: "claude-code", session: "other", preview: true }).text;
/** The layer of memories alone. */
const facts = (): string[] =>
  told()
    .split("\n")
    .filter((line) => /, M\d+\)$/.test(line));
const brought = async (asked: string): Promise<string> =>
  (await recallForPrompt(app, { cwd: HOME.cwd, prompt: asked })).text;
const rows = (sql: string): unknown[] => app.sqlite.prepare(sql).raw().all();
const memories = (): unknown[] => rows("SELECT value, status FROM memories ORDER BY id");
const lastOperation = (kind: string): number =>
  app.sqlite.prepare("SELECT max(id) FROM operations WHERE kind = ?").pluck().get(kind) as number;

describe("changed decisions", () => {
  it("tell the newer database and the newer framework only, each by itself", async () => {
    await turn(
      "Let's use PostgreSQL 15 for the main database and Fastify as the web framework.",
      "I set up the pool.",
      "/w/shop/src/db.ts",
    );
    expect(facts()).toHaveLength(2);
    await turn("Actually let's use MySQL instead of PostgreSQL, the hosting only offers MySQL 8.");
    expect(memories()).toEqual([
      ["Let's use PostgreSQL 15 for the main database", "superseded"],
      ["Let's use Fastify as the web framework", "active"],
      ["Actually let's use MySQL instead of PostgreSQL, the hosting only offers MySQL 8.", "active"],
    ]);
    await turn("We switched from Fastify to Hono because Fastify plugins are a pain.");
    expect(told()).not.toMatch(/PostgreSQL 15|Fastify as the web framework/);
    expect(facts().join("\n")).toMatch(/MySQL[\s\S]*Hono|Hono[\s\S]*MySQL/);
    expect(await brought("what database do we use?")).toMatch(/MySQL 8/);
    expect(await brought("what database do we use?")).not.toMatch(/PostgreSQL 15/);
    expect(await brought("which web framework do we use?")).not.toMatch(/Fastify as the web framework/);
  });

  it("keep a switch that was asked for and carried out", async () => {
    await turn("We use Vue 3 for the frontend.");
    await turn("Switch from Vue to Svelte.", "Switched to Svelte.");
    expect(memories()).toEqual([
      ["We use Vue 3 for the frontend.", "superseded"],
      ["We switched from Vue to Svelte", "active"],
    ]);
    expect(told()).not.toContain("We use Vue 3");
  });

  it("change a person's own preference where that is what is taken back, else the project's", async () => {
    await turn("I prefer tabs over spaces.");
    await turn("I changed my mind: spaces, not tabs.");
    expect(rows("SELECT value, status, project_id FROM memories ORDER BY id")).toEqual([
      ["I prefer tabs over spaces.", "superseded", 0],
      ["I changed my mind: spaces, not tabs.", "active", 0],
    ]);
    expect(told()).not.toContain("I prefer tabs");
    await turn("We use tabs here.");
    await turn("I changed my mind: spaces, not tabs, in this repo.");
    expect(rows("SELECT project_id > 0, status FROM memories WHERE id > 2 ORDER BY id")).toEqual([
      [1, "superseded"],
      [1, "active"],
    ]);
  });

  it("ask which port is meant, and tell the newer one meanwhile", async () => {
    await turn("The API should listen on port 4000.", "The server listens on port 4000 now.", "/w/shop/src/server.ts");
    await turn("Port is now 4100.");
    expect(rows("SELECT kind, status, older_id, newer_id FROM memory_pairs")).toEqual([["supersedes", "open", 1, 2]]);
    expect(facts().join("\n")).toContain("Port is now 4100.");
    expect(facts().join("\n")).not.toContain("4000");
    await turn("The API should listen on port 4200.");
    expect(facts().join("\n")).toContain("4200");
    expect(facts().join("\n")).not.toContain("4000");
  });

  it("in Chinese", async () => {
    await turn(
      "后端用 Go 和 Gin，数据库决定用 PostgreSQL，缓存用 Redis。先搭一个骨架。",
      "已经搭好骨架。",
      "/w/shop/main.go",
    );
    await turn("服务监听 8080 端口。", "好的。");
    await turn("我们不再使用 Redis，改用 Memcached 做缓存。", "好的。");
    await turn("端口从 8080 改成 9090", "已改为 9090。");
    await turn("数据库还是换成 MySQL 吧，服务器上只有 MySQL。", "好的。");
    expect(rows("SELECT value FROM memories WHERE status = 'active' ORDER BY id")).toEqual([
      ["后端用 Go 和 Gin"],
      ["我们不再使用 Redis，改用 Memcached 做缓存。"],
      ["端口从 8080 改成 9090"],
      ["数据库还是换成 MySQL 吧，服务器上只有 MySQL。"],
    ]);
    expect(told()).not.toMatch(/PostgreSQL|缓存用 Redis|监听 8080/);
    for (const asked of ["缓存用的是什么？", "数据库用哪个", "服务端口是多少？"]) {
      expect(await brought(asked)).not.toMatch(/PostgreSQL|缓存用 Redis|监听 8080/);
    }
  });
});

it("a command to the agent's program is no title of a session", async () => {
  await turn("/compact", "");
  await turn("Add a login page.", "Added the page.", "/w/shop/src/login.ts");
  expect(getSession(app.db, 1)?.title).toBe("Add a login page.");
});

describe("what a person takes back", () => {
  it("leaves the blocks, comes back by undo, and is not taken again from who restored it", async () => {
    await turn("Don't use lodash.");
    await turn("Forget what I said about lodash, it's fine.");
    expect(memories()).toEqual([["Don't use lodash.", "archived"]]);
    expect(told()).not.toContain("Don't use lodash");
    undoOperation(app, lastOperation("turn.extract"), PERSON);
    expect(memories()).toEqual([["Don't use lodash.", "active"]]);
    await turn("You can use lodash again.");
    expect(memories()).toEqual([["Don't use lodash.", "archived"]]);
    restoreMemory(app, 1, PERSON);
    await turn("lodash is fine after all.");
    expect(memories()).toEqual([["Don't use lodash.", "active"]]);
  });
  it("only what refused a thing that is fine after all", async () => {
    await turn("Use lodash instead of underscore.");
    await turn("lodash is fine after all.");
    expect(memories()).toEqual([["Use lodash instead of underscore.", "active"]]);
  });
});

describe("observations that a newer memory changed", () => {
  const decisions = () => rows("SELECT title, status FROM observations WHERE obs_type = 'decision' ORDER BY id");
  it("are archived with or without a memory of their own, undoably and once", async () => {
    await turn("后端用 Go 和 Gin，数据库决定用 PostgreSQL，缓存用 Redis。", "好的。");
    app.sqlite.prepare("DELETE FROM memories").run();
    await turn("我们不再使用 Redis，改用 Memcached 做缓存。", "好的。");
    expect(decisions()).toEqual([
      ["后端用 Go 和 Gin", "active"],
      ["数据库决定用 PostgreSQL", "active"],
      ["缓存用 Redis", "archived"],
      ["我们不再使用 Redis，改用 Memcached 做缓存", "active"],
    ]);
    expect(await brought("缓存用的是什么？")).not.toContain("缓存用 Redis");
    undoOperation(app, lastOperation("observation.supersede"), PERSON);
    expect(decisions()[2]).toEqual(["缓存用 Redis", "active"]);
    await turn("我们不再使用 Redis，改用 Valkey 做缓存。", "好的。");
    expect(decisions()[2]).toEqual(["缓存用 Redis", "active"]);
  });
  it("lose the request that stated it, and do not get it back when their turn is read again", async () => {
    await turn("Let's use Fastify as the web framework.", "Set up the server.", "/w/shop/src/server.ts");
    app.sqlite
      .prepare("UPDATE observations SET subtitle = 'Let''s use Fastify as the web framework' WHERE id = 1")
      .run();
    await turn("We switched from Fastify to Hono because plugins are a pain.");
    expect(rows("SELECT title, subtitle, status FROM observations WHERE turn = 1 ORDER BY id")).toEqual([
      ["Set up the server", null, "active"],
      ["Let's use Fastify as the web framework", null, "archived"],
    ]);
    await readAgain(1);
    expect(
      rows("SELECT subtitle, status FROM observations WHERE turn = 1 ORDER BY id").map((row) => (row as string[])[1]),
    ).toEqual(["active", "archived"]);
    expect(told()).not.toContain("Fastify as the web framework");
  });
  it("what was told as done stays", async () => {
    await turn("Move the server to port 4000.", "Moved the port to 4000.", "/w/shop/src/server.ts");
    await turn("Port is now 4100.");
    expect(rows("SELECT title, status FROM observations ORDER BY id")[0]).toEqual(["Moved the port to 4000", "active"]);
  });
});

describe("what a person sets right in passing", () => {
  it.each([
    ["We use port 5433 for the staging database.", "No, the staging database is on port 5544, not 5433."],
    [
      "Remember: the staging database is on port 5433.",
      "That is outdated, staging database is now on port 5544, remember it.",
    ],
    ["We use port 5433 for the staging database.", "The staging database moved to port 5544."],
    ["记住：线上数据库的主机是 db-prod-3.internal。", "不对，线上数据库主机已经换成 db-prod-7.internal 了。"],
    ["我们用 5433 端口连接测试数据库。", "测试数据库的端口不是 5433，是 5544。"],
  ])("%s → %s", async (first, then) => {
    await turn(first);
    await turn(then);
    expect(memories().map((row) => (row as string[])[1])).toEqual(["superseded", "active"]);
    expect(facts()).toHaveLength(1);
    expect(facts()[0]).toMatch(/5544|db-prod-7/);
  });
});
