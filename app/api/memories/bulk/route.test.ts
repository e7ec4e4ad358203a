import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MemoryBulkDeletePreview, MemoryBulkPreview, MemoryBulkResult } from "@/lib/contract/memory-bulk";
import { MemoryFacets, MemoryPage } from "@/lib/contract/memory-list";
import type { MemoryRow } from "@/lib/db/schema/memories";
import { openTestApp, type TestApp } from "@/lib/testing";
import { addProject } from "@/lib/testing/places";
import { addMemory } from "@/lib/testing/search-rows";
import { send } from "@/lib/testing/send";
import * as facetsRoute from "../facets/route";
import * as moveRoute from "../move/route";
import * as listRoute from "../route";
import * as deleteRoute from "./delete-for-good/route";
import * as bulkRoute from "./route";

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

const add = (more: Partial<MemoryRow> = {}): number => addMemory(test.app, "a statement about caches", more).id;
const post = (body: object, client?: string) =>
  send(bulkRoute, "POST", { body, ...(client === undefined ? {} : { client }) });
const asked = (query: Record<string, string>) => ({ query: new URLSearchParams(query).toString() });
const list = async (query: Record<string, string>): Promise<MemoryPage> =>
  MemoryPage.parse((await send(listRoute, "GET", asked({ limit: "50", ...query }))).body);

describe("POST /api/memories/bulk", () => {
  it("does, or with dry_run only says, the same to the rows of a filter", async () => {
    const ids = [add({ tags: "a%b" }), add({ tags: "a%b,标签" }), add({ tags: "axb" })];
    const body = { action: "tag", add: ["新"], filter: { tag: "a%b" } };
    const dry = await post({ ...body, dry_run: true });
    expect(MemoryBulkPreview.parse(dry.body)).toMatchObject({ found: 2, changes: 2 });
    expect((await list({ tag: "新" })).total).toBe(0);
    expect(MemoryBulkResult.parse((await post(body)).body)).toMatchObject({ changed: 2, skipped_total: 0 });
    expect((await list({ tag: "新" })).items.map(({ id }) => id).sort()).toEqual(ids.slice(0, 2));
  });

  it("leaves out of a filter's rows what is named beside it, in the preview, the change and the deletion", async () => {
    const [first = 0, second = 0, third = 0] = [add(), add(), add()];
    const body = { action: "tag", add: ["kept"], filter: {}, except: [second, 4711] };
    expect((await post({ ...body, dry_run: true })).body).toMatchObject({ found: 2, changes: 2, skipped_total: 0 });
    expect((await post(body)).body).toMatchObject({ changed: 2, skipped_total: 0 });
    expect((await list({ tag: "kept" })).items.map(({ id }) => id).sort()).toEqual([first, third]);
    const gone = { filter: {}, except: [first, third], count: 1 };
    expect((await send(deleteRoute, "POST", { body: gone })).body).toMatchObject({ deleted: 1 });
    expect((await list({ status: "all" })).items.map(({ id }) => id).sort()).toEqual([first, third]);
  });

  it.each([
    ["neither ids nor filter", { action: "archive" }],
    ["both", { action: "archive", ids: [1], filter: {} }],
    ["an unknown action", { action: "explode", ids: [1] }],
    ["a field of another action", { action: "archive", tier: "pinned", ids: [1] }],
    ["no tags at all", { action: "tag", ids: [1] }],
    ["an unknown filter", { action: "archive", filter: { colour: "red" } }],
    ["rows to leave out of named ones", { action: "archive", ids: [1], except: [1] }],
    ["rows to leave out of nothing", { action: "archive", except: [1] }],
    [
      "too many to leave out",
      { action: "archive", filter: {}, except: Array.from({ length: 10_001 }, (_, n) => n + 1) },
    ],
    ["too many ids", { action: "archive", ids: Array.from({ length: 10_001 }, (_, n) => n + 1) }],
  ])("refuses %s with 400", async (_what, body) => {
    expect((await post(body)).status).toBe(400);
  });

  it("moving is for a person; POST /api/memories/move says the same of it", async () => {
    const shop = addProject(test.app, "shop");
    const [first, second] = [add(), add()];
    expect((await post({ action: "move", to: shop, ids: [first] }, "some-agent")).status).toBe(403);
    expect((await post({ action: "move", to: 99, ids: [first] })).status).toBe(404);
    expect((await post({ action: "move", to: shop, ids: [first] })).body).toMatchObject({ changed: 1 });
    const moved = await send(moveRoute, "POST", { body: { ids: [first, second], to: shop } });
    expect(MemoryBulkResult.parse(moved.body)).toMatchObject({
      changed: 1,
      skipped: [{ id: first, code: "unchanged" }],
    });
  });

  it("deletes for good only what was counted: 409 otherwise, and nothing is gone", async () => {
    add();
    add();
    const remove = (body: object) => send(deleteRoute, "POST", { body });
    const dry = await remove({ filter: {}, count: 0, dry_run: true });
    expect(MemoryBulkDeletePreview.parse(dry.body)).toMatchObject({ found: 2 });
    expect(await remove({ filter: {}, count: 3 })).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect((await list({})).total).toBe(2);
    expect((await remove({ filter: {}, count: 2 })).body).toMatchObject({ deleted: 2, receipt_ids: [1] });
    expect((await list({ status: "all" })).total).toBe(0);
    expect((await remove({ filter: {} })).status).toBe(400);
  });
});

describe("GET /api/memories", () => {
  it("E102: what is unknown falls back; with a mode the answer is a page that says how it was found", async () => {
    const id = add({ origin: "agent", host: "codex", accessCount: 3 });
    const odd = { origin: "martian", age: "century", used: "maybe", mode: "psychic", sort: "colour" };
    expect((await send(listRoute, "GET", asked(odd))).body).toEqual([expect.objectContaining({ id })]);
    const found = await send(listRoute, "GET", asked({ q: "caches", mode: "words" }));
    expect(MemoryPage.parse(found.body)).toMatchObject({ total: 1, found: { mode: "words", degraded: null } });
    expect((await list({ origin: "agent", host: "codex", used: "often", age: "day" })).total).toBe(1);
    expect((await list({ q: "cach", mode: "text" })).found).toBeUndefined();
  });

  it("facets keep the shape they had, and values by the names of prototypes are values", async () => {
    add({ attribute: "__proto__", host: "constructor", tags: "toString" });
    const { body } = await send(facetsRoute, "GET", asked({ host: "constructor", tag: "toString" }));
    expect(MemoryFacets.parse(body).values.attribute).toEqual([{ value: "__proto__", label: "__proto__", count: 1 }]);
    expect(body).toMatchObject({
      status: { active: 1 },
      tier: { normal: 1 },
      project: { global: 1 },
      review: { waiting: 0 },
      total: 1,
    });
    expect(Object.getOwnPropertyNames(body.attribute)).toEqual(["__proto__"]);
    const none = await send(facetsRoute, "GET", asked({ attribute: "constructor" }));
    expect(MemoryFacets.parse(none.body).total).toBe(0);
  });
});
