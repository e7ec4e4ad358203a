import { expect, it } from "vitest";
import { MemoryListQuery } from "@/lib/contract/memory-list";
import { nextPages } from "./page-size";

it("pages grow with the list, the 5,000th row is there after a dozen, and the route takes the largest", () => {
  expect([0, 60, 160, 260, 460, 960, 90_000].map((loaded) => nextPages(loaded, 100))).toEqual([1, 1, 1, 2, 4, 5, 5]);
  let asked = 0;
  for (let loaded = 60; loaded < 5_000; asked += 1) loaded += 100 * nextPages(loaded, 100);
  expect(asked).toBe(13);
  expect(MemoryListQuery.parse({ limit: "100", pages: String(nextPages(90_000, 100)) })).toMatchObject({ pages: 5 });
});
