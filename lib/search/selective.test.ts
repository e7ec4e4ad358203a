import { afterEach, beforeEach, expect, it } from "vitest";
import { SearchQuery } from "../contract/search";
import { LANES } from "../jobs/handlers";
import { drain } from "../jobs/runner";
import { openTestApp, type TestApp } from "../testing";
import { addObservation } from "../testing/search-rows";
import { search } from "./service";

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

it("M30: filters that the index does not know are inside the recall by meaning too, behind twelve hundred nearer rows", async () => {
  const dull = Array.from({ length: 1_200 }, () => ({ title: "tea order", obsType: "change" }));
  for (const { title, obsType } of dull) addObservation(test.app, title, { obsType });
  addObservation(test.app, "tea with much else in its title", {
    obsType: "decision",
    concepts: '["gotcha"]',
    filesRead: '["src/cart.ts"]',
    branch: "main",
  });
  await drain(test.app, LANES);
  for (const filter of [
    { obs_type: "decision" },
    { concepts: "gotcha" },
    { files: "cart.ts" },
    { obs_type: "decision", branch: "main" },
  ]) {
    const answer = await search(
      test.app,
      SearchQuery.parse({ query: "tea", type: "observations", mode: "vector", ...filter }),
    );
    expect(answer.observations.map((hit) => hit.title)).toEqual(["tea with much else in its title"]);
  }
});
