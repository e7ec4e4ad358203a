import { describe, expect, it } from "vitest";
import { diffWords } from "./word-diff";

const before = (a: string | null, b: string | null): string =>
  diffWords(a, b)
    .filter((part) => part.added !== true)
    .map((part) => part.value)
    .join("");
const after = (a: string | null, b: string | null): string =>
  diffWords(a, b)
    .filter((part) => part.removed !== true)
    .map((part) => part.value)
    .join("");

describe("diffWords", () => {
  it("shows the words that changed", () => {
    expect(diffWords("Carts are cached in Redis", "Carts are cached in Valkey")).toEqual([
      { value: "Carts are cached in " },
      { value: "Redis", removed: true },
      { value: "Valkey", added: true },
    ]);
    expect(diffWords("购物车用缓存", "购物车用数据库").some((part) => part.added === true)).toBe(true);
    expect(diffWords(null, "new")).toEqual([{ value: "new", added: true }]);
  });

  it("puts both texts together again, also where a long text is cut into pieces", () => {
    const long = "字😀 word, sign\n".repeat(400);
    const texts = [
      long,
      `${long.slice(7)}end`,
      `start ${long}`,
      "x".repeat(5000),
      `${"x".repeat(2500)}😀${"x".repeat(2500)}`,
      "\ud800".repeat(3000),
    ];
    for (const a of texts)
      for (const b of texts) {
        expect(before(a, b)).toBe(a);
        expect(after(a, b)).toBe(b);
      }
    expect(diffWords(long, `${long}one more word`).length).toBeLessThan(5);
  });

  it("takes time in proportion to the texts", () => {
    for (const unit of ["\\", "的", "- x y z ", "a "]) {
      const text = unit.repeat(200_000 / unit.length);
      expect(after(text, `${text.slice(1)}zz`)).toBe(`${text.slice(1)}zz`);
    }
  }, 20_000);
});
