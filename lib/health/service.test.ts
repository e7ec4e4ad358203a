import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { GET as getHealth, HEAD as headHealth } from "../../app/api/health/route";
import { GET as getReadiness } from "../../app/api/readiness/route";
import { GET as getStats } from "../../app/api/stats/route";
import { GET as getVersion } from "../../app/api/version/route";
import type { RouteHandler } from "../http/route";
import { Health } from "../contract/system";
import { Stats } from "../contract/stats";
import { write } from "../db/write";
import { memories } from "../db/schema/memories";
import { projects } from "../db/schema/projects";
import { sessions } from "../db/schema/sessions";
import { enqueue } from "../jobs/repo";
import { openTestApp, type TestApp } from "../testing";
import { diskProblems } from "./service";

let test: TestApp;
beforeEach(async () => void (test = await openTestApp()));
afterEach(() => test.close());

const ask = async (handler: RouteHandler) => {
  const response = await handler(new Request("http://127.0.0.1/api/x"));
  return { status: response.status, body: (await response.json()) as unknown, response };
};
const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };

it("M25: health answers ok with model, index, jobs, counts and bytes", async () => {
  const { status, body, response } = await ask(getHealth);
  expect([status, response.headers.get("cache-control")]).toEqual([200, "no-store"]);
  const health = Health.parse(body);
  expect(health).toMatchObject({
    version,
    pid: process.pid,
    home: test.home,
    jobs: { queued: 0, running: 0, dead: 0 },
  });
  expect(health.disk["db"]).toBeGreaterThan(0);
  expect(Health.parse({ ...health, paused: undefined })).toEqual(health);
  expect(health.disk).toMatchObject({ vectors: expect.any(Number) as number, backups: 0 });
  expect(health.index.words).toEqual({ memory: 0, observation: 0, summary: 0, prompt: 0, event: 0 });
  expect([health.status, health.state]).toEqual(["ok", health.problems.length === 0 ? "ok" : "degraded"]);
  expect((await headHealth(new Request("http://127.0.0.1/api/health", { method: "HEAD" }))).status).toBe(200);
});

it("M25: says what is wrong and what to do, and counts what waits", async () => {
  write(test.app, (tx) => {
    enqueue(tx, test.app.now(), { kind: "vector.index", key: "memory:1" });
    enqueue(tx, test.app.now(), { kind: "turn.extract", key: "1:1" });
  });
  writeFileSync(join(test.home, "config.json"), "{ broken");
  const health = Health.parse((await ask(getHealth)).body);
  expect(health).toMatchObject({ state: "degraded", jobs: { queued: 2 }, index: { lag: 1 } });
  expect(health.problems.map((problem) => problem.what)).toContain("config.json is not valid JSON and was ignored.");
  for (const problem of health.problems) expect(problem.hint).not.toBe("");
});

it("M26: version and readiness", async () => {
  expect((await ask(getVersion)).body).toEqual({ version });
  expect(await ask(getReadiness)).toMatchObject({ status: 200, body: { status: "ready", problems: [] } });
});

it("M22, E100, E101: worker, database and memory counters in one object", async () => {
  const now = test.app.now();
  const memory = (key: string, more: Partial<typeof memories.$inferInsert>) => ({
    key,
    value: `value of ${key}`,
    createdAt: now,
    updatedAt: now,
    ...more,
  });
  write(test.app, (tx) => {
    tx.insert(projects)
      .values({ key: "name:app", name: "app", kind: "name", createdAt: now, lastActivityAt: now })
      .run();
    const session = { host: "api", projectId: 1, startedAt: now, lastEventAt: now };
    tx.insert(sessions)
      .values([
        { ...session, hostSessionId: "a" },
        { ...session, hostSessionId: "b", status: "complete" as const },
        // Nobody ended it.
        { ...session, hostSessionId: "c", lastEventAt: now - 30 * 60_000 },
      ])
      .run();
    tx.insert(memories)
      .values([
        memory("a:b:c:often", { importance: 1, accessCount: 4, attribute: "decision", tags: "x,分类:shop" }),
        memory("a:b:c:heavy", { importance: 9, accessCount: 1, tier: "pinned", tags: "分类:shop" }),
        memory("a:b:c:never", { importance: 5, attribute: "" }),
        memory("a:b:c:expired", { expiresAt: now - 1, accessCount: 99 }),
        memory("a:b:c:archived", { status: "archived", accessCount: 99 }),
      ])
      .run();
  });
  const stats = Stats.parse((await ask(getStats)).body);
  expect(stats).toMatchObject({
    worker: { version, activeSessions: 1, sseClients: 0 },
    database: { path: join(test.home, "keepsake.db"), sessions: 3, observations: 0, summaries: 0 },
    total_active: 3,
    expired: 1,
    by_tier: { pinned: 1, normal: 2, reference: 0 },
    by_attribute: { decision: 1, 未分类: 2 },
    by_project: { "分类:shop": 2 },
    never_accessed: 1,
  });
  expect(stats.database.size).toBeGreaterThan(0);
  expect(stats.top_accessed.map((row) => [row.key, row.access_count, row.importance])).toEqual([
    ["a:b:c:heavy", 1, 9],
    ["a:b:c:often", 4, 1],
    ["a:b:c:never", 0, 5],
  ]);
});

it("E101: at most ten, equal heat by id, and every counter over the same rows", async () => {
  const now = test.app.now();
  write(test.app, (tx) => {
    for (let n = 1; n <= 14; n += 1) {
      const status = n === 13 ? ("archived" as const) : ("active" as const);
      const expiresAt = n === 14 ? now : null;
      tx.insert(memories)
        .values({
          key: `k:${n}`,
          value: `value ${n}`,
          accessCount: 1,
          status,
          expiresAt,
          createdAt: now,
          updatedAt: now,
        })
        .run();
    }
  });
  const stats = Stats.parse((await ask(getStats)).body);
  expect(stats.top_accessed.map((row) => row.id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(Object.keys(stats.top_accessed[0] ?? {})).toEqual(["id", "key", "access_count", "importance"]);
  const sum = (counts: Record<string, number>): number => Object.values(counts).reduce((a, b) => a + b, 0);
  expect([stats.total_active, sum(stats.by_tier), sum(stats.by_attribute), stats.expired]).toEqual([12, 12, 12, 1]);
  expect(stats).toMatchObject({ by_tier: { pinned: 0, normal: 12, reference: 0 }, never_accessed: 0, by_project: {} });
});

it("a file in the place of a folder does not silence health", async () => {
  writeFileSync(join(test.home, "backups"), "no folder");
  expect((await ask(getHealth)).status).toBe(200);
});

it("a disk that is nearly full is a problem with what to do", () => {
  expect(diskProblems(200 * 1024 * 1024)).toEqual([]);
  expect(diskProblems(3.5 * 1024 * 1024)).toEqual([
    {
      code: "disk_low",
      params: { mb: 3 },
      what: "Only 3 MB are free on the disk of the data folder.",
      hint: expect.stringContaining("507") as string,
    },
  ]);
});

it("M25: a server that is busy answers within few turns of its loop, however many files the folder holds", async () => {
  const folder = join(test.home, "vectors", "many.lance", "data");
  mkdirSync(folder, { recursive: true });
  for (let at = 0; at < 400; at += 1) writeFileSync(join(folder, `${at}.lance`), "x");
  let turns = 0;
  const wait = new Int32Array(new SharedArrayBuffer(4));
  const busy = (): void => {
    turns += 1;
    // What threads do meanwhile is done when the turn ends.
    Atomics.wait(wait, 0, 0, 5);
    next = setImmediate(busy);
  };
  let next = setImmediate(busy);
  const { body } = await ask(getHealth);
  clearImmediate(next);
  expect(Health.parse(body).disk["vectors"]).toBeGreaterThanOrEqual(400);
  expect(turns).toBeLessThan(100);
});
