import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { VectorFilter } from "../context";
import type { SearchKind } from "../contract/common";
import { ALL, batches, DIMENSION, embed, openTestIndex, row, type TestIndex } from "./testing";

let index: TestIndex;
beforeEach(async () => {
  index = await openTestIndex();
});
afterEach(() => index.close());

describe("search", () => {
  it("T08 E19: answers nothing on an empty store, without touching the disk, and finds the first and the second row", async () => {
    expect(await index.idsFor("anything")).toEqual([]);
    expect(await index.store.count()).toBe(0);
    expect(readdirSync(index.home)).toEqual([]);
    await index.store.upsert([row(1, "first otter")]);
    expect(await index.idsFor("otter")).toEqual([1]);
    await index.store.remove("memory", [1]);
    expect(await index.idsFor("otter")).toEqual([]);
    await index.store.optimize();
    expect(await index.idsFor("otter")).toEqual([]);
    await index.store.upsert([row(2, "second otter")]);
    expect(await index.idsFor("otter")).toEqual([2]);
  });

  it("E19: ranks by cosine, exact to the vector", async () => {
    await index.store.upsert([row(1, "red otter"), row(2, "otter"), row(3, "blue whale")]);
    const hits = await index.store.search(embed("otter"), ALL, 10);
    expect(hits.map((hit) => hit.entityId)).toEqual([2, 1, 3]);
    expect(hits[0]?.cosine).toBeCloseTo(1, 5);
    const expected = embed("otter").reduce((sum, part, i) => sum + part * (embed("red otter")[i] ?? 0), 0);
    expect(hits[1]?.cosine).toBeCloseTo(expected, 5);
  });

  it("filters inside the recall: kind, projects, statuses, times", async () => {
    await index.store.upsert([
      row(1, "otter", { projectId: 1, createdAt: 10 }),
      row(2, "otter", { projectId: 2, createdAt: 20 }),
      row(3, "otter", { projectId: 3, status: "archived", createdAt: 30 }),
      row(4, "otter", { kind: "observation", projectId: 1, createdAt: 40 }),
      row(5, "otter", {
        projectId: Number.MAX_SAFE_INTEGER,
        status: "it's' OR 1=1 --",
        createdAt: Number.MAX_SAFE_INTEGER,
      }),
    ]);
    const found = async (filter: Partial<VectorFilter>) => (await index.idsFor("otter", filter)).sort((a, b) => a - b);
    expect(await found({})).toEqual([1, 2, 3, 5]);
    expect(await found({ kind: "observation" })).toEqual([4]);
    expect(await found({ kind: "event" })).toEqual([]);
    expect(await found({ projectIds: [1, 3, 3] })).toEqual([1, 3]);
    expect(await found({ projectIds: [] })).toEqual([]);
    expect(await found({ statuses: ["active"] })).toEqual([1, 2]);
    expect(await found({ statuses: [] })).toEqual([]);
    expect(await found({ statuses: ["it's' OR 1=1 --"] })).toEqual([5]);
    expect(await found({ since: 20, until: 30 })).toEqual([2, 3]);
    expect(await found({ projectIds: [2, Number.MAX_SAFE_INTEGER], statuses: ["active"], since: 0 })).toEqual([2]);
  });

  it("finds the few rows of a small project among many nearer ones of others", async () => {
    const noise = Array.from({ length: 600 }, (_, i) => row(i + 1, "otter otter", { projectId: 7 }));
    await index.store.upsert([...noise, row(901, "otter and stone", { projectId: 8 })]);
    expect(await index.idsFor("otter", { projectIds: [8] })).toEqual([901]);
  });

  it("answers each entity once, by its best chunk, however many chunks crowd the top", async () => {
    const chunks = Array.from({ length: 120 }, (_, chunk) => row(1, "otter", { chunk }));
    await index.store.upsert([...chunks, row(2, "otter swims"), row(3, "otter swims far")]);
    expect(await index.idsFor("otter", {}, 3)).toEqual([1, 2, 3]);
    expect(await index.store.count()).toBe(122);
    expect(await index.store.countByKind()).toEqual({ memory: 3 });
  });

  it("T20 E19: bounds the number of hits instead of failing", async () => {
    await index.store.upsert(Array.from({ length: 1_200 }, (_, i) => row(i + 1, `otter ${i}`)));
    expect(await index.idsFor("otter", {}, 1_000_000)).toHaveLength(1_000);
    expect(await index.idsFor("otter", {}, Infinity)).toHaveLength(1_000);
    for (const limit of [0, -5, NaN]) expect(await index.idsFor("otter", {}, limit)).toEqual([]);
  });

  it("E19 E119: refuses vectors of another dimension and filters that it could not compare", async () => {
    const bad = [new Float32Array(DIMENSION), new Float32Array(8).fill(1), new Float32Array(DIMENSION).fill(NaN)];
    for (const vector of bad) {
      await expect(index.store.search(vector, ALL, 5)).rejects.toMatchObject({ code: "validation_failed" });
      await expect(index.store.upsert([row(1, "x", { vector })])).rejects.toMatchObject({ code: "validation_failed" });
    }
    await expect(index.idsFor("otter", { projectIds: [1.5] })).rejects.toMatchObject({ code: "validation_failed" });
    expect(await index.store.count()).toBe(0);
  });
});

describe("writes", () => {
  it("replaces all chunks of an entity, and only of that kind", async () => {
    await index.store.upsert([
      row(1, "otter", { chunk: 0 }),
      row(1, "whale", { chunk: 1 }),
      row(1, "otter", { kind: "event" }),
    ]);
    await index.store.upsert([row(1, "heron")]);
    expect(await index.store.countByKind()).toEqual({ memory: 1, event: 1 });
    expect((await index.store.search(embed("whale"), ALL, 5))[0]?.cosine).toBeLessThan(0.9);
  });

  it("T10: parallel deletes and adds all succeed, and the final set is exact", async () => {
    await index.store.upsert(Array.from({ length: 100 }, (_, i) => row(i + 1, `old ${i}`)));
    await Promise.all(
      Array.from({ length: 100 }, (_, i) => [
        index.store.remove("memory", [i + 1]),
        index.store.upsert([row(i + 1_001, `new ${i}`)]),
      ]).flat(),
    );
    expect(await index.store.count()).toBe(100);
    const ids = await index.idsFor("new", {}, 200);
    expect(ids.sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, i) => i + 1_001));
  });

  it("T06: what was removed is not found, also after optimize, restart and rebuild", async () => {
    await index.store.upsert([row(1, "about otters"), row(2, "about whales")]);
    await index.store.remove("memory", [1]);
    expect(await index.idsFor("otters")).toEqual([2]);
    await index.store.optimize();
    await index.reopen();
    expect(await index.idsFor("otters")).toEqual([2]);
    await index.store.rewrite(batches([row(2, "about whales")]));
    expect(await index.idsFor("otters")).toEqual([2]);
  });

  it("E19: removes more entities than one statement takes, and what is not there", async () => {
    await index.store.upsert(Array.from({ length: 1_300 }, (_, i) => row(i + 1, `note ${i}`)));
    await index.store.remove(
      "memory",
      Array.from({ length: 1_299 }, (_, i) => i + 1),
    );
    await index.store.remove("memory", [5, 9_999]);
    await index.store.remove("event", [1_300]);
    expect(await index.idsFor("note")).toEqual([1_300]);
  });

  it("compacts and prunes: after many small writes few files are left, and the rows", async () => {
    for (let i = 0; i < 35; i += 1) await index.store.upsert([row(i + 1, `note ${i}`)]);
    expect(index.files().length).toBeGreaterThan(70);
    await index.store.optimize();
    expect(index.files().length).toBeLessThan(10);
    expect(await index.store.count()).toBe(35);
  });

  it("compacts by itself, so that a write does not open ever more files", async () => {
    for (let i = 0; i < 40; i += 1) await index.store.upsert([row(i + 1, `note ${i}`)]);
    await expect.poll(() => index.files().length, { timeout: 20_000 }).toBeLessThan(10);
    expect(await index.store.count()).toBe(40);
  });
});

describe("above the size of the index", () => {
  it("indexes after compacting, and finds indexed, newer and filtered rows alike", async () => {
    const count = 10_500;
    const many = Array.from({ length: count }, (_, i) => row(i + 1, `note ${i} of ${i % 97}`, { projectId: i % 5 }));
    await index.store.rewrite(batches(many.slice(0, 5_000), many.slice(5_000)));
    expect(readdirSync(join(index.home, "vectors", index.tables()[0] ?? ""))).toContain("_indices");
    expect((await index.idsFor("note 4321 of 53"))[0]).toBe(4_322);
    await index.store.upsert([row(20_001, "fresh heron"), row(4_322, "changed words")]);
    expect((await index.idsFor("fresh heron"))[0]).toBe(20_001);
    expect((await index.idsFor("changed words", { projectIds: [1] }))[0]).toBe(4_322);
    await index.store.optimize();
    expect((await index.idsFor("fresh heron"))[0]).toBe(20_001);
    expect(await index.store.count()).toBe(count + 1);
    const exact = await index.store.search(embed("note 77 of 77"), { ...ALL, projectIds: [2] }, 5);
    expect(exact[0]).toMatchObject({ entityId: 78 });
    expect(exact[0]?.cosine).toBeCloseTo(1, 5);
  });
});

describe("rewrite", () => {
  it("leaves no file with the bytes of a row that is gone, whatever happened to the table before", async () => {
    const rows = Array.from({ length: 400 }, (_, i) => row(i + 1, `note ${i}`));
    const secret = row(1_000, "the one that must go");
    await index.store.upsert(rows.slice(0, 200));
    await index.store.upsert([secret]);
    await index.store.upsert(rows.slice(200));
    await index.store.optimize();
    await index.reopen();
    await index.store.upsert([row(1_000, "the one that must go", { status: "archived" })]);
    await index.store.remove("memory", [1_000]);
    await index.store.optimize();
    expect(index.holders(secret.vector)).not.toEqual([]);
    await index.store.rewrite(batches(rows));
    expect(index.holders(secret.vector)).toEqual([]);
    for (const kept of [rows[0], rows[399]]) expect(index.holders(kept?.vector ?? new Float32Array(1))).toHaveLength(1);
    expect(await index.store.count()).toBe(400);
  });

  it("keeps what is written and removed while it reads", async () => {
    await index.store.upsert([row(1, "kept"), row(2, "removed meanwhile"), row(3, "changed meanwhile")]);
    async function* slowly() {
      yield [row(1, "kept"), row(2, "removed meanwhile"), row(3, "changed meanwhile")];
      await index.store.remove("memory", [2]);
      await index.store.upsert([row(3, "heron"), row(4, "new meanwhile")]);
      expect((await index.idsFor("new meanwhile"))[0]).toBe(4);
    }
    await index.store.rewrite(slowly());
    expect((await index.idsFor("heron")).sort()).toEqual([1, 3, 4]);
    expect((await index.store.search(embed("heron"), ALL, 1))[0]).toMatchObject({ entityId: 3 });
  });

  it("searches go on while tables are swapped", async () => {
    const rows = Array.from({ length: 50 }, (_, i) => row(i + 1, `note ${i}`));
    await index.store.upsert(rows);
    let isDone = false;
    const searching = (async () => {
      let searches = 0;
      while (!isDone) {
        expect((await index.idsFor("note 7"))[0]).toBe(8);
        searches += 1;
      }
      return searches;
    })();
    for (let i = 0; i < 5; i += 1) await index.store.rewrite(batches(rows));
    isDone = true;
    expect(await searching).toBeGreaterThan(0);
    expect(index.tables()).toHaveLength(1);
  });

  it("keeps the old table when its source fails, and leaves nothing of the new one", async () => {
    await index.store.upsert([row(1, "otter")]);
    const before = index.tables();
    async function* failing() {
      yield [row(2, "whale")];
      await Promise.reject(new Error("source"));
    }
    await expect(index.store.rewrite(failing())).rejects.toThrow("source");
    expect(await index.idsFor("otter")).toEqual([1]);
    expect(index.tables()).toEqual(before);
  });

  it("of nothing makes an empty index", async () => {
    await index.store.upsert([row(1, "otter")]);
    await index.store.rewrite(batches());
    expect(await index.idsFor("otter")).toEqual([]);
    expect(index.store.state()).toEqual({ state: "ready", reason: null });
  });

  it("says that it is rebuilding", () => {
    index.store.setRebuilding(true);
    expect(index.store.state().state).toBe("rebuilding");
    index.store.setRebuilding(false);
    expect(index.store.state().state).toBe("ready");
  });
});

it("has no other kinds than the contract", async () => {
  const kinds: SearchKind[] = ["memory", "observation", "summary", "prompt", "event"];
  await index.store.upsert(kinds.map((kind) => row(1, "otter", { kind })));
  expect(Object.keys(await index.store.countByKind()).sort()).toEqual([...kinds].sort());
});
