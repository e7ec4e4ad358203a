import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SearchAnswer } from "@/lib/contract/search";
import { openTestApp, type TestApp } from "@/lib/testing";
import { addMemory, addObservation } from "@/lib/testing/search-rows";
import { GET, POST } from "./route";

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

const get = (query: Record<string, string>): Promise<Response> =>
  GET(new Request(`http://127.0.0.1/api/search?${new URLSearchParams(query).toString()}`));

describe("GET /api/search", () => {
  it("F01 F10: answers JSON for any query, `q` or `query`", async () => {
    addMemory(test.app, "we don't pin the runner image");
    for (const name of ["q", "query"]) {
      const response = await get({ [name]: "don't pin", mode: "fts" });
      expect(response.status).toBe(200);
      expect(SearchAnswer.parse(await response.json()).memories).toHaveLength(1);
    }
    expect(((await (await get({ q: "" })).json()) as SearchAnswer).memories).toEqual([]);
    expect(((await (await get({ q: "   " })).json()) as SearchAnswer).memories).toEqual([]);
    expect(((await (await get({})).json()) as SearchAnswer).memories).toHaveLength(1);
  });

  it("T20: refuses a limit beyond 100 in a sentence", async () => {
    const response = await get({ q: "x", mode: "vector", limit: "10000" });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ ok: false, code: "validation_failed" });
    expect((await get({ q: "x", limit: "50", offset: "100000" })).status).toBe(200);
    expect((await get({ q: "x", since: "yesterday" })).status).toBe(400);
  });

  it("M30: answers text blocks for format=text", async () => {
    addObservation(test.app, "Tea brewed", { summary: "Water at 80 °C" });
    addMemory(test.app, "tea at four", { key: "tea:time" });
    const response = await get({ q: "tea", mode: "fts", format: "text" });
    expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(await response.text()).toBe(
      '2 results for "tea".\n\n## Memories\n\n[M1] tea:time (2026-06-01 12:00, normal)\ntea at four\n\n' +
        "## Observations\n\n[#1] Tea brewed (2026-06-01 12:00, discovery)\nWater at 80 °C\n",
    );
    expect(await (await get({ q: "zebra", mode: "fts", format: "text" })).text()).toBe('No results for "zebra".\n');
  });

  it("answers 405 to other methods", async () => {
    expect((await POST(new Request("http://127.0.0.1/api/search", { method: "POST" }))).status).toBe(405);
  });
});
