import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { undoOperation } from "../operations/undo";
import { openTestApp, type TestApp } from "../testing";
import { refused } from "../testing/ferry";
import { memoryVersions } from "./history";
import { requireMemory } from "./query";
import { revertMemory } from "./revert";
import { createMemory, updateMemory } from "./service";
import { memoryTexts } from "./texts";

const PERSON = { kind: "person", name: "console" } as const;
const AGENT = { kind: "agent", name: "claude" } as const;
const KEY = "shop:cache:fact:store";
const [A, B, C] = ["Carts are cached in Redis", "Carts are cached in Memcached", "Carts are cached nowhere now"];

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

const write = (value: string, actor: typeof PERSON | typeof AGENT = PERSON) =>
  createMemory(test.app, { key: KEY, value, project: null }, { actor, explicit: true }).id;
const edit = (id: number, value: string) => updateMemory(test.app, id, { value }, PERSON).operation_id ?? 0;
const texts = (id: number) => memoryTexts(memoryVersions(test.app, id));

describe("memoryTexts", () => {
  it("every text that held, over versions and edits in place, with who, when and by what", () => {
    const first = write(A, AGENT);
    test.clock.now += 1_000;
    const operation = edit(first, B);
    test.clock.now += 1_000;
    const second = write(C);
    expect(texts(second)).toMatchObject([
      { version: first, value: A, kind: "memory.add", actor: AGENT, isLast: false },
      { version: first, value: B, kind: "memory.edit", actor: PERSON, operation_id: operation, isLast: true },
      { version: second, value: C, kind: "memory.replace", actor: PERSON, isLast: true },
    ]);
    const [one, two, three] = texts(second).map(({ at }) => at);
    expect([Number(two) - Number(one), Number(three) - Number(two)]).toEqual([1_000, 1_000]);
  });

  it("changes of other fields are no texts; what was undone says so", () => {
    const id = write(A);
    updateMemory(test.app, id, { tags: "infra" }, PERSON);
    undoOperation(test.app, edit(id, B), PERSON);
    expect(texts(id).map(({ value, undone }) => [value, undone])).toEqual([
      [A, false],
      [B, true],
      [A, false],
    ]);
  });
});

describe("revertMemory to a text of the same version", () => {
  it("E11: puts it back in place, as one operation that Undo takes back", () => {
    const id = write(A);
    edit(id, B);
    const [original] = texts(id);
    const done = revertMemory(test.app, id, { to: id, operation: original?.operation_id ?? 0 }, PERSON);
    expect(done.memory).toMatchObject({ id, value: A, status: "active" });
    expect(texts(id).map(({ value, kind }) => [value, kind])).toEqual([
      [A, "memory.add"],
      [B, "memory.edit"],
      [A, "memory.revert"],
    ]);
    undoOperation(test.app, done.operation_id ?? 0, PERSON);
    expect(requireMemory(test.app, id).value).toBe(B);
  });

  it("an earlier text of an earlier version becomes a new version", () => {
    const first = write(A);
    edit(first, B);
    const second = write(C);
    const [original] = texts(second);
    const done = revertMemory(test.app, second, { to: first, operation: original?.operation_id ?? 0 }, PERSON);
    expect(done.memory).toMatchObject({ value: A, supersedes: second });
  });

  it("refuses an operation that did not write it, and a revision that is old", () => {
    const id = write(A);
    const operation = edit(id, B);
    const [original] = texts(id);
    expect(refused(() => revertMemory(test.app, id, { to: id, operation: operation + 9 }, PERSON))).toMatchObject({
      code: "validation_failed",
      details: [{ path: "operation" }],
    });
    const body = { to: id, operation: original?.operation_id ?? 0, revision: 1 };
    expect(refused(() => revertMemory(test.app, id, body, PERSON)).code).toBe("conflict");
  });
});
