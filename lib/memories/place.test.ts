import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { undoOperation } from "../operations/undo";
import { openTestApp, type TestApp } from "../testing";
import { refused } from "../testing/ferry";
import { placeMemory } from "./place";
import { requireMemory } from "./query";
import { createMemory, updateMemory } from "./service";

const PERSON = { kind: "person", name: "console" } as const;
let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

const add = (key: string, more: { project?: string | null; tags?: string } = {}) =>
  createMemory(test.app, { key, value: `what ${key} says here`, project: null, ...more }, { actor: PERSON }).id;
const undo = (operation: number | null) => undoOperation(test.app, operation ?? 0, PERSON);

describe("placeMemory", () => {
  it("E110: a new category makes a project, Undo brings the memory back", () => {
    const id = add("a");
    const before = requireMemory(test.app, id);
    const moved = placeMemory(test.app, id, { project: "atlas", revision: before.revision }, PERSON);
    expect(moved.memory).toMatchObject({ project: "atlas", updated_at: before.updated_at });
    undo(moved.operation_id);
    expect(requireMemory(test.app, id)).toMatchObject({ project: null, project_id: 0 });
    expect(placeMemory(test.app, id, { project: null }, PERSON).operation_id).toBeNull();
  });

  it("E110: the category tag of the original is kept in step, where there is one", () => {
    const tagged = add("a", { project: "shop", tags: "ui,分类:shop,fast" });
    const plain = add("b", { project: "shop", tags: "ui" });
    const moved = placeMemory(test.app, tagged, { project: "atlas" }, PERSON);
    expect(moved.memory.tags).toBe("ui,分类:atlas,fast");
    expect(placeMemory(test.app, plain, { project: "atlas" }, PERSON).memory.tags).toBe("ui");
    undo(moved.operation_id);
    expect(requireMemory(test.app, tagged)).toMatchObject({ project: "shop", tags: "ui,分类:shop,fast" });
    expect(placeMemory(test.app, tagged, { project: null }, PERSON).memory.tags).toBe("ui,fast");
  });

  it("E110: an edit of fields and project is one operation, which Undo takes back whole", () => {
    const id = add("a", { project: "shop", tags: "ui,分类:shop" });
    const before = requireMemory(test.app, id);
    const patch = { importance: 9, tags: "ui,分类:shop,new", project: "atlas", revision: before.revision };
    const edited = updateMemory(test.app, id, patch, PERSON);
    expect(edited.memory).toMatchObject({ project: "atlas", importance: 9, tags: "ui,分类:atlas,new" });
    undo(edited.operation_id);
    expect(requireMemory(test.app, id)).toMatchObject({ project: "shop", importance: 5, tags: "ui,分类:shop" });
    const alone = updateMemory(test.app, id, { project: null }, PERSON);
    expect(alone.memory).toMatchObject({ project: null, updated_at: before.updated_at });
    expect(updateMemory(test.app, id, { project: null, importance: 5 }, PERSON).operation_id).toBeNull();
    const agent = { kind: "agent", name: "claude" } as const;
    expect(refused(() => updateMemory(test.app, id, { project: "atlas", importance: 2 }, agent)).code).toBe(
      "forbidden",
    );
    add("a", { project: "atlas" });
    const taken = { project: "atlas", importance: 2 };
    expect(refused(() => updateMemory(test.app, id, taken, PERSON))).toMatchObject({ code: "conflict" });
    expect(requireMemory(test.app, id)).toMatchObject({ project: null, importance: 5 });
  });

  it("finds a project by key, name or alias instead of making another", () => {
    const shop = requireMemory(test.app, add("a", { project: "shop" }));
    const id = add("b");
    expect(placeMemory(test.app, id, { project: "SHOP" }, PERSON).memory.project_id).toBe(shop.project_id);
  });

  it("refuses a taken key, an old revision, agents, and what is not there", () => {
    add("a", { project: "shop" });
    const id = add("a");
    expect(refused(() => placeMemory(test.app, id, { project: "shop" }, PERSON))).toMatchObject({
      code: "conflict",
      details: [{ path: "memory" }],
    });
    expect(refused(() => placeMemory(test.app, id, { project: "atlas", revision: 9 }, PERSON))).toMatchObject({
      code: "conflict",
      details: [{ path: "revision", message: "1" }],
    });
    const agent = { kind: "agent", name: "claude" } as const;
    expect(refused(() => placeMemory(test.app, id, { project: "atlas" }, agent)).code).toBe("forbidden");
    expect(refused(() => placeMemory(test.app, 99, { project: "atlas" }, PERSON)).code).toBe("not_found");
    expect(test.app.sqlite.prepare("SELECT count(*) FROM projects WHERE name = 'atlas'").pluck().get()).toBe(0);
  });
});
