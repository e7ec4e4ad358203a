/** What is let in unasked. */
import { describe, expect, it } from "vitest";
import { type Among, bearsOn, type Evidence } from "./bearing";

const FLOOR = {
  alike: 0.05,
  across: 0.03,
  sure: { latin: 0.2, unspaced: 0.27 },
  nearest: { base: 0.12, growth: 0.034 },
};
const among = (more: Partial<Among> = {}): Among => ({
  text: "where do we deploy",
  floor: FLOOR,
  best: null,
  nearestOf: null,
  isAnswered: false,
  isTold: false,
  ...more,
});
const row = (more: Partial<Evidence> = {}): Evidence => ({
  words: 0,
  held: { share: 0, concepts: 0 },
  cosine: null,
  ...more,
});

describe("what bears on a prompt", () => {
  it("words alone where meaning is not to be had; one word of two needs meaning's nod where it is", () => {
    expect(bearsOn(row({ words: 0.5 }), among())).toBe(true);
    expect(bearsOn(row({ words: 0.4 }), among())).toBe(false);
    expect(bearsOn(row({ words: 0.5, cosine: 0.05 }), among())).toBe(false);
    expect(bearsOn(row({ words: 0.5, cosine: 0.12 }), among())).toBe(true);
    expect(bearsOn(row({ words: 0.8, cosine: -0.1 }), among())).toBe(true);
  });

  it("all that was asked by another name needs half of what is sure, some of it three quarters", () => {
    expect(bearsOn(row({ held: { share: 0.9, concepts: 1 }, cosine: 0.11 }), among())).toBe(true);
    expect(bearsOn(row({ held: { share: 0.9, concepts: 1 }, cosine: 0.09 }), among())).toBe(false);
    expect(bearsOn(row({ held: { share: 0.3, concepts: 1 }, cosine: 0.14 }), among())).toBe(false);
    expect(bearsOn(row({ held: { share: 0.3, concepts: 1 }, cosine: 0.16 }), among())).toBe(true);
  });

  it("of a kind of tool that is asked for and little else, the one that was chosen", () => {
    const named = (share: number) => row({ held: { share, concepts: 1, isOfKind: true }, cosine: 0 });
    expect(bearsOn(named(0.8), among())).toBe(true);
    expect(bearsOn(named(0.5), among())).toBe(false);
  });

  it("the nearest memory of few is sure earlier, in a large store it is not", () => {
    const near = row({ cosine: 0.2 });
    const chinese = (nearestOf: number | null) => among({ text: "速率限制是多少", nearestOf });
    expect(bearsOn(near, chinese(null))).toBe(false);
    expect(bearsOn(near, chinese(8))).toBe(true);
    expect(bearsOn(near, chinese(100))).toBe(false);
  });

  it("by meaning alone only what comes near to the best, and nearer where another row holds what was asked", () => {
    const near = row({ cosine: 0.25 });
    expect(bearsOn(near, among({ best: 0.38 }))).toBe(true);
    expect(bearsOn(near, among({ best: 0.45 }))).toBe(false);
    expect(bearsOn(near, among({ best: 0.38, isAnswered: true }))).toBe(false);
    expect(bearsOn(near, among({ best: 0.25, isTold: true }))).toBe(false);
  });

  it("what states something and asks nothing is not answered by what only sounds alike, but by what shares its words", () => {
    const stated = among({ best: 0.28, isStated: true });
    expect(bearsOn(row({ cosine: 0.28 }), among({ best: 0.28 }))).toBe(true);
    expect(bearsOn(row({ cosine: 0.28 }), stated)).toBe(false);
    expect(bearsOn(row({ cosine: 0.28, words: 0.3 }), stated)).toBe(true);
  });

  it("a model of which nothing is known decides nothing", () => {
    const unknown = among({ floor: { alike: -1, across: -1 } });
    expect(bearsOn(row({ cosine: 0.9 }), unknown)).toBe(false);
    expect(bearsOn(row({ words: 0.5, cosine: 0 }), unknown)).toBe(true);
  });
});
