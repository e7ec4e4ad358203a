import { rmSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { App, Embedder } from "../context";
import { AppError } from "../contract/errors";
import { SearchQuery, type SearchAnswer } from "../contract/search";
import { memories, type MemoryRow } from "../db/schema/memories";
import { activity } from "../db/schema/operations";
import { embeddings, vectorEntries } from "../db/schema/vectors";
import { write } from "../db/write";
import { createHashEmbedder } from "../embed/hash-embedder";
import type { Lane } from "../jobs/handlers";
import { drain } from "../jobs/runner";
import { openTestApp, type TestApp } from "../testing";
import { addProject, addSession } from "../testing/places";
import { addEvent, addMemory, addObservation, addPrompt } from "../testing/search-rows";
import { JOB } from "../jobs/kinds";
import { indexEntity, unindexEntity } from "./indexing";
import { checkVectors, checkWords, rebuildWords, vectorsRebuildHandler, wordsRebuildHandler } from "./rebuild";
import { search } from "./service";
import { vectorIndexHandler } from "./vector-jobs";

const LANES: Lane[] = [
  {
    name: "index",
    kinds: [
      { kind: JOB.indexVector, handler: vectorIndexHandler },
      { kind: JOB.rebuildVectors, handler: vectorsRebuildHandler },
      { kind: JOB.rebuildWords, handler: wordsRebuildHandler },
    ],
  },
];
const run = (app: App): Promise<number> => drain(app, LANES);

/** Counts what the model is asked for, and may be told to fail or to wait. */
interface Probe extends Embedder {
  asked: string[];
  before: (() => Promise<void>) | null;
}
function probe(dimension = 384): Probe {
  const inner = createHashEmbedder(dimension);
  const outer: Probe = {
    ...inner,
    asked: [],
    before: null,
    async embedPassages(texts) {
      outer.asked.push(...texts);
      await outer.before?.();
      return inner.embedPassages(texts);
    },
  };
  return outer;
}

let test: TestApp;
let embedder: Probe;
beforeEach(async () => {
  embedder = probe();
  test = await openTestApp({ embedder });
});
afterEach(() => test.close());

type Input = Partial<Record<keyof SearchQuery, string | number>>;
const find = (query: string, more: Input = {}): Promise<SearchAnswer> =>
  search(test.app, SearchQuery.parse({ query, mode: "vector", ...more }));
const values = async (query: string, more: Input = {}): Promise<unknown[]> =>
  (await find(query, more)).memories.map((hit) => hit["value"]);

function update(id: number, change: Partial<MemoryRow>): void {
  write(test.app, (tx) => {
    const before = tx.select().from(memories).where(eq(memories.id, id)).get();
    const row = tx
      .update(memories)
      .set({ ...change, revision: (before?.revision ?? 0) + 1 })
      .where(eq(memories.id, id))
      .returning()
      .get();
    indexEntity(tx, test.app.now(), "memory", row);
  });
}

describe("search by meaning", () => {
  it("T08: an empty store answers empty lists, and the first row is found in all modes", async () => {
    for (const mode of ["vector", "hybrid", "fts"])
      expect(await find("anything", { mode })).toMatchObject({ memories: [], degraded: null });
    const first = addMemory(test.app, "first otter");
    await run(test.app);
    for (const mode of ["vector", "hybrid", "fts"]) expect(await values("otter", { mode })).toEqual(["first otter"]);
    update(first.id, { status: "deleted" });
    for (const mode of ["vector", "hybrid", "fts"]) expect(await values("otter", { mode })).toEqual([]);
    addMemory(test.app, "second otter");
    await run(test.app);
    for (const mode of ["vector", "hybrid", "fts"]) expect(await values("otter", { mode })).toEqual(["second otter"]);
  });

  it("invariant 4: words find a row at once, meaning after its job, and the answer says what is missing", async () => {
    addMemory(test.app, "otters swim");
    const before = await find("otters", { mode: "hybrid" });
    expect(before).toMatchObject({
      memories: [{ match_type: "fts" }],
      degraded: { missing: "meaning", reason: "1 row still waits for its vector." },
    });
    await run(test.app);
    expect(await find("otters", { mode: "hybrid" })).toMatchObject({
      memories: [{ match_type: "fts+vector" }],
      degraded: null,
    });
  });

  it("T06: a deleted row is gone at once, before and after its job, a restart and a rebuild", async () => {
    const row = addMemory(test.app, "DEL-T06 about otters");
    addMemory(test.app, "about beavers");
    await run(test.app);
    expect(await values("otters")).toContain("DEL-T06 about otters");
    update(row.id, { status: "deleted" });
    for (const mode of ["vector", "hybrid", "fts"])
      expect(await values("otters", { mode })).not.toContain("DEL-T06 about otters");
    await run(test.app);
    expect(await test.app.vectors.countByKind()).toEqual({ memory: 1 });
    const app = await test.reopen();
    await vectorsRebuildHandler.run(app, []);
    expect(await values("otters")).toEqual([]);
    expect(await values("beavers")).toEqual(["about beavers"]);
    expect(await app.vectors.count()).toBe(1);
  });

  it("removes the vector of a row that is physically gone", async () => {
    const row = addMemory(test.app, "otters");
    await run(test.app);
    write(test.app, (tx) => {
      tx.delete(memories).where(eq(memories.id, row.id)).run();
      unindexEntity(tx, test.app.now(), "memory", row.id);
    });
    expect(await values("otters", { mode: "hybrid" })).toEqual([]);
    await run(test.app);
    expect(await test.app.vectors.count()).toBe(0);
    expect(test.app.db.select().from(vectorEntries).all()).toEqual([]);
  });

  it("a late job neither undoes a newer text nor revives a deleted row", async () => {
    const edited = addMemory(test.app, "old words");
    const deleted = addMemory(test.app, "doomed words");
    embedder.before = () => {
      embedder.before = null;
      update(edited.id, { value: "new words" });
      update(deleted.id, { status: "deleted" });
      return Promise.resolve();
    };
    await run(test.app);
    expect(await values("words")).toEqual(["new words"]);
    expect(await test.app.vectors.countByKind()).toEqual({ memory: 1 });
    // Of key and value for the index, of the value alone for measuring likeness.
    expect(test.app.db.select().from(embeddings).all()).toHaveLength(2);
  });

  it("asks the model once for a text: undo and a changed status come from the cache", async () => {
    const row = addMemory(test.app, "alpha", { key: "k" });
    await run(test.app);
    update(row.id, { value: "beta" });
    await run(test.app);
    update(row.id, { value: "alpha" });
    update(row.id, { status: "archived" });
    await run(test.app);
    expect(embedder.asked).toEqual(["k: alpha", "alpha", "k: beta", "beta"]);
    expect(await values("alpha")).toEqual([]);
    expect(await values("alpha", { status: "archived" })).toEqual(["alpha"]);
  });

  it("embeds no tool calls and no private prompts", async () => {
    const session = addSession(test.app, addProject(test.app, "app"));
    addEvent(test.app, session, "output", { kind: "tool", toolName: "Bash" });
    addPrompt(test.app, session, "", { isPrivate: true });
    addEvent(test.app, session, "a message");
    await run(test.app);
    expect(embedder.asked).toEqual(["a message"]);
    expect(await checkVectors(test.app)).toEqual({ rebuild: false, missing: 0 });
    const done = test.app.db.select().from(activity).where(eq(activity.kind, "vector.indexed")).all();
    expect(done.length).toBeGreaterThan(0);
  });

  it("T10: a hundred deletes beside a hundred additions leave exactly the right rows", async () => {
    const old = Array.from({ length: 100 }, (_, i) => addMemory(test.app, `old ${i}`));
    await run(test.app);
    const change = async (i: number): Promise<void> => {
      const row = old[i];
      if (row !== undefined) update(row.id, { status: "deleted" });
      addMemory(test.app, `new ${i}`);
      if (i % 10 === 0) await run(test.app);
    };
    await Promise.all(old.map((_, i) => change(i)));
    await run(test.app);
    expect(await test.app.vectors.countByKind()).toEqual({ memory: 100 });
    expect((await find("new", { limit: 100 })).memories.every((hit) => String(hit["value"]).startsWith("new"))).toBe(
      true,
    );
  });

  it("A05: a time window is a filter inside the recall", async () => {
    const stop = test.clock.now;
    for (let i = 0; i < 500; i += 1) addMemory(test.app, `tea order number ${i} of today`);
    addMemory(test.app, "tea order of May, with a long note about biscuits", { createdAt: Date.UTC(2026, 4, 3, 10) });
    await run(test.app);
    expect(stop).toBeGreaterThan(Date.UTC(2026, 4, 31));
    for (const mode of ["hybrid", "vector", "fts"]) {
      expect(await values("tea", { mode, since: "2026-05-01", until: "2026-05-31", limit: 5 })).toEqual([
        "tea order of May, with a long note about biscuits",
      ]);
    }
  });

  it("looks further when a filter that the index does not know leaves too little", async () => {
    for (let i = 0; i < 300; i += 1) addObservation(test.app, "tea", { branch: "dev" });
    addObservation(test.app, "tea with much else in its title", { branch: "main" });
    await run(test.app);
    expect((await find("tea", { branch: "main" })).observations).toHaveLength(1);
  });

  it("T20: a page beyond the end is empty", async () => {
    addMemory(test.app, "x");
    await run(test.app);
    expect(await values("x", { mode: "hybrid", limit: 50, offset: 100_000 })).toEqual([]);
  });

  it("F17: a name finds its rows by words, not what is merely close", async () => {
    for (const text of ["coverage is 100% now", "coverage is 1000 lines", "file_name.ts", "fileXname.ts"])
      addMemory(test.app, text);
    await run(test.app);
    expect(await values("100%", { mode: "hybrid" })).toEqual(["coverage is 100% now"]);
    expect(await values("file_name", { mode: "hybrid" })).toEqual(["file_name.ts"]);
  });

  it("finds nothing when nothing is near, by meaning as with words", async () => {
    addMemory(test.app, "deploys run on every push");
    addMemory(test.app, "部署之前先验证回滚方案");
    await run(test.app);
    for (const mode of ["vector", "hybrid"])
      for (const nonsense of ["zzqqxxyy", "docker-comp", "asdf qwer"]) {
        expect(await find(nonsense, { mode })).toMatchObject({ memories: [], totals: { memories: 0 }, degraded: null });
      }
    expect(await values("every push", { mode: "vector" })).toEqual(["deploys run on every push"]);
  });

  it("asks texts in one script to be nearer than those that may be translations", async () => {
    await test.close();
    // Unlike any text, so that all rows are at 0 or close to it.
    test = await openTestApp({ embedder: { ...createHashEmbedder(), floor: { alike: 0.9, across: -0.5 } } });
    addMemory(test.app, "deploys run on every push");
    addMemory(test.app, "部署之前先验证回滚方案");
    await run(test.app);
    expect(await values("checked before release")).toEqual(["部署之前先验证回滚方案"]);
    expect(await values("上线检查")).toEqual(["deploys run on every push"]);
    const both = await values("push", { mode: "hybrid" });
    expect(both).toContain("deploys run on every push");
  });

  it("puts the newer of two statements that are nearly the same above the older, without a pair or a key in common", async () => {
    const now = test.clock.now;
    addMemory(test.app, "the notifier service listens on port 8091", { key: "a", createdAt: now - 9e9 });
    addMemory(test.app, "the notifier service listens on port 8290", { key: "b" });
    addMemory(test.app, "the billing service listens on port 9000", { key: "c", createdAt: now + 1 });
    await run(test.app);
    const found = await values("port of the notifier service", { mode: "hybrid" });
    expect(found.slice(0, 2)).toEqual([
      "the notifier service listens on port 8290",
      "the notifier service listens on port 8091",
    ]);
    expect((await values("port of the billing service", { mode: "hybrid" }))[0]).toContain("billing");
  });

  it("lifts an answer by the prompt before it", async () => {
    const session = addSession(test.app, addProject(test.app, "app"));
    addPrompt(test.app, session, "which database holds the basket", { promptNumber: 1 });
    const answer = addEvent(test.app, session, "the basket is kept in Redis", { turn: 1 });
    const other = addEvent(test.app, session, "the basket is kept in Redis", { turn: 9 });
    await run(test.app);
    const hits = (await find("database basket", { mode: "hybrid", type: "events" })).events;
    expect(hits.map((hit) => hit.id)).toEqual([answer.id, other.id]);
    expect(hits[0]?.rank).toBeGreaterThan(hits[1]?.rank ?? 0);
  });
});

describe("a half that fails", () => {
  it("E21: says why when the model is missing, and words still serve", async () => {
    await test.close();
    const broken = {
      ...createHashEmbedder(),
      embedQuery: () => Promise.reject(new AppError("not_ready", "The model file is missing.")),
    };
    test = await openTestApp({ embedder: broken });
    addMemory(test.app, "otters");
    const answer = await find("otters", { mode: "hybrid" });
    expect(answer).toMatchObject({
      memories: [{ value: "otters" }],
      degraded: { missing: "meaning", reason: "The model file is missing." },
    });
    expect(await find("otters", { mode: "fts" })).toMatchObject({ degraded: null });
  });

  it("waits for the model no longer than it may, says so, and drops the vector that comes late", async () => {
    await test.close();
    const inner = createHashEmbedder();
    const late: { resolve: (vector: Float32Array) => void; reject: (error: Error) => void }[] = [];
    const embedQuery = (): Promise<Float32Array> =>
      new Promise((resolve, reject) => {
        late.push({ resolve, reject });
      });
    test = await openTestApp({ embedder: { ...inner, embedQuery } });
    addMemory(test.app, "otters");
    await run(test.app);
    const findWithin = (mode: "hybrid" | "vector", ms: number): Promise<SearchAnswer> =>
      search(test.app, SearchQuery.parse({ query: "otters", mode }), { hybrid: 60_000, vector: 60_000, [mode]: ms });
    const degraded = { missing: "meaning", reason: "The model is busy or still loading; search again in a moment." };
    expect(await findWithin("hybrid", 1)).toMatchObject({ memories: [{ match_type: "fts" }], degraded });
    expect(await findWithin("vector", 1)).toMatchObject({ memories: [], totals: { memories: 0 }, degraded });
    // A rejection that nobody hears would fail this run.
    late[0]?.reject(new Error("too late"));
    late[1]?.resolve(await inner.embedQuery("otters"));
    const inTime = findWithin("hybrid", 60_000);
    late[2]?.resolve(await inner.embedQuery("otters"));
    expect(await inTime).toMatchObject({ memories: [{ match_type: "fts+vector" }], degraded: null });
  });

  it("rebuilds a lost vectors folder without the model, and says degraded until then", async () => {
    for (let i = 0; i < 5; i += 1) addMemory(test.app, `otter ${i}`);
    await run(test.app);
    rmSync(join(test.home, "vectors"), { recursive: true });
    expect(await find("otter", { mode: "hybrid" })).toMatchObject({
      memories: [{}, {}, {}, {}, {}],
      degraded: { missing: "meaning" },
    });
    await test.reopen();
    const asked = embedder.asked.length;
    expect(await checkVectors(test.app)).toMatchObject({ rebuild: true });
    await run(test.app);
    expect(await find("otter", { mode: "hybrid" })).toMatchObject({
      degraded: null,
      memories: [{ match_type: "fts+vector" }, {}, {}, {}, {}],
    });
    expect(embedder.asked).toHaveLength(asked);
  });

  it("T05 E119: another model is noticed, words serve, all rows are embedded anew", async () => {
    for (let i = 0; i < 20; i += 1) addMemory(test.app, `memory number ${i}`);
    await run(test.app);
    Object.assign(embedder, probe(768), { model: "other/768" });
    const app = await test.reopen();
    expect(await checkVectors(app)).toEqual({ rebuild: true, missing: 20 });
    const during = await find("memory", { mode: "hybrid" });
    expect(during.memories).toHaveLength(20);
    expect(during.degraded).toMatchObject({ missing: "meaning" });
    await run(app);
    expect((await find("number 7", { mode: "vector" })).memories[0]).toMatchObject({ value: "memory number 7" });
    expect(await checkVectors(app)).toEqual({ rebuild: false, missing: 0 });
  });
});

describe("rebuilding words", () => {
  it("heals lost, orphaned and emptied entries", async () => {
    const row = addMemory(test.app, "otters swim");
    const session = addSession(test.app, addProject(test.app, "app"));
    addPrompt(test.app, session, "部署方案");
    test.app.sqlite.exec(
      "INSERT INTO memory_words (memory_words) VALUES ('delete-all'); DELETE FROM prompt_words; INSERT INTO summary_words (rowid, words) VALUES (9, 'ghost')",
    );
    expect(await values("otters", { mode: "fts" })).toEqual([]);
    expect(checkWords(test.app)).toBe(true);
    await run(test.app);
    expect(checkWords(test.app)).toBe(false);
    expect(await values("otters", { mode: "fts" })).toEqual([row.value]);
    expect((await find("部署", { mode: "fts" })).prompts).toHaveLength(1);
    await rebuildWords(test.app, { fresh: true });
    expect(await values("otters", { mode: "fts" })).toEqual([row.value]);
  });

  it("E16: an update replaces the words of a row, a removal takes them away", async () => {
    const row = addMemory(test.app, "alpha one");
    update(row.id, { value: "beta two" });
    expect(await values("alpha", { mode: "fts" })).toEqual([]);
    expect(await values("beta", { mode: "fts" })).toEqual(["beta two"]);
    write(test.app, (tx) => unindexEntity(tx, test.app.now(), "memory", row.id));
    expect(await values("beta", { mode: "fts" })).toEqual([]);
  });
});
