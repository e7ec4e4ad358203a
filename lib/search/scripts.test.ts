import { expect, it } from "vitest";
import { areWrittenAlike } from "./scripts";

it.each([
  ["zzqqxxyy", "Deploys run on push", true],
  ["登录", "购物车的缓存选了 Redis", true],
  ["café", "42%", true],
  ["redis", "购物车的缓存选了 Redis", false],
  ["登录", "The login bug", false],
  ["кэш", "кэш проекта", false],
  ["cache", "кэш проекта", false],
])("%s and %s: %s", (a, b, alike) => {
  expect(areWrittenAlike(a, b)).toBe(alike);
  expect(areWrittenAlike(b, a)).toBe(alike);
});
