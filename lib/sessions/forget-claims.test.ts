/** Claims against other memories go with the session that made them, and come back with it. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ingest } from "../capture/ingest";
import { column } from "../capture/testing";
import type { App } from "../context";
import type { Actor } from "../contract/common";
import type { SourceRef } from "../contract/memory";
import { drain } from "../jobs/runner";
import { createMemory } from "../memories/service";
import { getOperation } from "../operations/query";
import { undoOperation } from "../operations/undo";
import { resolvePair } from "../review/resolve";
import { openTestApp, type TestApp } from "../testing";
import { refused, snapshot, transcript } from "../testing/ferry";
import { forgetSession } from "./forget";

const PERSON: Actor = { kind: "person", name: "console" };
const AGENT: Actor = { kind: "agent", name: "api" };
let test: TestApp;
let app: App;

beforeEach(async () => {
  test = await openTestApp();
  app = test.app;
  await ingest(app, [...transcript("s-1"), ...transcript("s-2", "Kafka")], PERSON);
  await drain(app);
});
afterEach(() => test.close());

/** The key holds another value: the statement becomes a claim that waits for review. Answers the pair. */
function claim(key: string, sessionIds: number[]): number {
  createMemory(app, { key, value: "The pier closes at nine in the evening." }, { actor: PERSON });
  const sources: SourceRef[] = sessionIds.map((id) => ({ session_id: id, turn: 1 }));
  const said = createMemory(
    app,
    { key, value: "The pier closes at eleven in the evening." },
    { actor: AGENT, sources },
  );
  expect(said.status).toBe("conflict");
  return Number(column(app, "SELECT max(id) FROM memory_pairs")[0]);
}

const pairs = () => column(app, "SELECT id FROM memory_pairs ORDER BY id");

describe("forgetting a session", () => {
  it("takes its open claims along, in the same operation, and undo brings them back", async () => {
    const pair = claim("pier:closing", [1]);
    const before = await snapshot(app);
    test.clock.now += 1000;
    const { operation_id: forgot } = forgetSession(app, 1, PERSON);
    expect(pairs()).toEqual([]);
    expect(getOperation(app, forgot).changes.filter((change) => change.entity === `memory_pairs:${pair}`)).toEqual([
      { entity: `memory_pairs:${pair}`, before: expect.objectContaining({ status: "open" }) as object, after: null },
    ]);
    test.clock.now += 1000;
    const { operation_id: back } = undoOperation(app, forgot, PERSON);
    expect(await snapshot(app)).toEqual(before);
    undoOperation(app, back, PERSON);
    expect(pairs()).toEqual([]);
  });

  it("leaves claims of another session, of several, of none, and those that are decided", () => {
    const decided = claim("pier:decided", [1]);
    resolvePair(app, decided, { resolution: "keep_older" }, PERSON);
    const kept = [decided, claim("pier:other", [11]), claim("pier:several", [1, 2]), claim("pier:none", [])];
    const gone = claim("pier:gone", [1]);
    expect(pairs()).toEqual([...kept, gone]);
    forgetSession(app, 1, PERSON);
    expect(pairs()).toEqual(kept);
  });

  it("undo is refused, and changes nothing, while another session puts the same question", () => {
    claim("pier:closing", [1]);
    const { operation_id: forgot } = forgetSession(app, 1, PERSON);
    const again = claim("pier:closing", [2]);
    expect(refused(() => undoOperation(app, forgot, PERSON))).toMatchObject({
      code: "conflict",
      hint: "Decide or remove the other one first.",
    });
    expect(pairs()).toEqual([again]);
    resolvePair(app, again, { resolution: "keep_older" }, PERSON);
    undoOperation(app, forgot, PERSON);
    expect(pairs()).toHaveLength(2);
  });
});
