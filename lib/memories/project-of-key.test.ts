import { expect, it } from "vitest";
import { projectNameOf } from "./project-of-key";

it.each([
  ["shop:cache:decision:store", "shop"],
  ["My Shop:a:b:c", "My Shop"],
  ["购物车:缓存:决定:存储", "购物车"],
  ["shop:fact", "shop"],
  ["project:shop:progress:log:2026-05-01-0900", "shop"],
  ["project:domain:type:topic", null],
  ["Global:style:preference:answers", null],
  ["user:style:preference:answers", null],
  ["全局:风格:偏好:回答", null],
  ["one_part", null],
  [":a:b:c", null],
  ["", null],
])("E5: of the key %s the project is %s", (key, name) => {
  expect(projectNameOf(key)).toBe(name);
});
