import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AppError } from "../contract/errors";
import { write } from "../db/write";
import { memories } from "../db/schema/memories";
import { observations, summaries } from "../db/schema/observations";
import { prompts, sessions, events } from "../db/schema/sessions";
import { drain } from "../jobs/runner";
import { changeMemories } from "../memories/bulk";
import { requireMemory } from "../memories/query";
import { archiveMemory, createMemory, restoreMemory, softDeleteMemory, updateMemory } from "../memories/service";
import { ensureProject, identifyProject } from "../projects/service";
import { indexEntity } from "../search/indexing";
import { openTestApp, type TestApp } from "../testing";
import { dumpIndexes } from "../testing/dump-indexes";
import { getOperation, listOperations } from "./query";
import { recordOperation } from "./record";
import type { IndexedTable } from "./repo";
import { readRow, setFields } from "./rows-repo";
import { undoOperation } from "./undo";

const PERSON = { kind: "person", name: "console" } as const;

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

const create = (value: string, key = "k:one") => createMemory(test.app, { key, value }, { actor: PERSON });
const undo = (id: number | null): number => undoOperation(test.app, id ?? 0, PERSON).operation_id;
const refusal = (id: number | null): { message: string; details: unknown } => {
  try {
    undo(id);
  } catch (error) {
    if (error instanceof AppError && error.code === "conflict")
      return { message: error.message, details: error.details };
    throw error;
  }
  throw new Error("nothing was refused");
};

describe("undo", () => {
  it("puts back what an edit changed, and only that", () => {
    const { id } = create("pnpm is the package manager");
    const edit = updateMemory(test.app, id, { value: "yarn is the package manager" }, PERSON);
    updateMemory(test.app, id, { importance: 9 }, PERSON);
    undo(edit.operation_id);
    expect(requireMemory(test.app, id)).toMatchObject({
      value: "pnpm is the package manager",
      importance: 9,
      revision: 4,
    });
  });

  it("is itself an operation: undoing the undo is redo, as often as one likes", () => {
    const { id } = create("pnpm is the package manager");
    const edit = updateMemory(test.app, id, { importance: 9 }, PERSON).operation_id;
    const first = undo(edit);
    expect(getOperation(test.app, edit ?? 0)).toMatchObject({ undone_by: first, undoable: false });
    const second = undo(first);
    expect(requireMemory(test.app, id).importance).toBe(9);
    expect(getOperation(test.app, edit ?? 0)).toMatchObject({ undone_by: null, undoable: true });
    undo(second);
    expect(requireMemory(test.app, id).importance).toBe(5);
    expect(getOperation(test.app, edit ?? 0)).toMatchObject({ undone_by: first });
  });

  it("can't be done twice", () => {
    const { operation_id } = create("pnpm is the package manager");
    const by = undo(operation_id);
    expect(refusal(operation_id).message).toBe(`Operation ${operation_id} was already undone by operation ${by}.`);
  });

  it("a field that a later operation changed is a conflict that names it", () => {
    const { id } = create("pnpm is the package manager");
    const first = updateMemory(test.app, id, { importance: 9 }, PERSON).operation_id;
    const later = updateMemory(test.app, id, { importance: 2 }, PERSON).operation_id;
    expect(refusal(first)).toEqual({
      message: `memories:${id} was changed since by operation ${later}.`,
      details: [
        { path: "operation", message: String(later) },
        { path: "reason", message: "changed_since" },
      ],
    });
    expect(requireMemory(test.app, id).importance).toBe(2);
    undo(later);
    undo(first);
    expect(requireMemory(test.app, id).importance).toBe(5);
  });

  it("also when the later one happened to set the same value again", () => {
    const { id } = create("pnpm is the package manager");
    const first = updateMemory(test.app, id, { importance: 9 }, PERSON).operation_id;
    updateMemory(test.app, id, { importance: 2 }, PERSON);
    const last = updateMemory(test.app, id, { importance: 9 }, PERSON).operation_id;
    expect(refusal(first).message).toContain(`operation ${last}`);
  });

  it("of a creation removes the row and its words; redo brings it back with its id", async () => {
    const before = dumpIndexes(test.app);
    const { id, operation_id } = create("pnpm is the package manager");
    await drain(test.app);
    const indexed = dumpIndexes(test.app);
    const undone = undo(operation_id);
    await drain(test.app);
    expect(readRow(test.app.db, "memories", id)).toBeUndefined();
    expect(dumpIndexes(test.app)).toEqual(before);
    expect(await test.app.vectors.count()).toBe(0);
    undo(undone);
    await drain(test.app);
    expect(requireMemory(test.app, id).value).toBe("pnpm is the package manager");
    expect(dumpIndexes(test.app)).toEqual(indexed);
    expect(await test.app.vectors.count()).toBe(1);
  });

  it("of a creation that was edited since names the edit", () => {
    const { id, operation_id } = create("pnpm is the package manager");
    const edit = updateMemory(test.app, id, { tier: "pinned" }, PERSON).operation_id;
    expect(refusal(operation_id).message).toBe(`memories:${id} was changed since by operation ${edit}.`);
  });

  it("E11: of a replacement makes the old row active again, and redo the new one", () => {
    const old = create("pnpm is the package manager");
    const next = create("yarn is the package manager");
    const undone = undo(next.operation_id);
    expect(requireMemory(test.app, old.id)).toMatchObject({ status: "active", superseded_by: null });
    expect(readRow(test.app.db, "memories", next.id)).toBeUndefined();
    undo(undone);
    expect(requireMemory(test.app, old.id)).toMatchObject({ status: "superseded", superseded_by: next.id });
    expect(requireMemory(test.app, next.id)).toMatchObject({ status: "active", supersedes: old.id });
  });

  it("never makes a second active row of a key: 409 names the row in the way", () => {
    const first = create("pnpm is the package manager");
    const gone = softDeleteMemory(test.app, first.id, PERSON).operation_id;
    const second = create("yarn is the package manager");
    expect(refusal(gone)).toEqual({
      message: `Memory ${first.id} can't become active again: memory ${second.id} holds its key now.`,
      details: [
        { path: "memory", message: String(second.id) },
        { path: "reason", message: "key_taken" },
      ],
    });
    archiveMemory(test.app, second.id, PERSON);
    undo(gone);
    expect(requireMemory(test.app, first.id).status).toBe("active");
  });

  it("says so when two rows of one operation would come back with the same key", () => {
    const first = create("pnpm is the package manager");
    const second = create("yarn was the package manager", "k:two");
    const gone = changeMemories(test.app, [first.id, second.id], { action: "archive" }, PERSON).operation_id;
    const rekey = updateMemory(test.app, second.id, { key: "k:one" }, PERSON).operation_id;
    expect(refusal(gone)).toEqual({
      message: `Memory ${first.id} can't become active again: memory ${second.id} would come back with the same key.`,
      details: [
        { path: "memory", message: String(second.id) },
        { path: "reason", message: "key_taken" },
      ],
    });
    expect([first, second].map(({ id }) => requireMemory(test.app, id).status)).toEqual(["archived", "archived"]);
    undo(rekey);
    undo(gone);
    expect([first, second].map(({ id }) => requireMemory(test.app, id).status)).toEqual(["active", "active"]);
  });

  it("of a bulk change is all or nothing", () => {
    const ids = [create("value number one", "k:1").id, create("value number two", "k:2").id];
    const bulk = changeMemories(test.app, ids, { action: "archive" }, PERSON).operation_id;
    const restored = restoreMemory(test.app, ids[0] ?? 0, PERSON).operation_id;
    expect(refusal(bulk).message).toContain(`operation ${restored}`);
    expect(requireMemory(test.app, ids[1] ?? 0).status).toBe("archived");
    undo(restored);
    undo(bulk);
    for (const id of ids) expect(requireMemory(test.app, id).status).toBe("active");
  });

  it("a write that was no operation is a conflict too", () => {
    const { id } = create("pnpm is the package manager");
    const edit = updateMemory(test.app, id, { importance: 9 }, PERSON).operation_id;
    test.app.db.update(memories).set({ importance: 1 }).where(eq(memories.id, id)).run();
    expect(refusal(edit).message).toBe(`memories:${id} was changed since, by something that is no operation.`);
  });

  it("an unknown operation is not found", () => {
    expect(() => undo(999)).toThrow("There is no operation 999.");
  });

  it("pages the list of operations by keyset, newest first", () => {
    const made = Array.from({ length: 7 }, (_, n) => create(`a statement number ${n}`, `k:${n}`).operation_id);
    const first = listOperations(test.app, { limit: 5 });
    create("a statement that came later", "k:later");
    const second = listOperations(test.app, { limit: 5, cursor: first.nextCursor ?? "" });
    expect([...first.items, ...second.items].map((item) => item.id)).toEqual(made.reverse());
    expect(second.nextCursor).toBeNull();
    expect(() => listOperations(test.app, { limit: 5, cursor: "nonsense" })).toThrow(
      "The cursor does not belong to this list.",
    );
  });
});

describe("undo of evidence and what was derived from it", () => {
  it.each(["observations", "summaries", "prompts", "events"] as const)(
    "restores a row of %s with its words",
    async (table) => {
      const ids = seedTurn();
      await drain(test.app);
      const before = { row: readRow(test.app.db, table, ids[table]), words: dumpIndexes(test.app) };
      const operation = softDelete(table, ids[table]);
      await drain(test.app);
      expect(readRow(test.app.db, table, ids[table])?.["status"]).toBe("deleted");
      undo(operation);
      await drain(test.app);
      expect({ ...readRow(test.app.db, table, ids[table]), revision: 1 }).toEqual({ ...before.row, revision: 1 });
      expect(dumpIndexes(test.app)).toEqual(before.words);
    },
  );
});

function softDelete(table: IndexedTable, id: number): number {
  return write(test.app, (tx) => {
    const before = readRow(tx, table, id) ?? { id };
    setFields(tx, table, id, { status: "deleted" });
    const after = readRow(tx, table, id) ?? { id };
    return recordOperation(tx, test.app.now(), {
      kind: "test.delete",
      title: "Deleted a row",
      actor: PERSON,
      changes: [{ table, id, before, after }],
    });
  });
}

function seedTurn(): Record<IndexedTable, number> {
  const { app } = test;
  return write(app, (tx) => {
    const now = app.now();
    const projectId = ensureProject(tx, now, identifyProject(app, { project: "shop" })).id;
    const at = { projectId, createdAt: now };
    const sessionId = tx
      .insert(sessions)
      .values({ host: "api", hostSessionId: "s-1", projectId, startedAt: now, lastEventAt: now })
      .returning()
      .get().id;
    const turn = { ...at, sessionId, turn: 1 };
    const prompt = tx
      .insert(prompts)
      .values({ ...at, sessionId, promptNumber: 1, text: "please fix the parser", originalChars: 21, dedupeKey: "p" })
      .returning()
      .get();
    const event = tx
      .insert(events)
      .values({ ...turn, kind: "message", text: "the parser is fixed now", dedupeKey: "e" })
      .returning()
      .get();
    const observation = tx
      .insert(observations)
      .values({
        ...turn,
        title: "Fixed the parser",
        summary: "It lost the last token.",
        obsType: "bugfix",
        category: "bugfix",
        priority: "high",
        source: "rules",
        updatedAt: now,
      })
      .returning()
      .get();
    const summary = tx
      .insert(summaries)
      .values({
        ...turn,
        request: "fix the parser",
        investigated: "",
        learned: "",
        completed: "fixed",
        nextSteps: "",
        notes: "",
        updatedAt: now,
      })
      .returning()
      .get();
    indexEntity(tx, now, "prompt", prompt);
    indexEntity(tx, now, "event", event);
    indexEntity(tx, now, "observation", observation);
    indexEntity(tx, now, "summary", summary);
    return { memories: 0, prompts: prompt.id, events: event.id, observations: observation.id, summaries: summary.id };
  });
}
