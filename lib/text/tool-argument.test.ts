import { expect, it } from "vitest";
import { argumentOf } from "./tool-argument";

it.each([
  ['{"file_path":"/w/app/a.ts","old_string":"x"}', ["a.ts"], "a.ts"],
  ['{"command":"npm test\\n -- --run","description":"Runs the tests"}', [], "npm test -- --run"],
  ['{"command":"cat a.ts"}', ["a.ts"], "cat a.ts"],
  ['{"pattern":"TODO","path":"src"}', [], "src"],
  ['{"query":"部署 脚本"}', [], "部署 脚本"],
  ['{"other":"first"}', [], "first"],
  ['{"n":4}', [], ""],
  ["", [], ""],
  ['{"command":"cut off in the mid', [], '{"command":"cut off in the mid'],
  ["[1]", ["b.ts"], "b.ts"],
])("%s says %j", (input, files, said) => {
  expect(argumentOf(input, files)).toBe(said);
});

it("is one line of bounded length, never half a character", () => {
  const said = argumentOf(JSON.stringify({ command: "😀".repeat(500) }), []);
  expect(Array.from(said)).toHaveLength(161);
  expect(said).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/);
});
