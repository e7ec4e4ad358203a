import { and, eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ConsolidateBody, type ConsolidateQuery, ConsolidateQuery as QuerySchema } from "../contract/housekeeping";
import { SETTING_DEFAULTS } from "../contract/settings";
import { memories, memoryPairs, type MemoryRow } from "../db/schema/memories";
import { activity, operations } from "../db/schema/operations";
import { write } from "../db/write";
import { drain } from "../jobs/runner";
import { recordPair } from "../review/repo";
import { saveSettings } from "../settings/service";
import { openTestApp, type TestApp } from "../testing";
import { addProject } from "../testing/places";
import { addMemory } from "../testing/search-rows";
import { consolidate, previewConsolidation } from "./consolidate";
import { angleEmbedder, similarityAt, VECTORS } from "./testing";

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
const allRows = () => test.app.db.select().from(memories).all();
describe("finding near-duplicates", () => {
  it("E47, E131: a dry run shows pairs at or above the threshold once, both texts whole, and writes nothing", async () => {
    expect(SETTING_DEFAULTS.consolidate_similarity_threshold).toBe(0.92);
    const long = addMemory(test.app, `${"a long statement with many words ".repeat(6)}0`, { importance: 8 });
    const near = await at(20, { importance: 3, tags: "one,two" });
    const far = await at(60);
    const before = [allRows(), test.app.db.select().from(operations).all(), test.app.db.select().from(activity).all()];
    const answer = await preview();
    expect(answer).toMatchObject({ dry_run: true, threshold: 0.92, merged: 0, skipped: [], operation_id: null });
    expect(answer).toMatchObject({ scanned: 3, missing: 0, nextCursor: null });
    expect(answer.pairs).toHaveLength(1);
    const [pair] = answer.pairs;
    expect(pair?.similarity).toBeCloseTo(similarityAt(20), 5);
    expect(pair?.keep).toMatchObject({ id: long.id, value: long.value, importance: 8 });
    expect(pair?.drop).toMatchObject({ id: near.id, value: near.value, tags: "one,two" });
    expect(pair?.keep.value_preview).toBe(long.value.slice(0, 80));
    expect(pair?.keep.score).toBeGreaterThan(pair?.drop.score ?? 9);
    expect(answer.pairs.flatMap((one) => [one.keep.id, one.drop.id])).not.toContain(far.id);
    const after = [allRows(), test.app.db.select().from(operations).all(), test.app.db.select().from(activity).all()];
    expect(after).toEqual(before);
  });

  it("E131: the setting is the default of the threshold, a given one wins, and the bound itself counts", async () => {
    await at(0);
    await at(30);
    expect((await preview({ threshold: similarityAt(30) + 0.0001 })).pairs).toHaveLength(0);
    expect((await preview({ threshold: similarityAt(30) - 0.0001 })).pairs).toHaveLength(1);
    saveSettings(test.app, { consolidate_similarity_threshold: 0.93 });
    expect(await preview()).toMatchObject({ threshold: 0.93, pairs: [{}] });
    saveSettings(test.app, { consolidate_similarity_threshold: 0.95 });
    expect(await preview()).toMatchObject({ threshold: 0.95, pairs: [] });
  });

  it("E47: only the four nearest of each memory are looked at", async () => {
    const rows: MemoryRow[] = [];
    for (let i = 0; i < 7; i += 1) rows.push(await at(i));
    const first = rows[0]?.id;
    const partners = namesOf(await preview({ threshold: 0.99 }))
      .filter((pair) => pair.includes(first ?? 0))
      .map(([keep, drop]) => (keep === first ? drop : keep));
    // The first one's nearest are the next four; those further away have nearer ones of their own.
    expect(partners.sort()).toEqual(rows.slice(1, 5).map((row) => row.id));
  });

  it("E47: references, held back, expired, archived ones, other projects and other kinds are no pair", async () => {
    const project = addProject(test.app, "app");
    await at(0);
    await at(1, { tier: "reference" });
    await at(1, { reviewState: "pending" });
    await at(1, { reviewState: "quarantined" });
    await at(1, { expiresAt: test.clock.now });
    await at(1, { status: "archived" });
    await at(1, { status: "superseded" });
    await at(1, { status: "deleted" });
    await at(1, { projectId: project });
    await at(1, { kind: "case" });
    expect((await preview()).pairs).toEqual([]);
    expect((await merge({ threshold: 0.5 })).merged).toBe(0);
    expect(test.app.db.select().from(operations).all()).toEqual([]);
  });

  it("E47: keeps pinned over normal whatever the scores, then the higher score, then the later write, then the earlier row", async () => {
    const cases: [Partial<MemoryRow>, Partial<MemoryRow>, "first" | "second"][] = [
      [{ tier: "pinned", importance: 1 }, { importance: 10, accessCount: 20 }, "first"],
      [{ importance: 10 }, { tier: "pinned", importance: 1 }, "second"],
      [{ importance: 4 }, { importance: 5 }, "second"],
      [{ accessCount: 9 }, { accessCount: 1 }, "first"],
      [
        { updatedAt: 1_000, lastAccessed: test.clock.now },
        { updatedAt: 2_000, lastAccessed: test.clock.now },
        "second",
      ],
      [{}, {}, "first"],
    ];
    for (const [index, [first, second, kept]] of cases.entries()) {
      const projectId = addProject(test.app, `p${index}`);
      const a = await at(0, { ...first, projectId });
      const b = await at(1, { ...second, projectId });
      const expected = kept === "first" ? [[a.id, b.id]] : [[b.id, a.id]];
      expect(namesOf(await preview({ project: `p${index}` }))).toEqual(expected);
    }
  });

  it("pages through all pairs, each once, whatever the page size", async () => {
    for (let i = 0; i < 20; i += 1) addMemory(test.app, `statement ${i} at ${(i % 5) * 30 + Math.floor(i / 5)}`);
    await drain(test.app, VECTORS);
    const whole = namesOf(await preview({ threshold: 0.99, limit: 100 }));
    expect(whole).toHaveLength(30);
    expect(new Set(whole.map((pair) => pair.toSorted().join())).size).toBe(30);
    for (const limit of [1, 7]) {
      const paged: number[][] = [];
      let cursor: string | undefined;
      do {
        const page = await preview({ threshold: 0.99, limit, ...(cursor === undefined ? {} : { cursor }) });
        expect(page.pairs.length).toBeLessThanOrEqual(limit);
        paged.push(...namesOf(page));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      expect(paged).toEqual(whole);
    }
    await expect(preview({ cursor: "bm9uZQ" })).rejects.toMatchObject({ code: "validation_failed" });
  });

  it("narrows to a project, and finds nothing in one that is not there", async () => {
    const projectId = addProject(test.app, "shop");
    await at(0);
    await at(1);
    const mine = [await at(2, { projectId }), await at(3, { projectId })].map((row) => row.id);
    expect(namesOf(await preview({ project: "shop" }))).toEqual([mine]);
    expect((await preview({ project: "nowhere" })).pairs).toEqual([]);
  });

  it("does not pair what a person has to choose between, or decided to keep", async () => {
    const [a, b, c] = [await at(0), await at(1), await at(2)];
    write(test.app, (tx) => {
      const pair = { kind: "supersedes" as const, projectId: 0, reasons: ["number"], actor: agent };
      recordPair(tx, test.app.now(), { ...pair, olderId: a.id, newerId: b.id });
      recordPair(tx, test.app.now(), { ...pair, olderId: b.id, newerId: c.id });
    });
    expect(namesOf(await preview())).toEqual([[a.id, c.id]]);
    const resolve = (resolution: "keep_both" | "keep_older") =>
      test.app.db
        .update(memoryPairs)
        .set({ status: "resolved", resolution })
        .where(and(eq(memoryPairs.olderId, a.id), eq(memoryPairs.newerId, b.id)))
        .run();
    resolve("keep_both");
    expect(namesOf(await preview())).toEqual([[a.id, c.id]]);
    resolve("keep_older");
    expect(namesOf(await preview())).toEqual([
      [a.id, b.id],
      [a.id, c.id],
    ]);
  });

  it("counts what has no vector yet instead of passing over it silently", async () => {
    await at(0);
    addMemory(test.app, "not embedded yet, at 1");
    expect(await preview()).toMatchObject({ pairs: [], scanned: 2, missing: 1 });
    await drain(test.app, VECTORS);
    expect(await preview()).toMatchObject({ pairs: [{}], missing: 0 });
  });
});
