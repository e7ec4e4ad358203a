import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ConsolidateBody, type ConsolidateQuery, ConsolidateQuery as QuerySchema } from "../contract/housekeeping";
import { memories, type MemoryRow } from "../db/schema/memories";
import { activity, operationChanges, operations } from "../db/schema/operations";
import { drain } from "../jobs/runner";
import { undoOperation } from "../operations/undo";
import { saveSettings } from "../settings/service";
import { openTestApp, type TestApp } from "../testing";
import { addProject } from "../testing/places";
import { addMemory } from "../testing/search-rows";
import {
  AUTO_THRESHOLD,
  consolidate,
  consolidateBySchedule,
  memoryConsolidate,
  previewConsolidation,
} from "./consolidate";
import { angleEmbedder, similarityAt, spelt, VECTORS } from "./testing";

const person = { kind: "person", name: "console" } as const;
const agent = { kind: "agent", name: "mcp" } as const;

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp({ embedder: angleEmbedder() });
});
afterEach(() => test.close());

const at = async (degrees: number, more: Partial<MemoryRow> = {}): Promise<MemoryRow> => {
  const row = addMemory(test.app, `a statement at ${degrees}`, more);
  await drain(test.app, VECTORS);
  return row;
};
const preview = (query: Partial<ConsolidateQuery> = {}) =>
  previewConsolidation(test.app, QuerySchema.parse(query), person);
const merge = (body: object = {}, actor: typeof person | typeof agent = person) =>
  consolidate(test.app, ConsolidateBody.parse(body), actor);
const namesOf = (answer: { pairs: { keep: { id: number }; drop: { id: number } }[] }) =>
  answer.pairs.map(({ keep, drop }) => [keep.id, drop.id]);
const rowOf = (id: number) => test.app.db.select().from(memories).where(eq(memories.id, id)).get();
const allRows = () => test.app.db.select().from(memories).all();
const activeIds = () =>
  allRows()
    .filter((row) => row.status === "active")
    .map((row) => row.id);

describe("merging near-duplicates", () => {
  it("E47: archives the dropped, bumps the access of the kept, unites tags and sources, as one operation that Undo takes back", async () => {
    const source = (session_id: number) => JSON.stringify([{ session_id, turn: 1 }]);
    const keep = await at(0, { importance: 6, tags: "cart,cache", sources: source(1), attribute: "", accessCount: 4 });
    const drop = await at(1, { importance: 6, tags: "cache,redis", sources: source(2), attribute: "decision" });
    const before = allRows();
    test.clock.now += 1000;
    const answer = await merge();
    expect(answer).toMatchObject({ dry_run: false, merged: 1, skipped: [], nextCursor: null });
    expect(namesOf(answer)).toEqual([[keep.id, drop.id]]);
    expect(rowOf(drop.id)).toMatchObject({ status: "archived", supersededBy: keep.id, value: drop.value });
    expect(rowOf(keep.id)).toMatchObject({
      status: "active",
      tags: "cart,cache,redis",
      attribute: "decision",
      accessCount: 5,
      lastAccessed: test.clock.now,
    });
    expect(JSON.parse(rowOf(keep.id)?.sources ?? "")).toHaveLength(2);
    const done = test.app.db.select().from(operations).all();
    expect(done).toMatchObject([
      { id: answer.operation_id, kind: "memory.consolidate", title: "Merged 1 near-duplicate", actorKind: "person" },
    ]);
    const feed = test.app.db.select().from(activity).where(eq(activity.kind, "memory.consolidated")).all();
    expect(feed).toHaveLength(1);
    undoOperation(test.app, answer.operation_id ?? 0, person);
    const back = allRows().map((row) => ({ ...row, revision: 1, accessCount: 0, lastAccessed: null }));
    expect(back).toEqual(before.map((row) => ({ ...row, accessCount: 0, lastAccessed: null })));
  });

  it("E47: a triple of near-duplicates leaves one, a chain loses nothing that is unlike what stays", async () => {
    for (const degrees of [0, 1, 2]) await at(degrees);
    expect((await preview()).pairs).toHaveLength(3);
    const answer = await merge();
    expect(answer.merged).toBe(2);
    expect(activeIds()).toHaveLength(1);
    expect(test.app.db.select().from(operations).all()).toHaveLength(1);
    const kept = activeIds()[0];
    expect(allRows().map((row) => row.supersededBy)).toEqual(allRows().map((row) => (row.id === kept ? null : kept)));
    undoOperation(test.app, answer.operation_id ?? 0, person);
    expect(activeIds()).toHaveLength(3);
    // 100, 130, 160: the ends are alike to the middle only. Kept: the one with the higher score of each pair.
    const chain = [
      await at(100, { importance: 7 }),
      await at(130, { importance: 6 }),
      await at(160, { importance: 5 }),
    ];
    await merge({ threshold: 0.93 });
    expect(activeIds().filter((id) => chain.some((row) => row.id === id))).toEqual([chain[0]?.id, chain[2]?.id]);
  });

  it("E47: a kept row that takes over from several comes back as it was", async () => {
    const keep = await at(0, { importance: 9, tags: "a" });
    await at(1, { tags: "b" });
    await at(2, { tags: "c" });
    const before = rowOf(keep.id);
    test.clock.now += 1000;
    const { operation_id } = await merge();
    expect(rowOf(keep.id)?.tags).toBe("a,b,c");
    const touched = test.app.db.select().from(operationChanges).where(eq(operationChanges.entityId, keep.id)).all();
    expect(touched).toHaveLength(2);
    undoOperation(test.app, operation_id ?? 0, person);
    expect(rowOf(keep.id)).toMatchObject({ tags: "a", updatedAt: before?.updatedAt });
  });

  it("the kept one lives as long as the longer-lived of the two", async () => {
    const keep = await at(0, { importance: 9, expiresAt: test.clock.now + 1000 });
    await at(1);
    await merge();
    expect(rowOf(keep.id)).toMatchObject({ status: "active", expiresAt: null });
  });

  it("merges just the chosen pairs, as chosen, and says of the others why not", async () => {
    const other = addProject(test.app, "other");
    const [a, b, c] = [await at(0, { importance: 9 }), await at(1), await at(2, { tier: "pinned" })];
    const far = await at(3, { projectId: other });
    const note = await at(4, { tier: "reference" });
    const answer = await merge({
      pairs: [
        { keep: b.id, drop: a.id },
        { keep: b.id, drop: a.id },
        { keep: b.id, drop: c.id },
        { keep: b.id, drop: far.id },
        { keep: b.id, drop: note.id },
        { keep: b.id, drop: 999 },
      ],
    });
    expect(namesOf(answer)).toEqual([[b.id, a.id]]);
    expect(answer).toMatchObject({ merged: 1, pairs: [{ similarity: null }] });
    expect(answer.skipped.map((one) => one.reason)).toEqual([
      `Memory ${a.id} is archived.`,
      `Memory ${c.id} is pinned; keep that one.`,
      "The two belong to different projects.",
      `Memory ${note.id} is a reference; those are never merged.`,
      "One of the two memories is not there.",
    ]);
    expect(rowOf(b.id)).toMatchObject({ status: "active", importance: 9 });
  });

  it("refuses bodies that say two things or none", () => {
    const bodies = [
      { pairs: [] },
      { pairs: [{ keep: 1, drop: 1 }] },
      { pairs: [{ keep: 1, drop: 2 }], threshold: 0.9 },
      { threshold: 0.1 },
      { threshold: 1.1 },
      { threshold: "0.9" },
      { pairs: [{ keep: 1, drop: 2, force: true }] },
      { all: true },
      { pairs: Array.from({ length: 1001 }, (_, i) => ({ keep: 1, drop: i + 2 })) },
    ];
    for (const body of bodies) expect(ConsolidateBody.safeParse(body).success).toBe(false);
    expect(QuerySchema.safeParse({ threshold: "" }).success).toBe(false);
  });

  it("agents do not merge where they may not write", async () => {
    const projectId = addProject(test.app, "closed", { mode: "read-only" });
    const [a, b] = [await at(0, { projectId }), await at(1, { projectId })];
    expect((await merge({}, agent)).merged).toBe(0);
    const chosen = await merge({ pairs: [{ keep: a.id, drop: b.id }] }, agent);
    expect(chosen).toMatchObject({ merged: 0, skipped: [{ reason: expect.stringContaining("read-only") as string }] });
    expect((await merge({}, person)).merged).toBe(1);
  });
});

describe("memory_consolidate", () => {
  it("E60: looks only unless told otherwise, cuts values to 80 characters, and merges when told", async () => {
    const long = addMemory(test.app, `${"记忆巩固的长句子，".repeat(20)}0`, { importance: 9 });
    const near = await at(1);
    const looked = await memoryConsolidate(test.app, {}, agent);
    expect(looked).toEqual({
      dry_run: true,
      pairs: [
        {
          keep: { id: long.id, key: long.key, value: long.value.slice(0, 80) },
          drop: { id: near.id, key: near.key, value: near.value },
          similarity: expect.closeTo(similarityAt(1), 5) as number,
        },
      ],
      merged: 0,
    });
    expect(activeIds()).toHaveLength(2);
    expect((await memoryConsolidate(test.app, { threshold: 1 }, agent)).pairs).toEqual([]);
    const merged = await memoryConsolidate(test.app, { dry_run: false }, agent);
    expect(merged).toMatchObject({ dry_run: false, merged: 1, pairs: [{ keep: { id: long.id } }] });
    expect(activeIds()).toEqual([long.id]);
    await expect(memoryConsolidate(test.app, { dryrun: false }, agent)).rejects.toThrow();
  });

  it.each(["missing", "failed"] as const)("E60: without a model (%s) it is an error that says so", async (state) => {
    await at(0);
    await at(1);
    const hint = "Put the model back.";
    const broken = { ...test.app.embedder.state(), state, error: "no file", hint };
    test.app.embedder = { ...test.app.embedder, state: () => broken };
    for (const input of [{}, { dry_run: false }])
      await expect(memoryConsolidate(test.app, input, agent)).rejects.toMatchObject({
        code: "not_ready",
        message: expect.stringContaining("embedding model") as string,
        hint,
      });
    expect(activeIds()).toHaveLength(2);
  });
});

describe("consolidation by schedule", () => {
  const said = async (text: string, degrees: number, more: Partial<MemoryRow> = {}): Promise<MemoryRow> => {
    const row = addMemory(test.app, `${text} ${spelt(degrees)}`, more);
    await drain(test.app, VECTORS);
    return row;
  };

  it("E48: merges at 0.97 whatever the setting, as one operation of the housekeeper", async () => {
    expect(AUTO_THRESHOLD).toBe(0.97);
    saveSettings(test.app, { consolidate_similarity_threshold: 0.5 });
    // 19 degrees are 0.9728, 21 degrees 0.9668.
    const near = [await said("a statement", 0, { importance: 9 }), await said("a statement", 19)];
    const apart = [await said("a statement", 100), await said("a statement", 121)];
    expect(await consolidateBySchedule(test.app)).toMatchObject({ merged: 1, threshold: 0.97 });
    expect(rowOf(near[1]?.id ?? 0)?.status).toBe("archived");
    expect(apart.map((row) => rowOf(row.id)?.status)).toEqual(["active", "active"]);
    const merges = test.app.db.select().from(operations).where(eq(operations.kind, "memory.consolidate")).all();
    expect(merges).toMatchObject([
      { kind: "memory.consolidate", actorKind: "job", actorName: "housekeeping", undoable: true },
    ]);
  });

  it("E48: does not merge again what somebody brought back", async () => {
    await said("a statement", 0);
    await said("a statement", 1);
    const { operation_id } = await consolidateBySchedule(test.app);
    undoOperation(test.app, operation_id ?? 0, person);
    expect(await consolidateBySchedule(test.app)).toMatchObject({ merged: 0 });
    expect(activeIds()).toHaveLength(2);
    // A person still may.
    expect(await merge()).toMatchObject({ merged: 1 });
  });

  it.each([
    ["Server 1 runs Debian.", "Server 2 runs Debian.", 0],
    ["Alice reviews the billing service.", "Bob reviews the billing service.", 0],
    ["The exporter writes the report.", "The importer writes the report.", 0],
    ["订单服务监听端口 8080。", "订单服务监听端口 8081。", 0],
    ["部署窗口在周五晚上。", "部署窗口在周四晚上。", 0],
    ["The team uses pnpm as the package manager.", "The team uses pnpm as its package manager.", 1],
    ["部署窗口固定在每周五晚上。", "每周五晚上是固定的部署窗口。", 1],
    ["Deploys happen on Friday.", "Deploys happen on Friday evening.", 1],
  ])("E48: merges only what is one statement, however near it is: %s %s", async (one, other, merged) => {
    await said(one, 1);
    await said(other, 1);
    expect(await consolidateBySchedule(test.app)).toMatchObject({ merged });
    // Who looks at both texts may merge them all the same.
    expect(await merge()).toMatchObject({ merged: 1 - merged });
  });

  it("E48: a large run is one operation", async () => {
    for (let i = 0; i < 60; i += 1) addMemory(test.app, `a statement ${spelt((i % 15) * 24)}`);
    await drain(test.app, VECTORS);
    const answer = await consolidateBySchedule(test.app);
    expect(answer).toMatchObject({ merged: 45, nextCursor: null });
    expect(test.app.db.select().from(operations).all()).toMatchObject([{ title: "Merged 45 near-duplicates" }]);
    undoOperation(test.app, answer.operation_id ?? 0, person);
    expect(activeIds()).toHaveLength(60);
  });
});
