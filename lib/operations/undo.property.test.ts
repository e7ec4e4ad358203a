import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AppError } from "../contract/errors";
import { memories, type MemoryRow } from "../db/schema";
import { drain } from "../jobs/runner";
import { changeMemories } from "../memories/bulk";
import { mergeMemories } from "../memories/merge";
import { archiveMemory, createMemory, restoreMemory, softDeleteMemory, updateMemory } from "../memories/service";
import { openTestApp, type TestApp } from "../testing";
import { dumpIndexes } from "../testing/dump-indexes";
import { undoOperation } from "./undo";

const PERSON = { kind: "person", name: "console" } as const;
const KEYS = ["shop:a", "shop:b", "shop:c", "shop:d"];
const WORDS = ["parser", "部署脚本", "redis", "snake_case", "camelCase", "otters"];

const Step = fc.record({
  verb: fc.constantFrom("create", "create", "edit", "rekey", "archive", "restore", "delete", "merge", "bulk", "undo"),
  key: fc.constantFrom(...KEYS),
  word: fc.constantFrom(...WORDS),
  pick: fc.nat(1_000),
  other: fc.nat(1_000),
});
type Step = typeof Step extends fc.Arbitrary<infer T> ? T : never;

/** Rows without the counter that only ever moves forward. */
const rowsOf = (test: TestApp): Omit<MemoryRow, "revision">[] =>
  test.app.db
    .select()
    .from(memories)
    .orderBy(memories.id)
    .all()
    .map(({ revision: _revision, ...row }) => row);

/** The operation's id, or null when there was nothing to do or the step was refused. */
function perform(test: TestApp, step: Step, done: number[]): number | null {
  const { app } = test;
  const ids = rowsOf(test).map((row) => row.id);
  const id = ids[step.pick % Math.max(1, ids.length)] ?? 0;
  const other = ids[step.other % Math.max(1, ids.length)] ?? 0;
  const value = `the ${step.word} is number ${step.pick}`;
  try {
    switch (step.verb) {
      case "create":
        return createMemory(app, { key: step.key, value }, { actor: PERSON }).operation_id;
      case "edit":
        return updateMemory(app, id, { value, importance: step.pick % 10, tags: [step.word] }, PERSON).operation_id;
      case "rekey":
        return updateMemory(app, id, { key: step.key }, PERSON).operation_id;
      case "archive":
        return archiveMemory(app, id, PERSON).operation_id;
      case "restore":
        return restoreMemory(app, id, PERSON).operation_id;
      case "delete":
        return softDeleteMemory(app, id, PERSON).operation_id;
      case "merge":
        return mergeMemories(app, [id, other], id, PERSON).operation_id;
      case "bulk":
        return changeMemories(app, [id, other], step.pick % 2 === 0 ? "archive" : "restore", PERSON).operation_id;
      case "undo":
        return undoOperation(app, done[step.pick % Math.max(1, done.length)] ?? 0, PERSON).operation_id;
    }
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

async function snapshot(test: TestApp) {
  await drain(test.app);
  return { rows: rowsOf(test), indexes: dumpIndexes(test.app), vectors: await test.app.vectors.countByKind() };
}

async function runSequence(steps: Step[]): Promise<number> {
  const test = await openTestApp();
  try {
    for (const key of KEYS.slice(0, 2))
      createMemory(test.app, { key, value: `the value before all of ${key}` }, { actor: PERSON });
    const start = await snapshot(test);
    const done: number[] = [];
    for (const step of steps) {
      test.clock.now += 1000;
      const operation = perform(test, step, done);
      if (operation !== null) done.push(operation);
      if (done.length % 40 === 39) await drain(test.app);
    }
    for (const operation of [...done].reverse()) {
      test.clock.now += 1000;
      undoIfHolds(test, operation);
    }
    expect(await snapshot(test)).toEqual(start);
    return done.length;
  } finally {
    await test.close();
  }
}

/** What was undone on the way, or redone, is left as it is. */
function undoIfHolds(test: TestApp, operation: number): void {
  try {
    undoOperation(test.app, operation, PERSON);
  } catch (error) {
    if (error instanceof AppError && error.message.includes("was already undone")) return;
    throw error;
  }
}

describe("invariant 3: undo of any sequence of operations restores rows, words and vectors", () => {
  it("for random sequences", async () => {
    const sequences = fc.array(Step, { minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(sequences, async (steps) => void (await runSequence(steps))),
      { numRuns: 25, seed: 20261130 },
    );
  }, 120_000);

  it("for one sequence of more than two hundred operations", async () => {
    const steps = fc.sample(Step, { numRuns: 600, seed: 7 });
    expect(await runSequence(steps)).toBeGreaterThan(200);
  }, 120_000);
});
