import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../contract/common";
import { AppError } from "../contract/errors";
import type { NewMemory } from "../contract/memory";
import { SearchQuery } from "../contract/search";
import { write } from "../db/write";
import { activity, operations } from "../db/schema/operations";
import { projects } from "../db/schema/projects";
import { drain } from "../jobs/runner";
import { getOperation, listOperations } from "../operations/query";
import { undoOperation } from "../operations/undo";
import { ensureProject, identifyProject } from "../projects/service";
import { search } from "../search/service";
import { openTestApp, type TestApp } from "../testing";
import { bulkMemories, changeMemories } from "./bulk";
import { mergeMemories } from "./merge";
import { listMemories } from "./list";
import { memoryHistory, requireMemory } from "./query";
import { countAccess, insertMemory } from "./repo";
import { archiveMemory, createMemory, restoreMemory, softDeleteMemory, updateMemory } from "./service";

const PERSON: Actor = { kind: "person", name: "console" };
const AGENT: Actor = { kind: "agent", name: "api" };

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

let serial = 0;
const add = (input: Partial<NewMemory> = {}, actor = PERSON): number => {
  serial += 1;
  return createMemory(test.app, { key: `k:${serial}`, value: `a statement number ${serial}`, ...input }, { actor }).id;
};
const codeOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return "no error";
};
const makeProject = (name: string, mode: "auto" | "ask" | "read-only" | "off" = "auto"): number =>
  write(test.app, (tx) => {
    const row = ensureProject(tx, test.app.now(), identifyProject(test.app, { project: name }));
    tx.update(projects).set({ mode }).run();
    return row.id;
  });

describe("creating", () => {
  it("E4: the attribute is fact unless told", () => {
    expect(requireMemory(test.app, add())).toMatchObject({ attribute: "fact", importance: 5, tier: "normal" });
  });

  it("records one operation with the row after it, and one line in the feed", () => {
    const result = createMemory(test.app, { key: "k:one", value: "the value of this one" }, { actor: PERSON });
    const operation = getOperation(test.app, result.operation_id ?? 0);
    expect(operation).toMatchObject({
      kind: "memory.add",
      actor: PERSON,
      entities: [`memories:${result.id}`],
      undoable: true,
    });
    expect(operation.changes).toMatchObject([
      { before: null, after: { key: "k:one", value: "the value of this one" } },
    ]);
    const feed = test.app.db.select().from(activity).all();
    expect(feed).toMatchObject([{ kind: "memory.added", entityId: result.id }]);
    expect(JSON.stringify(feed)).not.toContain("the value");
  });

  it("E43: an agent's other value is a conflict, a person's replaces", () => {
    const input = { key: "k:same", value: "pnpm is the package manager" };
    createMemory(test.app, input, { actor: PERSON });
    const other = { ...input, value: "yarn is the package manager" };
    expect(createMemory(test.app, other, { actor: AGENT })).toMatchObject({ status: "conflict", pair_id: 1 });
    expect(createMemory(test.app, other, { actor: PERSON })).toMatchObject({ status: "replaced" });
  });

  it.each([
    ["The cart cache is Redis", "The cart cache is Memcached with 4 nodes"],
    ["The API listens on port 8080", "The API listens on port 9090 behind nginx in production"],
    ["The staging host is alpha.example", "The staging host is beta.example since the move of May"],
  ])("E43, E44: a longer value that names another thing is no more specific: %s / %s", (old, other) => {
    const { id } = createMemory(test.app, { key: "shop:cache:decision:store", value: old }, { actor: AGENT });
    const input = { key: "shop:cache:decision:store", value: other };
    expect(createMemory(test.app, input, { actor: AGENT })).toMatchObject({ status: "conflict", pair_id: 1, id });
    expect(requireMemory(test.app, id)).toMatchObject({ status: "active", value: old });
    const more = { ...input, value: `${old}, as was said at length in the meeting of the team` };
    expect(createMemory(test.app, more, { actor: AGENT })).toMatchObject({ status: "replaced" });
  });

  it("E41: the gate's reason is a validation error", () => {
    expect(codeOf(() => add({ value: "short" }))).toMatch(/^validation_failed: The value is shorter than 10/);
  });

  it("belongs to the named project, which is made when new", () => {
    const memory = requireMemory(test.app, add({ project: "shop" }));
    expect(memory.project).toBe("shop");
    expect(requireMemory(test.app, add({ project: "SHOP" })).project_id).toBe(memory.project_id);
  });

  it("belongs to the project that its key begins with; null, and a first part that names none, is global", () => {
    const id = makeProject("shop");
    expect(requireMemory(test.app, add({ key: "shop:build:fact:x" })).project_id).toBe(id);
    expect(requireMemory(test.app, add({ key: "elsewhere:build:fact:x" })).project).toBe("elsewhere");
    for (const key of ["global:build:fact:x", "user:style:preference:x", "elsewhat:fact:x", "one_part"])
      expect(requireMemory(test.app, add({ key })).project_id).toBe(0);
    expect(requireMemory(test.app, add({ key: "shop:build:fact:y", project: null })).project_id).toBe(0);
  });

  it("in a read-only project agents are forbidden, persons are not", () => {
    makeProject("shop", "read-only");
    expect(codeOf(() => add({ project: "shop" }, AGENT))).toMatch(/^forbidden/);
    const id = add({ project: "shop" }, PERSON);
    expect(codeOf(() => archiveMemory(test.app, id, AGENT))).toMatch(/^forbidden/);
    expect(archiveMemory(test.app, id, PERSON).memory.status).toBe("archived");
  });
});

describe("changing one", () => {
  it("edits fields in place and moves the revision on", () => {
    const id = add();
    test.clock.now += 5;
    const change = updateMemory(
      test.app,
      id,
      { value: "another statement now", tags: ["x", "y"], revision: 1 },
      PERSON,
    );
    expect(change.memory).toMatchObject({
      value: "another statement now",
      tags: "x,y",
      revision: 2,
      updated_at: test.clock.now,
    });
    expect(getOperation(test.app, change.operation_id ?? 0)).toMatchObject({ kind: "memory.edit" });
  });

  it("two tabs: an edit of an older revision is a conflict and changes nothing", () => {
    const id = add();
    updateMemory(test.app, id, { importance: 7, revision: 1 }, PERSON);
    expect(codeOf(() => updateMemory(test.app, id, { importance: 2, revision: 1 }, PERSON))).toMatch(/^conflict/);
    expect(requireMemory(test.app, id).importance).toBe(7);
  });

  it("an edit that changes nothing writes nothing", () => {
    const id = add({ importance: 7 });
    expect(updateMemory(test.app, id, { importance: 7 }, PERSON)).toMatchObject({
      operation_id: null,
      memory: { revision: 1 },
    });
  });

  it("a key that another active memory holds can't be taken", () => {
    const first = add({ key: "k:taken" });
    expect(codeOf(() => updateMemory(test.app, add(), { key: "k:taken" }, PERSON))).toBe(
      `conflict: Memory ${first} is active with the same key.`,
    );
  });

  it("E41: an edited value passes the gate too", () => {
    expect(codeOf(() => updateMemory(test.app, add(), { value: "short" }, PERSON))).toMatch(/^validation_failed/);
  });

  it("S02: an edited value is cleaned", () => {
    const token = ["github", "_pat_11ABCDEFG0abcdefghijkl_ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789abcdefghijklmnopq"].join(
      "",
    );
    const change = updateMemory(test.app, add(), { value: `use ${token} for the pipeline` }, PERSON);
    expect(JSON.stringify(change)).not.toContain(token);
  });

  it("archives, and says why what is not active can't be", () => {
    const id = add();
    expect(archiveMemory(test.app, id, PERSON).memory.status).toBe("archived");
    expect(archiveMemory(test.app, id, PERSON).operation_id).toBeNull();
    softDeleteMemory(test.app, id, PERSON);
    expect(codeOf(() => archiveMemory(test.app, id, PERSON))).toMatch(/^conflict/);
  });

  it("E11: what a superseded version says stays as it is, and the answer names the one in force", () => {
    const old = add({ key: "k:h", value: "the first of the two values" });
    const next = add({ key: "k:h", value: "the second of the two values" });
    for (const patch of [{ value: "history that was rewritten" }, { key: "k:other" }]) {
      expect(() => updateMemory(test.app, old, patch, PERSON)).toThrow(
        expect.objectContaining({
          code: "conflict",
          message: `Memory ${old} is an earlier version, whose statement can't be changed any more.`,
          hint: `Change memory ${next}, which is in force, or go back to this version: POST /api/memories/${old}/revert.`,
        }) as Error,
      );
    }
    expect(updateMemory(test.app, old, { tags: "old", value: "the first of the two values" }, PERSON).ok).toBe(true);
    archiveMemory(test.app, next, PERSON);
    expect(() => updateMemory(test.app, old, { key: "k:other" }, PERSON)).toThrow(
      expect.objectContaining({ hint: `Restore it first: POST /api/memory/${old}/restore.` }) as Error,
    );
  });

  it("E12: a soft deletion is recoverable by restore", () => {
    const id = add();
    expect(softDeleteMemory(test.app, id, PERSON).memory.status).toBe("deleted");
    expect(restoreMemory(test.app, id, PERSON).memory.status).toBe("active");
  });

  it("E104: restores from any status, but never to a second active row of a key: 409 names the row in the way", () => {
    const old = add({ key: "k:r", value: "the first of the two values" });
    const next = add({ key: "k:r", value: "the second of the two values" });
    expect(codeOf(() => restoreMemory(test.app, old, PERSON))).toBe(
      `conflict: Memory ${next} is active with the same key.`,
    );
    archiveMemory(test.app, next, PERSON);
    expect(restoreMemory(test.app, old, PERSON).memory).toMatchObject({ status: "active", superseded_by: null });
    expect(memoryHistory(test.app, next).map((memory) => memory.id)).toEqual([old, next]);
  });

  it("A09: an unknown id is not found, whatever is asked of it", () => {
    for (const change of [archiveMemory, restoreMemory, softDeleteMemory]) {
      expect(codeOf(() => change(test.app, 999999, PERSON))).toBe("not_found: There is no memory 999999.");
    }
    expect(codeOf(() => updateMemory(test.app, 999999, { importance: 1 }, PERSON))).toMatch(/^not_found/);
  });

  it("E13: an access counts and dates itself, but is no write", () => {
    const id = add();
    test.clock.now += 100;
    write(test.app, (tx) => countAccess(tx, test.app.now(), [id]));
    expect(requireMemory(test.app, id)).toMatchObject({
      access_count: 1,
      last_accessed: test.clock.now,
      updated_at: test.clock.now - 100,
      revision: 1,
    });
    expect(test.app.db.select().from(operations).all()).toHaveLength(1);
  });

  it("T06: what is deleted is gone from words, meaning and both at once, also after a restart", async () => {
    const id = add({ value: "DEL-T06 about otters in rivers" });
    await drain(test.app);
    const modes = ["fts", "vector", "hybrid"] as const;
    const found = () =>
      Promise.all(
        modes.map((mode) => search(test.app, SearchQuery.parse({ query: "otters", mode, type: "memories" }))),
      );
    expect((await found()).map((answer) => answer.memories.length)).toEqual([1, 1, 1]);
    softDeleteMemory(test.app, id, PERSON);
    expect((await found()).map((answer) => answer.memories.length)).toEqual([0, 0, 0]);
    await drain(test.app);
    await test.reopen();
    expect((await found()).map((answer) => answer.memories.length)).toEqual([0, 0, 0]);
  });
});

describe("changing many", () => {
  it("T16: deleting a project's memories takes all of them and no others", async () => {
    for (let n = 0; n < 350; n += 1) add({ project: "p1" });
    for (let n = 0; n < 5; n += 1) add({ project: "p2" });
    const result = await bulkMemories(test.app, { action: "delete", filter: { project: "p1", status: "all" } }, PERSON);
    expect(result).toMatchObject({ ok: true, changed: 350, skipped: [] });
    expect(listMemories(test.app, { project: "p1" }).total).toBe(0);
    expect(listMemories(test.app, { project: "p2" }).total).toBe(5);
  });

  it("lets other requests through between pages, stays one operation, and ends when that is undone", async () => {
    write(test.app, (tx) => {
      for (let index = 0; index < 1200; index += 1) {
        insertMemory(tx, { key: `bulk:a:fact:k${index}`, value: `the value is ${index}`, createdAt: 1, updatedAt: 1 });
      }
    });
    const counted = "SELECT count(*) FROM memories WHERE status = 'active' AND key LIKE 'bulk:%'";
    const active = (): number => Number(test.app.sqlite.prepare(counted).pluck().get());
    const asked = { action: "archive", filter: { status: "active", q: "bulk:a" } } as const;
    const whole = await bulkMemories(test.app, asked, PERSON);
    expect(whole).toMatchObject({ changed: 1200, skipped: [] });
    expect(active()).toBe(0);
    const operation = getOperation(test.app, whole.operation_id ?? 0);
    expect(operation.title).toBe("Archived 1200 memories");
    expect(operation.changes_total).toBe(1200);
    undoOperation(test.app, operation.id, PERSON);
    expect(active()).toBe(1200);

    const running = bulkMemories(test.app, asked, PERSON);
    while (active() === 1200) await setImmediate();
    expect(active()).toBe(700);
    const [first] = listOperations(test.app, { limit: 1 }).items;
    undoOperation(test.app, first?.id ?? 0, PERSON);
    expect(await running).toMatchObject({ changed: 500 });
    expect(active()).toBe(1200);
  });

  it("is one operation, and names what it skipped", () => {
    const [first, second] = [add(), add()];
    archiveMemory(test.app, second, PERSON);
    const result = changeMemories(test.app, [first, second, 999], { action: "archive" }, PERSON);
    expect(result.changed).toBe(1);
    expect(result.skipped.map((skip) => skip.id)).toEqual([999, second]);
    expect(getOperation(test.app, result.operation_id ?? 0).entities).toEqual([`memories:${first}`]);
  });

  it("a restore of both rows of a key brings back the first and skips the second", () => {
    const old = add({ key: "k:r", value: "the first of the two values" });
    const next = add({ key: "k:r", value: "the second of the two values" });
    archiveMemory(test.app, next, PERSON);
    const result = changeMemories(test.app, [old, next], { action: "restore" }, PERSON);
    expect(result.changed).toBe(1);
    expect(result.skipped).toEqual([
      { id: next, code: "key_taken", reason: `Memory ${old} is active with the same key.` },
    ]);
  });

  it("merges: the rest is archived and points to the kept one, which takes tags and the highest importance", () => {
    const keep = add({ tags: ["a"], importance: 4 });
    const others = [add({ tags: ["b"], importance: 9 }), add({ tags: ["a"], importance: 1 })];
    const change = mergeMemories(test.app, [keep, ...others], keep, PERSON);
    expect(change.memory).toMatchObject({ status: "active", tags: "a,b", importance: 9 });
    for (const id of others)
      expect(requireMemory(test.app, id)).toMatchObject({ status: "archived", superseded_by: keep });
    expect(codeOf(() => mergeMemories(test.app, [keep], keep, PERSON))).toMatch(/^validation_failed/);
    expect(codeOf(() => mergeMemories(test.app, [keep, 999], keep, PERSON))).toMatch(/^not_found/);
  });
});
