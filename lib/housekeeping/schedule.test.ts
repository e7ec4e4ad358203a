import { existsSync, mkdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SETTING_DEFAULTS } from "../contract/settings";
import { memories } from "../db/schema/memories";
import { activity, operations } from "../db/schema/operations";
import { buildInjection } from "../inject/service";
import { LANES } from "../jobs/handlers";
import { JOB } from "../jobs/kinds";
import { listJobRows } from "../jobs/query";
import { drain } from "../jobs/runner";
import { saveSettings } from "../settings/service";
import { openTestApp, type TestApp } from "../testing";
import { addMemory } from "../testing/search-rows";
import { dueState, requestDueMaintenance } from "./schedule";
import { askForRun, describeHousekeeping } from "./service";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const FORGET = ".last_forget";
const CONSOLIDATE = ".last_consolidate";

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

const marker = (name: string): string => join(test.home, name);
const timeOf = (name: string): number => statSync(marker(name)).mtimeMs;
const kinds = (): string[] =>
  listJobRows(test.app.db, { limit: 100 })
    .map((row) => row.kind)
    .filter((kind) => kind.startsWith("memories."))
    .sort();
const doneRuns = (): unknown[] =>
  test.app.db
    .select()
    .from(activity)
    .where(eq(activity.kind, "housekeeping.done"))
    .all()
    .map((row) => (JSON.parse(row.data) as { run: string }).run);
const addOld = (value: string) =>
  addMemory(test.app, value, { createdAt: test.clock.now - 200 * DAY, updatedAt: test.clock.now - 200 * DAY });
const statusOf = (id: number) => test.app.db.select().from(memories).where(eq(memories.id, id)).get()?.status;

describe("due maintenance", () => {
  it("E39: the first time both runs are asked for and done; a second call asks for nothing", async () => {
    const row = addOld("a statement nobody needs");
    requestDueMaintenance(test.app);
    expect(kinds()).toEqual([JOB.consolidateMemories, JOB.forgetMemories]);
    expect(existsSync(marker(FORGET))).toBe(false);
    await drain(test.app);
    expect(statusOf(row.id)).toBe("archived");
    expect([timeOf(FORGET), timeOf(CONSOLIDATE)]).toEqual([test.clock.now, test.clock.now]);
    expect(statSync(marker(FORGET)).mode & 0o777).toBe(0o600);
    const again = addOld("another statement nobody needs");
    requestDueMaintenance(test.app);
    expect(kinds()).toEqual([]);
    await drain(test.app);
    expect(statusOf(again.id)).toBe("active");
    expect(doneRuns().sort()).toEqual(["consolidate", "forget"]);
  });

  it("E39, E118: forgetting is due again 24 hours after the marker's time, not a millisecond before", async () => {
    expect(SETTING_DEFAULTS.forget_auto_run_hours).toBe(24);
    requestDueMaintenance(test.app);
    await drain(test.app);
    test.clock.now += 24 * HOUR - 1;
    requestDueMaintenance(test.app);
    expect(kinds()).toEqual([]);
    test.clock.now += 1;
    requestDueMaintenance(test.app);
    expect(kinds()).toEqual([JOB.forgetMemories]);
    await drain(test.app);
    expect(timeOf(FORGET)).toBe(test.clock.now);
    saveSettings(test.app, { forget_auto_run_hours: 1 });
    test.clock.now += HOUR;
    expect(dueState(test.app, "forget")).toMatchObject({ isDue: true, everyHours: 1, nextDueAt: test.clock.now });
  });

  it("E39, E48, E132: consolidation is due after 168 hours", async () => {
    expect(SETTING_DEFAULTS.consolidate_auto_run_hours).toBe(168);
    requestDueMaintenance(test.app);
    await drain(test.app);
    test.clock.now += 168 * HOUR - 1;
    expect(dueState(test.app, "consolidate").isDue).toBe(false);
    test.clock.now += 1;
    requestDueMaintenance(test.app);
    expect(kinds()).toContain(JOB.consolidateMemories);
    await drain(test.app);
    expect(doneRuns().filter((run) => run === "consolidate")).toHaveLength(2);
  });

  it("E118, E132: 0 hours means never", async () => {
    saveSettings(test.app, { forget_auto_run_hours: 0, consolidate_auto_run_hours: 0 });
    requestDueMaintenance(test.app);
    expect(kinds()).toEqual([]);
    expect(dueState(test.app, "forget")).toEqual({ lastRunAt: null, nextDueAt: null, isDue: false, everyHours: 0 });
    // What was due when it was asked for is not any more when it is its turn.
    saveSettings(test.app, { forget_auto_run_hours: 24 });
    requestDueMaintenance(test.app);
    saveSettings(test.app, { forget_auto_run_hours: 0 });
    const row = addOld("a statement nobody needs");
    await drain(test.app);
    expect(statusOf(row.id)).toBe("active");
  });

  it("E39: a marker's time is all that counts, and one far in the future is none", () => {
    writeFileSync(marker(FORGET), "anything\n");
    const set = (time: number) => utimesSync(marker(FORGET), new Date(time), new Date(time));
    set(test.clock.now - 23 * HOUR);
    expect(dueState(test.app, "forget")).toMatchObject({ isDue: false, nextDueAt: test.clock.now + HOUR });
    set(test.clock.now - 25 * HOUR);
    expect(dueState(test.app, "forget").isDue).toBe(true);
    set(test.clock.now + 30_000);
    expect(dueState(test.app, "forget").isDue).toBe(false);
    set(test.clock.now + 365 * DAY);
    expect(dueState(test.app, "forget")).toMatchObject({ isDue: true, nextDueAt: test.clock.now });
  });

  it("E39: the marker of forgetting comes after the run, that of consolidation before it", async () => {
    const lanes = LANES.filter((lane) => lane.name === "house");
    const row = addOld("a statement nobody needs");
    // In the place of the marker stands a folder: writing it throws.
    for (const name of [FORGET, CONSOLIDATE]) mkdirSync(marker(name));
    for (const name of [FORGET, CONSOLIDATE]) utimesSync(marker(name), new Date(0), new Date(0));
    requestDueMaintenance(test.app);
    await drain(test.app, lanes);
    expect(statusOf(row.id)).toBe("archived");
    expect(doneRuns()).toEqual([]);
    expect(kinds()).toEqual([JOB.consolidateMemories, JOB.forgetMemories]);
    for (const name of [FORGET, CONSOLIDATE]) rmSync(marker(name), { recursive: true });
    test.clock.now += 60_000;
    await drain(test.app);
    expect(doneRuns().sort()).toEqual(["consolidate", "forget"]);
  });

  it("E39: a throw inside leaves the block as it is, and nothing but a log line behind", () => {
    addMemory(test.app, "deploys run on every push to main", { tier: "pinned" });
    const block = buildInjection(test.app, { project: "app", preview: true }).text;
    expect(block).toContain("deploys run on every push");
    const app = { ...test.app, now: () => test.clock.now };
    app.env = { ...test.app.env, home: join(test.home, "keepsake.db", "not a folder") };
    const said: unknown[] = [];
    app.log = { ...test.app.log, warn: (_fields, message) => void said.push(message) };
    expect(() => requestDueMaintenance(app)).not.toThrow();
    expect(said).toEqual(["due housekeeping not asked for"]);
    expect(buildInjection(test.app, { project: "app", preview: true }).text).toBe(block);
  });

  it("E39: several sessions at once lead to one run", async () => {
    for (let i = 0; i < 5; i += 1) requestDueMaintenance(test.app);
    expect(kinds()).toEqual([JOB.consolidateMemories, JOB.forgetMemories]);
    await drain(test.app);
    expect(doneRuns().sort()).toEqual(["consolidate", "forget"]);
  });

  it("E48: without a model the scheduled run stays due instead of failing again and again", async () => {
    const { embedder } = test.app;
    const broken = { ...embedder.state(), state: "missing" as const, error: "gone" };
    test.app.embedder = { ...embedder, state: () => broken };
    requestDueMaintenance(test.app);
    await drain(test.app);
    expect(kinds()).toEqual([]);
    expect(existsSync(marker(CONSOLIDATE))).toBe(false);
    test.app.embedder = embedder;
    requestDueMaintenance(test.app);
    await drain(test.app);
    expect(existsSync(marker(CONSOLIDATE))).toBe(true);
  });
});

describe("a run that a person asks for", () => {
  it("runs though it is not due, once, and is shown until it is done", async () => {
    requestDueMaintenance(test.app);
    await drain(test.app);
    const row = addOld("a statement nobody needs");
    expect(askForRun(test.app, "forget")).toEqual({ ok: true, run: "forget" });
    const before = await describeHousekeeping(test.app);
    expect(before.forget).toMatchObject({ isWaiting: true, isDue: false, lastOperations: [] });
    expect(before.forgettable).toMatchObject({ unused: 1, expired: 0, items: [{ id: row.id }] });
    test.clock.now += 5;
    await drain(test.app);
    const [operation] = test.app.db.select().from(operations).all();
    const after = await describeHousekeeping(test.app);
    expect(after.forget).toEqual({
      lastRunAt: test.clock.now,
      nextDueAt: test.clock.now + DAY,
      isDue: false,
      isWaiting: false,
      everyHours: 24,
      lastOperations: [
        {
          id: operation?.id,
          kind: "memory.fade",
          title: "Archived 1 unused memory",
          undone_by: null,
          created_at: test.clock.now,
        },
      ],
    });
    expect(after.forgettable).toEqual({ unused: 0, expired: 0, items: [] });
  });

  it("E60: asking for consolidation without a model is refused", () => {
    const broken = { ...test.app.embedder.state(), state: "missing" as const, error: "gone" };
    test.app.embedder = { ...test.app.embedder, state: () => broken };
    expect(() => askForRun(test.app, "consolidate")).toThrow(expect.objectContaining({ code: "not_ready" }) as Error);
    expect(kinds()).toEqual([]);
  });
});

it("the server asks by itself, and goes on asking every hour", async () => {
  const lanes = LANES.filter((lane) => lane.name === "house");
  const ask = LANES.flatMap((lane) => lane.kinds).find(({ kind }) => kind === JOB.askMaintenance);
  await ask?.handler.run(test.app, []);
  await drain(test.app, lanes);
  expect(doneRuns().sort()).toEqual(["consolidate", "forget"]);
  const next = listJobRows(test.app.db, { limit: 100, kind: JOB.askMaintenance });
  expect(next).toMatchObject([{ runAt: test.clock.now + HOUR }]);
});
