import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SearchQuery } from "../contract/search";
import { createHashEmbedder } from "../embed/hash-embedder";
import { openTestApp, type TestApp } from "../testing";
import { addMemory } from "../testing/search-rows";
import { parseQuery } from "../text/tokens-query";
import { questionOf, searchNames } from "./bridge";
import type { RowFilter } from "./filter";
import { memorySearch } from "./memory-search";
import { recallForPrompt } from "./recall";
import { GLOSSARY } from "./recipe";
import { search } from "./service";

const FILTER: RowFilter = {
  projectIds: null,
  branch: null,
  statuses: ["active"],
  since: null,
  until: null,
  obsTypes: null,
  concepts: null,
  files: null,
  now: 0,
};

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp({ embedder: createHashEmbedder() });
});
afterEach(() => test.close());

const ask = async (query: string) => search(test.app, SearchQuery.parse({ query, mode: "fts", type: "memories" }));
const values = async (query: string): Promise<unknown[]> => (await ask(query)).memories.map((hit) => hit.value);
const bridgeOf = (query: string) =>
  searchNames(test.app.db, "memory", questionOf(query, parseQuery(query)), FILTER, 10).bridge;

describe("search by other names", () => {
  it.each([
    ["English finds Chinese", "which port does staging use", "预发布环境的端口是四位数"],
    ["Chinese finds English", "购物车的缓存", "The basket lives in a cache of its own"],
    ["a synonym in English", "sign-in page", "The login form has two fields"],
    ["a synonym in Chinese", "登陆的界面", "登录按钮在右上角"],
    ["a phrase", "shopping cart total", "购物车合计保留两位小数"],
    ["a phrase of the row", "怎么登录", "Users sign in with a passkey"],
    ["a kind of tool finds what was chosen", "package manager", "We switched from pnpm to bun yesterday"],
    ["a kind of tool in the other language", "测试框架", "Unit tests run on Vitest"],
    ["another form of the row's word", "什么时候部署", "It was deployed by hand"],
  ])("%s", async (_what, query, value) => {
    addMemory(test.app, value);
    addMemory(test.app, "otters swim at dawn");
    addMemory(test.app, "水獭在黎明游泳");
    expect(await values(query)).toEqual([value]);
  });

  it("stands below rows that hold the words themselves", async () => {
    const other = addMemory(test.app, "购物车在夜里清空，购物车很小");
    const own = addMemory(test.app, "the basket of the otter");
    const hits = (await ask("basket by night")).memories;
    expect(hits.map((hit) => hit.id)).toEqual([own.id, other.id]);
    expect(hits[0]?.rank).toBeGreaterThan(hits[1]?.rank ?? Infinity);
  });

  it("leaves names, quoted text and what is found whole as they are", async () => {
    addMemory(test.app, "购物车的缓存");
    for (const query of ["cart.ts", "cart_cache", '"cart"', "“cache” x"]) expect(await values(query)).toEqual([]);
    const whole = addMemory(test.app, "the cart cache");
    expect(bridgeOf("cart cache").ids).toEqual([]);
    expect(await values("cart cache")).toEqual([whole.value]);
  });

  it("answers the other names that a viewer may mark, but none that holds a word of the query", async () => {
    addMemory(test.app, "购物车在夜里清空");
    addMemory(test.app, "the shopping cart of the otter");
    const { terms } = await ask("cart by night");
    expect(terms).toContain("购物车");
    expect(terms).not.toContain("shopping cart");
  });

  it("asks for so many names at most, the rarest first, and none that stands everywhere", () => {
    test.app.sqlite.exec("BEGIN");
    for (let i = 0; i < GLOSSARY.maxNameReach + 1; i += 1) addMemory(test.app, "部署", { key: `k${i}` });
    addMemory(test.app, "上线", { key: "rare" });
    test.app.sqlite.exec("COMMIT");
    expect(bridgeOf("deploy").terms).toEqual(["上线"]);
    const long = "deploy port cache login schema cart verbose server image queue alert error ".repeat(40);
    expect(bridgeOf(long).terms.length).toBeLessThanOrEqual(GLOSSARY.maxTerms);
  });

  it("memory_search asks for the words alone", async () => {
    addMemory(test.app, "购物车的缓存");
    const { results } = await memorySearch(test.app, { query: "cart" }, { waitMs: 0 });
    expect(results.filter((result) => result.score > 0 && result.value === "购物车的缓存")).toEqual([]);
  });
});

describe("what bears on a prompt", () => {
  const recall = async (text: string): Promise<number[]> =>
    (await recallForPrompt(test.app, text, { projectIds: null, branch: null, limit: 10, waitMs: 0 })).hits.map(
      (hit) => hit.id,
    );

  it("is a row that holds two of its words by other names; one alone may be chance", async () => {
    const both = addMemory(test.app, "购物车的缓存十分钟后失效");
    addMemory(test.app, "购物车的颜色是蓝色");
    expect(await recall("please look at the cart cache")).toEqual([both.id]);
  });

  it("is not what shares a common word with another question", async () => {
    addMemory(test.app, "测试环境的端口");
    expect(await recall("what is the capital of Mongolia")).toEqual([]);
    expect(await recall("which port has the best seafood restaurants in Portugal")).toEqual([]);
  });
});
