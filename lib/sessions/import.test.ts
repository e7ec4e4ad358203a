/** An import is one operation a session: undone and redone as a whole, and never resurrected by half. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ingest } from "../capture/ingest";
import { endOf, lines, prompt, rows } from "../capture/testing";
import type { App } from "../context";
import type { Actor } from "../contract/common";
import { drain } from "../jobs/runner";
import { updateMemory } from "../memories/service";
import { getOperation } from "../operations/query";
import { undoOperation } from "../operations/undo";
import { openTestApp, type TestApp } from "../testing";
import {
  findIn,
  importOne,
  line,
  memoryOf,
  operationsOf,
  refused,
  snapshot,
  statuses,
  transcript,
} from "../testing/ferry";
import { forgetSession } from "./forget";
import { pageOfSessions } from "./service";

const PERSON: Actor = { kind: "person", name: "console" };
const AGENT: Actor = { kind: "agent", name: "api" };
const CLI: Actor = { kind: "person", name: "cli" };
let test: TestApp;
let app: App;

beforeEach(async () => {
  test = await openTestApp();
  app = test.app;
});
afterEach(() => test.close());

const state = () => snapshot(app);
const statusesOf = (table: string) => statuses(app, table);
const imported = () => operationsOf(app, "session.import")[0]?.id ?? 0;

describe("an import", () => {
  it("is one operation a session, by whoever sent it", async () => {
    await ingest(app, [...transcript("s-1"), ...transcript("s-2", "Kafka")], CLI);
    expect(
      operationsOf(app, "session.import").map(({ title, actor, entities }) => ({ title, actor, entities })),
    ).toEqual([
      { title: "Imported session 2 (2 prompts, 3 events)", actor: CLI, entities: ["sessions:2"] },
      { title: "Imported session 1 (2 prompts, 3 events)", actor: CLI, entities: ["sessions:1"] },
    ]);
    const [change] = getOperation(app, imported()).changes;
    expect(change?.before).toBeNull();
    expect(change?.after).toMatchObject({ id: 2, status: "complete" });
  });

  it("a second import of it, also with more lines, records nothing", async () => {
    await importOne(app);
    await importOne(app);
    const more = lines([line("s-1", "7", "user", "And the ferry timetable?", 6)]);
    await ingest(app, [...more, endOf("s-1")], CLI);
    expect(operationsOf(app, "session.import")).toHaveLength(1);
    expect(statusesOf("prompts")).toEqual({ active: 3 });
  });

  it("sessions that were captured while they ran are no imports, and a sender without a name is an agent", async () => {
    await ingest(app, [prompt("live"), ...lines([line("s-1", "7", "user", "later", 6)]), endOf("s-1")], CLI);
    await ingest(app, [endOf("s-none")], CLI);
    expect(operationsOf(app, "session.import")).toEqual([]);
    await ingest(app, transcript("s-2"));
    expect(operationsOf(app, "session.import").map((one) => one.actor)).toEqual([AGENT]);
  });

  it("undo forgets it, the same import then brings nothing, redo brings all, and the import is there again", async () => {
    await importOne(app, "s-0", "Kafka");
    await importOne(app);
    const before = await state();
    test.clock.now += 1000;
    const { operation_id: undoing } = undoOperation(app, imported(), PERSON);
    const gone = await state();
    expect(statusesOf("sessions")).toEqual({ complete: 1, deleted: 1 });
    expect(pageOfSessions(app, { limit: 10 }).items.map((session) => session.claude_session_id)).toEqual(["s-0"]);
    const undone = operationsOf(app, "session.import")[0];
    expect(undone).toMatchObject({ undone_by: undoing, undoable: false });
    test.clock.now += 1000;
    const again = await importOne(app);
    expect(again).toMatchObject({ accepted: 0, duplicates: 0, skipped: { forgotten: 7 }, rejected: [] });
    expect(await state()).toEqual(gone);
    undoOperation(app, undoing, PERSON);
    expect(await state()).toEqual(before);
    expect(operationsOf(app, "session.import")[0]).toMatchObject({ undone_by: null, undoable: true });
    expect(await importOne(app)).toMatchObject({ accepted: 0, skipped: {} });
    expect(await state()).toEqual(before);
    undoOperation(app, imported(), PERSON);
    expect((await state()).indexes).toEqual(gone.indexes);
  });

  it("can't be undone while its session is forgotten: the operation that forgot it is named", async () => {
    await importOne(app);
    const { operation_id: forgot } = forgetSession(app, 1, PERSON);
    expect(refused(() => undoOperation(app, imported(), PERSON))).toMatchObject({
      code: "conflict",
      details: [
        { path: "operation", message: String(forgot) },
        { path: "reason", message: "changed_since" },
      ],
    });
    undoOperation(app, forgot, PERSON);
    undoOperation(app, imported(), PERSON);
    expect(statusesOf("sessions")).toEqual({ deleted: 1 });
  });

  it("a memory that a person edited survives, and redo leaves it alone", async () => {
    await importOne(app);
    const id = memoryOf(app, "make check");
    updateMemory(app, id, { value: "Always run make check and make lint before a commit." }, PERSON);
    const { operation_id: undoing } = undoOperation(app, imported(), PERSON);
    await drain(app);
    const found = await findIn(app, "make lint");
    expect(found.memories.map((hit) => hit.id)).toEqual([id]);
    updateMemory(app, id, { importance: 3 }, PERSON);
    undoOperation(app, undoing, PERSON);
    expect(rows(app, "SELECT status, importance FROM memories WHERE id = ?", id)).toEqual([
      { status: "active", importance: 3 },
    ]);
  });
});
