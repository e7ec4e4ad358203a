/** Sessions that nobody ended (E92–E98), what hooks hand in (E61, E91), and the routes of both. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import * as staleRoute from "../../app/api/extract-stale/route";
import * as endRoute from "../../app/api/session-extract/route";
import type { App } from "../context";
import { AppError } from "../contract/errors";
import { SessionExtractAccepted, StaleState } from "../contract/session-extract";
import { JOB } from "../jobs/kinds";
import { enqueue } from "../jobs/repo";
import { drain, startRunner } from "../jobs/runner";
import { settle } from "../jobs/run";
import { listMemories } from "../memories/list";
import { saveSettings } from "../settings/service";
import { failure, type FakeLlm } from "../testing/fake-llm";
import type { TestApp } from "../testing";
import { staleJob } from "./repo";
import { runStale } from "./stale";
import { readState } from "./state";
import { answerOf, type Kimi, memory, openSessionTest, type SessionTest, switchOn, TALK } from "./testing";

let opened: SessionTest;
let test: TestApp;
let app: App;
let kimi: Kimi;
let llm: FakeLlm;

const use = (next: SessionTest): void => {
  opened = next;
  ({ test, kimi, llm } = opened);
  app = test.app;
};
beforeEach(async () => use(await openSessionTest()));
afterEach(() => opened.close());

const HOUR = 60 * 60_000;
const soon = { "retry-after": "0" };
/** Long enough for E93. */
const LONG = [...TALK, ["user", "补充说明：".repeat(800)] as const];
const stale = (name: string, hoursAgo: number): number => {
  const mtime = test.clock.now - hoursAgo * HOUR;
  kimi.session(`session_${name}`, LONG, { mtime });
  return mtime;
};
const sessionsOf = (run: Awaited<ReturnType<typeof runStale>>) =>
  run.sessions.map(({ session, outcome, error }) => [session.slice("session_".length), outcome?.status ?? error]);
const rows = () => listMemories(app, { limit: 100 }).items;
const post = (route: { POST: (request: Request) => Promise<Response> }, body: unknown = {}) =>
  route.POST(
    new Request("http://127.0.0.1/api/x", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  );

describe("one run", () => {
  it("E93, E95: at most three, newest first; completed and skipped move on, retry does not", async () => {
    const times = { a: stale("a", 1), b: stale("b", 2), c: stale("c", 3), d: stale("d", 4) };
    llm.script(answerOf([memory("a", "购物车缓存使用 Redis，因为会话必须在部署后保留。")]), failure(401), answerOf([]));
    expect(sessionsOf(await runStale(app))).toEqual([
      ["a", "completed"],
      ["b", "retry"],
      ["c", "completed"],
    ]);
    expect([...readState(test.home)].map(([id, { mtime }]) => [id, mtime]).sort()).toEqual([
      ["session_a", times.a],
      ["session_c", times.c],
    ]);
    llm.script(answerOf([]), answerOf([]));
    expect(sessionsOf(await runStale(app))).toEqual([
      ["b", "completed"],
      ["d", "completed"],
    ]);
    expect(sessionsOf(await runStale(app))).toEqual([]);
    expect(llm.requests).toHaveLength(5);
    stale("a", 0.6);
    llm.script(answerOf([]));
    expect(sessionsOf(await runStale(app))).toEqual([["a", "completed"]]);
  });

  it("E95: what nobody expected is logged by its class alone, and the next session is read", async () => {
    stale("a", 1);
    stale("b", 2);
    const text = "secret words of the person";
    let broken = true;
    const { now } = app;
    llm.script(() => {
      // From here on the clock fails once, as nothing in the store expects.
      app.now = () => {
        if (!broken) return now();
        broken = false;
        throw new TypeError(text);
      };
      return answerOf([]);
    }, answerOf([]));
    expect(sessionsOf(await runStale(app))).toEqual([
      ["a", "TypeError"],
      ["b", "completed"],
    ]);
    const log = readFileSync(join(test.home, "logs", "keepsake.log"), "utf8");
    expect(log).toContain('"error":"TypeError"');
    expect(log).not.toContain(text);
    expect([...readState(test.home).keys()]).toEqual(["session_b"]);
  });

  it("E96: 429 to the last stops the rest of the run", async () => {
    for (const [index, name] of ["a", "b", "c"].entries()) stale(name, index + 1);
    llm.script(answerOf([]), failure(429, "x", soon), failure(429, "x", soon), failure(429, "x", soon));
    const run = await runStale(app);
    expect([run.status, sessionsOf(run)]).toEqual([
      "rate_limited",
      [
        ["a", "completed"],
        ["b", "retry"],
      ],
    ]);
    expect(llm.requests).toHaveLength(4);
  });

  it("E97: memories are no proof: without state a session is read once more, and nothing is written twice", async () => {
    stale("a", 1);
    const items = [memory("store", "购物车缓存使用 Redis，因为会话必须在部署后保留。")];
    llm.script(answerOf(items), answerOf(items));
    await runStale(app);
    const before = rows().map(({ id }) => id);
    expect(before).toHaveLength(2);
    writeFileSync(join(test.home, ".extracted_sessions.json"), "{ torn");
    const run = await runStale(app);
    expect(run.sessions[0]?.outcome).toMatchObject({ status: "completed", persisted: 0 });
    expect(rows().map(({ id }) => id)).toEqual(before);
    expect(readState(test.home).size).toBe(1);
  });

  it("E98: without credentials the run ends before any session is touched", async () => {
    await opened.close();
    use(await openSessionTest({ provider: false }));
    stale("a", 1);
    const run = await runStale(app);
    expect([run.status, run.sessions]).toEqual(["no_provider", []]);
    expect([readState(test.home).size, rows().length, llm.requests.length]).toEqual([0, 0, 0]);
    switchOn(test.home, llm);
    llm.script(answerOf([]));
    expect((await runStale(app)).status).toBe("completed");
  });

  it("E94, §0: what the rules read is read again once a model is there", async () => {
    await opened.close();
    use(await openSessionTest({ provider: false }));
    const mtime = stale("a", 1);
    await post(endRoute, { session_id: "session_a" });
    await drain(app);
    expect(readState(test.home).get("session_a")).toEqual({ mtime, via: "rules", status: "completed" });
    switchOn(test.home, llm);
    llm.script(answerOf([]));
    expect(sessionsOf(await runStale(app))).toEqual([["a", "completed"]]);
    expect(readState(test.home).get("session_a")).toEqual({ mtime, via: "llm", status: "completed" });
    expect(sessionsOf(await runStale(app))).toEqual([]);
  });
});

describe("E92: when it runs", () => {
  it("E92: at minute 23 of each hour, for ever", async () => {
    const runner = startRunner(app);
    await expect.poll(() => staleJob(app.db)?.runAt).toBeDefined();
    await runner.stop();
    const first = staleJob(app.db)?.runAt ?? 0;
    expect([new Date(first).getMinutes(), new Date(first).getSeconds()]).toEqual([23, 0]);
    expect(first - test.clock.now).toBeGreaterThan(0);
    expect(first - test.clock.now).toBeLessThanOrEqual(HOUR);
    test.clock.now = first;
    await drain(app);
    expect(staleJob(app.db)).toEqual({ status: "queued", runAt: first + HOUR });
  });

  it("E92: one at a time: a second that is asked for while one is at work starts nothing", async () => {
    stale("a", 1);
    let release = (): void => undefined;
    const hold = new Promise<void>((resolve) => (release = resolve));
    llm.script({ ...answerOf([]), hold });
    expect(await (await post(staleRoute)).json()).toEqual({ status: "started" });
    expect(await (await post(staleRoute)).json()).toEqual({ status: "running" });
    const work = drain(app);
    await llm.received(1);
    const second = await post(staleRoute);
    expect([second.status, await second.json()]).toEqual([202, { status: "running" }]);
    const during = StaleState.parse(
      await (await staleRoute.GET(new Request("http://127.0.0.1/api/extract-stale"))).json(),
    );
    expect([during.running, during.last]).toEqual([true, null]);
    release();
    await work;
    const after = StaleState.parse(
      await (await staleRoute.GET(new Request("http://127.0.0.1/api/extract-stale"))).json(),
    );
    expect(after.running).toBe(false);
    expect(after.last?.sessions).toMatchObject([{ session: "session_a", outcome: { status: "completed" } }]);
    expect(after.next_at).toBeGreaterThan(test.clock.now);
    expect(llm.requests).toHaveLength(1);
  });

  it("E92: a run that waits for the model holds up no other lane", async () => {
    stale("a", 1);
    let release = (): void => undefined;
    llm.script({ ...answerOf([]), hold: new Promise<void>((resolve) => (release = resolve)) });
    const runner = startRunner(app);
    await post(staleRoute);
    await llm.received(1);
    settle(app, (tx) =>
      enqueue(tx, app.now(), { kind: JOB.extractTurn, key: "1:1", payload: { sessionId: 1, turn: 1, revision: 1 } }),
    );
    app.wake();
    const turns = () =>
      app.sqlite.prepare("SELECT count(*) AS n FROM jobs WHERE kind = ?").get(JOB.extractTurn) as { n: number };
    await expect.poll(turns, { timeout: 20_000 }).toEqual({ n: 0 });
    release();
    await runner.stop();
  });
});

describe("E61: what a session-end hook hands in", () => {
  it("E61: is accepted at once, and extracted by a job", async () => {
    kimi.session("session_a", TALK, { mtime: test.clock.now });
    llm.script(answerOf([memory("store", "购物车缓存使用 Redis，因为会话必须在部署后保留。")]));
    const answer = await post(endRoute, { session_id: "a", cwd: "/w/cart-service", host: "kimi" });
    expect([answer.status, SessionExtractAccepted.parse(await answer.json())]).toEqual([
      202,
      { status: "accepted", reason: null },
    ]);
    expect(llm.requests).toHaveLength(0);
    await drain(app);
    expect(rows().map((row) => row.project)).toEqual(["cart-service", "cart-service"]);
    expect(readState(test.home).get("session_a")?.status).toBe("completed");
  });

  it("E91, E134: a Stop hook that another one caused does nothing, unless the setting says otherwise", async () => {
    kimi.session("session_a", TALK, { mtime: test.clock.now });
    const body = { session_id: "a", stop_hook_active: true };
    expect(await (await post(endRoute, body)).json()).toEqual({ status: "skipped", reason: "stop_hook_active" });
    expect(await drain(app)).toBe(0);
    expect(await (await post(endRoute, { ...body, stop_hook_active: false })).json()).toMatchObject({
      status: "accepted",
    });
    saveSettings(app, { stop_hook_safe: false });
    expect(await (await post(endRoute, body)).json()).toMatchObject({ status: "accepted" });
  });

  it("a project that is off or read-only is not extracted", async () => {
    await post(endRoute, { session_id: "a", cwd: "/w/cart" });
    app.sqlite.prepare("UPDATE projects SET mode = 'off'").run();
    expect(await (await post(endRoute, { session_id: "b", cwd: "/w/cart" })).json()).toEqual({
      status: "skipped",
      reason: "project_off",
    });
  });

  it.each([
    {},
    { session_id: "" },
    { session_id: 5 },
    { session_id: "a", host: "acme" },
    { session_id: "a", extra: 1 },
    { session_id: "x".repeat(400) },
  ])("refuses %j and says why", async (body) => {
    const answer = await post(endRoute, body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ ok: false, code: "validation_failed" });
  });

  it("an id that holds a secret is kept nowhere, a job without an id is dead at once", async () => {
    const token = ["ghp", "Zk3QpL9vXw2RtY7uBn5McD8sFg1HjK4aEe6T"].join("_");
    await post(endRoute, { session_id: token });
    expect(JSON.stringify(app.sqlite.prepare("SELECT * FROM jobs").all())).not.toContain(token);
    settle(app, (tx) => enqueue(tx, app.now(), { kind: JOB.extractSession, key: "x", payload: {} }));
    await drain(app);
    const dead = app.sqlite.prepare("SELECT last_error FROM jobs WHERE status = 'dead'").all();
    expect(dead).toEqual([{ last_error: `AppError ${new AppError("validation_failed", "").code}` }]);
  });
});
