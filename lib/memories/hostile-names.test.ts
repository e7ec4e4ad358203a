import { afterEach, beforeEach, expect, it } from "vitest";
import type { Actor } from "../contract/common";
import type { NewMemory } from "../contract/memory";
import { openTestApp, type TestApp } from "../testing";
import { requireMemory } from "./query";
import { createMemory, updateMemory } from "./service";

const PERSON: Actor = { kind: "person", name: "console" };
const TOKEN = ["ghp", "Zk3QpL9vXw2RtY7uBn5McD8sFg1HjK4aEe6T"].join("_");
const PRIVATE = "zqvplantedword";

let test: TestApp;
beforeEach(async () => void (test = await openTestApp()));
afterEach(() => test.close());

const add = (input: Partial<NewMemory>) =>
  createMemory(test.app, { key: "k:1", value: "a statement of some length", ...input }, { actor: PERSON });

/** Every text of every table. */
function everything(): string {
  const { sqlite } = test.app;
  const tables = sqlite.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all() as string[];
  return tables.map((name) => JSON.stringify(sqlite.prepare(`SELECT * FROM "${name}"`).all())).join("\n");
}

it("invariant 2: a project's name, alias and key hold neither secrets nor private text", () => {
  add({ project: `team ${TOKEN}` });
  add({ project: `shop <private>${PRIVATE}</private>` });
  expect(() => add({ project: `<private>${PRIVATE}</private>` })).toThrow("private text");
  const stored = everything();
  expect(stored).toContain("shop");
  expect([TOKEN, TOKEN.toLowerCase(), PRIVATE].filter((text) => stored.includes(text))).toEqual([]);
});

it("a project's name with half a surrogate pair is stored as valid text", () => {
  const { id } = add({ project: "half \ud83d pair" });
  expect(requireMemory(test.app, id).project).toBe("half \uFFFD pair");
});

it("invariant 2: tags are cleaned before they are cut, and cut at whole characters", () => {
  const url = ["postgres", "://admin:", "Tr0ub4dor9xKq2LmZw7v".repeat(3), "@db.example.com/prod"].join("");
  const { id } = add({ tags: `${url},${"a".repeat(63)}😀` });
  const { tags } = requireMemory(test.app, id);
  expect(tags).not.toContain("Tr0ub4dor");
  expect(tags.endsWith(`,${"a".repeat(63)}`)).toBe(true);
});

it("composed and decomposed letters are one key: never two active rows that look alike", () => {
  const composed = "app:caf\u00e9";
  const decomposed = "app:cafe\u0301";
  expect(add({ key: composed }).status).toBe("added");
  expect(add({ key: decomposed, value: "another statement of some length" }).status).toBe("replaced");
  const other = add({ key: "app:tea", value: "a third statement of some length" }).id;
  expect(() => updateMemory(test.app, other, { key: decomposed }, PERSON)).toThrow();
});
