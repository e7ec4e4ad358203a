import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { column, rows } from "../capture/testing";
import type { App } from "../context";
import type { Actor } from "../contract/common";
import { AppError } from "../contract/errors";
import { UndoPreview } from "../contract/operations";
import { archiveMemory, createMemory, updateMemory } from "../memories/service";
import { changeProject } from "../projects/change";
import { changeSettings, readSettings } from "../settings/service";
import { openTestApp, type TestApp } from "../testing";
import { dumpIndexes } from "../testing/dump-indexes";
import { PERSON, refusalOf, seed, Step } from "../testing/random-operations";
import { changesOf } from "./query";
import { undoOperation } from "./undo";
import { previewUndo } from "./undo-preview";

const AGENT: Actor = { kind: "agent", name: "claude-code" };
const ALL = Number.MAX_SAFE_INTEGER;

let test: TestApp;
beforeEach(async () => void (test = await openTestApp()));
afterEach(() => test.close());

const preview = (id: number | null, actor = PERSON) => {
  const found = previewUndo(test.app, id ?? 0, actor);
  expect(UndoPreview.parse(found)).toEqual(found);
  return found;
};
const lastOperation = (app: App = test.app): number => Number(column(app, "SELECT max(id) FROM operations")[0] ?? 0);
const create = (key: string, value: string): number =>
  createMemory(test.app, { key, value }, { actor: PERSON }).id ?? 0;

/** All that undoing may touch. */
const everything = (app: App) => ({
  rows: ["memories", "memory_pairs", "operations", "operation_changes", "activity", "jobs", "settings", "projects"].map(
    (table) => rows(app, `SELECT * FROM ${table}`),
  ),
  indexes: dumpIndexes(app),
});

describe("what undoing would do", () => {
  it("is shown row by row, as it is and as it would be, and changes nothing", () => {
    const id = create("shop:cart:fact:ttl", "The cart TTL is 300 s in all shops");
    const { operation_id: edit } = updateMemory(test.app, id, { value: "The cart TTL is 600 s in all shops" }, PERSON);
    const before = everything(test.app);
    const found = preview(edit);
    expect(found).toMatchObject({ id: edit, total: 1, byTable: { memories: 1 }, obstacle: null });
    expect(found.rows).toEqual([
      {
        entity: `memories:${id}`,
        current: expect.objectContaining({ value: "The cart TTL is 600 s in all shops" }) as unknown,
        restored: expect.objectContaining({ value: "The cart TTL is 300 s in all shops" }) as unknown,
      },
    ]);
    expect(everything(test.app)).toEqual(before);
  });

  it("says that a row that was made would go, and one that went would come", () => {
    const id = create("shop:cart:fact:ttl", "The cart TTL is 300 s in all shops");
    const made = preview(lastOperation());
    expect(made.rows[0]).toMatchObject({ entity: `memories:${id}`, restored: null });
    const { operation_id: undone } = undoOperation(test.app, lastOperation(), PERSON);
    expect(preview(undone).rows[0]).toMatchObject({ entity: `memories:${id}`, current: null });
  });

  it("leaves settings as they are, for whoever reads them next too", () => {
    changeSettings(test.app, { inject_max_chars: 9_000 }, PERSON);
    const operation = lastOperation();
    expect(preview(operation)).toMatchObject({ byTable: { settings: 1 }, obstacle: null });
    expect(readSettings(test.app).inject_max_chars).toBe(9_000);
    changeSettings(test.app, { inject_max_chars: 8_000 }, PERSON);
    expect(readSettings(test.app).inject_max_chars).toBe(8_000);
    expect(preview(operation).obstacle).toMatchObject({ reason: "changed_since" });
  });
});

describe("what is in the way", () => {
  it("is the operation that changed it since", () => {
    const id = create("shop:cart:fact:ttl", "The cart TTL is 300 s in all shops");
    const { operation_id: first } = updateMemory(test.app, id, { value: "The cart TTL is 600 s in all shops" }, PERSON);
    const { operation_id: second } = updateMemory(test.app, id, { value: "The cart TTL is 900 s now" }, PERSON);
    const found = preview(first);
    expect(found.obstacle).toMatchObject({ code: "conflict", reason: "changed_since", operation: second });
    expect(found.rows[0]).toMatchObject({
      current: { value: "The cart TTL is 900 s now" },
      restored: { value: "The cart TTL is 300 s in all shops" },
    });
  });

  it("is the memory that holds the key now", () => {
    const first = create("shop:cart:fact:ttl", "The cart TTL is 300 s in all shops");
    archiveMemory(test.app, first, PERSON);
    const archived = lastOperation();
    const second = create("shop:cart:fact:ttl", "Something else altogether holds the key");
    expect(preview(archived).obstacle).toMatchObject({ reason: "key_taken", memory: second, operation: null });
  });

  it("is that it was undone, or that the project keeps agents out", () => {
    const id = create("shop:cart:fact:ttl", "The cart TTL is 300 s in all shops");
    const made = lastOperation();
    const { operation_id: undoing } = undoOperation(test.app, made, PERSON);
    expect(preview(made).obstacle).toMatchObject({ reason: "undone", operation: undoing });
    undoOperation(test.app, undoing, PERSON);
    archiveMemory(test.app, id, PERSON);
    const archived = lastOperation();
    const project = Number(column(test.app, "SELECT project_id FROM memories WHERE id = ?", id)[0]);
    changeProject(test.app, project, { mode: "read-only" }, PERSON);
    expect(preview(archived, AGENT).obstacle).toMatchObject({ code: "forbidden", reason: "other" });
    expect(preview(archived, PERSON).obstacle).toBeNull();
  });

  it("throws for an operation that does not exist", () => {
    expect(() => preview(4711)).toThrow(AppError);
  });
});

/** The rows of an operation's changes, as the preview tells them. */
const done = (app: App, operation: number) =>
  changesOf(app.db, operation).map(({ entityTable, entityId, before, after }) => ({
    entity: `${entityTable}:${entityId}`,
    current: before === null ? null : (JSON.parse(before) as unknown),
    restored: after === null ? null : (JSON.parse(after) as unknown),
  }));

describe("property: the preview is what undoing then does", () => {
  it("for random sequences of operations, each refusal included", async () => {
    let [tried, refused] = [0, 0];
    const check = (pick: number): void => {
      const ids = column(test.app, "SELECT id FROM operations ORDER BY id") as number[];
      const id = ids[pick % ids.length] ?? 0;
      const before = everything(test.app);
      const shown = previewUndo(test.app, id, PERSON, ALL);
      expect(everything(test.app)).toEqual(before);
      tried += 1;
      if (shown.obstacle === null) {
        const { operation_id: undoing } = undoOperation(test.app, id, PERSON);
        // As JSON keeps them.
        expect(JSON.parse(JSON.stringify(shown.rows))).toEqual(done(test.app, undoing));
        return;
      }
      refused += 1;
      const { error, code } = shown.obstacle;
      expect(() => undoOperation(test.app, id, PERSON)).toThrow(expect.objectContaining({ message: error, code }));
      expect(everything(test.app)).toEqual(before);
    };
    const steps = fc.sample(Step, { numRuns: 90, seed: 20261130 });
    await seed(test);
    for (const step of steps) {
      test.clock.now += 1000;
      await refusalOf(test, step);
      if (step.pick % 2 === 0) check(step.other);
    }
    expect(tried).toBeGreaterThan(30);
    expect(refused).toBeGreaterThan(5);
    expect(tried - refused).toBeGreaterThan(5);
  }, 120_000);
});
