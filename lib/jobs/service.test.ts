import { afterEach, beforeEach, expect, it } from "vitest";
import { column } from "../capture/testing";
import { openTestApp, type TestApp } from "../testing";
import { retryDeadJobs } from "./service";

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

it("all jobs that gave up wait again with all their attempts; no other job is touched", () => {
  const add = test.app.sqlite.prepare(
    "INSERT INTO jobs (kind, key, payload, status, attempts, run_at, created_at, updated_at) VALUES ('turn.extract', ?, '{}', ?, 5, ?, 0, 0)",
  );
  for (const key of ["a", "b"]) add.run(key, "dead", 0);
  add.run("later", "queued", 9e15);
  add.run("now", "running", 0);
  expect(retryDeadJobs(test.app)).toEqual({ count: 2 });
  expect(column(test.app, "SELECT key FROM jobs WHERE status = 'queued' AND attempts = 0 ORDER BY key")).toEqual([
    "a",
    "b",
  ]);
  expect(column(test.app, "SELECT key FROM jobs WHERE attempts = 5 ORDER BY key")).toEqual(["later", "now"]);
  expect(retryDeadJobs(test.app)).toEqual({ count: 0 });
});
