import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { memories, type MemoryRow } from "../db/schema/memories";
import { activity, operations } from "../db/schema/operations";
import { SETTING_DEFAULTS } from "../contract/settings";
import { write } from "../db/write";
import { drain } from "../jobs/runner";
import { hardDeleteMemory } from "../operations/hard-delete";
import { recordOperation } from "../operations/record";
import { undoOperation } from "../operations/undo";
import { saveSettings } from "../settings/service";
import { buildInjection } from "../inject/service";
import { listMemories } from "../memories/list";
import { restoreMemory } from "../memories/service";
import { search } from "../search/service";
import { SearchQuery } from "../contract/search";
import { openTestApp, type TestApp } from "../testing";
import { addProject } from "../testing/places";
import { addMemory } from "../testing/search-rows";
import { forgetMemories, previewForgetting } from "./forget";

const DAY = 86_400_000;
const HOUR = 3_600_000;
const person = { kind: "person", name: "console" } as const;

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

const daysAgo = (days: number): number => test.clock.now - days * DAY;
/** Never used, written long ago. */
const addOld = (value: string, more: Partial<MemoryRow> = {}): MemoryRow =>
  addMemory(test.app, value, { createdAt: daysAgo(200), updatedAt: daysAgo(200), ...more });
const statusOf = (id: number): string | undefined =>
  test.app.db.select().from(memories).where(eq(memories.id, id)).get()?.status;
const rowOf = (id: number): MemoryRow | undefined =>
  test.app.db.select().from(memories).where(eq(memories.id, id)).get();
const kindsOf = (): string[] =>
  test.app.db
    .select()
    .from(operations)
    .all()
    .map((row) => row.kind);

describe("forgetting", () => {
  it("E49, E115, E116, E117: 90 days, two uses and seven days are the last that is still archived", async () => {
    const kept = [
      addOld("used 89 days ago", { lastAccessed: daysAgo(89), accessCount: 1 }),
      addOld("never used, made 89 days ago", { createdAt: daysAgo(89), updatedAt: daysAgo(89) }),
      addOld("used three times", { accessCount: 3, lastAccessed: daysAgo(91) }),
      addOld("written six days ago", { updatedAt: daysAgo(6) }),
      addOld("one millisecond too young", { createdAt: daysAgo(90) + 1 }),
      addOld("pinned", { tier: "pinned" }),
      addOld("archived already", { status: "archived" }),
      addOld("replaced already", { status: "superseded" }),
    ];
    const gone = [
      addOld("used 90 days ago", { lastAccessed: daysAgo(90), accessCount: 1 }),
      addOld("never used, made 90 days ago", { createdAt: daysAgo(90), updatedAt: daysAgo(90) }),
      addOld("used twice", { accessCount: 2, lastAccessed: daysAgo(91) }),
      addOld("written seven days ago", { updatedAt: daysAgo(7) }),
      addOld("a reference note", { tier: "reference" }),
    ];
    const before = kept.map((row) => rowOf(row.id));
    const result = await forgetMemories(test.app);
    expect(result).toMatchObject({ archived: 5, expired: 0, unused: 5, expireOperationId: null });
    expect(gone.map((row) => statusOf(row.id))).toEqual(gone.map(() => "archived"));
    expect(kept.map((row) => rowOf(row.id))).toEqual(before);
    expect(await forgetMemories(test.app)).toMatchObject({ archived: 0, fadeOperationId: null });
  });

  it("E49: an access long ago counts, not the age, and pinned memories never go by age", async () => {
    const used = addOld("made long ago, used lately", { lastAccessed: daysAgo(10), accessCount: 1 });
    const pinned = addOld("rule of the house", { tier: "pinned", createdAt: daysAgo(3000), updatedAt: daysAgo(3000) });
    expect(await forgetMemories(test.app)).toMatchObject({ archived: 0 });
    expect([statusOf(used.id), statusOf(pinned.id)]).toEqual(["active", "active"]);
  });

  it("E115, E116, E117: the settings hold", async () => {
    expect(SETTING_DEFAULTS).toMatchObject({
      forget_days_threshold: 90,
      forget_access_count_threshold: 2,
      forget_rate_limit_days: 7,
    });
    const young = addOld("ten days old", { createdAt: daysAgo(10), updatedAt: daysAgo(10) });
    const busy = addOld("used five times", { accessCount: 5, lastAccessed: daysAgo(100) });
    saveSettings(test.app, { forget_days_threshold: 10, forget_access_count_threshold: 5, forget_rate_limit_days: 11 });
    expect(await forgetMemories(test.app)).toMatchObject({ archived: 1 });
    expect([statusOf(young.id), statusOf(busy.id)]).toEqual(["active", "archived"]);
    saveSettings(test.app, { forget_rate_limit_days: 10 });
    expect(await forgetMemories(test.app)).toMatchObject({ archived: 1 });
    expect(statusOf(young.id)).toBe("archived");
  });

  it("E15: what expired is out of use at once, stays active until forgetting runs, and is archived then, pinned or not", async () => {
    const find = async () =>
      (await search(test.app, SearchQuery.parse({ query: "freeze", mode: "fts" }))).memories.map((hit) => hit.id);
    const block = () => buildInjection(test.app, { project: "app", preview: true }).text;
    const until = test.clock.now + HOUR;
    const normal = addMemory(test.app, "deploy freeze until the audit", { expiresAt: until });
    const pinned = addMemory(test.app, "freeze the main branch", { expiresAt: until, tier: "pinned" });
    expect((await find()).sort()).toEqual([normal.id, pinned.id]);
    expect(block()).toContain("deploy freeze");
    test.clock.now = until - 1;
    expect(await forgetMemories(test.app)).toMatchObject({ archived: 0 });
    test.clock.now = until;
    expect(await find()).toEqual([]);
    expect(block()).not.toContain("freeze");
    expect(statusOf(normal.id)).toBe("active");
    const result = await forgetMemories(test.app);
    expect(result).toMatchObject({ archived: 2, expired: 2, unused: 0, fadeOperationId: null });
    expect([statusOf(normal.id), statusOf(pinned.id)]).toEqual(["archived", "archived"]);
    expect(await find()).toEqual([]);
    expect(listMemories(test.app, { status: "active" }).items).toEqual([]);
  });

  it("E49: expired ones are archived first, in an operation of their own, and each run is one operation a kind", async () => {
    for (let i = 0; i < 3; i += 1) addOld(`unused ${i}`);
    addOld("unused and expired", { expiresAt: daysAgo(1) });
    expect(await forgetMemories(test.app)).toMatchObject({ archived: 4, expired: 1, unused: 3 });
    const done = test.app.db.select().from(operations).all();
    expect(done).toMatchObject([
      { kind: "memory.expire", title: "Archived 1 expired memory", actorKind: "job", actorName: "housekeeping" },
      { kind: "memory.fade", title: "Archived 3 unused memories", actorKind: "job", actorName: "housekeeping" },
    ]);
    const feed = test.app.db.select().from(activity).all();
    expect(feed.map((row) => row.kind)).toEqual(expect.arrayContaining(["memory.expired", "memory.faded"]));
  });

  it("E49: what an import or an old transcript brought has ninety days from when it came in, what was added has not", async () => {
    const [drawn, added] = [addOld("said long ago, drawn today"), addOld("written down long ago")];
    const brought = addOld("kept by another program, brought in today");
    write(test.app, (tx) => {
      const record = (kind: string, row: MemoryRow) =>
        recordOperation(tx, test.app.now(), {
          kind,
          title: "Made a memory",
          actor: person,
          changes: [{ table: "memories", id: row.id, before: null, after: row }],
        });
      record("turn.extract", drawn);
      record("memory.import", brought);
      record("memory.add", added);
    });
    expect(await forgetMemories(test.app)).toMatchObject({ archived: 1 });
    expect([drawn, brought, added].map(({ id }) => statusOf(id))).toEqual(["active", "active", "archived"]);
    test.clock.now += 90 * DAY - 1;
    expect(await forgetMemories(test.app)).toMatchObject({ archived: 0 });
    test.clock.now += 1;
    expect(await forgetMemories(test.app)).toMatchObject({ archived: 2 });
  });

  it("E50: what was undone is left alone for the days of the rate limit, and then archived again", async () => {
    const row = addOld("a statement nobody needs");
    const expired = addOld("an expired statement", { expiresAt: daysAgo(30) });
    const before = [rowOf(row.id), rowOf(expired.id)];
    const first = await forgetMemories(test.app);
    test.clock.now += DAY;
    undoOperation(test.app, first.fadeOperationId ?? 0, person);
    undoOperation(test.app, first.expireOperationId ?? 0, person);
    // Undo gives the time of the last write back, so that it can't be what the limit goes by.
    expect([rowOf(row.id), rowOf(expired.id)]).toEqual(before.map((known) => ({ ...known, revision: 3 })));
    expect(await forgetMemories(test.app)).toMatchObject({ archived: 0 });
    test.clock.now += 7 * DAY - 1;
    expect(await forgetMemories(test.app)).toMatchObject({ archived: 0 });
    expect(await previewForgetting(test.app)).toEqual({ expired: 0, unused: 0, items: [] });
    test.clock.now += 1;
    expect(await forgetMemories(test.app)).toMatchObject({ archived: 2, expired: 1, unused: 1 });
  });

  it("E50: a memory that a person restored is archived again after seven days, not before", async () => {
    const row = addOld("a statement nobody needs");
    await forgetMemories(test.app);
    restoreMemory(test.app, row.id, person);
    test.clock.now += 7 * DAY - 1;
    expect(await forgetMemories(test.app)).toMatchObject({ archived: 0 });
    test.clock.now += 1;
    expect(await forgetMemories(test.app)).toMatchObject({ archived: 1 });
  });

  it("leaves projects alone that agents may not write to", async () => {
    const projectIds = (["read-only", "off", "auto", "ask"] as const).map((mode) =>
      addProject(test.app, `p-${mode}`, { mode }),
    );
    const rows = projectIds.map((projectId) => addOld("unused", { projectId }));
    expect(await forgetMemories(test.app)).toMatchObject({ archived: 2 });
    expect(rows.map((row) => statusOf(row.id))).toEqual(["active", "active", "archived", "archived"]);
  });

  it("E49: a run of thousands is one operation over many transactions, undone as a whole", async () => {
    const value = (i: number) => `unused statement number ${i}`;
    const now = daysAgo(200);
    test.app.db.transaction((tx) => {
      for (let i = 0; i < 2_600; i += 1)
        tx.insert(memories)
          .values({ key: `k:${i}`, value: value(i), createdAt: now, updatedAt: now })
          .run();
    });
    const before = test.app.db.select().from(memories).all();
    let [commits, turns] = [0, 0];
    const stopListening = test.app.onWake(() => (commits += 1));
    const timer = setInterval(() => (turns += 1), 0);
    const result = await forgetMemories(test.app);
    clearInterval(timer);
    stopListening();
    expect(result).toMatchObject({ archived: 2_600 });
    expect(commits).toBe(13);
    expect(turns).toBeGreaterThan(3);
    expect(kindsOf()).toEqual(["memory.fade"]);
    const [operation] = test.app.db.select().from(operations).all();
    expect(operation?.title).toBe("Archived 2600 unused memories");
    expect(test.app.sqlite.prepare("SELECT count(DISTINCT seq) FROM operation_changes").pluck().get()).toBe(2_600);
    undoOperation(test.app, operation?.id ?? 0, person);
    const after = test.app.db.select().from(memories).all();
    expect(after).toEqual(before.map((row) => ({ ...row, revision: 3 })));
  });

  it("stops when somebody undoes it while it runs, and does not touch what it undid", async () => {
    for (let i = 0; i < 1_200; i += 1) addOld(`unused statement number ${i}`);
    let isUndone = false;
    const stopListening = test.app.onWake(() => {
      const operation = test.app.db.select().from(operations).get();
      if (operation === undefined || isUndone) return;
      isUndone = true;
      undoOperation(test.app, operation.id, person);
    });
    await forgetMemories(test.app);
    stopListening();
    expect(isUndone).toBe(true);
    expect(test.app.db.select().from(memories).where(eq(memories.status, "active")).all()).toHaveLength(1_200);
    expect(kindsOf()).toEqual(["memory.fade", "operation.undo"]);
  });

  it("goes on in a new operation when part of the first was deleted for good meanwhile", async () => {
    const rows = Array.from({ length: 600 }, (_, i) => addOld(`unused statement number ${i} of many`));
    let isDeleted = false;
    const stopListening = test.app.onWake(() => {
      if (isDeleted || test.app.db.select().from(operations).get() === undefined) return;
      isDeleted = true;
      hardDeleteMemory(test.app, rows[0]?.id ?? 0, person);
    });
    expect(await forgetMemories(test.app)).toMatchObject({ archived: 600 });
    stopListening();
    const faded = test.app.db.select().from(operations).where(eq(operations.kind, "memory.fade")).all();
    expect(faded).toMatchObject([
      { undoable: false, title: "Archived 200 unused memories" },
      { undoable: true, title: "Archived 400 unused memories" },
    ]);
    undoOperation(test.app, faded[1]?.id ?? 0, person);
    expect(test.app.db.select().from(memories).where(eq(memories.status, "active")).all()).toHaveLength(400);
  });

  it("says before it runs what it would archive and why, and changes nothing by saying so", async () => {
    const long = `${"很长的一段中文，带有很多字。".repeat(20)}`;
    const unused = addOld(long, { projectId: 0 });
    const expired = addOld("expired", { expiresAt: daysAgo(2), lastAccessed: daysAgo(3), accessCount: 9 });
    for (let i = 0; i < 60; i += 1) addOld(`more ${i}`);
    const before = test.app.db.select().from(memories).all();
    const seen = await previewForgetting(test.app);
    expect(seen).toMatchObject({ expired: 1, unused: 61 });
    expect(seen.items).toHaveLength(50);
    expect(seen.items[0]).toMatchObject({ id: unused.id, reason: "unused", last_used_at: daysAgo(200) });
    expect([...(seen.items[0]?.value_preview ?? "")]).toHaveLength(80);
    expect(seen.items[1]).toMatchObject({ id: expired.id, reason: "expired", expires_at: daysAgo(2), access_count: 9 });
    expect(test.app.db.select().from(memories).all()).toEqual(before);
    expect(kindsOf()).toEqual([]);
  });

  it("brings the vector index in step, so that a search by meaning finds what is active only", async () => {
    const row = addOld("otters hold hands while they sleep");
    await drain(test.app);
    const find = async (status: string) =>
      (await search(test.app, SearchQuery.parse({ query: "otters hold hands", mode: "vector", status }))).memories.map(
        (hit) => hit.id,
      );
    expect(await find("active")).toEqual([row.id]);
    const { fadeOperationId } = await forgetMemories(test.app);
    await drain(test.app);
    expect([await find("active"), await find("archived")]).toEqual([[], [row.id]]);
    undoOperation(test.app, fadeOperationId ?? 0, person);
    await drain(test.app);
    expect(await find("active")).toEqual([row.id]);
  });

  it("names the row in the way when an undone memory's key was taken meanwhile", async () => {
    const row = addOld("the old statement", { key: "app:x:fact:y" });
    const { fadeOperationId } = await forgetMemories(test.app);
    const rival = addMemory(test.app, "the new statement", { key: "app:x:fact:y" });
    expect(() => undoOperation(test.app, fadeOperationId ?? 0, person)).toThrow(String(rival.id));
    expect(statusOf(row.id)).toBe("archived");
  });
});
