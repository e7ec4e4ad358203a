import { afterEach, beforeEach, expect, it } from "vitest";
import { column } from "../capture/testing";
import type { Actor } from "../contract/common";
import { undoOperation } from "../operations/undo";
import { drain } from "../jobs/runner";
import { listReview } from "../review/service";
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

it("what it says later waits for a person beside what it said first", async () => {
  test.clock.now = Date.UTC(2026, 11, 1);
  await loadSample(test.app, PERSON);
  await drain(test.app);
  const { items } = listReview(test.app, { limit: 20 });
  expect(items.map(({ kind }) => kind)).toContain("supersedes");
  expect(JSON.stringify(items)).toContain("48 hours, not 24");
  expect(JSON.stringify(items)).toContain("time to live to 24 hours");
});
