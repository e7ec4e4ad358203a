import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../contract/common";
import { AppError } from "../contract/errors";
import { operations } from "../db/schema/operations";
import { projects } from "../db/schema/projects";
import { write } from "../db/write";
import { hardDeleteMemory } from "../operations/hard-delete";
import { undoOperation } from "../operations/undo";
import { openTestApp, type TestApp } from "../testing";
import { addMemory } from "./add";
import { bulkMemories } from "./bulk";
import { mergeMemories } from "./merge";
import { requireMemory } from "./query";
import { archiveMemory, createMemory, restoreMemory, softDeleteMemory, updateMemory } from "./service";
import { memoryAdd, memoryRemove, memoryReplace } from "./tools";
import { proposeMemory } from "./write";

const PERSON: Actor = { kind: "person", name: "console" };
const AGENT: Actor = { kind: "agent", name: "api" };
const JOB: Actor = { kind: "job", name: "consolidation" };
type Mode = "auto" | "ask" | "read-only" | "off";

let test: TestApp;
beforeEach(async () => void (test = await openTestApp()));
afterEach(() => test.close());

const setMode = (mode: Mode): void =>
  write(test.app, (tx) => void tx.update(projects).set({ mode }).where(eq(projects.name, "shop")).run());
const seed = (key: string, value = `what ${key} says, in a few words`): number =>
  createMemory(test.app, { key, value, project: "shop" }, { actor: PERSON }).id;
const operationCount = (): number => test.app.db.select().from(operations).all().length;
const codeOf = async (work: () => unknown): Promise<string> => {
  try {
    await work();
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  return "done";
};

/** Every way in which a memory is written. */
const writes = (actor: Actor, ids: number[]): Record<string, () => unknown> => {
  const [one = 0, two = 0, gone = 0] = ids;
  const { app } = test;
  const input = { key: "shop:new:fact:x", value: "something that is new here", project: "shop" };
  return {
    create: () => createMemory(app, input, { actor }),
    add: () => addMemory(app, { ...input, key: "shop:new:fact:y" }, { actor }),
    memory_add: () => memoryAdd(app, { ...input, key: "shop:new:fact:z" }, { actor }),
    memory_replace: () =>
      memoryReplace(app, { key: "shop:one", value: "what now holds in place of it", project: "shop" }, { actor }),
    update: () => updateMemory(app, two, { importance: 9 }, actor),
    archive: () => archiveMemory(app, two, actor),
    restore: () => restoreMemory(app, gone, actor),
    delete: () => softDeleteMemory(app, two, actor),
    memory_remove: () => memoryRemove(app, { id: two }, { actor }),
    merge: () => mergeMemories(app, [one, two], one, actor),
    hard_delete: () => hardDeleteMemory(app, two, actor),
    undo: () => undoOperation(app, 1, actor),
  };
};

describe("project modes", () => {
  it.each(["read-only", "off"] as const)("%s: no write of an agent gets through, by whatever way", async (mode) => {
    const ids = [seed("shop:one"), seed("shop:two"), seed("shop:gone")];
    softDeleteMemory(test.app, ids[2] ?? 0, PERSON);
    setMode(mode);
    const before = operationCount();
    for (const [name, work] of Object.entries(writes(AGENT, ids)))
      expect([name, await codeOf(work)]).toEqual([name, "forbidden"]);
    const bulk = await bulkMemories(test.app, { action: "archive", ids }, AGENT);
    expect(bulk).toMatchObject({ changed: 0, operation_id: null });
    expect(bulk.skipped).toHaveLength(3);
    expect(operationCount()).toBe(before);
  });

  it.each(["read-only", "off"] as const)("%s: a person may write all the same", async (mode) => {
    seed("shop:one");
    setMode(mode);
    expect(seed("shop:two")).toBeGreaterThan(0);
  });

  it("read-only: a job that keeps house may tidy, but nothing is extracted into it", () => {
    const id = seed("shop:one");
    setMode("read-only");
    const { projectId } = { projectId: requireMemory(test.app, id).project_id };
    expect(archiveMemory(test.app, id, JOB).memory.status).toBe("archived");
    const proposed = write(test.app, (tx) =>
      proposeMemory(
        tx,
        test.app.now(),
        { key: "shop:x", value: "what an extractor found out" },
        { actor: JOB, projectId, sourceSession: "", sources: [], mode: "read-only", explicit: false },
      ),
    );
    expect(proposed).toMatchObject({ status: "rejected", code: "read_only", changes: [] });
  });

  it("ask: what an agent writes waits for a person, new or edited; a person's does not", async () => {
    const id = seed("shop:one");
    setMode("ask");
    const added = await addMemory(
      test.app,
      { key: "shop:two", value: "what an agent would like to keep", project: "shop" },
      { actor: AGENT },
    );
    expect(requireMemory(test.app, added.id).review_state).toBe("pending");
    expect(updateMemory(test.app, id, { importance: 9 }, AGENT).memory.review_state).toBeNull();
    expect(updateMemory(test.app, id, { value: "what an agent made of it" }, AGENT).memory.review_state).toBe(
      "pending",
    );
    expect(requireMemory(test.app, seed("shop:three")).review_state).toBeNull();
  });

  it("ask: an agent's replacement never pushes out what is trusted", async () => {
    const id = seed("shop:one");
    setMode("ask");
    const input = { key: "shop:one", value: "another statement altogether", project: "shop" };
    expect(await memoryReplace(test.app, input, { actor: AGENT })).toMatchObject({ status: "conflict", id });
    expect(requireMemory(test.app, id).status).toBe("active");
  });
});

describe("the project of a memory", () => {
  const add = (key: string, cwd?: string): number =>
    createMemory(test.app, { key, value: `what ${key} says, in a few words` }, { actor: AGENT, cwd }).id;

  it("is the one that the key begins with, else the writer's folder's, else a new one that the key names", () => {
    const shop = requireMemory(test.app, seed("shop:one")).project_id;
    expect(requireMemory(test.app, add("shop:a:fact:b", test.home)).project_id).toBe(shop);
    const own = requireMemory(test.app, add("other:a:fact:b", test.home));
    expect(own.project_id).toBeGreaterThan(shop);
    const named = requireMemory(test.app, add("other:a:fact:c", "not/absolute"));
    expect(named.project).toBe("other");
    expect(requireMemory(test.app, add("other:a:fact:d")).project_id).toBe(named.project_id);
    expect(requireMemory(test.app, add("other:fact:e")).project_id).toBe(named.project_id);
    expect(requireMemory(test.app, add("fact:e")).project_id).toBe(0);
  });
});
