/** What happens while an answer is out, and when a turn is read again. */
import { describe, expect, it, vi } from "vitest";
import { hook, prompt } from "../../capture/testing";
import { ingest } from "../../capture/ingest";
import { write } from "../../db/write";
import { LANES } from "../../jobs/handlers";
import { failJob } from "../../jobs/repo";
import { drain, startRunner } from "../../jobs/runner";
import { undoOperation } from "../../operations/undo";
import { forgetSession } from "../../sessions/forget";
import { saveSettings } from "../../settings/service";
import { readTurnsAgain } from "../again";
import { answers, HOME, memory, observation, useLlmTurns } from "./testing";

const PERSON = { kind: "person", name: "tester" } as const;
const turns = useLlmTurns();
const app = () => turns.test.app;

describe("while the answer is out", () => {
  /** Lets the request go out, does something, lets the answer come in. */
  async function meanwhile(work: () => unknown, ...more: Parameters<typeof turns.fake.script>): Promise<void> {
    let release = (): void => undefined;
    const hold = new Promise<void>((resolve) => (release = resolve));
    turns.fake.script({ ...answers({ memories: [memory()] }), hold }, ...more);
    await turns.captureFix();
    const done = turns.drain();
    await turns.fake.received(1);
    await work();
    release();
    await done;
  }

  it("the rules go on, and so do writes: another turn is read before the answer comes", async () => {
    saveSettings(app(), { llm_timeout_seconds: 240 });
    let release = (): void => undefined;
    const hold = new Promise<void>((resolve) => (release = resolve));
    turns.fake.script({ ...answers(), hold });
    await turns.captureFix();
    const runner = startRunner(app());
    await turns.fake.received(1);
    const other = { session_id: "s-2", cwd: "/w/other" };
    await ingest(app(), [prompt("Fix the docs", other)]);
    app().sqlite.prepare("UPDATE projects SET llm_enabled = 0 WHERE id = 2").run();
    await ingest(app(), [
      hook("PostToolUse", {
        ...other,
        tool_name: "Edit",
        tool_input: { file_path: "/w/other/a.md" },
        tool_use_id: "o-1",
      }),
      hook("Stop", { ...other, stop_hook_active: false, last_assistant_message: "Fixed the docs." }),
    ]);
    await vi.waitFor(() =>
      expect(turns.rows("SELECT extracted_by FROM turns ORDER BY session_id")).toEqual([
        { extracted_by: null },
        { extracted_by: "rules" },
      ]),
    );
    release();
    await vi.waitFor(() => expect(turns.turn()["extracted_by"]).toBe("llm"));
    await runner.stop();
  });

  it("an answer to an older revision is dropped; the newer one is read by its own job", async () => {
    await meanwhile(
      () =>
        ingest(app(), [
          hook("PostToolUse", {
            ...HOME,
            tool_name: "Edit",
            tool_input: { file_path: "/w/shop/late.ts" },
            tool_response: "ok",
            tool_use_id: "late",
          }),
          hook("Stop", { ...HOME, stop_hook_active: false, last_assistant_message: "Fixed late." }),
        ]),
      answers({ observations: [observation({ title: "The newer reading" })] }),
    );
    expect(turns.asked()).toBe(2);
    expect(turns.observations().map(({ title }) => title)).toEqual(["The newer reading"]);
  });

  it("a session that was forgotten stays so", async () => {
    await meanwhile(() => forgetSession(app(), 1, PERSON));
    expect([turns.observations(), turns.summaries(), turns.memories()]).toEqual([[], [], []]);
    expect(turns.rows("SELECT count(*) AS n FROM observations WHERE source = 'llm'")).toEqual([{ n: 0 }]);
  });

  it("a turn that became private is not told", async () => {
    await meanwhile(() => app().sqlite.prepare("UPDATE turns SET is_private = 1").run());
    expect(turns.rows("SELECT count(*) AS n FROM observations WHERE source = 'llm'")).toEqual([{ n: 0 }]);
    expect(turns.memories()).toEqual([]);
  });

  it("what was deleted is not brought back by the answer: what is left is read anew", async () => {
    await meanwhile(
      () => app().sqlite.prepare("UPDATE events SET status = 'deleted' WHERE kind = 'tool'").run(),
      answers({ observations: [observation({ title: "Without the deleted" })] }),
    );
    expect(turns.asked()).toBe(2);
    expect(turns.observations().map(({ title }) => title)).toEqual(["Without the deleted"]);
    expect(turns.memories()).toEqual([]);
  });

  it("a process that ends has its turn asked about again, once stored, and the fourth time it is the rules' turn", async () => {
    turns.fake.script(answers());
    await turns.captureFix();
    // As kill -9 leaves it: leased, counted, never finished.
    await drainUntilAsked();
    app()
      .sqlite.prepare("UPDATE jobs SET status = 'running', attempts = 3, leased_until = 0 WHERE kind = 'turn.ask'")
      .run();
    const job = turns.rows("SELECT id, revision FROM jobs WHERE kind = 'turn.ask'")[0];
    write(app(), (tx) =>
      failJob(
        tx,
        app().now(),
        { id: Number(job?.["id"]), revision: Number(job?.["revision"]), attempts: 3 },
        "Interrupted",
        false,
      ),
    );
    turns.test.clock.now += 600_000;
    await turns.drain();
    expect(turns.turn()).toMatchObject({ extracted_by: "rules", llm_failure: "interrupted" });
    expect(turns.observations()).toHaveLength(1);
    expect(turns.asked()).toBe(0);
  });

  it("a server that ends while asking asks again after its restart, and stores one result", async () => {
    turns.fake.script({ ...answers(), hold: new Promise(() => undefined) }, answers());
    await turns.captureFix();
    void turns.drain().catch(() => undefined);
    await turns.fake.received(1);
    startRunner(await turns.test.reopen());
    await vi.waitFor(() => expect(turns.turn()["extracted_by"]).toBe("llm"), { timeout: 20_000 });
    expect(turns.asked()).toBe(2);
    expect(turns.rows("SELECT count(*) AS n FROM operations WHERE kind = 'turn.extract'")).toEqual([{ n: 1 }]);
    expect(turns.observations()).toHaveLength(1);
  });

  it("a job that runs again after its result was stored asks nobody", async () => {
    turns.fake.script(answers());
    await turns.captureFix();
    await turns.drain();
    const { revision } = turns.turn();
    app()
      .sqlite.prepare(
        "INSERT INTO jobs (kind, key, payload, run_at, created_at, updated_at) VALUES ('turn.ask', '1:1', ?, 0, 0, 0)",
      )
      .run(JSON.stringify({ sessionId: 1, turn: 1, revision }));
    await turns.drain();
    expect(turns.asked()).toBe(1);
    expect(turns.rows("SELECT count(*) AS n FROM jobs WHERE kind = 'turn.ask'")).toEqual([{ n: 0 }]);
  });

  /** Up to the point where the request would go out. */
  async function drainUntilAsked(): Promise<void> {
    await drain(
      app(),
      LANES.filter(({ name }) => name === "turns"),
    );
  }
});

describe("read again", () => {
  it("rows keep their ids, memories are not told in other words, and an undone reading comes back on request only", async () => {
    turns.fake.script(
      answers({ memories: [memory()] }),
      answers({
        observations: [observation({ title: "Carts without items have a total of zero" })],
        memories: [
          memory({
            subject: "rounding",
            statement: "Totals are rounded once at the very end, because line items carry fractions.",
          }),
        ],
      }),
      answers(),
    );
    await turns.captureFix();
    await turns.drain();
    const ids = [turns.observations()[0]?.id, turns.summaries()[0]?.id, turns.memories()[0]?.id];
    readTurnsAgain(app(), 1, { turn: 1 }, PERSON);
    await turns.drain();
    expect(turns.observations()).toMatchObject([{ id: ids[0], title: "Carts without items have a total of zero" }]);
    expect([turns.summaries()[0]?.id, turns.memories().map(({ id }) => id)]).toEqual([ids[1], [ids[2]]]);
    const operations = turns.rows("SELECT id FROM operations WHERE kind = 'turn.extract' ORDER BY id DESC");
    for (const { id } of operations) undoOperation(app(), Number(id), PERSON);
    expect(turns.observations()).toEqual([]);
    readTurnsAgain(app(), 1, { turn: 1 }, PERSON);
    await turns.drain();
    expect(turns.observations()).toHaveLength(1);
  });

  it("a later reading may correct what an earlier one concluded, without asking a person", async () => {
    turns.fake.script(
      answers({
        memories: [
          memory({ subject: "server port", statement: "The API server listens on port 4000 in development." }),
        ],
      }),
      answers({
        memories: [
          memory({ subject: "server port", statement: "The API server listens on port 4100 in development." }),
        ],
      }),
    );
    await turns.captureFix();
    await turns.drain();
    readTurnsAgain(app(), 1, {}, PERSON);
    await turns.drain();
    expect(turns.rows("SELECT value, status FROM memories ORDER BY id")).toEqual([
      { value: "The API server listens on port 4000 in development.", status: "superseded" },
      { value: "The API server listens on port 4100 in development.", status: "active" },
    ]);
    expect(turns.rows("SELECT count(*) AS n FROM memory_pairs WHERE status = 'open'")).toEqual([{ n: 0 }]);
  });

  it("by the rules where the rules are asked for", async () => {
    turns.fake.script(answers());
    await turns.captureFix();
    await turns.drain();
    readTurnsAgain(app(), 1, { by: "rules" }, PERSON);
    await turns.drain();
    expect(turns.asked()).toBe(1);
    expect(turns.turn()).toMatchObject({ extracted_by: "rules", llm_failure: null });
    expect(turns.observations()).toHaveLength(1);
  });

  it("a client that ends its turn after every tool use costs a handful of requests", async () => {
    const USES = 60;
    turns.fake.script(...Array.from({ length: USES }, () => answers()));
    await ingest(app(), [prompt("Do all of it", HOME)]);
    for (let at = 0; at < USES; at += 1) {
      turns.test.clock.now += 2000;
      await ingest(app(), [
        hook("PostToolUse", {
          ...HOME,
          tool_name: "Bash",
          tool_input: { command: `step ${at}` },
          tool_response: "ok",
          tool_use_id: `u-${at}`,
        }),
        hook("Stop", { ...HOME, stop_hook_active: false, last_assistant_message: `Step ${at} done.` }),
      ]);
      await turns.drain();
    }
    turns.test.clock.now += 600_000;
    await turns.drain();
    expect(turns.turn()["extracted_revision"]).toBe(turns.turn()["revision"]);
    expect(turns.asked()).toBeLessThanOrEqual(3);
  });
});
