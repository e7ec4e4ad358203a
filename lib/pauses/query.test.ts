import { afterEach, beforeEach, expect, it } from "vitest";
import { undoOperation } from "../operations/undo";
import { openTestApp, type TestApp } from "../testing";
import { addProject } from "../testing/places";
import { pausesOf } from "./query";
import { setPause } from "./service";

const PERSON = { kind: "person", name: "console" } as const;

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

it("says since when each of the two rests, and nothing of what is not there; Undo takes a pause back", () => {
  const { app } = test;
  const id = addProject(app, "app");
  const none = { capture_paused_at: null, recall_paused_at: null };
  expect(pausesOf(app.db, "project", id)).toEqual(none);
  const { operation_id } = setPause(app, { scope: "project", id, what: "recall", paused: true }, PERSON);
  expect(pausesOf(app.db, "project", id)).toEqual({ ...none, recall_paused_at: test.clock.now });
  undoOperation(app, operation_id ?? 0, PERSON);
  expect(pausesOf(app.db, "project", id)).toEqual(none);
  expect(pausesOf(app.db, "session", 9_999)).toEqual(none);
});
