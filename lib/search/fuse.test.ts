import { describe, expect, it } from "vitest";
import { type Candidate, fuse, shareWithNeighbours } from "./fuse";
import { NEIGHBOUR_SHARE, WEIGHTS } from "./recipe";

const NOW = 1_000_000_000_000;
const factsOf = (...ids: number[]): Map<number, Candidate> =>
  new Map(ids.map((id) => [id, { id, createdAt: NOW, importance: 0, topic: null }]));
const base = WEIGHTS.recency;

describe("fuse", () => {
  it("divides words by their best and scales meaning from worst to best, 0.6 to 0.4", () => {
    const hits = fuse({
      words: [
        { id: 1, score: 2 },
        { id: 2, score: 1 },
      ],
      meaning: [
        { entityId: 1, cosine: 0.9 },
        { entityId: 3, cosine: 0.8 },
        { entityId: 2, cosine: 0.7 },
      ],
      facts: factsOf(1, 2, 3),
      now: NOW,
    });
    expect(hits.map((hit) => hit.id)).toEqual([1, 2, 3]);
    expect(hits.map((hit) => hit.match)).toEqual(["fts+vector", "fts+vector", "vector"]);
    expect(hits[0]?.rank).toBeCloseTo(1 + base);
    expect(hits[1]?.rank).toBeCloseTo(0.3 + base);
    expect(hits[2]?.rank).toBeCloseTo(0.2 + base);
  });

  it("counts uncertain words for less, beside meaning only", () => {
    const input = { words: [{ id: 1, score: 3 }], certainty: 0.25, facts: factsOf(1, 2), now: NOW };
    expect(fuse({ ...input, meaning: [] })).toMatchObject([{ parts: { words: 1 } }]);
    const meaning = [
      { entityId: 2, cosine: 0.5 },
      { entityId: 1, cosine: 0.4 },
    ];
    expect(fuse({ ...input, meaning })).toMatchObject([{ id: 2 }, { id: 1, parts: { words: 0.25 } }]);
  });

  it("drops what did not pass the filters, before it scales", () => {
    const hits = fuse({
      words: [
        { id: 1, score: 9 },
        { id: 2, score: 1 },
      ],
      meaning: [
        { entityId: 1, cosine: 1 },
        { entityId: 2, cosine: 0.1 },
      ],
      facts: factsOf(2),
      now: NOW,
    });
    expect(hits).toMatchObject([{ id: 2, parts: { words: 1, meaning: 1 } }]);
  });

  it("leaves out what is far in meaning when words found something, and all of it when a name was asked for", () => {
    const input = {
      words: [{ id: 1, score: 1 }],
      meaning: [
        { entityId: 2, cosine: 0.9 },
        { entityId: 3, cosine: 0.7 },
        { entityId: 4, cosine: 0.2 },
      ],
      facts: factsOf(1, 2, 3, 4),
      now: NOW,
    };
    expect(fuse(input).map((hit) => hit.id)).toEqual([1, 2, 3]);
    expect(fuse({ ...input, isLiteral: true }).map((hit) => hit.id)).toEqual([1]);
    expect(fuse({ ...input, words: [], isLiteral: true }).map((hit) => hit.id)).toEqual([2, 3, 4]);
  });

  it("leaves out what is not near unless words find it, and scales over it all the same", () => {
    const input = {
      meaning: [
        { entityId: 1, cosine: 0.5, isNear: true },
        { entityId: 2, cosine: 0.4, isNear: true },
        { entityId: 3, cosine: 0.1, isNear: false },
        { entityId: 4, cosine: 0, isNear: false },
      ],
      facts: factsOf(1, 2, 3, 4),
      now: NOW,
    };
    expect(fuse({ ...input, words: [] })).toMatchObject([
      { id: 1, parts: { meaning: 1 } },
      { id: 2, parts: { meaning: 0.8 } },
    ]);
    const hits = fuse({ ...input, words: [{ id: 3, score: 1 }] });
    expect(hits.map(({ id, match }) => [id, match])).toEqual([
      [3, "fts"],
      [1, "vector"],
      [2, "vector"],
    ]);
  });

  it("lets recency and importance decide between equals only", () => {
    const facts = factsOf(1, 2, 3);
    facts.set(1, { id: 1, createdAt: NOW - 90 * 86_400_000, importance: 0, topic: null });
    facts.set(2, { id: 2, createdAt: NOW, importance: 1, topic: null });
    const equal = [
      { id: 1, score: 1 },
      { id: 2, score: 1 },
      { id: 3, score: 1 },
    ];
    expect(fuse({ words: equal, meaning: [], facts, now: NOW }).map((hit) => hit.id)).toEqual([2, 3, 1]);
    const better = [
      { id: 1, score: 1 },
      { id: 2, score: 0.9 },
    ];
    expect(fuse({ words: better, meaning: [], facts, now: NOW })[0]?.id).toBe(1);
  });

  it("gives the newest row of a topic the best place of that topic", () => {
    const facts = factsOf(1, 2, 3);
    facts.set(1, { id: 1, createdAt: NOW - 10, importance: 0, topic: "k" });
    facts.set(3, { id: 3, createdAt: NOW, importance: 0, topic: "k" });
    const words = [
      { id: 1, score: 3 },
      { id: 2, score: 2 },
      { id: 3, score: 1 },
    ];
    const hits = fuse({ words, meaning: [], facts, now: NOW });
    expect(hits.map((hit) => hit.id)).toEqual([3, 2, 1]);
    expect(hits.map((hit) => hit.rank)).toEqual([...hits.map((hit) => hit.rank)].sort((a, b) => b - a));
  });

  it("answers an empty list for nothing", () => {
    expect(fuse({ words: [], meaning: [], facts: new Map(), now: NOW })).toEqual([]);
  });
});

describe("shareWithNeighbours", () => {
  it("adds a share of the better neighbour of the same session, from the scores before sharing", () => {
    const words = [
      { id: 1, score: 10 },
      { id: 2, score: 5 },
      { id: 3, score: 1 },
      { id: 4, score: 1 },
    ];
    const [a, b, c, d] = fuse({ words, meaning: [], facts: factsOf(1, 2, 3, 4), now: NOW });
    if (!a || !b || !c || !d) throw new Error("four hits expected");
    const before = [a, b, c, d].map((hit) => hit.rank);
    shareWithNeighbours([
      { hit: a, sessionId: 1, place: 2 },
      { hit: b, sessionId: 1, place: 3 },
      { hit: c, sessionId: 1, place: 9 },
      { hit: d, sessionId: 2, place: 3 },
    ]);
    expect(a.rank).toBeCloseTo((before[0] ?? 0) + NEIGHBOUR_SHARE * (before[1] ?? 0));
    expect(b.rank).toBeCloseTo((before[1] ?? 0) + NEIGHBOUR_SHARE * (before[0] ?? 0));
    expect([c.rank, d.rank]).toEqual(before.slice(2));
  });
});
