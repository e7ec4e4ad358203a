import { afterEach, beforeEach, expect, it } from "vitest";
import { inArray } from "drizzle-orm";
import { openTestApp, type TestApp } from "../testing";
import { addProject, addSession } from "../testing/places";
import { addEvent, addMemory, addObservation, addPrompt } from "../testing/search-rows";
import { rowsById } from "./rows-by-id";
import { memories } from "./schema/memories";
import { observations, summaries } from "./schema/observations";
import { events, prompts } from "./schema/sessions";

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

it("reads the rows that the query builder reads, flags and nulls as they are, in the order of the ids", () => {
  const { app } = test;
  const projectId = addProject(app, "app");
  const sessionId = addSession(app, projectId);
  addMemory(app, "One.");
  addMemory(app, "Two.");
  addObservation(app, "Did it");
  addPrompt(app, sessionId, "Do it");
  addPrompt(app, sessionId, "", { promptNumber: 2, isPrivate: true });
  addEvent(app, sessionId, "", { kind: "tool", toolName: "Bash", isError: true });
  addEvent(app, sessionId, "Done.");
  for (const table of [memories, observations, prompts, events]) {
    const built = app.db
      .select()
      .from(table)
      .where(inArray(table.id, [1, 2]))
      .all();
    expect(built.length).toBeGreaterThan(0);
    expect(rowsById(table)(app.db, [1, 2, 99])).toEqual(built);
  }
  expect(rowsById(memories)(app.db, [2, 1]).map((row) => row.id)).toEqual([2, 1]);
  expect(rowsById(summaries)(app.db, [])).toEqual([]);
});
