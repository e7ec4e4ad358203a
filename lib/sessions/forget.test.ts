/** Forgetting a session: everything of it goes, everything comes back, and nothing of it comes in meanwhile. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ingest } from "../capture/ingest";
import { bash, column, hook, prompt, rows } from "../capture/testing";
import type { App } from "../context";
import type { Actor } from "../contract/common";
import { write } from "../db/write";
import { readHealth } from "../health/service";
import { buildInjection } from "../inject/service";
import { enqueue } from "../jobs/repo";
import { drain } from "../jobs/runner";
import { archiveMemory, createMemory, softDeleteMemory, updateMemory } from "../memories/service";
import { hardDeleteMemory } from "../operations/hard-delete";
import { getOperation } from "../operations/query";
import { getReceipt } from "../operations/receipts";
import { undoOperation } from "../operations/undo";
import { allProjects } from "../projects/service";
import { openTestApp, type TestApp } from "../testing";
import { findIn, importOne, memoryOf, operationsOf, refused, snapshot, statuses } from "../testing/ferry";
import { forgetSession } from "./forget";
import { pageOfSessions, viewSession } from "./service";

const PERSON: Actor = { kind: "person", name: "console" };
const AGENT: Actor = { kind: "agent", name: "api" };
let test: TestApp;
let app: App;

beforeEach(async () => {
  test = await openTestApp();
  app = test.app;
});
afterEach(() => test.close());

const state = () => snapshot(app);
const statusesOf = (table: string) => statuses(app, table);

describe("forgetSession", () => {
  it("takes the session out of lists, views, every search, the block and the counts", async () => {
    await importOne(app);
    await importOne(app, "s-2", "Kafka");
    expect(statusesOf("memories")["active"]).toBeGreaterThan(0);
    expect(statusesOf("observations")["active"]).toBeGreaterThan(0);
    expect((await findIn(app, "ferry queue")).prompts).not.toEqual([]);
    forgetSession(app, 1, PERSON);
    forgetSession(app, 2, PERSON);
    await drain(app);
    for (const table of ["sessions", "prompts", "events", "observations", "summaries"])
      expect([table, Object.keys(statusesOf(table))]).toEqual([table, ["deleted"]]);
    expect(statusesOf("memories")["active"]).toBeUndefined();
    expect(pageOfSessions(app, { limit: 10 }).items).toEqual([]);
    expect(refused(() => viewSession(app, 1, { after: -1, limit: 10 }))).toMatchObject({
      code: "not_found",
      message: "Session 1 was forgotten.",
    });
    for (const query of ["ferry queue", "NATS", "queue.ts", "retries kept in memory"]) {
      const found = await findIn(app, query);
      const hits = [found.observations, found.sessions, found.prompts, found.memories, found.events].flat();
      expect([query, hits]).toEqual([query, []]);
    }
    const block = buildInjection(app, { cwd: "/w/ferry", event: "SessionStart", host: "claude-code" });
    expect(block.text).not.toMatch(/NATS|Kafka|retries/);
    const health = await readHealth(app);
    expect(health.counts).toMatchObject({
      sessions: 0,
      prompts: 0,
      events: 0,
      observations: 0,
      summaries: 0,
      memories: 0,
    });
    expect(health.index.words).toEqual({ memory: 0, observation: 0, summary: 0, prompt: 0, event: 0 });
    expect(Object.values(health.index.vectors)).toEqual([0, 0, 0, 0, 0]);
    expect(await app.vectors.countByKind()).toEqual({});
    expect(allProjects(app).items[0]).toMatchObject({
      sessions: 0,
      prompts: 0,
      events: 0,
      observations: 0,
      memories: 0,
    });
  });

  it("undo brings rows, words and vectors back exactly, redo takes them again, undo of that brings them back", async () => {
    await importOne(app);
    await importOne(app, "s-2", "Kafka");
    const before = await state();
    test.clock.now += 1000;
    const { operation_id: forgot } = forgetSession(app, 1, PERSON);
    const gone = await state();
    expect(gone).not.toEqual(before);
    test.clock.now += 1000;
    const { operation_id: back } = undoOperation(app, forgot, PERSON);
    expect(await state()).toEqual(before);
    test.clock.now += 1000;
    const { operation_id: again } = undoOperation(app, back, PERSON);
    expect((await state()).indexes).toEqual(gone.indexes);
    expect(statusesOf("sessions")).toEqual({ complete: 1, deleted: 1 });
    test.clock.now += 1000;
    undoOperation(app, again, PERSON);
    expect(await state()).toEqual(before);
  });

  it("is one operation with a title, and keeps of evidence only what changed", async () => {
    await importOne(app);
    const { operation_id: id } = forgetSession(app, 1, PERSON);
    const operation = getOperation(app, id);
    expect(operation).toMatchObject({
      kind: "session.forget",
      title: "Forgot session 1 (2 prompts, 3 events)",
      actor: PERSON,
      undoable: true,
    });
    expect(operation.changes[0]).toEqual({
      entity: "sessions:1",
      before: { status: "complete" },
      after: { status: "deleted" },
    });
    const evidence = operation.changes.filter((change) => /^(?:prompts|events):/.test(change.entity));
    expect(evidence).toHaveLength(5);
    for (const change of evidence)
      expect([change.before, change.after]).toEqual([{ status: "active" }, { status: "deleted" }]);
    undoOperation(app, id, PERSON);
    const undoing = getOperation(app, operationsOf(app, "operation.undo")[0]?.id ?? 0);
    expect(JSON.stringify(undoing.changes.filter((change) => change.entity.startsWith("prompts")))).not.toContain(
      "NATS",
    );
  });

  it("leaves what a person changed, what has another source, and what another session said", async () => {
    await importOne(app);
    await importOne(app, "s-2", "Kafka");
    const edited = memoryOf(app, "make check");
    updateMemory(app, edited, { importance: 2 }, PERSON);
    const own = createMemory(app, { key: "ferry:note", value: "The ferry is painted green." }, { actor: PERSON });
    const shared = createMemory(
      app,
      { key: "ferry:shared", value: "Two sessions said that the pier is closed." },
      {
        actor: AGENT,
        sources: [
          { session_id: 1, turn: 1 },
          { session_id: 2, turn: 1 },
        ],
      },
    );
    const alike = createMemory(
      app,
      { key: "ferry:alike", value: "Session eleven said that the buoy is red." },
      { actor: AGENT, sources: [{ session_id: 11, turn: 1 }] },
    );
    forgetSession(app, 1, PERSON);
    for (const id of [edited, own.id, shared.id, alike.id])
      expect([id, column(app, "SELECT status FROM memories WHERE id = ?", id)]).toEqual([id, ["active"]]);
    expect(column(app, "SELECT DISTINCT status FROM events WHERE session_id = 2")).toEqual(["active"]);
  });

  it("what a memory of it had replaced holds again, until undo", async () => {
    await importOne(app, "s-0", "Kafka");
    await importOne(app, "s-1", "NATS");
    await importOne(app, "s-2", "Pulsar");
    const [kafka, nats, pulsar] = ["Kafka", "NATS", "Pulsar"].map((name) => memoryOf(app, `use ${name}`));
    const now = () =>
      rows(app, "SELECT id, status, superseded_by AS next FROM memories WHERE supersedes IS NOT NULL OR id = ?", kafka);
    const chain = [
      { id: kafka, status: "superseded", next: nats },
      { id: nats, status: "superseded", next: pulsar },
      { id: pulsar, status: "active", next: null },
    ];
    expect(now()).toEqual(chain);
    const before = await state();
    const { operation_id: first } = forgetSession(app, 2, PERSON);
    expect(now()).toEqual([chain[0], { id: nats, status: "deleted", next: pulsar }, chain[2]]);
    const { operation_id: second } = forgetSession(app, 3, PERSON);
    expect(now()).toEqual([
      { id: kafka, status: "active", next: null },
      { id: nats, status: "deleted", next: pulsar },
      { id: pulsar, status: "deleted", next: null },
    ]);
    undoOperation(app, second, PERSON);
    undoOperation(app, first, PERSON);
    expect(now()).toEqual(chain);
    expect(await state()).toEqual(before);
  });

  it("an edit that was undone, or that an agent made, keeps nothing", async () => {
    await importOne(app);
    const id = memoryOf(app, "make check");
    const edit = updateMemory(app, id, { importance: 2 }, PERSON);
    undoOperation(app, edit.operation_id ?? 0, PERSON);
    updateMemory(app, id, { importance: 3 }, AGENT);
    forgetSession(app, 1, PERSON);
    expect(column(app, "SELECT status FROM memories WHERE id = ?", id)).toEqual(["deleted"]);
  });

  it("a memory that was archived by a person or deleted before is as it was, also after undo", async () => {
    await importOne(app);
    const ids = column(app, "SELECT id FROM memories ORDER BY id") as number[];
    expect(ids.length).toBeGreaterThan(1);
    archiveMemory(app, ids[0] ?? 0, PERSON);
    softDeleteMemory(app, ids[1] ?? 0, PERSON);
    const before = await state();
    const { operation_id: forgot } = forgetSession(app, 1, PERSON);
    expect(column(app, "SELECT status FROM memories WHERE id = ?", ids[0])).toEqual(["archived"]);
    undoOperation(app, forgot, PERSON);
    expect(await state()).toEqual(before);
  });

  it("refuses what is not there, what was forgotten, and agents where the project keeps them out", async () => {
    await importOne(app);
    expect(refused(() => forgetSession(app, 9, PERSON)).code).toBe("not_found");
    app.sqlite.exec("UPDATE projects SET mode = 'read-only'");
    expect(refused(() => forgetSession(app, 1, AGENT)).code).toBe("forbidden");
    forgetSession(app, 1, PERSON);
    expect(refused(() => forgetSession(app, 1, PERSON)).code).toBe("conflict");
  });

  it("undo names the memory that holds the key meanwhile, and changes nothing", async () => {
    await importOne(app);
    const id = memoryOf(app, "make check");
    const key = String(column(app, "SELECT key FROM memories WHERE id = ?", id)[0]);
    const { operation_id: forgot } = forgetSession(app, 1, PERSON);
    const projectKey = String(column(app, "SELECT key FROM projects")[0]);
    const isGlobal = column(app, "SELECT project_id FROM memories WHERE id = ?", id)[0] === 0;
    const rival = createMemory(
      app,
      { key, value: "Run the linter before a commit.", project: isGlobal ? null : projectKey },
      { actor: PERSON },
    );
    expect(refused(() => undoOperation(app, forgot, PERSON))).toMatchObject({
      code: "conflict",
      details: [
        { path: "memory", message: String(rival.id) },
        { path: "reason", message: "key_taken" },
      ],
    });
    expect(statusesOf("sessions")).toEqual({ deleted: 1 });
    archiveMemory(app, rival.id ?? 0, PERSON);
    undoOperation(app, forgot, PERSON);
    expect(statusesOf("sessions")).toEqual({ complete: 1 });
  });

  it("nothing of a forgotten session comes back alone by an older operation", async () => {
    await importOne(app);
    const [extraction] = operationsOf(app, "turn.extract");
    const undoing = undoOperation(app, extraction?.id ?? 0, PERSON);
    forgetSession(app, 1, PERSON);
    expect(refused(() => undoOperation(app, undoing.operation_id, PERSON))).toMatchObject({
      code: "conflict",
      message: "Session 1 was forgotten; nothing of it comes back alone.",
    });
    expect(statusesOf("observations")["active"]).toBeUndefined();
  });

  it("hard delete of a memory of a forgotten session proves itself, and the rest comes back", async () => {
    await importOne(app);
    const id = memoryOf(app, "make check");
    const { operation_id: forgot } = forgetSession(app, 1, PERSON);
    await drain(app);
    const { receipt_id: receipt } = hardDeleteMemory(app, id, PERSON);
    await drain(app);
    expect(getReceipt(app, receipt)).toMatchObject({ status: "complete" });
    undoOperation(app, forgot, PERSON);
    await drain(app);
    expect(statusesOf("sessions")).toEqual({ complete: 1 });
    expect(column(app, "SELECT count(*) FROM memories WHERE id = ?", id)).toEqual([0]);
    expect(statusesOf("events")).toEqual({ active: 3 });
    expect(pageOfSessions(app, { limit: 10 }).items).toHaveLength(1);
  });
});

describe("a session that is forgotten while it runs", () => {
  it("is captured no further, and extraction of it does nothing", async () => {
    await ingest(app, [prompt("We decided to use Redis for the cache because it is fast."), bash("done")]);
    await ingest(app, [hook("Stop", { last_assistant_message: "The cache runs on Redis." })]);
    expect(column(app, "SELECT count(*) FROM jobs WHERE kind = 'turn.extract'")).toEqual([1]);
    const { operation_id: forgot } = forgetSession(app, 1, PERSON);
    const result = await ingest(app, [
      prompt("and now the index"),
      bash("more"),
      hook("Stop", { last_assistant_message: "Done." }),
      hook("SessionEnd", { reason: "exit" }),
    ]);
    expect(result).toMatchObject({ accepted: 0, duplicates: 0, skipped: { forgotten: 4 }, rejected: [] });
    await drain(app);
    expect(statusesOf("observations")).toEqual({});
    expect(statusesOf("summaries")).toEqual({});
    expect(statusesOf("sessions")).toEqual({ deleted: 1 });
    undoOperation(app, forgot, PERSON);
    await drain(app);
    expect(statusesOf("summaries")).toEqual({ active: 1 });
    expect(await ingest(app, [prompt("and now the index")])).toMatchObject({ accepted: 1 });
  });

  it("turns that were open when it was forgotten stay so", async () => {
    await ingest(app, [prompt("wait for it"), bash("still running")]);
    forgetSession(app, 1, PERSON);
    test.clock.now += 3_600_000;
    await drain(app);
    expect(column(app, "SELECT status FROM turns")).toEqual(["open"]);
  });

  it("redo is refused when it has grown since: half of it would stay; forgetting it anew takes all", async () => {
    await ingest(app, [prompt("the first question")]);
    const { operation_id: forgot } = forgetSession(app, 1, PERSON);
    const { operation_id: back } = undoOperation(app, forgot, PERSON);
    test.clock.now += 60_000;
    await ingest(app, [prompt("the second question"), bash("an answer")]);
    expect(refused(() => undoOperation(app, back, PERSON))).toMatchObject({
      code: "conflict",
      hint: "Forget the session anew instead.",
    });
    expect(statusesOf("prompts")).toEqual({ active: 2 });
    const { operation_id: again } = forgetSession(app, 1, PERSON);
    expect(statusesOf("prompts")).toEqual({ deleted: 2 });
    undoOperation(app, again, PERSON);
    expect(statusesOf("prompts")).toEqual({ active: 2 });
    expect(statusesOf("events")).toEqual({ active: 1 });
  });
});

it("a session of twenty thousand events is forgotten and brought back with small bodies", async () => {
  await importOne(app);
  const text = "a line of output that is long enough to be noticed ".repeat(20);
  write(app, (tx) => {
    const insert = app.sqlite.prepare(
      `INSERT INTO events (session_id, project_id, turn, kind, tool_name, input, text, dedupe_key, created_at)
       VALUES (1, 1, 2, 'tool', 'Bash', '{}', ?, ?, ?)`,
    );
    for (let n = 0; n < 20_000; n++) insert.run(text, `big:${n}`, app.now());
    enqueue(tx, app.now(), { kind: "words.rebuild", key: "all" });
  });
  await drain(app);
  const { operation_id: forgot } = forgetSession(app, 1, PERSON);
  const jobs = (): number => Number(column(app, "SELECT count(*) FROM jobs WHERE kind = 'vector.index'")[0]);
  expect(statusesOf("events")).toEqual({ deleted: 20_003 });
  // Tool calls have no vector, so that they wait for no job.
  expect(jobs()).toBeLessThan(50);
  const { operation_id: back } = undoOperation(app, forgot, PERSON);
  expect(statusesOf("events")).toEqual({ active: 20_003 });
  const size = `SELECT max(length("before") + length("after")) FROM operation_changes
    WHERE entity_table = 'events' AND operation_id IN (?, ?)`;
  expect(Number(column(app, size, forgot, back)[0])).toBeLessThan(100);
}, 120_000);
