import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { postObservation } from "../worker/capture";
import { ObservationPost } from "../contract/worker-capture";
import { drain } from "../jobs/runner";
import { openTestApp, type TestApp } from "../testing";
import { ingest } from "./ingest";
import { activeEvents, bash, column } from "./testing";

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

const API = { kind: "agent" as const, name: "api" };
const use = (name: string, session = "s-gather") =>
  ObservationPost.parse({
    claudeSessionId: session,
    tool_name: "Bash",
    tool_input: { command: name },
    tool_response: "fine",
    cwd: "/w/app",
  });
const post = (name: string, session?: string, actor = API) => postObservation(test.app, use(name, session), actor);
const commands = (): string[] =>
  activeEvents(test.app).map(({ input }) => (JSON.parse(String(input)) as { command: string }).command);

/** Transactions that woke somebody. */
function countWakes(): () => number {
  let wakes = 0;
  test.app.onWake(() => (wakes += 1));
  return () => wakes;
}

describe("events posted at the same moment", () => {
  it("M6: share a transaction, and are durable when they are answered", async () => {
    const wakes = countWakes();
    const first = post("one").then((reply) => ({ reply, stored: commands() }));
    const others = ["two", "three", "two"].map((name) => post(name));
    expect(commands()).toEqual([]);
    expect(await first).toEqual({ reply: { status: "queued" }, stored: ["one", "two", "three"] });
    expect(await Promise.all(others)).toEqual([
      { status: "queued" },
      { status: "queued" },
      { status: "skipped", reason: "duplicate" },
    ]);
    expect(wakes()).toBe(1);
    expect(column(test.app, "SELECT count(*) FROM turns")).toEqual([1]);
  });

  it("are stored before what arrives after them on another way", async () => {
    const waiting = post("first");
    await ingest(test.app, [bash("second", { session_id: "s-gather" })]);
    expect(commands()).toEqual(["first", "make test"]);
    expect(await waiting).toEqual({ status: "queued" });
  });

  it("M6: one that cannot be stored does not take the others with it", async () => {
    test.app.sqlite.exec(
      "CREATE TEMP TRIGGER refuse BEFORE INSERT ON events WHEN NEW.input LIKE '%broken%' BEGIN SELECT RAISE(ABORT, 'no'); END",
    );
    const [good, broken, last] = await Promise.allSettled([post("good"), post("broken"), post("last")]);
    expect([good?.status, broken?.status, last?.status]).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(broken).toMatchObject({ reason: { code: "validation_failed" } });
    expect(commands()).toEqual(["good", "last"]);
  });

  it("M6: when the store fails every sender is told, and may send again", async () => {
    test.app.sqlite.pragma("query_only = ON");
    const failed = await Promise.allSettled([post("one"), post("two")]);
    expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    test.app.sqlite.pragma("query_only = OFF");
    expect(await Promise.all([post("one"), post("two")])).toEqual([{ status: "queued" }, { status: "queued" }]);
    expect(commands()).toEqual(["one", "two"]);
  });

  it("of more senders than a transaction takes are all stored, in the order they came", async () => {
    const names = Array.from({ length: 120 }, (_, at) => `c${at}`);
    const wakes = countWakes();
    await Promise.all(names.map((name, at) => post(name, `s-${at % 7}`)));
    expect(commands()).toEqual(names);
    expect(wakes()).toBe(3);
  });
});

describe("M3: the running observation", () => {
  const waits = async (upTo: number): Promise<number> => {
    const count = Number(column(test.app, "SELECT count(*) FROM events")[0]);
    for (let at = count; at < upTo; at += 1) await post(`c${at}`);
    await drain(test.app);
    await post(`c${upTo}`);
    return Number(column(test.app, "SELECT run_at FROM jobs WHERE kind = 'turn.observe'")[0]) - test.clock.now;
  };

  it("M3: waits a moment for more in a short turn, longer in a long one, and never so long that two seconds pass", async () => {
    await post("c0");
    expect(await waits(3)).toBe(500);
    expect(await waits(40)).toBe(500 + 21 * 20);
    expect(await waits(90)).toBe(1_200);
  });
});
