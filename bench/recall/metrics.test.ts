import { describe, expect, it } from "vitest";
import { allAt, anyAt, groupRanking, mean, ndcgAt, recallAt, reciprocalRank } from "./metrics";

const RANKED = ["a", "b", "c", "d", "e"];
const set = (...ids: string[]): Set<string> => new Set(ids);

describe("measures of a ranking", () => {
  it("recall counts the relevant ids within the first k", () => {
    expect(recallAt(RANKED, set("b", "e", "x", "y"), 2)).toBe(0.25);
    expect(recallAt(RANKED, set("b", "e", "x", "y"), 5)).toBe(0.5);
    expect(recallAt(RANKED, set("a"), 1)).toBe(1);
    expect(recallAt(RANKED, set(), 5)).toBe(0);
  });

  it("any asks for one of them, all for every one", () => {
    expect([1, 2, 3, 5].map((k) => anyAt(RANKED, set("b", "c"), k))).toEqual([0, 1, 1, 1]);
    expect([1, 2, 3, 5].map((k) => allAt(RANKED, set("b", "c"), k))).toEqual([0, 0, 1, 1]);
    expect(allAt(RANKED, set("b", "missing"), 5)).toBe(0);
    expect([anyAt(RANKED, set(), 5), allAt(RANKED, set(), 5)]).toEqual([0, 0]);
  });

  it("NDCG discounts by place and compares with the best order", () => {
    expect(ndcgAt(RANKED, set("a"), 10)).toBe(1);
    expect(ndcgAt(RANKED, set("b"), 10)).toBeCloseTo(0.63093, 5);
    // Places 1 and 3 of a best order 1, 2: (1 + 0.5) / (1 + 0.63093).
    expect(ndcgAt(RANKED, set("a", "c"), 10)).toBeCloseTo(0.91972, 5);
    expect(ndcgAt(RANKED, set("c"), 2)).toBe(0);
    expect(ndcgAt(RANKED, set(), 10)).toBe(0);
    // More relevant ids than k: the best order fills k places.
    expect(ndcgAt(RANKED, set("a", "b", "c"), 2)).toBe(1);
  });

  it("the reciprocal rank is that of the first hit", () => {
    expect(reciprocalRank(RANKED, set("d", "e"))).toBe(0.25);
    expect(reciprocalRank(RANKED, set("z"))).toBe(0);
  });

  it("means and groups", () => {
    expect(mean([1, 0, 0.5])).toBe(0.5);
    expect(mean([])).toBe(0);
    const session = (id: string): string | undefined => ({ a: "s2", b: "s1", c: "s2" })[id];
    expect(groupRanking(RANKED, session)).toEqual(["s2", "s1"]);
  });
});
