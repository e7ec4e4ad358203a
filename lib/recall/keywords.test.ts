import { describe, expect, it } from "vitest";
import { keywordsOf } from "./keywords";
import { CODING_WORDS, STOP_WORDS } from "./word-lists";

const texts = (prompt: string): string[] => keywordsOf(prompt).map(({ text }) => text);

describe("C42: keywords of a prompt", () => {
  it.each([
    ["paths first", "why does the cart crash in src/cart/total.ts", ["src/cart/total.ts", "cart", "crash"]],
    ["then quoted phrases", `the "empty cart" crash in total.ts`, ["total.ts", "empty cart", "empty", "cart", "crash"]],
    ["single quotes", "rename 'order total' please", ["order total", "rename", "order", "total"]],
    ["an apostrophe quotes nothing", "don't touch it's old isn't it", ["touch", "old"]],
    [
      "typographic and Chinese quotes",
      "把“购物车 缓存”改成「订单 缓存」",
      ["购物车 缓存", "订单 缓存", "购物车", "缓存", "改成", "订单"],
    ],
    ["a quote of stop words is none", `"to be" and 'or not' cache`, ["cache"]],
    ["short words only when they are coding terms", "is db or ci up on vm", ["db", "ci"]],
    ["coding terms stay though they are common", "fix the error in the api test", ["fix", "error", "api", "test"]],
    ["lower case, without signs", "Deploy! REDIS? (Cache)", ["deploy", "redis", "cache"]],
    ["- _ . hold a word together", "use cart_cache, x-request-id and v1.2.3", ["cart_cache", "x-request-id", "v1.2.3"]],
    ["a version is no path", "upgrade to 3.14 now", ["upgrade", "3.14"]],
    ["windows paths", String.raw`open src\cart\total.ts`, [String.raw`src\cart\total.ts`, "open"]],
    ["no repetition, whatever the case", "redis Redis REDIS ＲＥＤＩＳ", ["redis"]],
    ["addresses fall into words", "see https://docs.example.com/cart?x=1", ["https", "docs.example.com", "cart"]],
    ["Chinese falls apart at particles and question words", "我们的购物车缓存是怎么失效的？", ["购物车缓存", "失效"]],
    ["Chinese and names", "部署用的 Redis 版本是什么", ["部署用", "redis", "版本"]],
    ["Japanese", "カートのキャッシュを設定する方法", ["カート", "キャッシュ", "設定", "方法"]],
    ["Korean", "장바구니 캐시 설정", ["장바구니", "캐시", "설정"]],
    ["Korean words lose their endings", "장바구니 캐시는 어디에 저장되나요?", ["장바구니", "캐시", "저장"]],
    ["a Korean request", "로그인 오류를 수정해 주세요", ["로그인", "오류", "수정"]],
    ["Korean that says nothing", "그리고 어디에 있나요", []],
    ["a Japanese question", "カートのキャッシュはどこに保存されていますか", ["カート", "キャッシュ", "保存"]],
    ["other alphabets", "где хранится корзина", ["где", "хранится", "корзина"]],
    ["what cleaning left of a secret", "the key [redacted:aws-key-id] fails", ["key", "fails"]],
  ])("%s", (_, prompt, expected) => {
    expect(texts(prompt)).toEqual(expected);
  });

  it("the first eight are kept, paths before phrases before words", () => {
    const prompt = `alpha beta gamma delta epsilon zeta "one phrase" a.ts bb.ts ccc.ts`;
    expect(texts(prompt)).toEqual(["bb.ts", "ccc.ts", "one phrase", "alpha", "beta", "gamma", "delta", "epsilon"]);
  });

  it("knows some 157 words that say nothing and 27 short ones that do", () => {
    expect(CODING_WORDS.size).toBe(27);
    expect(STOP_WORDS.size).toBeGreaterThan(150);
    expect(STOP_WORDS.size).toBeLessThan(180);
    for (const word of [
      "api",
      "bug",
      "fix",
      "test",
      "error",
      "auth",
      "db",
      "sql",
      "css",
      "cli",
      "npm",
      "git",
      "env",
      "url",
      "jwt",
      "sdk",
    ])
      expect(texts(`the ${word}`)).toEqual([word]);
  });

  it("is linear and bounded on hostile text", () => {
    for (const piece of [
      "a",
      ".",
      "'",
      '"',
      "/",
      "a.",
      "a/",
      "“",
      "购",
      "的",
      "`x",
      "\\",
      "[redacted:",
      "’a",
      "\u0301",
    ]) {
      const found = keywordsOf(piece.repeat(300_000));
      expect(found.length).toBeLessThanOrEqual(8);
      for (const { written } of found) expect(written.length).toBeLessThanOrEqual(16_384);
    }
  });
});

describe("C49: nothing to ask for", () => {
  it.each(["", "   ", "?!…", "what is it", "please continue", "ok thanks", "继续", "好的，谢谢", "那个呢？", "😀"])(
    "%j",
    (prompt) => {
      expect(keywordsOf(prompt)).toEqual([]);
    },
  );
});
