import { describe, expect, it } from "vitest";
import { SETTING_DEFAULTS } from "../contract/settings";
import { keyRelevance, relevanceTerms, scoreMemory, weightsOf } from "./score";

const NOW = Date.UTC(2026, 5, 1);
const DAY = 86_400_000;
const weights = weightsOf(SETTING_DEFAULTS);

describe("scoreMemory", () => {
  it("E37: importance 5, age 0, never used is 0.55", () => {
    const memory = { importance: 5, accessCount: 0, lastAccessed: null, updatedAt: NOW };
    expect(scoreMemory(memory, 0, weights, NOW).score).toBeCloseTo(0.55, 10);
  });

  it("E37: importance 8, 14 days, 20 uses, of this project is about 1.0104", () => {
    const memory = { importance: 8, accessCount: 20, lastAccessed: NOW - 14 * DAY, updatedAt: NOW };
    expect(scoreMemory(memory, 1, weights, NOW).score).toBeCloseTo(1.0104, 4);
  });

  it("E37: age counts from the last use, else the last write, else 365 days", () => {
    const base = { importance: 0, accessCount: 0 };
    const recency = (memory: { lastAccessed: number | null; updatedAt: number | null }) =>
      scoreMemory({ ...base, ...memory }, 0, weights, NOW).parts.recency;
    expect(recency({ lastAccessed: NOW, updatedAt: NOW - 100 * DAY })).toBeCloseTo(0.3, 10);
    expect(recency({ lastAccessed: null, updatedAt: NOW - 14 * DAY })).toBeCloseTo(0.3 / Math.E, 10);
    expect(recency({ lastAccessed: null, updatedAt: null })).toBeCloseTo(0.3 * Math.exp(-365 / 14), 12);
    expect(recency({ lastAccessed: NOW + DAY, updatedAt: null })).toBeCloseTo(0.3, 10);
  });

  it("E37: stays between 0 and 1.3 whatever the row says", () => {
    const best = { importance: 99, accessCount: 1e9, lastAccessed: NOW, updatedAt: NOW };
    expect(scoreMemory(best, 1, weights, NOW).score).toBeCloseTo(1.3, 10);
    const worst = { importance: -5, accessCount: -3, lastAccessed: 0, updatedAt: 0 };
    expect(scoreMemory(worst, 0, weights, NOW).score).toBeGreaterThanOrEqual(0);
  });

  it("E125–E128: weights, tau and cap come from the settings", () => {
    const settings = {
      ...SETTING_DEFAULTS,
      inject_w_importance: 1,
      inject_w_recency: 0,
      inject_w_frequency: 2,
      inject_freq_norm_cap: 3,
    };
    const memory = { importance: 5, accessCount: 3, lastAccessed: NOW, updatedAt: NOW };
    expect(scoreMemory(memory, 1, weightsOf(settings), NOW).parts).toEqual({
      importance: 0.5,
      recency: 0,
      frequency: 2,
      relevance: 0.3,
    });
  });
});

describe("relevance", () => {
  it("E38: the folder's base name, or its alias, as a substring of the key", () => {
    const terms = relevanceTerms("/home/me/My Shop", [], { "My Shop": "storefront" });
    expect(keyRelevance("my_shop:tooling:deps:manager", terms)).toBe(1);
    expect(keyRelevance("storefront:tooling:deps:manager", terms)).toBe(1);
    expect(keyRelevance("other:tooling:deps:manager", terms)).toBe(0);
  });

  it("E38: no folder and no project means nothing is relevant", () => {
    expect(keyRelevance("app:a:b:c", relevanceTerms(undefined, [], {}))).toBe(0);
    expect(relevanceTerms("C:\\work\\app", ["ignored"], {})).toEqual(["app"]);
    expect(relevanceTerms("/x/__proto__", [], {})).toEqual(["__proto__", "proto"]);
  });
});
