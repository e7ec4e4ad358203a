import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Embedder } from "../context";
import { AppError } from "../contract/errors";
import { MemorySearchAnswer, type MemorySearchInput } from "../contract/search";
import { memories, type MemoryRow } from "../db/schema/memories";
import { operations } from "../db/schema/operations";
import { write } from "../db/write";
import { createHashEmbedder } from "../embed/hash-embedder";
import { saveSettings } from "../settings/service";
import { openTestApp, type TestApp } from "../testing";
import { embedMemories } from "../testing/embed-memories";
import { addProject } from "../testing/places";
import { addMemory } from "../testing/search-rows";
import { indexEntity, unindexEntity } from "./indexing";
import { memorySearch } from "./memory-search";

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

const find = (query: string, more: Partial<MemorySearchInput> = {}): Promise<MemorySearchAnswer> =>
  memorySearch(test.app, { query, ...more });
const values = async (query: string, more: Partial<MemorySearchInput> = {}): Promise<string[]> =>
  (await find(query, more)).results.map((hit) => hit.value);
const row = (id: number): MemoryRow | undefined => test.app.db.select().from(memories).where(eq(memories.id, id)).get();

const embed = (): Promise<void> => embedMemories(test.app);

function change(id: number, values: Partial<MemoryRow>): void {
  write(test.app, (tx) => {
    const changed = tx.update(memories).set(values).where(eq(memories.id, id)).returning().get();
    indexEntity(tx, test.app.now(), "memory", changed);
  });
}

async function openWith(embedder: Embedder): Promise<void> {
  await test.close();
  test = await openTestApp({ embedder });
}

/** Says to the index what it was asked for. */
function watchIndex(): number[] {
  const limits: number[] = [];
  const { search } = test.app.vectors;
  test.app.vectors.search = (vector, filter, limit) => {
    limits.push(limit);
    return search(vector, filter, limit);
  };
  return limits;
}

describe("what is found", () => {
  it("E16: words and tags of a row as it is now, gone with an update and with the row", async () => {
    const { id } = addMemory(test.app, "the cart cache lives in Redis", { tags: "checkout,infra" });
    for (const query of ["redis", "checkout", "cart cache"]) expect(await values(query)).toHaveLength(1);
    change(id, { value: "the cart cache lives in Memcached" });
    expect(await values("redis")).toEqual([]);
    expect(await values("memcached")).toHaveLength(1);
    write(test.app, (tx) => {
      tx.delete(memories).where(eq(memories.id, id)).run();
      unindexEntity(tx, test.app.now(), "memory", id);
    });
    expect(await values("memcached")).toEqual([]);
    expect(await values("checkout")).toEqual([]);
  });

  it("E17: Chinese substrings of two and of four characters, in value and tags, deleted rows never", async () => {
    addMemory(test.app, "用户身份校验失败后要重新登录");
    addMemory(test.app, "x", { tags: "登录流程" });
    addMemory(test.app, "登录之后再删除", { status: "deleted" });
    expect(await values("身份校验")).toEqual(["用户身份校验失败后要重新登录"]);
    expect(await values("登录流程")).toEqual(["x"]);
    const { results } = await find("登录");
    expect(results.map(({ value, score, match_type }) => [value, score, match_type])).toEqual([
      ["用户身份校验失败后要重新登录", 0.6, "fts"],
      ["x", 0.3, "fts"],
    ]);
  });

  it("E17: a key with the words in it counts as a tag", async () => {
    addMemory(test.app, "整数分", { key: "shop:购物车:fact:price" });
    addMemory(test.app, "购物车用整数分");
    expect((await find("购物车")).results.map(({ value, score }) => [value, score])).toEqual([
      ["购物车用整数分", 0.6],
      ["整数分", 0.3],
    ]);
  });

  it("E18: quotes, operators, brackets and stars are ordinary characters", async () => {
    addMemory(test.app, 'say "hello" AND (wait) for release*');
    await embed();
    for (const query of ['"hello"', "hello AND", "(wait", "release*", "NOT wait", "a:b OR c", '"', "^{}", "***"]) {
      const answer = await find(query);
      expect(answer.degraded).toBeUndefined();
      expect(answer.count).toBe(answer.results.length);
    }
    expect(await values('"hello"')).toHaveLength(1);
  });

  it("E55: answers the fields of the original, UTC text dates and comma tags included", async () => {
    const { id } = addMemory(test.app, "deploys run at noon", {
      key: "app:ci:fact:deploys",
      attribute: "fact",
      tags: "ci,deploy",
      createdAt: Date.UTC(2026, 4, 3, 7, 8, 9, 500),
    });
    expect(await find("noon")).toEqual({
      results: [
        {
          id,
          key: "app:ci:fact:deploys",
          value: "deploys run at noon",
          status: "active",
          attribute: "fact",
          tags: "ci,deploy",
          score: 0.6,
          match_type: "fts",
          created_at: "2026-05-03 07:08:09",
        },
      ],
      count: 1,
      degraded: { missing: "meaning", code: "index_behind", count: 1, reason: "1 row still waits for its vector." },
    });
    expect(MemorySearchAnswer.parse(await find("nothing like it"))).toMatchObject({ results: [], count: 0 });
  });

  it("E55: a blank query is an error that says what to do", async () => {
    for (const query of ["", "   ", "\n"]) {
      await expect(find(query)).rejects.toMatchObject({
        code: "validation_failed",
        hint: expect.any(String) as string,
      });
    }
  });
});

describe("ranking and cut", () => {
  it("E22: merges the words' best and the nearest vectors, 0.6 to 0.4, each row once", async () => {
    addMemory(test.app, "otters swim in the river");
    addMemory(test.app, "beavers build dams in the river");
    await embed();
    const { results, degraded } = await find("otters river");
    expect(degraded).toBeUndefined();
    expect(results.map((hit) => hit.match_type)).toEqual(["fts+vector", "fts+vector"]);
    const best = results[0];
    expect(best?.value).toBe("otters swim in the river");
    expect(best?.score).toBeGreaterThan(0.6);
    expect(best?.score).toBeLessThanOrEqual(1);
  });

  it("E24: thirty superseded hits do not starve the result, in words or in meaning", async () => {
    for (let i = 0; i < 30; i += 1) addMemory(test.app, "tea tea tea", { status: "superseded" });
    addMemory(test.app, "tea is served at four in the afternoon, with much else besides");
    await embed();
    const { results } = await find("tea", { top_k: 1 });
    expect(results).toMatchObject([{ status: "active", match_type: "fts+vector" }]);
    // The index still takes them for active, as before the job of a change.
    const fresh = Array.from({ length: 30 }, () => addMemory(test.app, "tea tea tea"));
    await embed();
    write(test.app, (tx) =>
      fresh.forEach(({ id }) => tx.update(memories).set({ status: "superseded" }).where(eq(memories.id, id)).run()),
    );
    expect(await find("tea", { top_k: 1 })).toMatchObject({ results: [{ match_type: "fts+vector" }] });
  });

  it("E13, E24: only what is returned counts as used, and nothing else of it changes", async () => {
    const returned = addMemory(test.app, "tea tea");
    const cut = addMemory(test.app, "tea, a long text about other things");
    test.clock.now += 5_000;
    expect(await values("tea", { top_k: 1 })).toEqual(["tea tea"]);
    expect(row(returned.id)).toEqual({ ...returned, accessCount: 1, lastAccessed: test.clock.now });
    expect(row(cut.id)).toEqual(cut);
    await find("tea");
    expect([row(returned.id)?.accessCount, row(cut.id)?.accessCount]).toEqual([2, 1]);
    expect(test.app.db.select().from(operations).all()).toEqual([]);
  });

  it("E15: an expired memory is not returned from its very millisecond on", async () => {
    addMemory(test.app, "tea for the summer", { expiresAt: test.clock.now });
    await embed();
    expect(await values("tea")).toEqual([]);
    test.clock.now -= 1;
    expect(await values("tea")).toEqual(["tea for the summer"]);
  });

  it("E113: each recall brings as many as its setting says", async () => {
    for (let i = 0; i < 8; i += 1) addMemory(test.app, `tea number ${i}`);
    await embed();
    saveSettings(test.app, { fts_top_k: 2, vector_top_k: 3 });
    const limits = watchIndex();
    const { results } = await find("tea");
    expect(limits).toEqual([3]);
    expect(results.filter((hit) => hit.match_type !== "vector")).toHaveLength(2);
    expect(results.filter((hit) => hit.match_type !== "fts")).toHaveLength(3);
    saveSettings(test.app, { fts_top_k: null, vector_top_k: null });
    await find("tea");
    expect(limits).toEqual([3, 20]);
  });

  it("E114: the weights are settings", async () => {
    addMemory(test.app, "tea");
    saveSettings(test.app, { fts_weight: 0.25, vector_weight: 0 });
    expect((await find("tea")).results).toMatchObject([{ score: 0.25 }]);
  });
});

describe("what an agent may see", () => {
  it("holds back what waits for review, is in conflict or quarantined", async () => {
    for (const reviewState of ["pending", "conflict", "quarantined"] as const)
      addMemory(test.app, `tea ${reviewState}`, { reviewState });
    addMemory(test.app, "tea reviewed");
    await embed();
    expect(await values("tea")).toEqual(["tea reviewed"]);
  });

  it("keeps to the project and the global ones, or takes all, as inject_scope says", async () => {
    const [app, other] = [addProject(test.app, "app"), addProject(test.app, "other")];
    addMemory(test.app, "tea of app", { projectId: app });
    addMemory(test.app, "tea of other", { projectId: other });
    addMemory(test.app, "tea of all");
    await embed();
    const sorted = async (more: Partial<MemorySearchInput>): Promise<string[]> => (await values("tea", more)).sort();
    expect(await sorted({ project: "app" })).toEqual(["tea of all", "tea of app"]);
    expect(await sorted({ project: "nobody" })).toEqual(["tea of all"]);
    expect(await sorted({ cwd: "/nowhere/at/all" })).toEqual(["tea of all"]);
    expect(await sorted({})).toHaveLength(3);
    saveSettings(test.app, { inject_scope: "all" });
    expect(await sorted({ project: "app" })).toHaveLength(3);
  });

  it("takes one attribute alone when asked to", async () => {
    addMemory(test.app, "tea is green", { attribute: "fact" });
    addMemory(test.app, "tea is to be green", { attribute: "decision" });
    expect(await values("tea", { attribute: "decision" })).toEqual(["tea is to be green"]);
  });
});

describe("without the model", () => {
  it("E21: a missing, a failing and a late model leave the words, and the answer says so", async () => {
    const hash = createHashEmbedder();
    const broken: [string, () => Promise<Float32Array>][] = [
      ["The model file is missing.", () => Promise.reject(new AppError("not_ready", "The model file is missing."))],
      ["The model or the vector index failed; the log says more.", () => Promise.reject(new Error("boom"))],
      ["The model is busy or still loading; search again in a moment.", () => new Promise(() => undefined)],
    ];
    for (const [reason, embedQuery] of broken) {
      await openWith({ ...hash, embedQuery });
      addMemory(test.app, "otters");
      expect(await memorySearch(test.app, { query: "otters" }, { waitMs: 1 })).toMatchObject({
        results: [{ value: "otters", match_type: "fts", score: 0.6 }],
        degraded: { missing: "meaning", reason },
      });
    }
  });

  it("E21: a broken words index leaves meaning", async () => {
    addMemory(test.app, "otters swim");
    await embed();
    test.app.sqlite.exec("DROP TABLE memory_words");
    expect(await find("otters")).toMatchObject({
      results: [{ match_type: "vector" }],
      degraded: { missing: "words" },
    });
  });
});
