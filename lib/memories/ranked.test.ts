import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { MemoryPage } from "../contract/memory-list";
import { drain } from "../jobs/runner";
import { openTestApp, type TestApp } from "../testing";
import { addProject } from "../testing/places";
import { addMemory } from "../testing/search-rows";
import { listMemoryFacets } from "./facets";
import { listMemoryPage, matchingIds } from "./list";
import { archiveMemory, softDeleteMemory } from "./service";

const PERSON = { kind: "person", name: "console" } as const;
const MODES = ["words", "meaning", "hybrid"] as const;

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

const ids = ({ items }: MemoryPage): number[] => items.map(({ id }) => id);
const find = (q: string, more: object = {}) => listMemoryPage(test.app, { q, mode: "hybrid", ...more });

describe("a list by words and meaning", () => {
  it("has the best first, says why each is there, and narrows by every other filter", async () => {
    const shop = addProject(test.app, "shop");
    const best = addMemory(test.app, "the cart cache lives in redis", {
      projectId: shop,
      tags: "标签,a_b",
      host: "codex",
    }).id;
    const other = addMemory(test.app, "a cache of the build").id;
    const old = addMemory(test.app, "the cart cache was in memcached", { status: "archived" }).id;
    addMemory(test.app, "nothing to do with it");
    await drain(test.app);
    for (const mode of MODES) {
      const page = await find("cart cache", { mode });
      expect([mode, ids(page)[0]]).toEqual([mode, best]);
      expect(page.found).toMatchObject({ mode, degraded: null, isCapped: false });
      expect(page.found?.fits.map(({ id }) => id)).toEqual(ids(page));
      const ranks = page.found?.fits.map(({ rank }) => rank) ?? [];
      expect(ranks).toEqual([...ranks].sort((a, b) => b - a));
      expect(page.total).toBe(page.items.length);
      for (const filter of [{ project: "shop" }, { tag: "标签" }, { tag: "a_b" }, { host: "codex" }])
        expect([mode, filter, ids(await find("cart cache", { mode, ...filter }))]).toEqual([mode, filter, [best]]);
      expect(ids(await find("cart cache", { mode, status: "archived" }))).toEqual([old]);
    }
    expect((await find("cart cache", { mode: "words" })).found?.terms).toEqual(["cart", "cache"]);
    expect(ids(await find("cart cache", { mode: "words", sort: "created_at", order: "asc" }))).toEqual([best, other]);
    expect(await matchingIds(test.app, { q: "cart cache", mode: "words" })).toEqual([best, other]);
  });

  it("says which half is missing until it is there, and shows nothing stale after a change", async () => {
    const id = addMemory(test.app, "the cart cache lives in redis").id;
    expect((await find("redis")).found?.degraded).toMatchObject({ missing: "meaning" });
    await drain(test.app);
    expect((await find("redis")).found?.degraded).toBeNull();
    const next = addMemory(test.app, "redis again, and only redis").id;
    expect(ids(await find("redis", { mode: "words" })).sort()).toEqual([id, next]);
    archiveMemory(test.app, id, PERSON);
    expect(ids(await find("redis", { mode: "words" }))).toEqual([next]);
    softDeleteMemory(test.app, next, PERSON);
    expect(ids(await find("redis", { mode: "words" }))).toEqual([]);
  });

  it("finds a word that is half typed, a mistyped one, Chinese within a sentence, and nothing for mere signs", async () => {
    const pnpm = addMemory(test.app, "pnpm workspaces hold the packages").id;
    const chinese = addMemory(test.app, "周五晚上不做任何发布操作").id;
    const words = async (q: string): Promise<number[]> => ids(await find(q, { mode: "words" }));
    expect(await words("pnp")).toEqual([pnpm]);
    expect(await words("worskpaces")).toEqual([pnpm]);
    expect(await words("发布操作")).toEqual([chinese]);
    expect(await words("%%")).toEqual([]);
    expect((await find("%%")).total).toBe(0);
  });

  it("pages see each row once, and facets count what the list holds", async () => {
    for (let n = 0; n < 60; n += 1)
      addMemory(test.app, `cache number ${n}`, { tier: n % 3 === 0 ? "pinned" : "normal", tags: `t${n % 4}` });
    await drain(test.app);
    for (const more of [{}, { tier: "pinned" as const }, { tag: "t1" }]) {
      const seen: number[] = [];
      let cursor: string | undefined;
      let total = 0;
      do {
        const page = await find("cache", { ...more, limit: 7, cursor });
        seen.push(...ids(page));
        total = page.total ?? 0;
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.length).toBe(total);
      const facets = await listMemoryFacets(test.app, { status: "active", q: "cache", mode: "hybrid", ...more });
      expect(facets.total).toBe(total);
      for (const { value, count } of facets.values.tag) {
        const { total: there } = await find("cache", { ...more, tag: value });
        expect([more, value, count]).toEqual([more, value, there]);
      }
    }
  });

  it("finds by words a row that the other filters leave, far below the thousand best of the store", async () => {
    test.app.sqlite.pragma("synchronous = OFF");
    for (let n = 0; n < 1_300; n += 1) addMemory(test.app, "cache cache cache");
    const far = addMemory(test.app, `a cache behind ${"much else and ".repeat(30)}`, { tags: "rare" }).id;
    const all = await find("cache", { mode: "words" });
    expect([all.total, all.found?.isCapped]).toEqual([1_000, true]);
    expect(ids(await find("cache", { mode: "words", tag: "rare" }))).toEqual([far]);
    const facets = await listMemoryFacets(test.app, { status: "active", q: "cache", mode: "words", tag: "rare" });
    expect(facets.total).toBe(1);
  }, 30_000);
});
