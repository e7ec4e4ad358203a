import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SearchQuery } from "../contract/search";
import { openTestApp, type TestApp } from "../testing";
import { addMemory } from "../testing/search-rows";
import { search } from "./service";
import { neighboursOf } from "./typos";

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
  for (const text of [
    "the deployment pipeline needs a migration of the payments database",
    "Grafana dashboards show the latency of the gateway in version 1.4.2",
    "release of the mobile client",
    "cache and queue workers",
    "部署之前必须先验证回滚方案",
  ])
    addMemory(test.app, text);
});
afterAll(() => test.close());

const near = (word: string): string[] => neighboursOf(test.app.db, "memory", word);
const values = async (query: string): Promise<unknown[]> =>
  (await search(test.app, SearchQuery.parse({ query, mode: "fts" }))).memories.map((hit) => hit["value"]);

describe("neighboursOf", () => {
  it.each([
    ["migraiton", "migration"],
    ["migraton", "migration"],
    ["migrattion", "migration"],
    ["migretion", "migration"],
    ["imgration", "migration"],
    ["nigration", "migration"],
    ["igration", "migration"],
    ["deplyoment", "deployment"],
    ["deploimant", "deployment"],
    ["dahsboards", "dashboards"],
    ["latnecy", "latency"],
    ["gatway", "gateway"],
    ["cahce", "cache"],
    ["qeue", "queue"],
  ])("%s was meant to be %s", (typed, meant) => {
    expect(near(typed)).toContain(meant);
  });

  it.each(["cash", "abc", "1.4.3", "zzqqxxyy", "gatxxay", "foo_bar", "x".repeat(60), "grüße", ""])(
    "%j stays as it is",
    (typed) => {
      expect(near(typed)).toEqual([]);
    },
  );

  it("answers at once for words of hostile length and vocabularies with one head", () => {
    for (let i = 0; i < 300; i += 1)
      addMemory(test.app, `prefix${"abcdefghij"[i % 10]}${String.fromCharCode(97 + (i % 26))}word`);
    expect(near("prefxiabword").length).toBeLessThanOrEqual(3);
    expect(near("p".repeat(41))).toEqual([]);
  });
});

describe("search", () => {
  it("finds a row by mistyped words, and marks what they were read as", async () => {
    for (const query of ["migraiton", "paymnets databse", "deploymnet pipline"]) {
      expect(await values(query)).toEqual(["the deployment pipeline needs a migration of the payments database"]);
    }
    const answer = await search(test.app, SearchQuery.parse({ query: "dahsboards", mode: "fts" }));
    expect(answer.terms).toEqual(["dahsboards", "dashboards"]);
  });

  it("never reads a number or a version as another", async () => {
    expect(await values("1.4.2")).toHaveLength(1);
    expect(await values("version 1.4.2")).toHaveLength(1);
    const { terms } = await search(test.app, SearchQuery.parse({ query: "1.4.7 TKT-1402", mode: "fts" }));
    expect(terms).toEqual(["1.4.7", "1", "4", "7", "tkt-1402", "tkt", "1402"]);
  });

  it("takes a word that some row holds as it is", async () => {
    addMemory(test.app, "a gatway of its own");
    expect(await values("gatway")).toEqual(["a gatway of its own"]);
  });

  it("finds a Chinese sentence with one wrong character by the others", async () => {
    expect(await values("部署之前必须先验正回滚方案")).toEqual(["部署之前必须先验证回滚方案"]);
    expect(await values("回滚方按")).toEqual(["部署之前必须先验证回滚方案"]);
  });

  it("finds words in another order first", async () => {
    expect((await values("database payments migration pipeline"))[0]).toContain("the deployment pipeline");
    expect((await values("回滚方案验证"))[0]).toBe("部署之前必须先验证回滚方案");
  });
});
