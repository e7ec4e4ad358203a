import { expect, it } from "vitest";
import { keyMatch, nameOf } from "./exact";

it.each([
  ["shop:cart:decision:cache_store", "topic"],
  ["SHOP:cart:decision:cache-store", "topic"],
  ["cache_store", "topic"],
  ["Cache Store", "topic"],
  ["decision:cache_store", "topic"],
  ["cart", "part"],
  ["cache", null],
  ["shop:cart", null],
  ["", null],
  ["::", null],
])("%s names the key shop:cart:decision:cache_store as %s", (query, match) => {
  expect(keyMatch(nameOf(query), "shop:cart:decision:cache_store")).toBe(match);
});

it("folds width, case and Chinese form", () => {
  expect(keyMatch(nameOf("購物車"), "店:购物车:事实:购物车")).toBe("topic");
  expect(keyMatch(nameOf("ＣＡＲＴ"), "a:b:c:cart")).toBe("topic");
});
