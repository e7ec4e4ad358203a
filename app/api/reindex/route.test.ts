import { afterEach, beforeEach, expect, it } from "vitest";
import { drain } from "@/lib/jobs/runner";
import { search } from "@/lib/search/service";
import { SearchQuery } from "@/lib/contract/search";
import { openTestApp, type TestApp } from "@/lib/testing";
import { addMemory } from "@/lib/testing/search-rows";
import { POST } from "./route";

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

it("makes lost words and vectors anew from the rows", async () => {
  const id = addMemory(test.app, "carts live in the fast store").id;
  await drain(test.app);
  test.app.sqlite.exec("DELETE FROM memory_words");
  await test.app.vectors.remove("memory", [id]);
  const find = async (mode: "fts" | "vector") =>
    (await search(test.app, SearchQuery.parse({ query: "fast store", mode, type: "memories" }))).memories.map(
      (hit) => hit.id,
    );
  expect(await find("fts")).toEqual([]);
  expect(await find("vector")).toEqual([]);
  expect((await POST(new Request("http://localhost/api/reindex", { method: "POST" }))).status).toBe(202);
  await drain(test.app);
  expect(await find("fts")).toEqual([id]);
  expect(await find("vector")).toEqual([id]);
});
