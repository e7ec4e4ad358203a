import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { activityAfter } from "../activity/query";
import type { App } from "../context";
import { NewExclusion } from "../contract/exclusion";
import { injectionExclusions, injectionItems } from "../db/schema/injections";
import { memories } from "../db/schema/memories";
import { createMemory } from "../memories/service";
import { hardDelete } from "../operations/hard-delete";
import { listOperations } from "../operations/query";
import { undoOperation } from "../operations/undo";
import { openTestApp, type TestApp } from "../testing";
import { inUtc } from "../testing/inject-candidates";
import { addMemories, addObservations } from "../testing/inject-rows";
import { addProject } from "../testing/places";
import { exclude, includeAgain, listExclusions } from "./exclusions";
import { buildInjection } from "./service";

const PERSON = { kind: "person", name: "console" } as const;
const AGENT = { kind: "agent", name: "api" } as const;

let test: TestApp;
let app: App;
let [shop, web] = [0, 0];
inUtc();
beforeEach(async () => {
  test = await openTestApp();
  app = test.app;
  [shop, web] = [addProject(app, "shop"), addProject(app, "web")];
});
afterEach(() => test.close());

const add = (key: string, given: object = {}): number =>
  addMemories(app, [{ projectId: 0, key, value: `statement of ${key}`, ...given }])[0] ?? 0;
const block = (project: string) => buildInjection(app, { project, preview: true });
const whyNot = (project: string, id: number) =>
  block(project)
    .trace.filter((entry) => entry.id === id && entry.type !== "frame")
    .map(({ layer, included, reason, text }) => [layer, included, reason, text]);

describe("never inject this in that project", () => {
  it("bars a memory of any tier there and nowhere else, not even listing it, and the trace says why", () => {
    const tiers = { pinned: "pinned", scored: "normal", index: "reference" } as const;
    for (const [layer, tier] of Object.entries(tiers)) {
      const id = add(`me:${tier}:fact:it`, { tier });
      const { exclusions } = exclude(app, { memory_id: id, project: "shop" }, PERSON);
      const { text } = block("shop");
      expect([tier, text.includes(`me:${tier}:`)]).toEqual([tier, false]);
      const reason = `not to be injected in this project (exclusion ${exclusions[0]?.id})`;
      expect(whyNot("shop", id)).toEqual([[layer, false, reason, null]]);
      expect(block("web").text).toContain(`me:${tier}:`);
    }
  });

  it("project null is nowhere; a session log and an observation can be kept out too", () => {
    const log = add("shop:progress:log:2026-05-31", { projectId: shop });
    const [observation = 0] = addObservations(app, [{ projectId: shop, title: "Edited the secret plan" }]);
    add("me:style:fact:it");
    expect(block("shop").text).toMatch(/statement of shop:progress[^]*Edited the secret plan/);
    exclude(app, { memory_id: log, project: null }, PERSON);
    exclude(app, { observation_id: observation, project: "shop" }, PERSON);
    const { text } = block("shop");
    expect(text).not.toMatch(/shop:progress|secret plan/);
    expect(whyNot("shop", observation).find(([layer]) => layer === "observations")?.[2]).toMatch(/exclusion 2/);
    expect(text).not.toContain("more memories not injected");
  });

  it("what an excluded memory says does not come back as recent work", () => {
    const id = add("shop:a:decision:it", {
      projectId: shop,
      value: "We settle on integer cents everywhere in the cart service.",
    });
    addObservations(app, [{ projectId: shop, title: "We settle on integer cents everywhere in the cart service" }]);
    exclude(app, { memory_id: id, project: "shop" }, PERSON);
    expect(block("shop").text).toBe("");
    expect(block("shop").trace.find((entry) => entry.type === "observation")?.reason).toBe(
      `memory ${id} said it and is kept out`,
    );
  });

  it("takes nobody's place: neither in the quota nor in the counts", () => {
    const ids = Array.from({ length: 6 }, (_, n) => add(`me:same:fact:t${n}`, { importance: 9 - n }));
    for (const id of ids.slice(0, 3)) exclude(app, { memory_id: id, project: "shop" }, PERSON);
    expect(block("shop").text.match(/^- \[me:same:fact:t\d/gm)).toEqual([3, 4, 5].map((n) => `- [me:same:fact:t${n}`));
    expect(block("shop").text).not.toContain("not injected");
  });

  it("a thousand excluded memories that rank highest leave the others their places", () => {
    const many = addMemories(
      app,
      Array.from({ length: 1_000 }, (_, n) => ({ projectId: 0, key: `top${n}:a:fact:it`, importance: 10 })),
    );
    app.db
      .insert(injectionExclusions)
      .values(many.map((entityId) => ({ entityType: "memory" as const, entityId, projectId: shop, createdAt: 0 })))
      .run();
    add("low:a:fact:it", { importance: 1 });
    const { text, trace } = block("shop");
    expect(text).toContain("low:a:fact:it");
    expect(text).not.toContain("not injected");
    expect(trace.length).toBeLessThan(100);
  });

  it("holds for the newer versions of the memory, and is shown with them", () => {
    const write = (value: string) =>
      createMemory(app, { key: "shop:cart:decision:cache", value, project: "shop" }, { actor: PERSON }).id;
    const first = write("The cart lives in Redis for now.");
    const { exclusions } = exclude(app, { memory_id: first, project: "shop" }, PERSON);
    const second = write("The cart lives in Memcached since the first of May.");
    expect(second).not.toBe(first);
    expect(block("shop").text).toBe("");
    expect(listExclusions(app, { memory: second, limit: 5 }).items).toEqual(exclusions);
    expect(listExclusions(app, { memory: first, limit: 5 }).items).toEqual(exclusions);
    includeAgain(app, exclusions[0]?.id ?? 0, PERSON);
    expect(block("shop").text).toContain("Memcached");
  });
});

describe("as operations", () => {
  it("exclude and include are undone and redone, each names its place in the feed", () => {
    const id = add("me:style:fact:it");
    const isIn = () => block("shop").text.includes("me:style");
    const { operation_id: said, exclusions } = exclude(app, { memory_id: id, project: "shop" }, PERSON);
    expect(isIn()).toBe(false);
    const undone = undoOperation(app, said ?? 0, PERSON).operation_id;
    expect([isIn(), listExclusions(app, { limit: 5 }).items]).toEqual([true, []]);
    undoOperation(app, undone, PERSON);
    expect([isIn(), listExclusions(app, { limit: 5 }).items]).toEqual([false, exclusions]);
    const { operation_id: taken } = includeAgain(app, exclusions[0]?.id ?? 0, AGENT);
    expect(isIn()).toBe(true);
    undoOperation(app, taken, PERSON);
    expect(isIn()).toBe(false);
    expect(listOperations(app, { limit: 9 }).items.map(({ kind }) => kind)).toEqual([
      "operation.undo",
      "memory.include",
      "operation.undo",
      "operation.undo",
      "memory.exclude",
    ]);
    const feed = activityAfter(app.db, 0, 50).filter((row) => row.entity_type === "exclusion");
    expect(feed.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["memory.excluded", "memory.included"]));
    expect(JSON.stringify(feed)).not.toContain("statement");
  });

  it("saying it twice changes nothing; a name that two projects share means both", () => {
    addProject(app, "web", { key: "path:/elsewhere/web", kind: "folder" });
    const id = add("me:style:fact:it");
    const first = exclude(app, { memory_id: id, project: "web" }, PERSON);
    expect(first.exclusions.map(({ project_id }) => project_id)).toEqual([web, web + 1]);
    expect(exclude(app, { memory_id: id, project: "web" }, PERSON)).toEqual({ ...first, operation_id: null });
    expect(listExclusions(app, { project: "web", limit: 1 }).nextCursor).not.toBeNull();
    undoOperation(app, first.operation_id ?? 0, PERSON);
    expect(listExclusions(app, { limit: 5 }).items).toEqual([]);
  });

  it("refuses unknown rows and projects, two rows or none, and agents where they may only read", () => {
    const id = add("me:style:fact:it");
    const quiet = addProject(app, "quiet", { mode: "read-only" });
    const held = add("quiet:a:fact:it", { projectId: quiet });
    const excluding = (body: NewExclusion) => () => exclude(app, body, AGENT);
    expect(excluding({ memory_id: 99, project: null })).toThrow(/no memory 99/);
    expect(excluding({ observation_id: 99, project: null })).toThrow(/no observation 99/);
    expect(excluding({ memory_id: id, project: "nobody" })).toThrow(/no such project/);
    expect(excluding({ memory_id: held, project: null })).toThrow(/read-only/);
    expect(exclude(app, { memory_id: held, project: null }, PERSON).operation_id).not.toBeNull();
    expect(() => includeAgain(app, 1, AGENT)).toThrow(/read-only/);
    expect(() => includeAgain(app, 77, PERSON)).toThrow(/no exclusion 77/);
    for (const body of [{ project: null }, { memory_id: 1, observation_id: 1, project: null }, { memory_id: 1 }]) {
      expect(NewExclusion.safeParse(body).success).toBe(false);
    }
  });

  it("a deletion for good takes exclusions and items along, and Undo of them is refused", () => {
    const id = add("me:style:fact:it", { value: "A statement that is long enough to be found anywhere." });
    const other = add("me:other:fact:it");
    buildInjection(app, { project: "shop" });
    const { operation_id: said, exclusions } = exclude(app, { memory_id: id, project: "shop" }, PERSON);
    const { operation_id: taken } = includeAgain(app, exclusions[0]?.id ?? 0, PERSON);
    exclude(app, { memory_id: id, project: null }, PERSON);
    exclude(app, { memory_id: other, project: null }, PERSON);
    hardDelete(app, { table: "memories", ids: [id] }, PERSON);
    expect(
      app.db
        .select()
        .from(memories)
        .all()
        .map((row) => row.id),
    ).toEqual([other]);
    expect(
      app.db
        .select()
        .from(injectionItems)
        .all()
        .map((row) => row.entityId),
    ).toEqual([other]);
    expect(listExclusions(app, { limit: 5 }).items.map(({ memory_id }) => memory_id)).toEqual([other]);
    for (const operation of [said, taken])
      expect(() => undoOperation(app, operation ?? 0, PERSON)).toThrow(/can't be undone/);
  });
});
