import { describe, expect, it } from "vitest";
import { mergeRecalls } from "./memory-score";

const WEIGHTS = { words: 0.6, meaning: 0.4 };
const scores = (...merged: Parameters<typeof mergeRecalls>): Record<number, number> =>
  Object.fromEntries(mergeRecalls(...merged).map(({ id, score }) => [id, score]));

describe("mergeRecalls", () => {
  it("E23: ranks −2 and −1 give 0.6 and 0.3, a distance of 0.2 adds 0.36, the row in both has 0.96", () => {
    const words = [
      { id: 1, rank: -2 },
      { id: 2, rank: -1 },
    ];
    const apart = scores(words, [], WEIGHTS);
    expect(apart[1]).toBeCloseTo(0.6, 10);
    expect(apart[2]).toBeCloseTo(0.3, 10);
    const merged = mergeRecalls(
      words,
      [
        { id: 1, distance: 0.2 },
        { id: 3, distance: 0.2 },
      ],
      WEIGHTS,
    );
    expect(merged.map(({ id, match }) => [id, match])).toEqual([
      [1, "fts+vector"],
      [3, "vector"],
      [2, "fts"],
    ]);
    expect(merged[0]?.score).toBeCloseTo(0.96, 10);
    expect(merged[1]?.score).toBeCloseTo(0.36, 10);
  });

  it("E23: substring ranks are divided by their own best, and win over the bm25 of their row", () => {
    const words = [
      { id: 1, rank: -8 },
      { id: 2, rank: -4 },
      { id: 2, rank: 1 },
      { id: 3, rank: 0.5 },
    ];
    expect(scores(words, [], WEIGHTS)).toEqual({ 1: 0.6, 2: 0.6, 3: 0.3 });
    expect(scores([{ id: 3, rank: 0.5 }], [], WEIGHTS)).toEqual({ 3: 0.6 });
  });

  it("E23: similarity never falls below nothing, and ranks of 0 are as good as the best", () => {
    expect(scores([], [{ id: 1, distance: 2.1 }], WEIGHTS)).toEqual({ 1: 0 });
    expect(scores([{ id: 1, rank: 0 }], [], WEIGHTS)).toEqual({ 1: 0.6 });
    expect(mergeRecalls([], [], WEIGHTS)).toEqual([]);
  });

  it("E114: the weights are what they are set to", () => {
    const merged = mergeRecalls([{ id: 1, rank: -1 }], [{ id: 2, distance: 0 }], { words: 0.1, meaning: 0.9 });
    expect(merged.map(({ id, score }) => [id, score])).toEqual([
      [2, 0.9],
      [1, 0.1],
    ]);
  });
});
