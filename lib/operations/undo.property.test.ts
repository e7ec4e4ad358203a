import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { column, type Row, rows } from "../capture/testing";
import type { App } from "../context";
import { openTestApp, type TestApp } from "../testing";
import { dumpIndexes } from "../testing/dump-indexes";
import { drainAll, PERSON, refusalOf, seed, Step, type Verb, VERBS } from "../testing/random-operations";
import { undoOperation } from "./undo";

/** Counters that only move forward, and what reading changes. */
const BOOKKEEPING = new Set(["revision", "access_count", "last_accessed"]);
const TABLES = [
  "memories",
  "memory_pairs",
  "injection_exclusions",
  "observations",
  "summaries",
  "prompts",
  "events",
  "sessions",
];

/** What steps do, and what jobs find to say about it. */
const KINDS = [
  ...["memory.add", "memory.replace", "memory.merge", "memory.edit", "memory.archive", "memory.restore"],
  ...["memory.delete", "memory.revert", "memory.approve", "pair.record", "pair.resolve", "memory.exclude"],
  ...["memory.include", "observation.exclude", "memory.consolidate", "memory.expire", "memory.fade"],
  ...["memory.import", "turn.extract", "session.extract", "operation.undo"],
];

const rowsOf = (app: App): Record<string, Row[]> =>
  Object.fromEntries(
    TABLES.map((table) => [
      table,
      rows(app, `SELECT * FROM ${table} ORDER BY id`).map(
        (row) => Object.fromEntries(Object.entries(row).filter(([name]) => !BOOKKEEPING.has(name))) as Row,
      ),
    ]),
  );

async function snapshot({ app }: TestApp) {
  await drainAll(app);
  const marks = [...(await app.vectors.marks())].map(([kind, byId]) => [kind, [...byId].sort(([a], [b]) => a - b)]);
  return {
    rows: rowsOf(app),
    indexes: dumpIndexes(app),
    vectors: Object.fromEntries(marks) as Record<string, unknown>,
  };
}

/** The newest operation above `after` that is none of these; 0 = there is none. */
const newestOf = (app: App, after: number, without: Set<number>): number =>
  (column(app, "SELECT id FROM operations WHERE id > ? ORDER BY id DESC", after) as number[]).find(
    (id) => !without.has(id),
  ) ?? 0;

/** Backwards through all that was done, undoings and jobs included: none may be refused. Jobs go on working meanwhile. */
async function undoAll(test: TestApp, first: number): Promise<void> {
  const { app } = test;
  const dealtWith = new Set<number>();
  for (let count = 1; ; count += 1) {
    let id = newestOf(app, first, dealtWith);
    if (id === 0) {
      await drainAll(app);
      id = newestOf(app, first, dealtWith);
    }
    if (id === 0) return;
    test.clock.now += 1000;
    dealtWith.add(id);
    dealtWith.add(undoOperation(app, id, PERSON).operation_id);
    if (count % 20 === 0) await drainAll(app);
    if (count > 5_000) throw new Error("Undoing everything comes to no end.");
  }
}

interface Report {
  operations: number;
  kinds: string[];
  verbs: Set<Verb>;
}

async function runSequence(steps: Step[]): Promise<Report> {
  const test = await openTestApp();
  const { app } = test;
  try {
    await seed(test);
    const start = await snapshot(test);
    const first = newestOf(app, 0, new Set());
    const verbs = new Set<Verb>();
    for (const step of steps) {
      test.clock.now += 1000;
      const before = rowsOf(app);
      const refusal = await refusalOf(test, step);
      if (refusal !== null) checkRefusal(app, step, refusal, before);
      else if (step.verb.startsWith("undo")) checkRedo(app, step, before);
      if (refusal === null) verbs.add(step.verb);
    }
    const kinds = column(app, "SELECT DISTINCT kind FROM operations WHERE id > ? ORDER BY kind", first) as string[];
    const operations = Number(column(app, "SELECT count(*) FROM operations WHERE id > ?", first)[0]);
    await undoAll(test, first);
    expect(await snapshot(test)).toEqual(start);
    return { operations, kinds, verbs };
  } finally {
    await test.close();
  }
}

/** A refused step leaves no trace, and one that would make a second active row of a key names the row in the way. */
function checkRefusal(app: App, step: Step, refusal: Error, before: Record<string, Row[]>): void {
  expect(rowsOf(app)).toEqual(before);
  if (!step.verb.startsWith("undo") || !refusal.message.includes("become active again")) return;
  const { code, details } = refusal as Error & { code: string; details?: { path: string; message: string }[] };
  const rival = Number(details?.[0]?.message);
  expect([code, details?.[0]?.path]).toEqual(["conflict", "memory"]);
  const isActive = "SELECT status = 'active' FROM memories WHERE id = ?";
  expect(column(app, isActive, rival)).toEqual([refusal.message.includes("come back with the same key") ? 0 : 1]);
}

/** Undoing an undo at once is redo: all is as it was. Then it is undone once more. */
function checkRedo(app: App, { pick }: Step, before: Record<string, Row[]>): void {
  if (pick % 2 === 0) return;
  const after = rowsOf(app);
  undoOperation(app, newestOf(app, 0, new Set()), PERSON);
  expect(rowsOf(app)).toEqual(before);
  undoOperation(app, newestOf(app, 0, new Set()), PERSON);
  expect(rowsOf(app)).toEqual(after);
}

describe("invariant 3: undo of any sequence of operations restores rows, words and vectors", () => {
  it("for random sequences", async () => {
    const sequences = fc.array(Step, { minLength: 5, maxLength: 40, size: "max" });
    await fc.assert(
      fc.asyncProperty(sequences, async (steps) => void (await runSequence(steps))),
      // Shrinking takes longer than the time-out; the sequence that failed is printed whole.
      { numRuns: 20, seed: 20261130, endOnFailure: true },
    );
  }, 240_000);

  it("for two hundred operations and more, of every kind there is", async () => {
    const report = await runSequence(fc.sample(Step, { numRuns: 420, seed: 7 }));
    expect(report.operations).toBeGreaterThan(200);
    expect([...report.verbs].sort()).toEqual(Object.keys(VERBS).sort());
    expect(report.kinds).toEqual(expect.arrayContaining(KINDS));
  }, 240_000);
});
