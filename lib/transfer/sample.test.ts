import { afterEach, beforeEach, expect, it } from "vitest";
import { column } from "../capture/testing";
import type { Actor } from "../contract/common";
import { undoOperation } from "../operations/undo";
import { openTestApp, type TestApp } from "../testing";
import { loadSample } from "./sample";

const PERSON: Actor = { kind: "person", name: "console" };

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

it("the example comes into an empty store as one import that Undo takes back, and into no other", async () => {
  const { operationId } = await loadSample(test.app, PERSON);
  const prompts = "SELECT count(*) FROM prompts WHERE status = 'active'";
  const came = column(test.app, prompts);
  expect(Number(came[0])).toBeGreaterThan(2);
  await expect(loadSample(test.app, PERSON)).rejects.toMatchObject({ code: "conflict" });
  undoOperation(test.app, operationId ?? 0, PERSON);
  expect(column(test.app, prompts)).toEqual([0]);
  const again = await loadSample(test.app, PERSON);
  expect(column(test.app, prompts)).toEqual(came);
  undoOperation(test.app, again.operationId ?? 0, PERSON);
  expect(column(test.app, prompts)).toEqual([0]);
});
