/** Deletions of the worker API (M29): out of everything at once, back by Undo, and never back by extraction. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { activityAfter } from "../activity/query";
import { ingest } from "../capture/ingest";
import { bash, hook, prompt } from "../capture/testing";
import type { App } from "../context";
import type { Actor } from "../contract/common";
import { SearchQuery } from "../contract/search";
import { RowListQuery } from "../contract/worker-lists";
import { write } from "../db/write";
import { readStats } from "../health/service";
import { buildInjection } from "../inject/service";
import { enqueue } from "../jobs/repo";
import { JOB } from "../jobs/kinds";
import { drain } from "../jobs/runner";
import { undoOperation } from "../operations/undo";
import { search } from "../search/service";
import { forgetSession } from "../sessions/forget";
import { openTestApp, type TestApp } from "../testing";
import { dumpIndexes } from "../testing/dump-indexes";
import { addProject, addSession } from "../testing/places";
import { addObservation, addPrompt, addSummary } from "../testing/search-rows";
import { deleteRow } from "./bin";
import { listObservationRows, listPromptRows, listSummaryRows } from "./lists";
import { observationRows, promptRows, summaryRows } from "./rows-query";

const PERSON: Actor = { kind: "person", name: "tester" };
const AGENT: Actor = { kind: "agent", name: "api" };
const ALL = RowListQuery.parse({});
let test: TestApp;
let app: App;
beforeEach(async () => {
  test = await openTestApp();
  app = test.app;
});
afterEach(() => test.close());

const KINDS = [
  {
    table: "observations",
    noun: "observation",
    rows: observationRows,
    list: listObservationRows,
    type: "observations",
  },
  { table: "summaries", noun: "summary", rows: summaryRows, list: listSummaryRows, type: "sessions" },
  { table: "prompts", noun: "prompt", rows: promptRows, list: listPromptRows, type: "prompts" },
] as const;

function plant(table: (typeof KINDS)[number]["table"], given: { mode?: "read-only" } = {}): number {
  const projectId = addProject(app, "shop", given);
  const sessionId = addSession(app, projectId);
  if (table === "observations") return addObservation(app, "zirconium works", { projectId, sessionId, turn: 1 }).id;
  if (table === "summaries") return addSummary(app, sessionId, { projectId, completed: "zirconium works" }).id;
  return addPrompt(app, sessionId, "zirconium works", { projectId }).id;
}

it.each(KINDS)(
  "M29: $table go to the bin: gone from rows, lists, search and blocks; Undo brings all of it back",
  async (kind) => {
    const id = plant(kind.table);
    await drain(app);
    const find = async (mode: string) =>
      (await search(app, SearchQuery.parse({ query: "zirconium", type: kind.type, mode })))[kind.type].map(
        (hit) => hit.id,
      );
    const look = async () => ({
      rows: kind.rows(app.db, [id]).length,
      listed: kind.list(app, ALL).items.length,
      words: await find("fts"),
      meaning: await find("vector"),
      block: buildInjection(app, { project: "shop" }).text.includes("zirconium"),
    });
    const before = { seen: await look(), vectors: dumpIndexes(app).vectors };
    expect(before.seen).toMatchObject({
      rows: 1,
      listed: 1,
      words: [id],
      meaning: [id],
      block: kind.table !== "prompts",
    });

    const { operation_id: operation, ...answer } = deleteRow(app, kind.table, id, AGENT);
    expect(answer).toEqual({ success: true, id });
    expect(await look()).toEqual({ rows: 0, listed: 0, words: [], meaning: [], block: false });
    await drain(app);
    expect(await look()).toEqual({ rows: 0, listed: 0, words: [], meaning: [], block: false });
    expect(dumpIndexes(app).vectors).toEqual([]);
    expect(activityAfter(app.db, 0, 100).map((row) => [row.kind, row.entity_id])).toContainEqual([
      `${kind.noun}.deleted`,
      id,
    ]);
    expect(() => deleteRow(app, kind.table, id, AGENT)).toThrow(`There is no ${kind.noun} ${id}.`);

    const undone = undoOperation(app, operation, PERSON);
    await drain(app);
    expect({ seen: await look(), vectors: dumpIndexes(app).vectors }).toEqual(before);
    undoOperation(app, undone.operation_id, PERSON);
    expect(kind.rows(app.db, [id])).toEqual([]);
  },
);

it.each(KINDS)(
  "M29, A09: an unknown one of $table is not found, and an agent may delete nothing in a read-only project",
  (kind) => {
    expect(() => deleteRow(app, kind.table, 999, PERSON)).toThrow(`There is no ${kind.noun} 999.`);
    const id = plant(kind.table, { mode: "read-only" });
    expect(() => deleteRow(app, kind.table, id, AGENT)).toThrow(/agents may not write/);
    expect(deleteRow(app, kind.table, id, PERSON).success).toBe(true);
  },
);

it("M29: reading the turn again does not bring back what was deleted", async () => {
  await ingest(app, [
    prompt("Fix the empty cart crash in src/cart.ts"),
    hook("PostToolUse", {
      tool_name: "Edit",
      tool_input: { file_path: "/w/app/src/cart.ts", old_string: "a", new_string: "b" },
      tool_response: "The file has been updated successfully.",
    }),
    hook("Stop", { last_assistant_message: "Fixed the crash for empty carts." }),
  ]);
  await drain(app);
  const made = { observations: listObservationRows(app, ALL).items, summaries: listSummaryRows(app, ALL).items };
  expect(made.observations.length).toBeGreaterThan(0);
  expect(made.summaries).toHaveLength(1);
  for (const { id } of made.observations) deleteRow(app, "observations", id, PERSON);
  for (const { id } of made.summaries) deleteRow(app, "summaries", id, PERSON);

  const turn = app.sqlite.prepare("SELECT session_id AS sessionId, max(number) AS number FROM turns").get() as {
    sessionId: number;
    number: number;
  };
  const again = (): void => {
    app.sqlite.prepare("UPDATE turns SET revision = revision + 1").run();
    const revision = app.sqlite.prepare("SELECT max(revision) FROM turns").pluck().get() as number;
    const payload = { sessionId: turn.sessionId, turn: turn.number, revision };
    write(app, (tx) =>
      enqueue(tx, app.now(), { kind: JOB.extractTurn, key: `${turn.sessionId}:${turn.number}`, payload }),
    );
  };
  again();
  await drain(app);
  await ingest(app, [bash("42 tests passed"), hook("Stop", { last_assistant_message: "All tests pass." })]);
  await drain(app);
  again();
  await drain(app);
  const titles = new Set(made.observations.map(({ title }) => title));
  expect(listObservationRows(app, ALL).items.filter(({ title }) => titles.has(title))).toEqual([]);
  expect(listSummaryRows(app, ALL).items).toEqual([]);
});

it("M29, M3: a running observation that was deleted stays so while its turn goes on, and at its end", async () => {
  const edit = (file: string) =>
    hook("PostToolUse", {
      tool_name: "Edit",
      tool_use_id: file,
      tool_input: { file_path: `/w/app/src/${file}`, old_string: "a", new_string: "b" },
      tool_response: "The file has been updated successfully.",
    });
  await ingest(app, [prompt("Fix the empty cart crash"), edit("cart.ts")]);
  await drain(app);
  const [running] = listObservationRows(app, ALL).items;
  expect(running?.source).toBe("running");
  deleteRow(app, "observations", running?.id ?? 0, PERSON);
  await ingest(app, [edit("total.ts")]);
  await drain(app);
  expect(listObservationRows(app, ALL).items).toEqual([]);
  await ingest(app, [hook("Stop", { last_assistant_message: "Fixed the crash for empty carts." })]);
  await drain(app);
  expect(listObservationRows(app, ALL).items).toEqual([]);
});

it("M29: a deleted prompt that is sent again stays in the bin, and comes back with nothing of a forgotten session", async () => {
  await ingest(app, [prompt("zirconium question", { prompt_id: "p-1" })]);
  const [row] = listPromptRows(app, ALL).items;
  const { operation_id: operation } = deleteRow(app, "prompts", row?.id ?? 0, PERSON);
  await ingest(app, [prompt("zirconium question", { prompt_id: "p-1" })]);
  await drain(app);
  expect(promptRows(app.db, [row?.id ?? 0])).toEqual([]);
  forgetSession(app, row?.session_db_id ?? 0, PERSON);
  expect(() => undoOperation(app, operation, PERSON)).toThrow(/was forgotten/);
});

it("M22, M29: the counts leave out what is in the bin", async () => {
  const id = plant("observations");
  const count = async () => (await readStats(app)).database.observations;
  expect(await count()).toBe(1);
  const { operation_id: operation } = deleteRow(app, "observations", id, PERSON);
  expect(await count()).toBe(0);
  undoOperation(app, operation, PERSON);
  expect(await count()).toBe(1);
});
