import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MemorySearchAnswer } from "@/lib/contract/search";
import { openTestApp, type TestApp } from "@/lib/testing";
import { addMemory } from "@/lib/testing/search-rows";
import { GET, POST } from "./route";

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

const URL_OF = "http://127.0.0.1/api/memory-search";
const get = (query: Record<string, string>): Promise<Response> =>
  GET(new Request(`${URL_OF}?${new URLSearchParams(query).toString()}`));
const post = (body: unknown): Promise<Response> =>
  POST(
    new Request(URL_OF, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  );

describe("/api/memory-search", () => {
  it("E55: answers results and count, by address and by body", async () => {
    addMemory(test.app, "tea at four");
    addMemory(test.app, "tea at five");
    for (const response of [await get({ query: "tea", top_k: "1" }), await post({ query: "tea", top_k: 1 })]) {
      expect(response.status).toBe(200);
      expect(MemorySearchAnswer.parse(await response.json())).toMatchObject({
        count: 1,
        results: [{ status: "active" }],
      });
    }
  });

  it("E55: an empty query, a bound overstepped and an unknown field are refused in a sentence", async () => {
    for (const response of [
      await get({}),
      await get({ query: "" }),
      await get({ query: "tea", top_k: "0" }),
      await post({ query: "  " }),
      await post({ query: "tea", top_k: 101 }),
      await post({ query: "x".repeat(4_001) }),
      await post({ query: "tea", limit: 5 }),
    ]) {
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ ok: false, code: "validation_failed" });
    }
  });
});
