import fc from "fast-check";
import { parse } from "jsonc-parser";
import { expect, it } from "vitest";
import { isRefusal } from "./refusal";
import { parseJson, removeValue, setValue } from "./json-text";

const group = { hooks: [{ type: "command", command: "x" }] };

const TEXTS = {
  "two spaces": '{\n  "a": 1\n}\n',
  tabs: '{\n\t"a": {\n\t\t"b": 1\n\t}\n}\n',
  "four spaces, no last line break": '{\n    "a": [\n        1\n    ]\n}',
  CRLF: '{\r\n  "a": 1\r\n}\r\n',
  "one line": '{"a":1,"b":{"c":2}}',
  "comments and a last comma": '// head\n{\n  // why\n  "a": 1, // one\n  /* two */ "b": 2, // last\n}\n// foot\n',
  "a comment behind the last": '{\n  "a": 1 // one\n  // end\n}\n',
  "an array in one line": '{\n  "hooks": {\n    "Stop": [{ "hooks": [{ "type": "command" }] }]\n  }\n}\n',
  "text that looks like comments": '{\n  "a": "// no, \\" /* neither */ ,",\n  "b": "}"\n}\n',
};

it.each(Object.entries(TEXTS))("adds and takes away without another character changed: %s", (_, text) => {
  const added = setValue(text, ["hooks", "Start"], [group]);
  expect(isRefusal(parseJson(added))).toBe(false);
  const before = parse(text) as { hooks?: object };
  expect(parse(added)).toEqual({ ...before, hooks: { ...before.hooks, Start: [group] } });
  for (const line of text.split(/\r?\n/).filter((line) => /\/\/|\/\*/.test(line)))
    expect(added.replace(/,/g, "")).toContain(line.replace(/,/g, ""));
  const back = removeValue(added, before.hooks === undefined ? ["hooks"] : ["hooks", "Start"]);
  expect(back).toBe(text);
});

it("adds to an array and takes away from it", () => {
  const text = TEXTS["an array in one line"];
  const added = setValue(text, ["hooks", "Stop", 1], group);
  expect(added).toContain(
    '"Stop": [{ "hooks": [{ "type": "command" }] }, {"hooks":[{"type":"command","command":"x"}]}]',
  );
  expect(removeValue(added, ["hooks", "Stop", 1])).toBe(text);
  expect((parse(removeValue(added, ["hooks", "Stop", 0])) as { hooks: unknown }).hooks).toEqual({ Stop: [group] });
});

it("follows the layout of the file, and makes a new one with two spaces", () => {
  expect(setValue("", ["a", "b"], 1)).toBe('{\n  "a": {\n    "b": 1\n  }\n}\n');
  expect(setValue("{}\n", ["a"], [1])).toBe('{\n  "a": [\n    1\n  ]\n}\n');
  expect(setValue('{"a":1}', ["b"], { c: [1] })).toBe('{"a":1,"b":{"c":[1]}}');
  expect(setValue(TEXTS.tabs, ["z"], { y: 1 })).toBe('{\n\t"a": {\n\t\t"b": 1\n\t},\n\t"z": {\n\t\t"y": 1\n\t}\n}\n');
  expect(setValue(TEXTS.CRLF, ["z"], { y: 1 })).toBe('{\r\n  "a": 1,\r\n  "z": {\r\n    "y": 1\r\n  }\r\n}\r\n');
  expect(setValue("{ /* only */ }\n", ["z"], 1)).toBe('{ /* only */"z":1}\n');
  expect(setValue("{\n  // only\n}\n", ["z"], 1)).toBe('{\n  // only\n  "z": 1\n}\n');
});

it("replaces a value in its place", () => {
  expect(setValue('{\n  "a": 1, // one\n  "b": 2\n}\n', ["a"], "x")).toBe('{\n  "a": "x", // one\n  "b": 2\n}\n');
});

it("keeps comments of the neighbours when one in the middle goes", () => {
  const text = '{\n  "a": 1, // one\n  "b": 2,\n  // of c\n  "c": 3\n}\n';
  expect(removeValue(text, ["b"])).toBe('{\n  "a": 1, // one\n  // of c\n  "c": 3\n}\n');
  expect(removeValue(text, ["c"])).toBe('{\n  "a": 1, // one\n  "b": 2\n  // of c\n}\n');
  expect(removeValue(text, ["nowhere"])).toBe(text);
});

it.each([
  ['{ "a": 1', /no JSON: close brace expected in line 1/],
  ["[]", /no JSON object/],
  ["nonsense", /no JSON: invalid symbol in line 1/],
  ['{\n"a": {"b": 1, "b": 2}}', /key "b" twice/],
  ['{"a": 1} {"b": 2}', /no JSON/],
])("says why it cannot edit: %s", (text, why) => {
  const result = parseJson(text);
  expect(isRefusal(result) ? result.refused : "").toMatch(why);
});

it("changes what was asked for and nothing else, whatever the file holds", () => {
  const key = fc.string({ minLength: 1, maxLength: 6 }).filter((name) => name !== "__proto__");
  const json = fc.dictionary(key, fc.jsonValue({ noUnicodeString: false, maxDepth: 3 }), {
    maxKeys: 5,
    noNullPrototype: true,
  });
  const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
  fc.assert(
    fc.property(json, fc.constantFrom(undefined, 2, "\t", 4), key, json, (before, indent, name, value) => {
      fc.pre(!JSON.stringify(before).includes("__proto__") && !JSON.stringify(value).includes("__proto__"));
      const text = JSON.stringify(before, null, indent);
      const added = setValue(text, [name], value);
      expect(parse(added)).toEqual(plain({ ...before, [name]: value }));
      const left = Object.fromEntries(Object.entries(before).filter(([other]) => other !== name));
      expect(parse(removeValue(added, [name]))).toEqual(plain(left));
      if (!Object.hasOwn(before, name)) expect(removeValue(added, [name])).toBe(text);
    }),
    { numRuns: 300 },
  );
});
