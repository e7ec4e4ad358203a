import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ClaimedJob } from "../jobs/types";
import { openTestApp, type TestApp } from "../testing";
import { closeTurns } from "./close-turn";
import { ingest } from "./ingest";
import { bash, column, hook, prompt, rows } from "./testing";

let test: TestApp;

beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

/** Runs the waiting job as the runner does when its time has come. */
async function runDue(): Promise<void> {
  const [row] = rows(test.app, "SELECT * FROM jobs WHERE kind = 'turn.close'");
  const payload =
    row === undefined
      ? { sessionId: 1, since: test.clock.now }
      : (JSON.parse(String(row["payload"])) as ClaimedJob["payload"]);
  test.clock.now = Math.max(test.clock.now + 60_000, Number(row?.["run_at"] ?? 0));
  await closeTurns.run(test.app, [{ id: 1, kind: "turn.close", key: "1", payload, revision: 1, attempts: 1 }]);
}
const statuses = () => column(test.app, "SELECT status FROM turns ORDER BY number");
const extractions = () => column(test.app, "SELECT key FROM jobs WHERE kind = 'turn.extract'");

describe("closeTurns", () => {
  it("ends a turn whose last word was the agent's after a minute of silence", async () => {
    await ingest(test.app, [prompt("go")]);
    test.clock.now += 1000;
    const answer = { type: "assistant", sessionId: "s-1", uuid: "a", message: { role: "assistant", content: "done" } };
    await ingest(test.app, [{ host: "claude-code", event: "TranscriptLine", payload: answer }]);
    expect(column(test.app, "SELECT run_at FROM jobs WHERE kind = 'turn.close'")).toEqual([test.clock.now + 60_000]);
    expect(extractions()).toEqual([]);
    await runDue();
    expect(statuses()).toEqual(["done"]);
    expect(extractions()).toEqual(["1:1"]);
  });

  it("extracts a turn in the middle of its work and leaves it open; half an hour later it is over, and what comes after all is extracted too", async () => {
    await ingest(test.app, [prompt("go"), bash("still building")]);
    await runDue();
    expect(statuses()).toEqual(["open"]);
    expect(extractions()).toEqual(["1:1"]);
    await runDue();
    expect(statuses()).toEqual(["done"]);
    test.app.sqlite.exec(
      "UPDATE turns SET extracted_revision = revision; DELETE FROM jobs WHERE kind = 'turn.extract'",
    );
    await ingest(test.app, [bash("it goes on after all")]);
    await runDue();
    expect(extractions()).toEqual(["1:1"]);
  });

  it("asks for nothing of a private turn", async () => {
    await ingest(test.app, [prompt("go"), bash("x"), prompt("<private>x</private>"), bash("y"), hook("SessionEnd")]);
    await runDue();
    expect(statuses()).toEqual(["done", "done"]);
    expect(extractions()).toEqual(["1:1"]);
  });

  it("asks again for a turn that ended and then got more", async () => {
    await ingest(test.app, [prompt("go"), hook("Stop", { last_assistant_message: "done" })]);
    test.app.sqlite.exec(
      "UPDATE turns SET extracted_revision = revision; DELETE FROM jobs WHERE kind = 'turn.extract'",
    );
    await ingest(test.app, [bash("late")]);
    await runDue();
    expect(statuses()).toEqual(["done"]);
    expect(extractions()).toEqual(["1:1"]);
  });
});
