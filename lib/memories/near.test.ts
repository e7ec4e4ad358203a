import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { GET } from "@/app/api/memories/[id]/neighbours/route";
import { drain } from "../jobs/runner";
import { openTestApp, type TestApp } from "../testing";
import { createSetEmbedder } from "../testing/set-embedder";
import { memoryNeighbours } from "./near";
import { createMemory } from "./service";

const PERSON = { kind: "person", name: "console" } as const;
const ANCHOR = "deploys happen on friday evenings";
const NEAR = "deployments run on friday evenings";
const ELSEWHERE = "the other project deploys on fridays";
const FAR = "otters live in clean rivers only";
const OWN = { limit: 10, scope: "own" } as const;

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp({
    embedder: createSetEmbedder({ [ANCHOR]: 1, [NEAR]: 0.951, [ELSEWHERE]: 0.93, [FAR]: 0.6 }),
  });
});
afterEach(() => test.close());

const add = (value: string, project: string | null) =>
  createMemory(test.app, { key: `k:${value.slice(0, 12)}`, value, project }, { actor: PERSON }).id;

describe("memoryNeighbours", () => {
  it("the nearest first with their rows, of its project and of what counts for all", async () => {
    const id = add(ANCHOR, "shop");
    const near = add(NEAR, "shop");
    const elsewhere = add(ELSEWHERE, "atlas");
    const far = add(FAR, null);
    await drain(test.app);
    const { items, degraded } = await memoryNeighbours(test.app, id, OWN);
    expect(degraded).toBeNull();
    expect(items.map(({ memory, similarity }) => [memory.id, memory.value, similarity])).toEqual([
      [near, NEAR, expect.closeTo(0.951, 4)],
      [far, FAR, expect.closeTo(0.6, 4)],
    ]);
    const all = await memoryNeighbours(test.app, id, { limit: 2, scope: "all" });
    expect(all.items.map(({ memory }) => memory.id)).toEqual([near, elsewhere]);
  });

  it("says that its vector is still to be made", async () => {
    expect(await memoryNeighbours(test.app, add(ANCHOR, null), OWN)).toMatchObject({
      items: [],
      degraded: { missing: "meaning", code: "pending" },
    });
  });

  it("by HTTP: bounded, and an unknown id is not found", async () => {
    const get = async (id: string, query = "") =>
      GET(new Request(`http://127.0.0.1/api/memories/${id}/neighbours${query}`), { params: Promise.resolve({ id }) });
    const id = add(ANCHOR, null);
    await drain(test.app);
    expect(await (await get(String(id))).json()).toEqual({ items: [], degraded: null });
    expect((await get("99")).status).toBe(404);
    expect((await get(String(id), "?limit=51")).status).toBe(400);
  });
});
