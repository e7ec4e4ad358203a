import { afterEach, beforeEach, expect, it } from "vitest";
import { rows } from "../capture/testing";
import { createMemory } from "../memories/service";
import { undoOperation } from "../operations/undo";
import { connectHost, type McpHost } from "../testing/mcp-client";
import { embedMemories } from "../testing/embed-memories";
import { createSetEmbedder } from "../testing/set-embedder";
import { openTestApp, type TestApp } from "../testing";

const PERSON = { kind: "person" as const, name: "console" };
const A = "The retries of the mailer wait four seconds each";
const B = "Each retry of the mailer waits for four seconds";

let test: TestApp;
let host: McpHost;
beforeEach(async () => {
  test = await openTestApp({ embedder: createSetEmbedder({ [A]: 1, [B]: 0.98 }) });
  host = await connectHost("?profile=evolvmem");
});
afterEach(() => test.close());

const lastOperation = () =>
  rows(test.app, "SELECT id, kind, actor_kind, actor_name FROM operations ORDER BY id DESC LIMIT 1")[0];

it("E51, E52: a host connects, the server is called evolvmem, ping answers, and what is unknown is an error", async () => {
  expect(host.client.getServerVersion()).toMatchObject({ name: "evolvmem" });
  expect(await host.client.ping()).toEqual({});
  const unknown = await host.json("memory_explode");
  expect(unknown).toEqual({ isError: true, body: expect.objectContaining({ code: "not_found" }) as object });
  await expect(
    host.client.request({ method: "prompts/list" }, (await import("@modelcontextprotocol/sdk/types.js")).ResultSchema),
  ).rejects.toMatchObject({ code: -32601 });
});

it("E55: memory_search answers the original's fields, best first, cut to top_k; a blank query is an error", async () => {
  for (const [key, value] of [
    ["shop:db:decision:engine", "The shop keeps its orders in PostgreSQL"],
    ["shop:cache:decision:store", "The cart cache of the shop is Redis"],
  ] as const)
    createMemory(test.app, { key, value, tags: ["shop", "store"], project: null }, { actor: PERSON });
  const { body, isError } = await host.json("memory_search", { query: "PostgreSQL orders" });
  const results = body["results"] as Record<string, unknown>[];
  expect([isError, body["count"]]).toEqual([false, results.length]);
  expect(Object.keys(results[0] ?? {}).sort()).toEqual(
    ["id", "key", "value", "status", "attribute", "tags", "score", "match_type", "created_at"].sort(),
  );
  expect(results[0]).toMatchObject({
    key: "shop:db:decision:engine",
    status: "active",
    tags: "shop,store",
    created_at: "2026-06-01 12:00:00",
  });
  expect((await host.json("memory_search", { query: "shop", top_k: 1 })).body).toMatchObject({ count: 1 });
  const blank = await host.json("memory_search", { query: "  " });
  expect(blank).toMatchObject({ isError: true, body: { code: "validation_failed" } });
  expect((await host.json("memory_search", {})).isError).toBe(true);
});

it("E56: memory_status tells counts, vectors, the model and the folder", async () => {
  createMemory(test.app, { key: "a:b:c:d", value: "Mailer retries are counted", project: null }, { actor: PERSON });
  await embedMemories(test.app);
  expect((await host.json("memory_status")).body).toEqual({
    active_memories: 1,
    total_records: 1,
    vector_count: 1,
    embedding_loaded: true,
    embedding_dim: 384,
    data_dir: test.home,
  });
});

it("E57: memory_add adds, skips, meets a conflict, clamps importance, and is an operation of the agent that Undo takes back", async () => {
  const claim = { key: "shop:mail:decision:retries", value: "The mailer retries three times before it gives up" };
  const added = await host.json("memory_add", { ...claim, importance: 42, tags: ["mail"], tier: "normal" });
  expect(added.body).toEqual({ status: "added", id: expect.any(Number) as number });
  const id = Number(added.body["id"]);
  expect(rows(test.app, "SELECT importance, attribute, tags FROM memories WHERE id = ?", id)).toEqual([
    { importance: 10, attribute: "fact", tags: "mail" },
  ]);
  expect(lastOperation()).toMatchObject({ kind: "memory.add", actor_kind: "agent", actor_name: "claude-code" });
  expect((await host.json("memory_add", claim)).body).toMatchObject({ status: "skipped", id });
  // Words and `null` where a number is asked for count as left out (NaN is ignored).
  const other = {
    key: "shop:mail:decision:sender",
    value: "The sender is noreply at shop.example",
    importance: "lots",
  };
  expect((await host.json("memory_add", other)).body).toMatchObject({ status: "added" });
  const against = { ...claim, value: "The mailer retries nine times before it gives up" };
  expect((await host.json("memory_add", against)).body).toMatchObject({ status: "conflict", id });
  const refused = await host.json("memory_add", { key: "a:b:c:d", value: "no action required" });
  expect(refused).toMatchObject({ isError: true, body: { status: "rejected", reason: "low_information" } });
  expect(await host.json("memory_add", { key: "a:b:c:d" })).toMatchObject({ isError: true });

  const operation = rows(test.app, "SELECT id FROM operations WHERE kind = 'memory.add' ORDER BY id LIMIT 1")[0];
  undoOperation(test.app, Number(operation?.["id"]), PERSON);
  expect(rows(test.app, "SELECT 1 FROM memories WHERE id = ? AND status = 'active'", id)).toEqual([]);
});

it("E57: memory_add merges what says the same under another key", async () => {
  await host.json("memory_add", { key: "shop:mail:fact:wait", value: A });
  await embedMemories(test.app);
  const { body } = await host.json("memory_add", { key: "shop:mail:fact:pause", value: B });
  expect(body).toMatchObject({
    status: "merged",
    key: "shop:mail:fact:wait",
    similarity: expect.any(Number) as number,
  });
});

it("E58: memory_replace puts the value in the place of what the key holds, as history", async () => {
  const key = "shop:mail:decision:retries";
  const { body } = await host.json("memory_add", { key, value: "The mailer retries three times", importance: 7 });
  const replaced = await host.json("memory_replace", { key, value: "The mailer retries five times" });
  expect(replaced.body).toEqual({ status: "replaced", new_id: expect.any(Number) as number });
  expect(rows(test.app, "SELECT status, superseded_by FROM memories WHERE id = ?", Number(body["id"]))).toEqual([
    { status: "superseded", superseded_by: replaced.body["new_id"] },
  ]);
  const gate = await host.json("memory_replace", { key, value: "x" });
  expect(gate).toMatchObject({ isError: true, body: { reason: "length" } });
});

it("E59: memory_remove takes a memory out of every search, back by undo; an unknown id is an error", async () => {
  const { body } = await host.json("memory_add", { key: "a:b:c:d", value: "The queue of orders is Kafka" });
  expect((await host.json("memory_remove", { id: body["id"] })).body).toEqual({ status: "deleted", id: body["id"] });
  expect((await host.json("memory_search", { query: "Kafka" })).body).toMatchObject({ count: 0 });
  undoOperation(test.app, Number(lastOperation()?.["id"]), PERSON);
  expect((await host.json("memory_search", { query: "Kafka" })).body).toMatchObject({ count: 1 });
  expect(await host.json("memory_remove", { id: 4711 })).toMatchObject({ isError: true, body: { code: "not_found" } });
});

it("E60: memory_consolidate looks first, merges when told, and says so without a model", async () => {
  for (const [key, value] of [
    ["shop:mail:fact:wait", A],
    ["shop:mail:fact:pause", B],
  ] as const)
    createMemory(test.app, { key, value, project: null }, { actor: PERSON, neighbours: [] });
  await embedMemories(test.app);
  const looked = await host.json("memory_consolidate");
  expect(looked.body).toMatchObject({
    dry_run: true,
    merged: 0,
    pairs: [{ similarity: expect.any(Number) as number }],
  });
  expect((await host.json("memory_consolidate", { dry_run: false })).body).toMatchObject({ dry_run: false, merged: 1 });
  const broken = { ...test.app.embedder.state(), state: "missing" as const, error: "no file", hint: "Put it back." };
  test.app.embedder = { ...test.app.embedder, state: () => broken };
  expect(await host.json("memory_consolidate")).toMatchObject({ isError: true, body: { code: "not_ready" } });
});
