import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AppError } from "../contract/errors";
import type { MemoryBulkAction } from "../contract/memory-bulk";
import type { MemoryRow } from "../db/schema/memories";
import { drain } from "../jobs/runner";
import { getReceipt } from "../operations/receipts";
import { getOperation } from "../operations/query";
import { undoOperation } from "../operations/undo";
import { openTestApp, type TestApp } from "../testing";
import { snapshot } from "../testing/ferry";
import { addProject } from "../testing/places";
import { addMemory } from "../testing/search-rows";
import { bulkMemories } from "./bulk";
import { deleteForGood, previewDelete } from "./bulk-delete";
import { previewBulk } from "./bulk-preview";
import { listMemories } from "./list";
import { requireMemory } from "./query";

const PERSON = { kind: "person", name: "console" } as const;
const AGENT = { kind: "agent", name: "api" } as const;

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

/** No two alike, so that nobody tidies them up. */
let serial = 0;
const add = (more: Partial<MemoryRow> = {}): number => {
  serial += 1;
  return addMemory(test.app, ["birch", "stone", "river"].map((word) => `${word}${serial * 7919}`).join(" "), more).id;
};
const bulk = (ids: number[], action: MemoryBulkAction, actor: typeof PERSON | typeof AGENT = PERSON) =>
  bulkMemories(test.app, { ...action, ids }, actor);
const refusal = async (work: Promise<unknown>): Promise<AppError> => {
  const error: unknown = await work.then(
    () => new Error("was not refused"),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(AppError);
  return error as AppError;
};

const ACTIONS: [MemoryBulkAction, Partial<Record<keyof ReturnType<typeof requireMemory>, unknown>>][] = [
  [{ action: "archive" }, { status: "archived" }],
  [{ action: "delete" }, { status: "deleted" }],
  [{ action: "tag", add: ["新标签", "b"], remove: ["a"] }, { tags: "b,新标签" }],
  [
    { action: "move", to: 1 },
    { project_id: 1, project: "shop" },
  ],
  [{ action: "tier", tier: "pinned" }, { tier: "pinned" }],
  [{ action: "expiry", expires_at: "2030-01-02 03:04:05" }, { expires_at: Date.UTC(2030, 0, 2, 3, 4, 5) }],
  [{ action: "importance", importance: 9.5 }, { importance: 9.5 }],
];

describe("changing many memories", () => {
  it.each(ACTIONS)(
    "%j is one operation that undo takes back whole, and the preview says it beforehand",
    async (action, after) => {
      addProject(test.app, "shop");
      const ids = Array.from({ length: 12 }, () => add({ tags: "a,b" }));
      const before = await snapshot(test.app);
      const preview = await previewBulk(test.app, { ...action, ids: [...ids, 999] }, PERSON);
      expect(await snapshot(test.app)).toEqual(before);
      const result = await bulk([...ids, 999], action);
      expect(result).toMatchObject({ ok: true, changed: 12, skipped_total: 1 });
      expect(result.skipped).toEqual([{ id: 999, code: "not_found", reason: "There is no such memory." }]);
      expect(preview).toMatchObject({ found: 13, changes: 12, skipped_total: 1 });
      expect(preview.skipped).toEqual([
        { code: "not_found", reason: "There is no such memory.", count: 1, ids: [999] },
      ]);
      expect(preview.by.every(({ count }) => count === 12)).toBe(true);
      expect(preview.examples.map(({ id }) => id)).toEqual(ids);
      for (const id of ids) expect(requireMemory(test.app, id)).toMatchObject(after);
      const operation = getOperation(test.app, result.operation_id ?? 0);
      expect(operation.changes_total).toBe(12);
      expect(operation.title).not.toContain("标签");
      const again = await bulk(ids, action);
      expect(again).toMatchObject({ changed: 0, skipped_total: 12, operation_id: null });
      expect(new Set(again.skipped.map(({ code }) => code))).toEqual(new Set(["unchanged"]));
      undoOperation(test.app, operation.id, PERSON);
      expect(await snapshot(test.app)).toEqual(before);
    },
  );

  it("previews say from what to what, how many are always injected or often used, and why others stay", async () => {
    addProject(test.app, "shop");
    add({ projectId: 1, key: "taken:here:fact:x" });
    const ids = [
      add({ tier: "pinned", accessCount: 4 }),
      add({ key: "taken:here:fact:x" }),
      add({ projectId: 1 }),
      add({ key: "twice:here:fact:y", status: "archived" }),
    ];
    const preview = await previewBulk(test.app, { action: "move", to: 1, ids }, PERSON);
    expect(preview.by).toEqual([{ field: "project", from: null, to: "shop", count: 2 }]);
    expect(preview.touched).toEqual({ pinned: 1, often: 1 });
    expect(preview.skipped.map(({ code, ids }) => [code, ids])).toEqual([
      ["key_taken", [ids[1]]],
      ["unchanged", [ids[2]]],
    ]);
    const moved = await bulk(ids, { action: "move", to: 1 });
    expect(moved.skipped.map(({ id, code }) => [id, code])).toEqual([
      [ids[1], "key_taken"],
      [ids[2], "unchanged"],
    ]);
    const tagged = await previewBulk(test.app, { action: "tag", add: ["x"], remove: ["y"], ids }, PERSON);
    expect(tagged.by).toEqual([{ field: "tags", from: null, to: "x", count: 4 }]);
    expect(tagged.examples[0]).toMatchObject({ from: "", to: "x" });
    const set = await previewBulk(test.app, { action: "expiry", expires_at: null, ids }, PERSON);
    expect(set).toMatchObject({ changes: 0, by: [], skipped_total: 4 });
  });

  it("of two that would be active with one key the first comes back, in the preview as in the deed", async () => {
    const ids = [add({ key: "k", status: "archived" }), add({ key: "k", status: "deleted" })];
    const preview = await previewBulk(test.app, { action: "restore", ids }, PERSON);
    expect([preview.changes, preview.skipped[0]?.code, preview.skipped[0]?.ids]).toEqual([1, "key_taken", [ids[1]]]);
    expect((await bulk(ids, { action: "restore" })).skipped).toEqual([
      { id: ids[1], code: "key_taken", reason: `Memory ${ids[0]} is active with the same key.` },
    ]);
  });

  it("a category tag of the original goes with the project; too many tags and a wrong status are named", async () => {
    addProject(test.app, "shop");
    const id = add({ tags: "分类:old,x" });
    await bulk([id], { action: "move", to: 1 });
    expect(requireMemory(test.app, id).tags).toBe("分类:shop,x");
    const full = add({ tags: Array.from({ length: 32 }, (_, n) => `t${n}`).join(",") });
    const gone = add({ status: "deleted" });
    expect((await bulk([full], { action: "tag", add: ["one more"] })).skipped[0]?.code).toBe("too_many_tags");
    expect((await bulk([gone], { action: "archive" })).skipped[0]?.code).toBe("wrong_status");
    expect((await bulk([full], { action: "tag", add: ["one more"], remove: ["t3"] })).changed).toBe(1);
  });

  it("an agent changes nothing in a project that takes no writes, and moves nothing", async () => {
    addProject(test.app, "shop", { mode: "read-only" });
    const [kept, free] = [add({ projectId: 1 }), add()];
    const result = await bulk([kept, free], { action: "tier", tier: "reference" }, AGENT);
    expect([result.changed, result.skipped.map(({ id, code }) => [id, code])]).toEqual([1, [[kept, "read_only"]]]);
    expect((await refusal(bulk([free], { action: "move", to: 1 }, AGENT))).code).toBe("forbidden");
    expect((await refusal(bulk([free], { action: "move", to: 77 }))).code).toBe("not_found");
    const secret: MemoryBulkAction = { action: "tag", add: ["<private>mine</private>"] };
    expect((await refusal(bulk([free], secret))).code).toBe("validation_failed");
  });

  it("T16: a filter means all rows of the list, over many pages one operation and one undo", async () => {
    addProject(test.app, "shop");
    for (let n = 0; n < 1_100; n += 1) add({ projectId: n % 2, tags: n % 3 === 0 ? "标签" : "" });
    const filter = { project: "shop", tag: "标签" };
    const total = listMemories(test.app, filter).total ?? 0;
    expect((await previewBulk(test.app, { action: "archive", filter }, PERSON)).changes).toBe(total);
    const result = await bulkMemories(test.app, { action: "archive", filter }, PERSON);
    expect(result.changed).toBe(total);
    expect(listMemories(test.app, filter).total).toBe(0);
    undoOperation(test.app, result.operation_id ?? 0, PERSON);
    expect(listMemories(test.app, filter).total).toBe(total);
  }, 20_000);
});

describe("deleting many for good", () => {
  const tagRows = (): unknown[] => test.app.sqlite.prepare("SELECT * FROM memory_tags").all();

  it("removes them and what hangs on them, once the number is right, with a receipt that becomes complete", async () => {
    const ids = Array.from({ length: 103 }, (_, n) => add({ tags: `secret-tag-${n}`, status: "archived" }));
    const kept = add({ tags: "kept" });
    const filter = { status: "archived" as const };
    const preview = await previewDelete(test.app, { filter });
    expect(preview).toMatchObject({ found: 103, versions: 0 });
    expect(preview.examples).toHaveLength(20);
    const error = await refusal(deleteForGood(test.app, { filter, count: 102 }, PERSON));
    expect([error.code, error.details]).toEqual(["conflict", [{ path: "count", message: "103" }]]);
    expect(listMemories(test.app, filter).total).toBe(103);
    const result = await deleteForGood(test.app, { filter, count: 103 }, PERSON);
    expect(result).toMatchObject({ ok: true, deleted: 103 });
    expect(result.receipt_ids).toHaveLength(5);
    expect(tagRows()).toEqual([{ memory_id: kept, tag: "kept" }]);
    await drain(test.app);
    for (const id of result.receipt_ids) expect(getReceipt(test.app, id).status).toBe("complete");
    expect(listMemories(test.app, { status: "all" }).total).toBe(1);
    expect(ids).toHaveLength(103);
  }, 30_000);

  it("takes versions with the same text along, and refuses none and an unknown number", async () => {
    const value = "carts are kept in redis for an hour";
    const older = addMemory(test.app, value, { key: "k", status: "superseded" }).id;
    const newer = addMemory(test.app, value, { key: "k", supersedes: older }).id;
    test.app.sqlite.prepare("UPDATE memories SET superseded_by = ? WHERE id = ?").run(newer, older);
    expect(await previewDelete(test.app, { ids: [newer, 999] })).toMatchObject({ found: 1, versions: 1 });
    expect((await refusal(deleteForGood(test.app, { ids: [999], count: 0 }, PERSON))).code).toBe("validation_failed");
    expect((await refusal(deleteForGood(test.app, { ids: [newer, 999], count: 2 }, PERSON))).code).toBe("conflict");
    await deleteForGood(test.app, { ids: [newer, older], count: 2 }, PERSON);
    expect(listMemories(test.app, { status: "all" }).total).toBe(0);
  });
});
