import { describe, expect, it } from "vitest";
import type { Scored } from "./fuse";
import { newerFirst, sameSubjects } from "./newer";

const hit = (id: number, rank: number, createdAt: number, more: Partial<Scored> = {}): Scored => ({
  id,
  rank,
  createdAt,
  topic: null,
  cosine: 0.5,
  parts: { words: rank, meaning: rank, recency: 0, importance: 0 },
  match: "fts+vector",
  neighbour: 0,
  exact: 0,
  glossary: 0,
  ...more,
});
const ids = (hits: Scored[]): number[] => hits.map(({ id }) => id);
const NONE = { same: [], maybe: [] };
const claim = (x: number, y: number): Float32Array[] => [Float32Array.of(x, y)];

describe("newerFirst", () => {
  it("gives the newest of what hangs together the best place, ranks staying in order", () => {
    const sorted = [hit(1, 0.9, 10), hit(2, 0.8, 50), hit(3, 0.7, 20), hit(4, 0.6, 30)];
    const result = newerFirst(sorted, [
      [1, 3],
      [3, 4],
    ]);
    expect(ids(result)).toEqual([4, 2, 3, 1]);
    expect(result.map(({ rank }) => rank)).toEqual([0.9, 0.8, 0.7, 0.6]);
  });

  it("joins topics and pairs, and leaves what is related to nothing shown alone", () => {
    const sorted = [hit(1, 3, 1, { topic: "k" }), hit(2, 2, 2, { topic: "k" }), hit(3, 1, 3)];
    expect(ids(newerFirst(sorted, [[2, 3]]))).toEqual([3, 2, 1]);
    expect(ids(newerFirst(sorted, [[1, 99]]))).toEqual([2, 1, 3]);
  });
});

describe("sameSubjects", () => {
  it("pairs an older hit with a newer one that states nearly the same", () => {
    const sorted = [hit(1, 1, 10), hit(2, 0.9, 20), hit(3, 0.8, 30)];
    const claims = new Map([
      [1, claim(1, 0)],
      [2, claim(0.9, Math.sqrt(1 - 0.81))],
      [3, claim(-1, 0)],
    ]);
    expect(sameSubjects(sorted, claims)).toEqual({ same: [[1, 2]], maybe: [] });
    expect(sameSubjects([hit(1, 1, 30), hit(2, 0.9, 20)], claims)).toEqual(NONE);
    const half = new Map([
      [1, claim(1, 0)],
      [2, claim(0.5, Math.sqrt(0.75))],
    ]);
    expect(sameSubjects([hit(1, 1, 10), hit(2, 0.9, 20)], half)).toEqual({ same: [], maybe: [[1, 2]] });
  });

  it("leaves the better answer above where the query tells two alike statements apart", () => {
    const same = new Map([
      [1, claim(1, 0)],
      [2, claim(1, 0)],
    ]);
    expect(sameSubjects([hit(1, 1, 10), hit(2, 0.3, 20)], same)).toEqual(NONE);
    expect(sameSubjects([hit(1, 1, 10, { exact: 1 }), hit(2, 0.9, 20)], same)).toEqual(NONE);
  });

  it("compares statements of one chunk only", () => {
    const long = new Map([
      [1, [...claim(1, 0), ...claim(1, 0)]],
      [2, claim(1, 0)],
    ]);
    expect(sameSubjects([hit(1, 1, 10), hit(2, 0.9, 20)], long)).toEqual(NONE);
    expect(sameSubjects([hit(1, 1, 10), hit(2, 0.9, 20)], new Map())).toEqual(NONE);
  });
});
