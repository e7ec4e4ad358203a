import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { write } from "../db/write";
import { recordPair } from "../review/repo";
import { openTestApp, type TestApp } from "../testing";
import { memoryPreviews } from "./previews-query";
import { memoryFacets } from "./facets";
import { listMemories } from "./list";
import { archiveMemory, createMemory } from "./service";
import { halvesAmong } from "./waiting-query";

const PERSON = { kind: "person", name: "console" } as const;

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

const add = (key: string, value: string, project: string | null = "shop"): number => {
  test.clock.now += 1;
  return createMemory(test.app, { key, value, project }, { actor: PERSON }).id;
};
const pair = (olderId: number, newerId?: number): void => {
  write(test.app, (tx) => {
    const candidate = newerId === undefined ? { key: "k", value: "another claim that was never stored" } : undefined;
    recordPair(tx, test.app.now(), {
      kind: "supersedes",
      projectId: 0,
      olderId,
      newerId,
      candidate,
      reasons: ["change:retired"],
      actor: PERSON,
    });
  });
};
const waiting = (more = {}): number[] =>
  listMemories(test.app, { review: "waiting", sort: "created_at", order: "asc", ...more }).items.map(({ id }) => id);

describe("what waits for a person", () => {
  it("is what is held back and the halves of open pairs; the facet counts the rows of the list", () => {
    const older = add("shop:db:decision:main", "The main database is PostgreSQL 15");
    const newer = add("shop:db:decision:next", "We use MySQL 8 for the main database");
    const claimed = add("shop:web:decision:framework", "The web framework is Fastify", null);
    const other = add("shop:log:fact:place", "Logs are kept for a week");
    const held = add("shop:api:fact:held", "The API waits for a yes of the person");
    test.app.sqlite.prepare("UPDATE memories SET review_state = 'pending' WHERE id = ?").run(held);
    pair(older, newer);
    pair(claimed);
    expect(waiting()).toEqual([older, newer, claimed, held]);
    expect(waiting({ project: "shop" })).toEqual([older, newer, held]);
    expect(memoryFacets(test.app, {}).review).toEqual({ waiting: 4 });
    expect(memoryFacets(test.app, { project: "shop", status: "archived" }).review).toEqual({ waiting: 3 });
    expect(listMemories(test.app, {}).total).toBe(5);
    expect(memoryFacets(test.app, { review: "waiting" }).status["active"]).toBe(4);
    expect([...halvesAmong(test.app.db, [newer, claimed, other, held], test.app.now())].sort()).toEqual(
      [newer, claimed].sort(),
    );
  });

  it("is nothing that is out of force: with one half archived or expired the other has nothing to decide", () => {
    const older = add("shop:db:decision:main", "The main database is PostgreSQL 15");
    const newer = add("shop:db:decision:next", "We use MySQL 8 for the main database");
    pair(older, newer);
    expect(waiting()).toEqual([older, newer]);
    const expire = test.app.sqlite.prepare("UPDATE memories SET expires_at = ? WHERE id = ?");
    expire.run(test.app.now(), older);
    expect(waiting({ status: "all" })).toEqual([]);
    expire.run(null, older);
    archiveMemory(test.app, newer, PERSON);
    expect(waiting({ status: "all" })).toEqual([]);
    expect(listMemories(test.app, { status: "all", review: "waiting" }).total).toBe(0);
    expect(halvesAmong(test.app.db, [], test.app.now()).size).toBe(0);
  });
});

describe("previews", () => {
  it("are one line of what stands there now, cut at whole characters; what is gone is not among them", () => {
    const short = add("shop:db:decision:main", "两行文字：\n第二行在这里，\t用制表符");
    const long = add("shop:db:decision:long", "部署🚀".repeat(60));
    const previews = memoryPreviews(test.app.db, [short, long, 999]);
    expect([...previews.keys()].sort()).toEqual([short, long].sort());
    expect(previews.get(short)).toBe("两行文字： 第二行在这里， 用制表符");
    expect([...(previews.get(long) ?? "")]).toHaveLength(161);
    expect(previews.get(long)?.endsWith("…")).toBe(true);
    expect(memoryPreviews(test.app.db, []).size).toBe(0);
  });
});
