import { readdirSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SearchQuery } from "../contract/search";
import { tombstones } from "../db/schema/operations";
import { projects } from "../db/schema/projects";
import { write } from "../db/write";
import { drain } from "../jobs/runner";
import { listMemories } from "../memories/list";
import { memoryHistory, requireMemory } from "../memories/query";
import { findMemory } from "../memories/repo";
import { createMemory } from "../memories/service";
import { proposeMemory, type WriteContext } from "../memories/write";
import { search } from "../search/service";
import { openTestApp, type TestApp } from "../testing";
import { hardDelete, hardDeleteMemory, MAX_HARD_DELETE } from "./hard-delete";
import { MARK } from "./needles";
import { filesHolding, LONG, PERSON, plantText, SHORT } from "../testing/planting";
import { getOperation, listOperations } from "./query";
import { getReceipt } from "./receipts";
import { readRow } from "./rows-repo";
import { evidenceIdentity, isBuried } from "./tombstones";
import { undoOperation } from "./undo";

const AGENT = { kind: "agent", name: "api" } as const;

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

const plant = (value: string, suffix = "") => plantText(test, value, suffix);
const holders = (what: string | Uint8Array) => filesHolding(test, what);

describe("deletion for good: the transaction", () => {
  it("leaves a mark in the evidence, keeps what stands around it, and finds that by words at once", async () => {
    const planted = plant(LONG);
    hardDeleteMemory(test.app, planted.memoryId, PERSON);
    expect(readRow(test.app.db, "prompts", planted.promptId)?.["text"]).toBe(`Remember: ${MARK} Thanks.`);
    expect(readRow(test.app.db, "events", planted.eventId)).toMatchObject({
      input: JSON.stringify({ file: "a.md", content: `# ${MARK}\n` }),
      text: `wrote ${MARK}`,
    });
    expect(readRow(test.app.db, "observations", planted.observationId)).toMatchObject({
      facts: JSON.stringify([MARK]),
      revision: 2,
    });
    const byWords = (query: string) => search(test.app, SearchQuery.parse({ query, mode: "fts" }));
    expect((await byWords("plumbago")).totals).toMatchObject({ prompts: 0, events: 0 });
    expect((await byWords("Thanks")).prompts).toHaveLength(1);
  });

  it("a long value goes from other projects' rows too, a short one stays where it has another source", () => {
    const other = (value: string, n: number): number =>
      createMemory(test.app, { key: `other:${n}`, value: `Elsewhere: ${value}`, project: "other" }, { actor: PERSON })
        .id;
    const [long, short] = [other(LONG, 1), other(SHORT, 2)];
    hardDeleteMemory(test.app, plant(LONG, "-1").memoryId, PERSON);
    hardDeleteMemory(test.app, plant(SHORT, "-2").memoryId, PERSON);
    expect(requireMemory(test.app, long).value).toBe(`Elsewhere: ${MARK}`);
    expect(requireMemory(test.app, short).value).toBe(`Elsewhere: ${SHORT}`);
  });

  it("a memory that only repeated the text is no longer active", () => {
    const copy = createMemory(test.app, { key: "other:copy", value: LONG, project: "other" }, { actor: PERSON }).id;
    hardDeleteMemory(test.app, plant(LONG).memoryId, PERSON);
    expect(requireMemory(test.app, copy)).toMatchObject({ value: MARK, status: "deleted" });
  });

  it("takes the versions of its chain that hold the text, keeps the others linked", () => {
    const write3 = ["the value before all others", LONG, "the value after the long one"].map(
      (value) => createMemory(test.app, { key: "k:chain", value }, { actor: PERSON }).id,
    );
    const [first = 0, second = 0, third = 0] = write3;
    hardDeleteMemory(test.app, second, PERSON);
    expect(findMemory(test.app.db, second)).toBeUndefined();
    expect(memoryHistory(test.app, third).map((memory) => memory.id)).toEqual([first, third]);
  });

  it("can't be undone, and neither can what was done to the row before", () => {
    const { memoryId } = plant(LONG);
    hardDeleteMemory(test.app, memoryId, PERSON);
    const made = listOperations(test.app, { limit: 10 }).items;
    expect(made.map((item) => item.kind)).toEqual(["memory.hard_delete", "memory.delete", "memory.edit", "memory.add"]);
    for (const operation of made) {
      expect(operation.undoable).toBe(false);
      expect(() => undoOperation(test.app, operation.id, PERSON)).toThrow(/deleted for good/);
      expect(JSON.stringify(getOperation(test.app, operation.id))).not.toContain("zyxquartz");
    }
  });

  it("a tombstone keeps jobs and agents from bringing the text back, but not a person", () => {
    hardDeleteMemory(test.app, plant(LONG).memoryId, PERSON);
    const context: Omit<WriteContext, "actor"> = {
      projectId: 0,
      sourceSession: "",
      sources: [],
      mode: "auto",
      explicit: true,
    };
    const again = (actor: typeof PERSON | typeof AGENT) =>
      write(test.app, (tx) =>
        proposeMemory(tx, test.app.now(), { key: "k:again", value: ` ${LONG.toUpperCase()}` }, { ...context, actor }),
      );
    expect(again(AGENT).status).toBe("rejected");
    expect(again(PERSON).status).toBe("added");
    expect(JSON.stringify(test.app.db.select().from(tombstones).all())).not.toMatch(/zyxquartz/i);
  });

  it.each(["prompts", "events", "observations"] as const)(
    "removes rows of %s with what was derived from them",
    async (table) => {
      const planted = plant(LONG);
      const id = { prompts: planted.promptId, events: planted.eventId, observations: planted.observationId }[table];
      const dedupeKey = String(readRow(test.app.db, table, id)?.["dedupeKey"]);
      await drain(test.app);
      const { receipt_id } = hardDelete(test.app, { table, ids: [id] }, PERSON);
      await drain(test.app);
      expect(getReceipt(test.app, receipt_id)).toMatchObject({ status: "complete", entity: `${table}:${id}` });
      expect(readRow(test.app.db, table, id)).toBeUndefined();
      expect(holders("zyxquartz gateway drains at quarter")).toEqual([]);
      if (table !== "observations") {
        expect(isBuried(test.app.db, evidenceIdentity(table, planted.sessionId, dedupeKey))).toBe(true);
      }
    },
  );

  it("A09: refuses rows that are not there, and then removes none", () => {
    const { memoryId } = plant(LONG);
    expect(() => hardDelete(test.app, { table: "memories", ids: [memoryId, 999] }, PERSON)).toThrow(
      "There is no memory 999.",
    );
    expect(requireMemory(test.app, memoryId).value).toBe(LONG);
    expect(readdirSync(test.home)).not.toContain("purge");
    for (const ids of [[], Array.from({ length: MAX_HARD_DELETE + 1 }, (_, n) => n + 1)]) {
      expect(() => hardDelete(test.app, { table: "memories", ids }, PERSON)).toThrow(/Give 1 to/);
    }
  });

  it("T06: a deleted memory is in no list", () => {
    const { memoryId } = plant(LONG);
    hardDeleteMemory(test.app, memoryId, PERSON);
    expect(listMemories(test.app, { status: "all" }).total).toBe(0);
  });

  it("agents may not delete for good where they may not write", () => {
    const { memoryId, promptId } = plant(LONG);
    test.app.db.update(projects).set({ mode: "read-only" }).run();
    expect(() => hardDelete(test.app, { table: "prompts", ids: [promptId] }, AGENT)).toThrow(/read-only/);
    expect(hardDeleteMemory(test.app, memoryId, PERSON).ok).toBe(true);
  });
});
