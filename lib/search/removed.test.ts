/** Rows of which a deletion for good left nothing but its marks are found by nothing. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { SearchQuery } from "../contract/search";
import { drain } from "../jobs/runner";
import { MARK } from "../operations/needles";
import { openTestApp, type TestApp } from "../testing";
import { addMemory, addObservation } from "../testing/search-rows";
import { search } from "./service";

let test: TestApp;
beforeEach(async () => void (test = await openTestApp()));
afterEach(() => test.close());

it.each(["fts", "vector", "hybrid"] as const)("neither words nor meaning find what was removed: %s", async (mode) => {
  addObservation(test.app, MARK, {
    summary: `${MARK}.`,
    facts: JSON.stringify([MARK]),
    filesModified: '["src/cart.ts"]',
  });
  addMemory(test.app, MARK);
  const kept = addObservation(test.app, `Removed the ${MARK} of the cart`, { filesModified: '["src/cart.ts"]' });
  await drain(test.app);
  for (const query of ["removed", "[removed]", "cart.ts", "what was removed from the cart"]) {
    const found = await search(test.app, SearchQuery.parse({ query, mode }));
    expect(found.memories).toEqual([]);
    expect(found.observations.map(({ id }) => id).filter((id) => id !== kept.id)).toEqual([]);
  }
});
