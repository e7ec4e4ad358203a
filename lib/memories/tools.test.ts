import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MemoryAdded, MemoryStatusAnswer } from "../contract/memory-tools";
import { drain } from "../jobs/runner";
import { openTestApp, type TestApp } from "../testing";
import { createSetEmbedder } from "../testing/set-embedder";
import { requireMemory } from "./query";
import { archiveMemory, softDeleteMemory } from "./service";
import { memoryAdd, memoryRemove, memoryReplace, memoryStatus } from "./tools";

const CALLER = { actor: { kind: "agent", name: "mcp" } as const, sourceSession: "session_1" };
const ANCHOR = "deploys happen on friday evenings";
const LIKE = "deployments run on friday evenings";

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp({ embedder: createSetEmbedder({ [ANCHOR]: 1, [LIKE]: 0.97 }) });
});
afterEach(() => test.close());

const add = (input: Partial<Parameters<typeof memoryAdd>[1]> = {}) =>
  memoryAdd(test.app, { key: "shop:deploy:decision:window", value: ANCHOR, ...input }, CALLER);

describe("memory_status", () => {
  it("E56: counts what is active, what is stored, and what has a vector", async () => {
    await add();
    await add({ key: "k:expired", value: "holds for a moment only", expires_at: test.clock.now + 5 });
    const archived = await add({ key: "k:archived", value: "was put away some time ago" });
    const deleted = await add({ key: "k:deleted", value: "was deleted some time ago" });
    archiveMemory(test.app, "id" in archived ? archived.id : 0, CALLER.actor);
    await drain(test.app);
    softDeleteMemory(test.app, "id" in deleted ? deleted.id : 0, CALLER.actor);
    test.clock.now += 5;
    const status = memoryStatus(test.app);
    expect(MemoryStatusAnswer.parse(status)).toEqual({
      active_memories: 1,
      total_records: 3,
      vector_count: 3,
      embedding_loaded: true,
      embedding_dim: 384,
      data_dir: test.home,
    });
    expect(Object.keys(status)).toEqual(Object.keys(MemoryStatusAnswer.shape));
  });
});

describe("memory_add", () => {
  it("E57: added, with the defaults", async () => {
    const result = await add();
    expect(result).toEqual({ status: "added", id: 1 });
    expect(requireMemory(test.app, 1)).toMatchObject({
      attribute: "fact",
      tags: "",
      importance: 5,
      tier: "normal",
      expires_at: null,
      source_session: "session_1",
    });
  });

  it.each([
    [0, 1],
    [-3, 1],
    [11, 10],
    [Infinity, 10],
    [7.5, 7.5],
    [NaN, 5],
    [null, 5],
    [undefined, 5],
  ])("E57: importance %s is stored as %s", async (importance, stored) => {
    await add({ importance });
    expect(requireMemory(test.app, 1).importance).toBe(stored);
  });

  it("E57, E58: skipped, conflict, replaced and merged, each in its own words", async () => {
    await add();
    expect(await add()).toEqual({ status: "skipped", id: 1, reason: expect.any(String) as string });
    expect(await add({ value: "releases may go out on any day" })).toEqual({
      status: "conflict",
      id: 1,
      reason: expect.any(String) as string,
      pair_id: 1,
    });
    await drain(test.app);
    const merged = MemoryAdded.parse(await add({ key: "shop:release:fact:day", value: LIKE }));
    expect(merged).toEqual({
      status: "merged",
      merged_into: 1,
      key: "shop:deploy:decision:window",
      similarity: expect.closeTo(0.97, 5) as number,
      new_id: 2,
    });
    expect(await add({ value: "releases go out at 18:00 on fridays, see https://wiki/release" })).toEqual({
      status: "replaced",
      new_id: 3,
    });
  });

  it.each([
    ["no key", { key: "", value: ANCHOR }, "empty"],
    ["no value", { value: "  " }, "empty"],
    ["too short", { value: "short" }, "length"],
    ["nothing said", { value: "No action required for this turn" }, "low_information"],
  ])("E57, E41: %s is an error", async (_name, input, rejection) => {
    await expect(add(input)).rejects.toMatchObject({ code: "validation_failed", rejection });
  });

  it.each([{ tier: "golden" }, { importance: "high" }, { expires_at: "tomorrow" }, { color: "red" }])(
    "E57: %j is refused",
    async (input) => {
      await expect(add(input as object)).rejects.toThrow();
    },
  );
});

describe("memory_replace", () => {
  const replace = (value: string, key = "shop:deploy:decision:window") =>
    memoryReplace(test.app, { key, value }, CALLER);

  it("E58: replaces whatever the key holds", async () => {
    await add({ attribute: "decision", tags: ["ops"] });
    expect(await replace("releases may go out on any day")).toEqual({ status: "replaced", new_id: 2 });
    expect(requireMemory(test.app, 2)).toMatchObject({ attribute: "decision", tags: "ops", supersedes: 1 });
  });

  it("E58, E11: without an active row it adds", async () => {
    expect(await replace("releases may go out on any day")).toEqual({ status: "added", id: 1 });
  });

  it("E58, E41: the same gate", async () => {
    await add();
    await expect(replace("short")).rejects.toMatchObject({ rejection: "length" });
    await expect(replace("", "")).rejects.toMatchObject({ rejection: "empty" });
    expect(requireMemory(test.app, 1).status).toBe("active");
  });
});

describe("memory_remove", () => {
  it("E59: deletes so that it can be restored, and its vector goes", async () => {
    await add();
    await drain(test.app);
    expect(await test.app.vectors.count()).toBe(1);
    expect(memoryRemove(test.app, { id: 1 }, CALLER)).toEqual({ status: "deleted", id: 1 });
    expect(requireMemory(test.app, 1).status).toBe("deleted");
    await drain(test.app);
    expect(await test.app.vectors.count()).toBe(0);
    expect(() => memoryRemove(test.app, { id: 99 }, CALLER)).toThrow("There is no memory 99.");
    expect(() => memoryRemove(test.app, { id: "x" }, CALLER)).toThrow();
  });
});
