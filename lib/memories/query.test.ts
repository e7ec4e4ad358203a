import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Memory, NewMemory } from "../contract/memory";
import type { MemoryListQuery } from "../contract/memory-list";
import { write } from "../db/write";
import { openTestApp, type TestApp } from "../testing";
import { countMemories } from "./counts-query";
import { memoryFacets } from "./facets";
import { listMemories, listMemoryArray } from "./list";
import { memoryHistory, requireMemory } from "./query";
import { countAccess } from "./repo";
import { archiveMemory, createMemory, updateMemory } from "./service";

const PERSON = { kind: "person", name: "console" } as const;

let test: TestApp;
let serial = 0;
beforeEach(async () => {
  test = await openTestApp();
  serial = 0;
});
afterEach(() => test.close());

const add = (input: Partial<NewMemory> = {}): number => {
  serial += 1;
  test.clock.now += 1;
  return createMemory(
    test.app,
    { key: `k:${serial}`, value: `a statement number ${serial}`, ...input },
    { actor: PERSON },
  ).id;
};
const ids = (rows: { id: number }[]): number[] => rows.map((row) => row.id);

/** Every page of a list, and what happens between them. */
function pages(query: Partial<MemoryListQuery>, between: () => void = () => undefined): Memory[] {
  const rows: Memory[] = [];
  let cursor: string | undefined;
  do {
    const page = listMemories(test.app, { ...query, cursor });
    rows.push(...page.items);
    cursor = page.nextCursor ?? undefined;
    between();
  } while (cursor !== undefined);
  return rows;
}

describe("lists", () => {
  it("A01: a filtered list reaches every row once, and the total is right", () => {
    const wanted: number[] = [];
    for (let n = 0; n < 65; n += 1) {
      wanted.push(add({ project: "p1" }));
      add({ project: "p2" });
    }
    expect(listMemories(test.app, { project: "p1", limit: 20 }).total).toBe(65);
    expect(ids(pages({ project: "p1", limit: 20 })).sort((a, b) => a - b)).toEqual(wanted);
  });

  it("A02: rows that arrive while paging shift nothing", () => {
    const wanted = Array.from({ length: 100 }, () => add());
    let isFirst = true;
    const seen = ids(
      pages({ limit: 20 }, () => {
        if (isFirst) for (let n = 0; n < 7; n += 1) add();
        isFirst = false;
      }),
    );
    expect(seen).toHaveLength(new Set(seen).size);
    expect(seen.sort((a, b) => a - b)).toEqual(wanted);
  });

  it.each(["asc", "desc"] as const)("E102: nulls come last in order %s, over page edges too", (order) => {
    const used = [add(), add(), add()];
    const unused = [add(), add(), add()];
    for (const id of used) {
      test.clock.now += 1;
      write(test.app, (tx) => countAccess(tx, test.app.now(), [id]));
    }
    const turned = (list: number[]): number[] => (order === "asc" ? list : [...list].reverse());
    expect(ids(pages({ sort: "last_accessed", order, limit: 2 }))).toEqual([...turned(used), ...turned(unused)]);
  });

  it.each(["updated_at", "created_at", "importance", "access_count", "last_accessed"] as const)(
    "pages by %s see each row once in both orders",
    (sort) => {
      for (let n = 0; n < 23; n += 1) add({ importance: n % 4 });
      for (const order of ["asc", "desc"] as const) {
        expect(new Set(ids(pages({ sort, order, limit: 5 }))).size).toBe(23);
        expect(ids(pages({ sort, order, limit: 5 }))).toHaveLength(23);
      }
    },
  );

  it("refuses a cursor of another list", () => {
    for (let n = 0; n < 3; n += 1) add();
    const cursor = listMemories(test.app, { limit: 1 }).nextCursor ?? "";
    for (const query of [{ sort: "importance" as const, cursor }, { cursor: "%%%" }, { cursor: "e30" }]) {
      expect(() => listMemories(test.app, query)).toThrow("The cursor does not belong to this list.");
    }
  });

  it("E14/E15: an expired memory keeps its status but is in no active list, count or facet", () => {
    const kept = add();
    const expired = add({ expires_at: test.clock.now + 1000, tags: ["x"] });
    expect(listMemories(test.app, {}).total).toBe(2);
    test.clock.now += 1000;
    expect(ids(listMemories(test.app, {}).items)).toEqual([kept]);
    expect(listMemories(test.app, {}).total).toBe(1);
    expect(memoryFacets(test.app, {}).status["active"]).toBe(1);
    expect(requireMemory(test.app, expired).status).toBe("active");
    expect(listMemories(test.app, { status: "all" }).total).toBe(2);
    expect(ids(listMemoryArray(test.app, {}))).toEqual([kept]);
    expect(countMemories(test.app)).toMatchObject({ active: 1, stored: 2 });
    archiveMemory(test.app, expired, PERSON);
    expect(ids(listMemories(test.app, { status: "archived" }).items)).toEqual([expired]);
    expect(countMemories(test.app)).toMatchObject({ active: 1, stored: 2 });
  });

  it("E14: active rows, newest write first", () => {
    const [first, second] = [add(), add()];
    archiveMemory(test.app, add(), PERSON);
    expect(ids(listMemories(test.app, {}).items)).toEqual([second, first]);
    test.clock.now += 1;
    updateMemory(test.app, first, { value: "the first one said anew" }, PERSON);
    expect(ids(listMemories(test.app, {}).items)).toEqual([first, second]);
    write(test.app, (tx) => countAccess(tx, test.app.now() + 5, [second]));
    expect(ids(listMemories(test.app, {}).items)).toEqual([first, second]);
  });

  it("E102: % and _ and the escape are ordinary characters", () => {
    const odd = add({ value: "exactly 100% of a_b \\ things" });
    add({ value: "exactly 1000 of aXb things" });
    for (const q of ["%", "a_b", "\\", "100% of"]) expect(ids(listMemoryArray(test.app, { q }))).toEqual([odd]);
    expect(listMemoryArray(test.app, { q: "%%" })).toEqual([]);
  });

  it("E102: q looks into keys and values, Chinese too", () => {
    const id = add({ key: "shop:部署:decision:时间", value: "周五晚上不做任何发布操作" });
    expect(ids(listMemoryArray(test.app, { q: "部署" }))).toEqual([id]);
    expect(ids(listMemoryArray(test.app, { q: "发布" }))).toEqual([id]);
  });

  it.each(["asc", "desc"] as const)("E102: the bare array in order %s has nulls last and ties by id", (order) => {
    const [a, b, c, d] = [add(), add(), add(), add()];
    for (const id of [c, d]) write(test.app, (tx) => countAccess(tx, test.app.now(), [id]));
    test.clock.now += 1;
    write(test.app, (tx) => countAccess(tx, test.app.now(), [d]));
    const used = order === "asc" ? [c, d] : [d, c];
    expect(ids(listMemoryArray(test.app, { sort: "last_accessed", order }))).toEqual([...used, a, b]);
    expect(ids(listMemoryArray(test.app, { sort: "importance", order }))).toEqual([a, b, c, d]);
  });

  it("E102: the bare array is sorted by use, holds at most 500 rows, and project is an exact tag too", () => {
    for (let n = 0; n < 505; n += 1) add();
    const used = add({ tags: ["分类:shop", "other"] });
    write(test.app, (tx) => countAccess(tx, test.app.now(), [used]));
    const rows = listMemoryArray(test.app, {});
    expect(rows).toHaveLength(500);
    expect(rows[0]?.id).toBe(used);
    expect(ids(listMemoryArray(test.app, { project: "分类:shop" }))).toEqual([used]);
    expect(listMemoryArray(test.app, { project: "分类:sho" })).toEqual([]);
  });
});

describe("facets and history", () => {
  it("each facet counts under all filters but its own", () => {
    add({ project: "p1", tier: "pinned", attribute: "decision" });
    add({ project: "p1", attribute: "fact" });
    add({ project: "p2", attribute: "fact" });
    archiveMemory(test.app, add({ project: null, attribute: "fact" }), PERSON);
    expect(memoryFacets(test.app, { attribute: "fact" })).toMatchObject({
      status: { active: 2, archived: 1, superseded: 0, deleted: 0 },
      tier: { pinned: 0, normal: 2, reference: 0 },
      attribute: { fact: 2, decision: 1 },
      project: { p1: 1, p2: 1 },
      review: { waiting: 0 },
    });
    expect(memoryFacets(test.app, { project: "p1", status: "all" }).project).toEqual({ p1: 2, p2: 1, global: 1 });
  });

  it("E11: the history of any version is the whole chain, oldest first", () => {
    const chain = [
      add({ key: "k:h", value: "value number one" }),
      add({ key: "k:h", value: "value number two" }),
      add({ key: "k:h", value: "value number three" }),
    ];
    for (const id of chain) expect(ids(memoryHistory(test.app, id))).toEqual(chain);
    expect(() => memoryHistory(test.app, 999)).toThrow("There is no memory 999.");
  });
});
