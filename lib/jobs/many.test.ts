import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { write } from "../db/write";
import { openTestApp, type TestApp } from "../testing";
import { nextDue } from "./query";
import { claimJobs, enqueue } from "./repo";

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
  write(test.app, () => test.app.sqlite.prepare("DELETE FROM jobs").run());
});
afterEach(() => test.close());

const ask = (kind: string, count: number, runAt: (index: number) => number): void =>
  write(test.app, (tx) => {
    for (let index = 0; index < count; index += 1) {
      enqueue(tx, test.clock.now, { kind, key: String(index), payload: { index }, runAt: runAt(index) });
    }
  });
const claim = (kind: string, limit: number): number[] => {
  const runAt = test.app.sqlite.prepare("SELECT run_at FROM jobs WHERE id = ?").pluck();
  const rows = write(test.app, (tx) => claimJobs(tx, test.clock.now, kind, limit, 1_000));
  return rows.map(({ id }) => Number(runAt.get(id)) - test.clock.now);
};

describe("many waiting jobs", () => {
  it("gives the oldest due ones of a kind that has few, of one in front, and of one behind", () => {
    ask("few.kind", 3, (index) => test.clock.now - index);
    ask("first.kind", 2_500, (index) => test.clock.now - 10_000 + index);
    ask("behind.kind", 600, (index) => test.clock.now + (index % 2 === 0 ? 60_000 : -500));
    expect(claim("few.kind", 2)).toEqual([-2, -1]);
    expect(claim("first.kind", 3)).toEqual([-10_000, -9_999, -9_998]);
    expect(claim("behind.kind", 4)).toEqual([-500, -500, -500, -500]);
    expect(claim("no.kind", 4)).toEqual([]);
  });

  it("knows when the next one is due, whichever kind has many", () => {
    ask("few.kind", 1, () => test.clock.now + 700);
    ask("many.kind", 600, (index) => test.clock.now + 500 + index);
    expect([...nextDue(test.app.db)]).toEqual([
      ["few.kind", test.clock.now + 700],
      ["many.kind", test.clock.now + 500],
    ]);
    write(test.app, () => test.app.sqlite.prepare("UPDATE jobs SET status = 'dead' WHERE kind = 'few.kind'").run());
    expect([...nextDue(test.app.db).keys()]).toEqual(["many.kind"]);
    write(test.app, () => test.app.sqlite.prepare("DELETE FROM jobs").run());
    expect(nextDue(test.app.db).size).toBe(0);
  });
});
