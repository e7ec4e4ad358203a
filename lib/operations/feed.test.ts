import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../contract/common";
import { OperationFacets, type OperationListQuery, OperationPage } from "../contract/operations";
import { operationGroup } from "../contract/operation-groups";
import { hardDeleteMemory } from "./hard-delete";
import { archiveMemory, createMemory } from "../memories/service";
import { changeSettings } from "../settings/service";
import { openTestApp, type TestApp } from "../testing";
import { feedFacets, listFeed } from "./feed";
import { getOperation } from "./query";
import { undoOperation } from "./undo";

const PERSON: Actor = { kind: "person", name: "console" };
const AGENT: Actor = { kind: "agent", name: "claude-code" };
const HOUR = 3_600_000;

let test: TestApp;
beforeEach(async () => void (test = await openTestApp()));
afterEach(() => test.close());

const add = (key: string, actor: Actor): number => {
  test.clock.now += HOUR;
  const { id } = createMemory(test.app, { key, value: `The value under ${key} is what the test says` }, { actor });
  return id ?? 0;
};
const list = (query: Partial<OperationListQuery>) => {
  const page = listFeed(test.app, { limit: 50, ...query });
  expect(OperationPage.parse(page)).toEqual(page);
  return page;
};
const kinds = (query: Partial<OperationListQuery>): string[] => list(query).items.map(({ kind }) => kind);
const facets = (query: Parameters<typeof feedFacets>[1] = {}) => {
  const found = feedFacets(test.app, query);
  expect(OperationFacets.parse(found)).toEqual(found);
  return found;
};

/** Two additions by an agent, one by a person that is undone, a setting, an archiving in a project, a deletion for good. */
function seed(): { first: number; second: number } {
  const first = add("shop:cart:fact:ttl", AGENT);
  const second = add("shop:site:fact:host", AGENT);
  add("user:editor:preference:tabs", PERSON);
  undoOperation(test.app, list({}).items[0]?.id ?? 0, PERSON);
  changeSettings(test.app, { inject_max_chars: 9_000 }, PERSON);
  archiveMemory(test.app, first, PERSON);
  hardDeleteMemory(test.app, second, PERSON);
  return { first, second };
}

describe("the feed under filters", () => {
  it("shows all, newest first, and counts only where something is filtered", () => {
    seed();
    expect(kinds({})).toEqual([
      "memory.hard_delete",
      "memory.archive",
      "settings.change",
      "operation.undo",
      "memory.add",
      "memory.add",
      "memory.add",
    ]);
    expect(list({}).total).toBeUndefined();
    expect(list({ actor: "agent" }).total).toBe(2);
  });

  it("by actor, by name, by group and by how they stand", () => {
    seed();
    expect(kinds({ actor: "agent" })).toEqual(["memory.add", "memory.add"]);
    expect(kinds({ name: "claude-code" })).toEqual(["memory.add", "memory.add"]);
    expect(kinds({ name: "claude-code", actor: "person" })).toEqual([]);
    expect(kinds({ group: "settings" })).toEqual(["settings.change"]);
    expect(kinds({ group: "deletions" })).toEqual(["memory.hard_delete"]);
    expect(kinds({ group: "memories" })).toEqual(["memory.archive", "memory.add", "memory.add", "memory.add"]);
    expect(kinds({ state: "undone" })).toEqual(["memory.add"]);
    // What it added was deleted for good.
    expect(kinds({ state: "final" })).toEqual(["memory.hard_delete", "memory.add"]);
    expect(kinds({ state: "undoable", group: "memories", actor: "person" })).toEqual(["memory.archive"]);
  });

  it("by project, which an unknown name leaves empty", () => {
    seed();
    const own = list({ project: "shop" });
    expect(own.items.map(({ kind }) => kind)).toEqual([
      "memory.hard_delete",
      "memory.archive",
      "memory.add",
      "memory.add",
    ]);
    expect(own.total).toBe(4);
    expect(list({ project: "nowhere" })).toMatchObject({ items: [], total: 0, nextCursor: null });
  });

  it("by time, a bare date to its end", () => {
    const start = test.clock.now;
    add("a:b:fact:one", PERSON);
    add("a:b:fact:two", PERSON);
    test.clock.now += 3 * 24 * HOUR;
    add("a:b:fact:three", PERSON);
    const late = test.clock.now;
    expect(list({ from: late }).total).toBe(1);
    expect(list({ to: late }).total).toBe(2);
    expect(list({ from: start + 2 * HOUR, to: late }).total).toBe(1);
    const local = new Date(late);
    const day = `${local.getFullYear()}-${String(local.getMonth() + 1).padStart(2, "0")}-${String(local.getDate()).padStart(2, "0")}`;
    expect(list({ from: day, to: day }).items).toHaveLength(1);
    expect(list({ from: late + 1 }).total).toBe(0);
    expect(list({ to: start }).total).toBe(0);
  });

  it("pages through a filter without a gap or a repeat", () => {
    for (let n = 0; n < 23; n += 1) add(`a:b:fact:n${n}`, n % 2 === 0 ? PERSON : AGENT);
    for (const filter of [{}, { actor: "agent" as const }, { group: "memories" as const }, { project: "a" }]) {
      const seen: number[] = [];
      let cursor: string | undefined;
      do {
        const page = list({ ...filter, limit: 4, cursor });
        seen.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      expect(seen).toEqual([...new Set(seen)].sort((a, b) => b - a));
      expect(seen).toHaveLength("actor" in filter ? 11 : 23);
    }
  });

  it("says how many rows an operation changed, beside those that it names", () => {
    seed();
    for (const item of list({}).items) {
      const { changes, changes_total: total } = getOperation(test.app, item.id);
      expect(item.changes_total).toBe(total);
      expect(item.entities).toEqual(changes.map(({ entity }) => entity));
    }
  });
});

describe("facets", () => {
  it("count what each filter would leave beside the others", () => {
    seed();
    const all = facets();
    expect(all.total).toBe(7);
    expect(all.actor).toEqual({ person: 5, agent: 2, job: 0 });
    expect(all.group).toMatchObject({ observations: 0, memories: 4, settings: 1, deletions: 1, undos: 1 });
    expect(all.state).toEqual({ undoable: 4, undone: 1, final: 2 });
    expect(all.project.map(({ name, count }) => [name, count])).toEqual([["shop", 4]]);
    const narrowed = facets({ actor: "person", project: "shop" });
    expect(narrowed.total).toBe(2);
    expect(narrowed.actor).toEqual({ person: 2, agent: 2, job: 0 });
    // What is left out stays to be seen.
    expect(facets({ group: "settings" }).project.map(({ name, count }) => [name, count])).toEqual([["shop", 0]]);
    expect(narrowed.group).toMatchObject({ memories: 1, deletions: 1, settings: 0 });
  });

  it("hold after every further change, and are those of the filtered lists", () => {
    const actors = [PERSON, AGENT];
    for (let n = 0; n < 12; n += 1) {
      const id = add(`a${n % 3}:b:fact:n${n}`, actors[n % 2] ?? PERSON);
      if (n % 4 === 1) archiveMemory(test.app, id, PERSON);
      if (n % 4 === 2) undoOperation(test.app, list({}).items[0]?.id ?? 0, PERSON);
      if (n % 4 === 3) hardDeleteMemory(test.app, id, PERSON);
      const counted = facets();
      for (const actor of ["person", "agent"] as const)
        expect(counted.actor[actor] ?? 0).toBe(listFeed(test.app, { limit: 100, actor }).items.length);
      for (const state of ["undoable", "undone", "final"] as const)
        expect([state, counted.state[state]]).toEqual([state, listFeed(test.app, { limit: 100, state }).items.length]);
      for (const { ref, count } of counted.project)
        expect(count).toBe(listFeed(test.app, { limit: 100, project: ref }).items.length);
      const byGroup = Object.values(counted.group).reduce((sum, count) => sum + count, 0);
      expect(byGroup).toBe(counted.total);
    }
  });
});

it("puts every kind into a group, whatever it spells", () => {
  expect(
    ["memory.tag", "turn.extract", "store.import", "session.hard_delete", "new.thing", "", "constructor.x"].map(
      operationGroup,
    ),
  ).toEqual(["memories", "sessions", "imports", "deletions", "other", "other", "other"]);
});
