import { afterEach, beforeEach, expect, it } from "vitest";
import type { Actor } from "../contract/common";
import type { JobRow } from "../db/schema/jobs";
import { undoOperation } from "../operations/undo";
import { openTestApp, type TestApp } from "../testing";
import { enqueue } from "./repo";
import { discardJob, listJobs, retryJob } from "./service";

const PERSON: Actor = { kind: "person", name: "console" };

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

function die(key: string): number {
  return Number(
    test.app.sqlite
      .prepare(
        `INSERT INTO jobs (kind, key, payload, status, attempts, last_error, run_at, created_at, updated_at)
         VALUES ('turn.extract', ?, '{"session":1}', 'dead', 8, 'TypeError', 5, 3, 4)`,
      )
      .run(key).lastInsertRowid,
  );
}

const rowOf = (id: number) => test.app.sqlite.prepare("SELECT * FROM jobs WHERE id = ?").get(id) as JobRow | undefined;

it("a job that gave up is discarded as an operation; Undo lays it to the dead ones again, redo takes it away", () => {
  const id = die("1:1");
  const before = rowOf(id);
  const discarded = discardJob(test.app, id, PERSON);
  expect(rowOf(id)).toBeUndefined();
  const undone = undoOperation(test.app, discarded.operation_id, PERSON);
  expect({ ...rowOf(id), revision: 1 }).toEqual(before);
  expect(listJobs(test.app, { status: "dead", limit: 5 }).items.map((job) => job.id)).toEqual([id]);
  undoOperation(test.app, undone.operation_id, PERSON);
  expect(rowOf(id)).toBeUndefined();
});

it("what was asked for anew meanwhile stands in the way of the old one, and is left alone", () => {
  const id = die("1:1");
  const { operation_id: operation } = discardJob(test.app, id, PERSON);
  enqueue(test.app.db, 9, { kind: "turn.extract", key: "1:1" });
  expect(() => undoOperation(test.app, operation, PERSON)).toThrow(
    expect.objectContaining({ code: "conflict", message: expect.stringContaining("another row has taken its place") }),
  );
  expect(listJobs(test.app, { status: "dead", limit: 5 }).items).toEqual([]);
});

it("only a job that gave up can be discarded, and one that is not there says so", () => {
  const id = die("1:1");
  retryJob(test.app, id);
  expect(() => discardJob(test.app, id, PERSON)).toThrow(expect.objectContaining({ code: "conflict" }));
  expect(() => discardJob(test.app, 999, PERSON)).toThrow(expect.objectContaining({ code: "not_found" }));
});
