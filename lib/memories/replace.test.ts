import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { undoOperation } from "../operations/undo";
import { openTestApp, type TestApp } from "../testing";
import { refused } from "../testing/ferry";
import { memoryVersions } from "./history";
import { requireMemory } from "./query";
import { replaceMemory } from "./replace";
import { archiveMemory, createMemory } from "./service";

const PERSON = { kind: "person", name: "console" } as const;
let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

const add = (key: string, project: string | null = null) =>
  createMemory(test.app, { key, value: `what ${key} says here`, project }, { actor: PERSON }).id;

describe("replaceMemory", () => {
  it("E11: the older becomes an earlier version, and Undo takes it back whole", () => {
    const [older, newer] = [add("a"), add("b")];
    const done = replaceMemory(test.app, older, newer, PERSON);
    expect(done.memory).toMatchObject({ id: newer, status: "active", supersedes: older });
    expect(requireMemory(test.app, older)).toMatchObject({ status: "superseded", superseded_by: newer });
    expect(memoryVersions(test.app, older).map((version) => version.id)).toEqual([older, newer]);
    undoOperation(test.app, done.operation_id ?? 0, PERSON);
    expect(requireMemory(test.app, older)).toMatchObject({ status: "active", superseded_by: null });
    expect(requireMemory(test.app, newer).supersedes).toBeNull();
  });

  it("one may replace several", () => {
    const [a, b, c] = [add("a"), add("b"), add("c")];
    replaceMemory(test.app, a, c, PERSON);
    replaceMemory(test.app, b, c, PERSON);
    expect(requireMemory(test.app, c).supersedes).toBe(a);
    expect(memoryVersions(test.app, c).map((version) => version.id)).toEqual([a, b, c]);
  });

  it("takes no memory away from where the one that holds is not told", () => {
    const [everywhere, shop, atlas] = [add("a"), add("b", "shop"), add("c", "atlas")];
    expect(refused(() => replaceMemory(test.app, everywhere, shop, PERSON)).code).toBe("validation_failed");
    expect(refused(() => replaceMemory(test.app, atlas, shop, PERSON)).code).toBe("validation_failed");
    expect(replaceMemory(test.app, shop, everywhere, PERSON).memory.id).toBe(everywhere);
  });

  it("refuses itself, what is not active, what is a version of it already, and what is not there", () => {
    const [a, b] = [add("a"), add("b")];
    expect(refused(() => replaceMemory(test.app, a, a, PERSON)).code).toBe("validation_failed");
    expect(refused(() => replaceMemory(test.app, a, 99, PERSON)).code).toBe("not_found");
    archiveMemory(test.app, b, PERSON);
    expect(refused(() => replaceMemory(test.app, a, b, PERSON)).code).toBe("conflict");
  });
});
