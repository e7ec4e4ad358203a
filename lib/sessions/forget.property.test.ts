import fc from "fast-check";
import { expect, it } from "vitest";
import { ingest } from "../capture/ingest";
import { column } from "../capture/testing";
import type { App } from "../context";
import type { Actor } from "../contract/common";
import { AppError } from "../contract/errors";
import { drain } from "../jobs/runner";
import { archiveMemory, restoreMemory, softDeleteMemory, updateMemory } from "../memories/service";
import { undoOperation } from "../operations/undo";
import { openTestApp, type TestApp } from "../testing";
import { snapshot, transcript } from "../testing/ferry";
import { forgetSession } from "./forget";

const PERSON: Actor = { kind: "person", name: "console" };
/** Later sessions replace what earlier ones decided. */
const SESSIONS = ["Kafka", "NATS", "Pulsar", "NATS"];

const Step = fc.record({
  verb: fc.constantFrom(
    "forget",
    "forget",
    "undo",
    "undo",
    "undo recent",
    "undo recent",
    "edit",
    "archive",
    "delete",
    "restore",
  ),
  pick: fc.nat(1_000),
});
type Step = typeof Step extends fc.Arbitrary<infer T> ? T : never;

const lastOperation = (app: App): number => Number(column(app, "SELECT max(id) FROM operations")[0]);

/** The operation's id, or null when there was nothing to do or the step was refused. */
function perform({ app }: TestApp, { verb, pick }: Step): number | null {
  const ids = column(app, "SELECT id FROM memories ORDER BY id") as number[];
  const memory = ids[pick % Math.max(1, ids.length)] ?? 0;
  try {
    switch (verb) {
      case "forget":
        return forgetSession(app, 1 + (pick % SESSIONS.length), PERSON).operation_id;
      // Any operation: extractions and imports, what was undone already, undoings.
      case "undo":
        return undoOperation(app, 1 + (pick % lastOperation(app)), PERSON).operation_id;
      case "undo recent":
        return undoOperation(app, lastOperation(app) - (pick % 3), PERSON).operation_id;
      case "edit":
        return updateMemory(app, memory, { importance: pick % 10 }, PERSON).operation_id;
      case "archive":
        return archiveMemory(app, memory, PERSON).operation_id;
      case "delete":
        return softDeleteMemory(app, memory, PERSON).operation_id;
      case "restore":
        return restoreMemory(app, memory, PERSON).operation_id;
    }
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** What was undone on the way, or redone, is left as it is. */
function undoIfHolds({ app }: TestApp, operation: number): void {
  try {
    undoOperation(app, operation, PERSON);
  } catch (error) {
    if (error instanceof AppError && error.message.includes("was already undone")) return;
    throw error;
  }
}

const SHOWN = `SELECT count(*) FROM sessions s WHERE s.status = 'deleted' AND (
  EXISTS (SELECT 1 FROM prompts r WHERE r.session_id = s.id AND r.status <> 'deleted')
  OR EXISTS (SELECT 1 FROM events r WHERE r.session_id = s.id AND r.status <> 'deleted')
  OR EXISTS (SELECT 1 FROM observations r WHERE r.session_id = s.id AND r.status <> 'deleted')
  OR EXISTS (SELECT 1 FROM summaries r WHERE r.session_id = s.id AND r.status <> 'deleted'))`;

async function runSequence(steps: Step[]): Promise<void> {
  const test = await openTestApp();
  try {
    for (const [index, choice] of SESSIONS.entries()) await ingest(test.app, transcript(`s-${index}`, choice), PERSON);
    await drain(test.app);
    const start = await snapshot(test.app);
    const done: number[] = [];
    for (const step of steps) {
      test.clock.now += 1000;
      const operation = perform(test, step);
      if (operation !== null) done.push(operation);
      if (done.length % 5 === 4) await drain(test.app);
      expect(column(test.app, SHOWN)).toEqual([0]);
    }
    for (const operation of done.reverse()) {
      test.clock.now += 1000;
      undoIfHolds(test, operation);
    }
    expect(await snapshot(test.app)).toEqual(start);
  } finally {
    await test.close();
  }
}

it("whatever is forgotten, undone and changed in between: a forgotten session shows nothing, and undoing all restores rows, words and vectors", async () => {
  const sequences = fc.array(Step, { minLength: 20, maxLength: 40, size: "max" });
  await fc.assert(
    fc.asyncProperty(sequences, (steps) => runSequence(steps)),
    { numRuns: 25, seed: 20261130 },
  );
}, 240_000);
