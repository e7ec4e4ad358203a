import { rmSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { App, VectorRow } from "../context";
import { SearchQuery } from "../contract/search";
import { jobs } from "../db/schema/jobs";
import { memories } from "../db/schema/memories";
import { vectorEntries } from "../db/schema/vectors";
import { write } from "../db/write";
import { JOB } from "../jobs/kinds";
import { drain } from "../jobs/runner";
import { archiveMemory } from "../memories/service";
import { openTestApp, type TestApp } from "../testing";
import { addMemory } from "../testing/search-rows";
import { findDrift } from "./drift";
import { checkVectors, vectorsRebuildHandler } from "./rebuild";
import { search } from "./service";
import { vectorIndexHandler } from "./vector-jobs";

const LANES = [
  {
    name: "index",
    kinds: [
      { kind: JOB.rebuildVectors, handler: vectorsRebuildHandler },
      { kind: JOB.indexVector, handler: vectorIndexHandler },
    ],
  },
];
const person = { kind: "person", name: "console" } as const;
let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

const find = async (query: string, app: App = test.app): Promise<number[]> =>
  (await search(app, SearchQuery.parse({ query, mode: "vector" }))).memories.map((hit) => hit.id);
const stranger = async (entityId: number, more: Partial<VectorRow> = {}): Promise<VectorRow> => ({
  kind: "memory",
  entityId,
  chunk: 0,
  projectId: 0,
  status: "active",
  createdAt: test.clock.now,
  vector: await test.app.embedder.embedQuery("a stranger"),
  ...more,
});
/** As a start does, then all that it ordered. */
async function start(): Promise<{ rebuild: boolean; missing: number }> {
  const checked = await checkVectors(test.app);
  await drain(test.app, LANES);
  return checked;
}

describe("index and rows", () => {
  it("E25: another number of rows is rebuilt from SQLite at the start, without the model", async () => {
    const rows = ["otters swim", "badgers dig", "swifts sleep in the air"].map((value) => addMemory(test.app, value));
    await drain(test.app, LANES);
    expect(await start()).toEqual({ rebuild: false, missing: 0 });
    await test.app.vectors.remove("memory", [rows[0]?.id ?? 0]);
    expect(await findDrift(test.app)).toBe("counts_differ");
    expect(await find("otters swim")).not.toContain(rows[0]?.id);
    test.app.embedder = { ...test.app.embedder, embedPassages: () => Promise.reject(new Error("no model")) };
    expect(await start()).toEqual({ rebuild: true, missing: 0 });
    expect((await find("otters swim"))[0]).toBe(rows[0]?.id);
    expect(await findDrift(test.app)).toBeNull();
  });

  it("E25, E26: equal counts with drifted ids are repaired too", async () => {
    const [lost, kept] = [addMemory(test.app, "otters swim"), addMemory(test.app, "badgers dig")];
    await drain(test.app, LANES);
    await test.app.vectors.remove("memory", [lost.id]);
    await test.app.vectors.upsert([await stranger(99)]);
    expect(await test.app.vectors.countByKind()).toEqual({ memory: 2 });
    expect(await findDrift(test.app)).toBe("rows_differ");
    expect(await start()).toMatchObject({ rebuild: true });
    expect(await test.app.vectors.countByKind()).toEqual({ memory: 2 });
    expect((await find("otters swim"))[0]).toBe(lost.id);
    expect((await find("badgers dig"))[0]).toBe(kept.id);
  });

  it("E25: a row that the index files under another status, project or time is repaired, since filters would miss it", async () => {
    const row = addMemory(test.app, "otters swim");
    await drain(test.app, LANES);
    for (const wrong of [{ status: "archived" }, { projectId: 7 }, { createdAt: 1 }]) {
      const vector = await test.app.embedder.embedQuery("otters swim");
      await test.app.vectors.upsert([await stranger(row.id, { vector, ...wrong })]);
      expect(await findDrift(test.app)).toBe("rows_differ");
      expect(await start()).toMatchObject({ rebuild: true });
      expect(await find("otters swim")).toEqual([row.id]);
    }
  });

  it("E25: what waits for its vector is no drift", async () => {
    const [a, b] = [addMemory(test.app, "otters swim"), addMemory(test.app, "badgers dig")];
    await drain(test.app, LANES);
    archiveMemory(test.app, a.id, person);
    write(test.app, (tx) => tx.update(memories).set({ status: "deleted" }).where(eq(memories.id, b.id)).run());
    expect(await findDrift(test.app)).toBe("counts_differ");
    test.app.db
      .insert(jobs)
      .values({ kind: JOB.indexVector, key: `memory:${b.id}`, runAt: 0, createdAt: 0, updatedAt: 0 })
      .run();
    expect(await findDrift(test.app)).toBeNull();
    // A job that gave up does nothing more: then it is drift.
    test.app.db.update(jobs).set({ status: "dead" }).run();
    expect(await findDrift(test.app)).not.toBeNull();
  });

  it("E26: a stop between the commit and the vector's write loses nothing, and an unrelated save does not hide it", async () => {
    const row = addMemory(test.app, "otters hold hands while they sleep");
    const waiting = () => test.app.db.select().from(jobs).where(eq(jobs.kind, JOB.indexVector)).all().length;
    expect(waiting()).toBe(1);
    await test.reopen();
    // An unrelated save whose vector is written first.
    const other = addMemory(test.app, "badgers dig at night");
    const vector = await test.app.embedder.embedQuery("badgers dig at night");
    await test.app.vectors.upsert([await stranger(other.id, { vector })]);
    await test.reopen();
    expect(waiting()).toBe(2);
    await start();
    expect((await find("otters hold hands"))[0]).toBe(row.id);
    expect((await find("badgers dig"))[0]).toBe(other.id);
    expect(await test.app.vectors.countByKind()).toEqual({ memory: 2 });
    expect(await findDrift(test.app)).toBeNull();
  });

  it("E26: a stop between the vector's write and its record leaves one row, not two", async () => {
    const row = addMemory(test.app, "otters hold hands while they sleep");
    const vector = await test.app.embedder.embedQuery("otters hold hands while they sleep");
    await test.app.vectors.upsert([await stranger(row.id, { vector })]);
    expect(test.app.db.select().from(vectorEntries).all()).toEqual([]);
    await test.reopen();
    expect(await start()).toMatchObject({ rebuild: false });
    expect(await test.app.vectors.count()).toBe(1);
    expect(await find("otters hold hands")).toEqual([row.id]);
  });

  it("E26: drift outlasts later saves and restarts until it is repaired", async () => {
    const [lost, later] = [addMemory(test.app, "otters swim"), addMemory(test.app, "badgers dig")];
    await drain(test.app, LANES);
    await test.app.vectors.remove("memory", [lost.id]);
    await test.app.vectors.upsert([await stranger(99)]);
    archiveMemory(test.app, later.id, person);
    addMemory(test.app, "swifts sleep in the air");
    await drain(test.app, LANES);
    await test.reopen();
    expect(await findDrift(test.app)).toBe("rows_differ");
    expect(await start()).toMatchObject({ rebuild: true });
    expect((await find("otters swim"))[0]).toBe(lost.id);
  });

  it("E25: a lost folder is rebuilt, and without a model words go on finding", async () => {
    const row = addMemory(test.app, "otters swim");
    await drain(test.app, LANES);
    rmSync(join(test.home, "vectors"), { recursive: true });
    await test.reopen();
    const words = async () =>
      (await search(test.app, SearchQuery.parse({ query: "otters", mode: "hybrid" }))).memories.map((hit) => hit.id);
    expect(await words()).toEqual([row.id]);
    expect(await start()).toMatchObject({ rebuild: true });
    expect(await find("otters swim")).toEqual([row.id]);
  });
});
