/** A list's filters and facets against a plain reading of every row. */
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Memory } from "../contract/memory";
import {
  MEMORY_FACETS,
  MemoryAge,
  type MemoryFacet,
  type MemoryFilter,
  MemoryOriginFilter,
} from "../contract/memory-list";
import type { MemoryRow } from "../db/schema/memories";
import { openTestApp, type TestApp } from "../testing";
import { addProject } from "../testing/places";
import { addMemory } from "../testing/search-rows";
import { memoryFacets } from "./facets";
import { listMemories, listMemoryArray, matchingIds } from "./list";

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

const DAY = 86_400_000;
const WORDS = ["", "-", "fact", "__proto__", "constructor", "标签", "a%b", "a_b", "toString"];
const TAGS = ["", "标签", "标签,a_b", "__proto__,constructor", "a%b", "a%b, spaced ,x", "-", "shop", "axb"];
const STATUSES = ["active", "archived", "superseded", "deleted"] as const;
const PROJECTS = ["shop", "global", "__proto__"];

const row = fc.record({
  status: fc.constantFrom(...STATUSES),
  tier: fc.constantFrom("pinned", "normal", "reference"),
  attribute: fc.constantFrom(...WORDS),
  kind: fc.constantFrom("memory", "task", "constructor"),
  projectId: fc.nat(PROJECTS.length),
  branch: fc.constantFrom(null, "", "main", "__proto__"),
  host: fc.constantFrom("", "codex", "constructor"),
  tags: fc.constantFrom(...TAGS),
  origin: fc.constantFrom("", "person", "agent", "rules", "llm", "import"),
  accessCount: fc.nat(5),
  age: fc.constantFrom(0, DAY - 1, DAY, 6 * DAY, 8 * DAY, 40 * DAY, 91 * DAY, 400 * DAY),
  expiresIn: fc.constantFrom(null, -1, 0, 1, DAY),
  reviewState: fc.constantFrom(null, null, null, "pending"),
}) as fc.Arbitrary<Partial<MemoryRow> & { age: number; expiresIn: number | null }>;

const filters = fc.record(
  {
    status: fc.constantFrom(...STATUSES, "all"),
    tier: fc.constantFrom("pinned", "normal", "reference"),
    attribute: fc.constantFrom(...WORDS.slice(1), "nothing"),
    kind: fc.constantFrom("memory", "task", "constructor", "toString"),
    project: fc.constantFrom("shop", "global", "__proto__", "-", "name:shop", "nobody", "标签", "a_b"),
    branch: fc.constantFrom("-", "main", "__proto__", "hasOwnProperty"),
    host: fc.constantFrom("-", "codex", "constructor"),
    tag: fc.constantFrom("-", "标签", "a%b", "a_b", "a", "标签,a_b", "__proto__", "spaced", "SHOP"),
    origin: fc.constantFrom(...MemoryOriginFilter.options),
    age: fc.constantFrom(...MemoryAge.options),
    used: fc.constantFrom("yes", "no", "often"),
    review: fc.constantFrom("waiting"),
    q: fc.constantFrom("statement", "%", "_", "one", "ZEBRA"),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Partial<MemoryFilter>>;

const AGES: Record<MemoryAge, (ms: number) => boolean> = {
  day: (ms) => ms < DAY,
  week: (ms) => ms < 7 * DAY,
  month: (ms) => ms < 30 * DAY,
  quarter: (ms) => ms < 91 * DAY,
  older: (ms) => ms >= 91 * DAY,
};
const tagsOf = (memory: Memory): string[] => memory.tags.split(",").flatMap((tag) => tag.trim() || []);
const isNone = (value: string | null): boolean => value === null || value === "" || value === "-";
const isWord = (wanted: string | undefined, value: string | null): boolean =>
  wanted === undefined || (wanted === "-" ? isNone(value) : wanted === value);
const isLive = (memory: Memory, now: number): boolean =>
  memory.status === "active" && (memory.expires_at === null || memory.expires_at > now);

/** Whether a row passes each filter by itself. */
function passes(memory: Memory, f: Partial<MemoryFilter>, now: number): Record<MemoryFacet | "q", boolean> {
  const status = f.status ?? "active";
  const [uses, tags] = [memory.access_count, tagsOf(memory)];
  const project = f.project === "name:shop" ? "shop" : f.project;
  return {
    status: status === "all" || (status === "active" ? isLive(memory, now) : memory.status === status),
    tier: f.tier === undefined || memory.tier === f.tier,
    attribute: isWord(f.attribute, memory.attribute),
    kind: isWord(f.kind, memory.kind),
    branch: isWord(f.branch, memory.branch),
    host: isWord(f.host, memory.host),
    origin: isWord(f.origin, memory.origin),
    project:
      project === undefined ||
      memory.project === project ||
      ((project === "global" || project === "-") && memory.project_id === 0) ||
      (project !== "-" && f.project !== undefined && tags.includes(f.project)),
    tag: f.tag === undefined || tags.includes(f.tag) || (f.tag === "-" && tags.length === 0),
    age: f.age === undefined || AGES[f.age](now - memory.created_at),
    used: f.used === undefined || (f.used === "no" ? uses === 0 : uses >= (f.used === "often" ? 3 : 1)),
    review: f.review === undefined || (isLive(memory, now) && memory.review_state !== null),
    q:
      f.q === undefined ||
      [memory.key, memory.value].some((text) => text.toLowerCase().includes((f.q ?? "").toLowerCase())),
  };
}

function fill(rows: (Partial<MemoryRow> & { age: number; expiresIn: number | null })[]): void {
  for (const name of PROJECTS) addProject(test.app, name);
  rows.forEach(({ age, expiresIn, ...given }, n) =>
    addMemory(test.app, n % 3 === 0 ? "statement number one" : "a zebra in the zoo", {
      ...given,
      createdAt: test.clock.now - age,
      expiresAt: expiresIn === null ? null : test.clock.now + expiresIn,
    }),
  );
}

it("E107: any filters together mean the rows that pass them all, and each facet counts those that fail no other", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { maxLength: 25 }),
      fc.array(filters, { minLength: 1, maxLength: 8 }),
      async (rows, asked) => {
        await test.close();
        test = await openTestApp();
        fill(rows);
        const now = test.clock.now;
        const all = listMemories(test.app, { status: "all", limit: 100 }).items;
        expect(all).toHaveLength(rows.length);
        for (const filter of asked) {
          const verdicts = all.map((memory) => ({ memory, passed: passes(memory, filter, now) }));
          const expected = verdicts.filter(({ passed }) => Object.values(passed).every(Boolean));
          const ids = expected.map(({ memory }) => memory.id).sort((a, b) => a - b);
          expect([filter, await matchingIds(test.app, filter)]).toEqual([filter, ids]);
          const page = listMemories(test.app, { ...filter, limit: 100 });
          expect(page.items.map(({ id }) => id).sort((a, b) => a - b)).toEqual(ids);
          const facets = memoryFacets(test.app, filter);
          expect([facets.total, page.total]).toEqual([ids.length, ids.length]);
          for (const facet of MEMORY_FACETS) {
            const ignored = facet === "review" ? ["review", "status"] : [facet];
            for (const { value, count } of facets.values[facet]) {
              const own = { [facet]: value } as Partial<MemoryFilter>;
              const status = facet === "review" ? { status: "all" as const } : {};
              const here = verdicts.filter(
                ({ memory, passed }) =>
                  Object.entries(passed).every(([name, ok]) => ok || ignored.includes(name)) &&
                  passes(memory, { status: "all", ...status, ...own }, now)[facet],
              );
              expect([filter, facet, value, count]).toEqual([filter, facet, value, here.length]);
            }
          }
        }
      },
    ),
    { numRuns: 25 },
  );
}, 60_000);

describe("values of facets", () => {
  it("fixed ones are all there in their order; others most first, then what is only elsewhere, none last, the chosen one always", () => {
    addProject(test.app, "shop");
    const add = (more: Partial<MemoryRow>): MemoryRow => addMemory(test.app, "a statement", more);
    add({ attribute: "fact", projectId: 1, tags: "a,b" });
    add({ attribute: "fact", tags: "b" });
    add({ attribute: "decision", tier: "pinned" });
    add({ attribute: "__proto__", status: "archived" });
    add({ attribute: "" });
    add({ attribute: "" });
    add({ attribute: "" });
    const { values } = memoryFacets(test.app, { host: "nowhere" });
    expect(values.tier).toEqual([
      { value: "pinned", label: "pinned", count: 0 },
      { value: "normal", label: "normal", count: 0 },
      { value: "reference", label: "reference", count: 0 },
    ]);
    expect(values.host.map(({ value, count }) => [value, count])).toEqual([
      ["-", 6],
      ["nowhere", 0],
    ]);
    expect(memoryFacets(test.app, {}).values.attribute.map(({ value, count }) => [value, count])).toEqual([
      ["fact", 2],
      ["decision", 1],
      ["__proto__", 0],
      ["-", 3],
    ]);
    expect(memoryFacets(test.app, {}).values.tag.map(({ value, count }) => [value, count])).toEqual([
      ["b", 2],
      ["a", 1],
      ["-", 4],
    ]);
    expect(memoryFacets(test.app, {}).values.status.map(({ value, count }) => [value, count])).toEqual([
      ["active", 6],
      ["archived", 1],
      ["superseded", 0],
      ["deleted", 0],
      ["all", 7],
    ]);
    expect(Object.entries(memoryFacets(test.app, { status: "archived" }).attribute)).toEqual([["__proto__", 1]]);
  });

  it("a project is asked for by its name where no other answers to it, else by its key; the count is what the reference finds", () => {
    const [a, b, c] = [
      addProject(test.app, "shop", { key: "path:/a" }),
      addProject(test.app, "Shop", { key: "path:/b" }),
      addProject(test.app, "Global", { key: "path:/c" }),
    ];
    for (const projectId of [a, a, b, c, 0]) addMemory(test.app, "a statement", { projectId });
    const { values, project } = memoryFacets(test.app, {});
    expect(values.project).toEqual([
      { value: "path:/a", label: "shop", count: 2 },
      { value: "path:/b", label: "Shop", count: 1 },
      { value: "path:/c", label: "Global", count: 1 },
      { value: "-", label: "global", count: 1 },
    ]);
    for (const { value, count } of values.project)
      expect([value, listMemories(test.app, { project: value }).total]).toEqual([value, count]);
    expect(project).toEqual({ shop: 2, Shop: 1, Global: 1, global: 1 });
    expect(memoryFacets(test.app, { project: "nobody" }).values.project.at(-1)).toEqual({
      value: "nobody",
      label: "nobody",
      count: 0,
    });
  });
});

describe("E107", () => {
  it("skill candidates are used three times or more, most used first", () => {
    const counts = [0, 1, 2, 3, 7, 4];
    const ids = counts.map((accessCount) => addMemory(test.app, "a statement", { accessCount }).id);
    const often = listMemories(test.app, { used: "often", sort: "access_count" });
    expect(often.items.map(({ access_count: uses }) => uses)).toEqual([7, 4, 3]);
    expect(listMemories(test.app, { used: "yes" }).total).toBe(5);
    expect(listMemories(test.app, { used: "no" }).items.map(({ id }) => id)).toEqual([ids[0]]);
    expect(memoryFacets(test.app, {}).values.used.map(({ count }) => count)).toEqual([5, 3, 1]);
    expect(listMemoryArray(test.app, { used: "often" }).map(({ access_count: uses }) => uses)).toEqual([7, 4, 3]);
  });

  it("sorts by expiry and confidence too, nulls last in both orders", () => {
    const given = [
      { confidence: 0.2, expiresAt: test.clock.now + 5 },
      { confidence: 0.9, expiresAt: null },
      { confidence: 0.5, expiresAt: test.clock.now + 9 },
    ];
    const ids = given.map((more) => addMemory(test.app, "a statement", more).id);
    const order = (sort: "confidence" | "expires_at", order: "asc" | "desc"): number[] =>
      listMemories(test.app, { sort, order }).items.map(({ id }) => ids.indexOf(id));
    expect(order("confidence", "asc")).toEqual([0, 2, 1]);
    expect(order("confidence", "desc")).toEqual([1, 2, 0]);
    expect(order("expires_at", "asc")).toEqual([0, 2, 1]);
    expect(order("expires_at", "desc")).toEqual([2, 0, 1]);
  });
});
