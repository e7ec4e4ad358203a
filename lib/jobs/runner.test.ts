import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { AppError } from "../contract/errors";
import { write } from "../db/write";
import { openTestApp, type TestApp } from "../testing";
import type { Lane } from "./handlers";
import { countJobs, listJobRows } from "./query";
import { claimJobs, enqueue, failJob, MAX_ATTEMPTS } from "./repo";
import { settle } from "./run";
import { drain, startRunner } from "./runner";
import type { ClaimedJob, JobHandler } from "./types";

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

const lane = (name: string, kinds: Record<string, JobHandler>): Lane => ({
  name,
  kinds: Object.entries(kinds).map(([kind, handler]) => ({ kind, handler })),
});

/** A handler that remembers what it was given, and fails as told. */
function recorder(batch = 8, act: (jobs: ClaimedJob[]) => Promise<void> | void = () => undefined) {
  const calls: string[][] = [];
  const handler: JobHandler = {
    batch,
    async run(_app, jobs) {
      calls.push(jobs.map((job) => job.key));
      await act(jobs);
    },
  };
  return { calls, handler };
}

const ask = (kind: string, ...keys: string[]): void =>
  write(test.app, (tx) => {
    for (const key of keys) enqueue(tx, test.app.now(), { kind, key });
  });

const rows = () => listJobRows(test.app.db, { limit: 100 });

describe("drain", () => {
  it("runs due jobs in batches, oldest first, and removes them", async () => {
    const { calls, handler } = recorder(2);
    ask("test.note", "a", "b");
    test.clock.now += 1;
    ask("test.note", "c");
    expect(await drain(test.app, [lane("one", { "test.note": handler })])).toBe(3);
    expect(calls).toEqual([["a", "b"], ["c"]]);
    expect(rows()).toEqual([]);
  });

  it("leaves what is not due, and what no handler is there for", async () => {
    const { handler } = recorder();
    write(test.app, (tx) =>
      enqueue(tx, test.app.now(), { kind: "test.note", key: "later", runAt: test.app.now() + 1 }),
    );
    ask("test.other", "x");
    const lanes = [lane("one", { "test.note": handler })];
    expect(await drain(test.app, lanes)).toBe(0);
    test.clock.now += 1;
    expect(await drain(test.app, lanes)).toBe(1);
    expect(rows().map((row) => row.kind)).toEqual(["test.other"]);
  });

  it("takes the more urgent kind of a lane first", async () => {
    const order: string[] = [];
    const noting = (kind: string): JobHandler => ({ batch: 1, run: () => Promise.resolve(void order.push(kind)) });
    ask("test.slow", "1", "2");
    ask("test.urgent", "1");
    await drain(test.app, [lane("one", { "test.urgent": noting("urgent"), "test.slow": noting("slow") })]);
    expect(order).toEqual(["urgent", "slow", "slow"]);
  });

  it("coalesces by key, and runs a job again that was asked for while it ran", async () => {
    let again = true;
    const { calls, handler } = recorder(8, () => {
      if (again) ask("test.note", "a");
      again = false;
    });
    ask("test.note", "a", "a", "a");
    expect(await drain(test.app, [lane("one", { "test.note": handler })])).toBe(2);
    expect(calls).toEqual([["a"], ["a"]]);
    expect(rows()).toEqual([]);
  });

  it("gives the payload of the last request", async () => {
    const payloads: unknown[] = [];
    const handler: JobHandler = {
      batch: 1,
      run: (_app, jobs) => Promise.resolve(void payloads.push(jobs[0]?.payload)),
    };
    write(test.app, (tx) => {
      enqueue(tx, 0, { kind: "test.note", key: "a", payload: { id: 1, revision: 1 } });
      enqueue(tx, 0, { kind: "test.note", key: "a", payload: { id: 1, revision: 2 } });
    });
    await drain(test.app, [lane("one", { "test.note": handler })]);
    expect(payloads).toEqual([{ id: 1, revision: 2 }]);
  });
});

describe("failures", () => {
  it("runs the jobs of a failed batch one by one, so that only the bad one waits", async () => {
    const { calls, handler } = recorder(8, (jobs) => {
      if (jobs.some((job) => job.key === "bad")) throw new Error("no");
    });
    ask("test.note", "a", "bad", "c");
    await drain(test.app, [lane("one", { "test.note": handler })]);
    expect(calls).toEqual([["a", "bad", "c"], ["a"], ["bad"], ["c"]]);
    expect(rows().map((row) => [row.key, row.status, row.attempts])).toEqual([["bad", "queued", 1]]);
  });

  it("waits longer each time, and lays the job to the dead after the last attempt", async () => {
    const { calls, handler } = recorder(1, () => {
      throw new TypeError("no");
    });
    ask("test.note", "a");
    const pauses: number[] = [];
    const lanes = [lane("one", { "test.note": handler })];
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      await drain(test.app, lanes);
      const row = rows()[0];
      pauses.push((row?.runAt ?? 0) - test.clock.now);
      test.clock.now = row?.runAt ?? 0;
    }
    expect(pauses.slice(0, 7)).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000]);
    expect(rows()[0]).toMatchObject({ status: "dead", attempts: MAX_ATTEMPTS, lastError: "TypeError" });
    expect(calls).toHaveLength(MAX_ATTEMPTS);
    test.clock.now += 86_400_000;
    expect(await drain(test.app, lanes)).toBe(0);
  });

  it.each([
    ["our own validation", () => new AppError("validation_failed", "text must not be empty")],
    ["a schema", () => z.string().safeParse(1).error],
  ])("does not try again what %s refuses", async (_name, error) => {
    const { handler } = recorder(1, () => {
      throw error();
    });
    ask("test.note", "a");
    await drain(test.app, [lane("one", { "test.note": handler })]);
    expect(rows()[0]).toMatchObject({ status: "dead", attempts: 1 });
  });

  it("writes name and code of an error, never its message", async () => {
    const { handler } = recorder(1, () => {
      throw Object.assign(new SyntaxError(`Unexpected token in "my private words"\n    at my private words`), {
        cause: Object.assign(new Error("my private words"), { code: "my private words" }),
        code: "E_PARSE",
      });
    });
    ask("test.note", "a");
    await drain(test.app, [lane("one", { "test.note": handler })]);
    expect(rows()[0]?.lastError).toBe("SyntaxError E_PARSE < Error");
    const log = readFileSync(`${test.home}/logs/keepsake.log`, "utf8");
    expect(log).toContain("job failed");
    expect(log).not.toContain("private");
  });

  it("lets a kind rest while what it needs is not ready, without counting attempts", async () => {
    let isReady = false;
    const { calls, handler } = recorder(2, () => {
      if (!isReady) throw new AppError("not_ready", "The embedding model is not complete.");
    });
    const lanes = [lane("one", { "test.note": handler })];
    ask("test.note", "a", "b", "c", "d", "e");
    for (let minute = 0; minute < 2 * MAX_ATTEMPTS; minute += 1) {
      await drain(test.app, lanes);
      test.clock.now += 60_000;
    }
    expect(calls).toHaveLength(2 * MAX_ATTEMPTS);
    expect(rows().map((row) => [row.status, row.attempts])).toEqual(Array(5).fill(["queued", 0]));
    isReady = true;
    expect(await drain(test.app, lanes)).toBe(5);
    expect(rows()).toEqual([]);
  });

  it("says a job is dead in the activity feed, by its number", async () => {
    const { handler } = recorder(1, () => {
      throw new AppError("validation_failed", "no");
    });
    ask("test.note", "a");
    await drain(test.app, [lane("one", { "test.note": handler })]);
    const feed = test.app.sqlite.prepare("SELECT kind, data FROM activity").all();
    expect(feed).toEqual([{ kind: "job.failed", data: JSON.stringify({ job: rows()[0]?.id, kind: "test.note" }) }]);
  });
});

it("jobs from before the clock was put back wait as long as they were meant to, not until that time comes again", async () => {
  const { calls, handler } = recorder();
  const lanes = [lane("one", { "test.note": handler })];
  ask("test.note", "now");
  write(test.app, (tx) => {
    enqueue(tx, test.app.now(), { kind: "test.note", key: "soon", runAt: test.app.now() + 60_000 });
  });
  test.clock.now -= 365 * 86_400_000;
  const runner = startRunner(test.app, lanes);
  try {
    expect(rows().find(({ key }) => key === "soon")?.runAt).toBe(test.clock.now + 60_000);
    await drain(test.app, lanes);
    expect(calls).toEqual([["now"]]);
    test.clock.now += 60_000;
    await drain(test.app, lanes);
    expect(calls).toEqual([["now"], ["soon"]]);
  } finally {
    await runner.stop();
  }
});

describe("the runner", () => {
  it("runs what is committed after its start, and what was there before", async () => {
    const done = new Map<string, () => void>();
    const ran = (key: string) => new Promise<void>((resolve) => done.set(key, resolve));
    const handler: JobHandler = {
      batch: 1,
      run: (_app, jobs) => Promise.resolve(jobs.forEach((job) => done.get(job.key)?.())),
    };
    const before = ran("before");
    const after = ran("after");
    ask("test.note", "before");
    startRunner(test.app, [lane("one", { "test.note": handler })]);
    await before;
    ask("test.note", "after");
    await after;
  });

  it("is started once an app", () => {
    expect(startRunner(test.app, [])).toBe(startRunner(test.app, []));
  });

  it("keeps lanes apart: a slow one does not hold up another, and never overlaps itself", async () => {
    let release = (): void => undefined;
    const blocked = new Promise<void>((resolve) => (release = resolve));
    let active = 0;
    let most = 0;
    let slowDone = 0;
    let finished = (): void => undefined;
    const allSlow = new Promise<void>((resolve) => (finished = resolve));
    const slow: JobHandler = {
      batch: 1,
      async run() {
        most = Math.max(most, (active += 1));
        await blocked;
        active -= 1;
        if ((slowDone += 1) === 3) finished();
      },
    };
    let quickDone = (): void => undefined;
    const quick = new Promise<void>((resolve) => (quickDone = resolve));
    ask("test.slow", "1", "2", "3");
    ask("test.quick", "1");
    startRunner(test.app, [
      lane("slow", { "test.slow": slow }),
      lane("quick", { "test.quick": { batch: 1, run: () => Promise.resolve(quickDone()) } }),
    ]);
    await quick;
    release();
    await allSlow;
    expect(most).toBe(1);
  });

  it("claims nothing after it was told to stop, and waits for what runs", async () => {
    let release = (): void => undefined;
    let started = (): void => undefined;
    const isRunning = new Promise<void>((resolve) => (started = resolve));
    const { calls, handler } = recorder(1, async () => {
      started();
      await new Promise<void>((resolve) => (release = resolve));
    });
    ask("test.note", "a", "b");
    const runner = startRunner(test.app, [lane("one", { "test.note": handler })]);
    await isRunning;
    const stopped = runner.stop();
    release();
    await stopped;
    ask("test.note", "c");
    await new Promise((resolve) => setImmediate(resolve));
    expect(calls).toEqual([["a"]]);
    expect(countJobs(test.app.db, test.clock.now)).toMatchObject({ running: 0, byKind: { "test.note": 2 } });
  });

  it("tells timers from work: what is only set for later is waited for by nobody", () => {
    const now = test.clock.now;
    write(test.app, (tx) => {
      enqueue(tx, now, { kind: "test.timer", key: "a", runAt: now + 60_000 });
      enqueue(tx, now, { kind: "test.note", key: "a" });
      enqueue(tx, now, { kind: "test.note", key: "failed" });
      const failed = claimJobs(tx, now, "test.note", 10, 1000).find((job) => job.key === "failed");
      if (failed !== undefined) failJob(tx, now, failed, "Error", false);
    });
    const counts = countJobs(test.app.db, now);
    expect(counts).toMatchObject({ queued: 2, due: 0, timers: 1, running: 1 });
    expect(counts.byKind).toEqual({ "test.note": 2 });
    expect(countJobs(test.app.db, now + 60_000)).toMatchObject({ due: 2, timers: 0 });
  });

  it("stops when the app is closed, and with SIGTERM", async () => {
    const before = process.listenerCount("SIGTERM");
    startRunner(test.app, []);
    expect(process.listenerCount("SIGTERM")).toBe(before + 1);
    await test.reopen();
    expect(process.listenerCount("SIGTERM")).toBe(before);
  });

  it("K09: a job that ran when the server died runs again at the next start, and a crasher ends among the dead", async () => {
    ask("test.note", "a", "crasher");
    settle(test.app, (tx) => claimJobs(tx, test.app.now(), "test.note", 8, 60_000));
    test.app.sqlite.prepare("UPDATE jobs SET attempts = ? WHERE key = 'crasher'").run(MAX_ATTEMPTS);
    await test.reopen();
    let done = (): void => undefined;
    const ran = new Promise<void>((resolve) => (done = resolve));
    const { calls, handler } = recorder(8, () => done());
    const runner = startRunner(test.app, [lane("one", { "test.note": handler })]);
    await ran;
    await runner.stop();
    expect(calls).toEqual([["a"]]);
    expect(
      rows()
        .filter((row) => row.kind === "test.note")
        .map((row) => [row.key, row.status]),
    ).toEqual([["crasher", "dead"]]);
  });

  it("a store that takes no writes is looked at again after a while, not at once, and without being woken", async () => {
    let done = (): void => undefined;
    const ran = new Promise<void>((resolve) => (done = resolve));
    startRunner(test.app, [lane("one", { "test.note": recorder(1, () => done()).handler })]);
    ask("test.note", "a");
    test.app.sqlite.pragma("query_only = ON");
    for (let turn = 0; turn < 2_000; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    const failures = readFileSync(`${test.home}/logs/keepsake.log`, "utf8").split("job runner pass failed").length - 1;
    expect(failures).toBe(1);
    test.app.sqlite.pragma("query_only = OFF");
    await ran;
  });

  it("takes over a job whose lease ran out", async () => {
    ask("test.note", "a");
    startRunner(test.app, []);
    settle(test.app, (tx) => claimJobs(tx, test.app.now(), "test.note", 8, 60_000));
    test.clock.now += 60_000;
    test.app.wake();
    await expect.poll(() => countJobs(test.app.db, test.clock.now).running, { timeout: 20_000 }).toBe(0);
    expect(rows().find((row) => row.key === "a")).toMatchObject({ status: "queued", lastError: "Interrupted" });
  });
});
