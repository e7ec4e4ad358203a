import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SearchQuery, type SearchAnswer } from "../contract/search";
import { write } from "../db/write";
import { recordPair } from "../review/repo";
import { openTestApp, type TestApp } from "../testing";
import { addMemory } from "../testing/search-rows";
import { search } from "./service";

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

const find = (query: string, more: object = {}): Promise<SearchAnswer> =>
  search(test.app, SearchQuery.parse({ query, mode: "fts", ...more }));
const values = async (query: string, more: object = {}): Promise<unknown[]> =>
  (await find(query, more)).memories.map((hit) => hit["value"]);
const add = (...texts: string[]): void => texts.forEach((text) => void addMemory(test.app, text));

describe("what goes first", () => {
  it("puts a row first whose key, part of a key, path, ticket or version was named", async () => {
    add(
      "cache store cache store: the store caches what the cache store stores",
      "TKT-41 TKT-42 TKT-43 are about src/cart and release 2.4.0",
      "the ticket TKT 7 and the release 2.4 of src cart total ts",
    );
    const now = test.clock.now;
    addMemory(test.app, "Redis, said long ago", { key: "shop:cart:decision:cache_store", createdAt: now - 1e11 });
    addMemory(test.app, "rounding is in src/cart/total.ts since v2.4.1, see TKT-7", { createdAt: now - 1e11 });
    for (const query of ["cache_store", "cache store", "shop:cart:decision:cache_store", "decision:cache_store"])
      expect((await values(query))[0]).toBe("Redis, said long ago");
    for (const query of ["src/cart/total.ts", "TKT-7", "v2.4.1", "what did TKT-7 change in the release of cart"])
      expect((await values(query))[0]).toContain("rounding");
  });

  it("puts the newer half of an open pair above the older one", async () => {
    const now = test.clock.now;
    const older = addMemory(test.app, "deploys deploys deploys run on Tuesdays", {
      key: "a:b:c:old",
      createdAt: now - 9e9,
    });
    const newer = addMemory(test.app, "since the audit nobody deploys on a Tuesday", { key: "x:y:z:new" });
    expect((await values("deploys"))[0]).toBe(older.value);
    const pair = { kind: "supersedes" as const, projectId: 0, olderId: older.id, newerId: newer.id, reasons: [] };
    write(test.app, (tx) => recordPair(tx, now, { ...pair, actor: { kind: "job", name: "test" } }));
    expect(await values("deploys")).toEqual([newer.value, older.value]);
  });

  it("never shows a superseded row unless that status is asked for, and what all of it counts for nothing", async () => {
    add("tea is green");
    addMemory(test.app, "tea tea tea", { status: "superseded" });
    expect(await find("tea")).toMatchObject({ memories: [{ value: "tea is green" }], totals: { memories: 1 } });
    expect(await values("tea", { status: "superseded" })).toEqual(["tea tea tea"]);
  });
});
