import { Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Actor } from "../contract/common";
import { AppError } from "../contract/errors";
import type { NewMemory } from "../contract/memory";
import { memories, memoryPairs, type MemoryRow } from "../db/schema/memories";
import { buildInjection } from "../inject/service";
import { drain } from "../jobs/runner";
import { undoOperation } from "../operations/undo";
import { requireMemory } from "./query";
import { memorySearch } from "../search/memory-search";
import { saveSettings } from "../settings/service";
import { openTestApp, type TestApp } from "../testing";
import { createSetEmbedder, type SetEmbedder } from "../testing/set-embedder";
import { addMemory } from "./add";
import { findMemory } from "./repo";
import { archiveMemory, createMemory, updateMemory } from "./service";

const PERSON: Actor = { kind: "person", name: "console" };
const AGENT: Actor = { kind: "agent", name: "api" };
const ANCHOR = "deploys happen on friday evenings";
const BELOW = "releases go out late in the week";
const ABOVE = "deployments run on friday evenings";

let test: TestApp;
let embedder: SetEmbedder;
beforeEach(async () => {
  embedder = createSetEmbedder({ [ANCHOR]: 1, [ABOVE]: 0.951, [BELOW]: 0.949 });
  test = await openTestApp({ embedder });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await test.close();
});

const add = (input: Partial<NewMemory> & { value: string }, actor = AGENT) =>
  addMemory(test.app, { key: "shop:deploy:decision:window", ...input }, { actor });
const row = (id: number): MemoryRow => {
  const found = findMemory(test.app.db, id);
  if (found === undefined) throw new Error(`no memory ${id}`);
  return found;
};
const all = (): MemoryRow[] => test.app.db.select().from(memories).all();
const OTHER = "shop:release:fact:day";

/** The anchor under its own key, with a vector. */
async function anchor(more: Partial<NewMemory> = {}): Promise<number> {
  const { id } = createMemory(
    test.app,
    { key: "shop:deploy:decision:window", value: ANCHOR, ...more },
    { actor: PERSON },
  );
  await drain(test.app);
  return id;
}

describe("write-time semantic merge", () => {
  it("E45: at 0.951 the like memory is superseded under its own key", async () => {
    const old = await anchor();
    const result = await add({ key: OTHER, value: ABOVE });
    expect(result).toMatchObject({
      status: "merged",
      merged_into: { id: old, key: "shop:deploy:decision:window", similarity: expect.closeTo(0.951, 5) as number },
    });
    expect(row(old)).toMatchObject({ status: "superseded", supersededBy: result.id });
    expect(row(result.id)).toMatchObject({
      key: "shop:deploy:decision:window",
      value: ABOVE,
      status: "active",
      supersedes: old,
    });
    expect(all()).toHaveLength(2);
  });

  it("E45: at 0.949 it is added under the key that was given", async () => {
    const old = await anchor();
    const result = await add({ key: OTHER, value: BELOW });
    expect(result.status).toBe("added");
    expect([row(old).status, row(result.id).key]).toEqual(["active", OTHER]);
  });

  it("E45, E133: the threshold is a setting", async () => {
    await anchor();
    saveSettings(test.app, { add_merge_threshold: 0.94 });
    expect((await add({ key: OTHER, value: BELOW })).status).toBe("merged");
  });

  it("E45: attribute is kept unless given, tags united, what is pinned stays so, importance never falls", async () => {
    const expires_at = test.clock.now + 1e9;
    await anchor({ attribute: "decision", tags: ["ops"], importance: 8, tier: "pinned", expires_at });
    const kept = await add({ key: OTHER, value: ABOVE, tags: "release,ops", importance: 3, tier: "normal" });
    expect(row(kept.id)).toMatchObject({
      attribute: "decision",
      tags: "ops,release",
      importance: 8,
      tier: "pinned",
      expiresAt: expires_at,
    });
    await drain(test.app);
    const given = await add({ key: OTHER, value: ANCHOR, attribute: "constraint", importance: 10 });
    expect(row(given.id)).toMatchObject({ attribute: "constraint", importance: 10, tags: "ops,release" });
  });

  it("E45: only on the add branch: a key that holds a memory is decided by E43", async () => {
    await anchor();
    createMemory(test.app, { key: OTHER, value: "the day of release is open" }, { actor: PERSON });
    await drain(test.app);
    embedder.asked.length = 0;
    expect((await add({ key: OTHER, value: ABOVE })).status).toBe("conflict");
    expect(embedder.asked).toEqual([]);
  });

  it("E35, E45: long documents are never merged and never a target", async () => {
    const old = await anchor({ tier: "reference" });
    expect((await add({ key: OTHER, value: ABOVE })).status).toBe("added");
    expect(row(old).status).toBe("active");
    expect((await add({ key: `${OTHER}:2`, value: ANCHOR, tier: "reference" })).status).toBe("added");
  });

  it("E45: the best hit that may be superseded, among the five nearest", async () => {
    const reference = await anchor({ tier: "reference" });
    const normal = createMemory(test.app, { key: "shop:x:fact:y", value: `the ${ANCHOR}` }, { actor: PERSON }).id;
    await drain(test.app);
    const result = await add({ key: OTHER, value: ABOVE });
    expect(result.merged_into?.id).toBe(normal);
    expect(row(reference).status).toBe("active");
  });

  it("E45: other projects, and what waits for a person, are left alone", async () => {
    await anchor({ project: "elsewhere" });
    expect((await add({ key: OTHER, value: ABOVE })).status).toBe("added");
    const pending = createMemory(test.app, { key: "shop:p:fact:p", value: `the ${ANCHOR}` }, { actor: PERSON }).id;
    await drain(test.app);
    test.app.sqlite.prepare("UPDATE memories SET review_state = 'pending' WHERE id = ?").run(pending);
    test.app.sqlite.prepare("UPDATE memories SET status = 'archived' WHERE key = ?").run(OTHER);
    expect((await add({ key: `${OTHER}:2`, value: ABOVE })).status).toBe("added");
  });

  it.each([
    ["The API listens on port 8080 in development.", "The API listens on port 8081 in development."],
    ["部署窗口固定在周五晚上。", "部署窗口固定在周四晚上。"],
    ["Tests must pass before merging to main.", "Tests need not pass before merging to main."],
    ["Row 17 is the first of the list.", "Row 217 is the first of the list."],
  ])("another value is another statement however near it is: %s %s", (older, newer) => {
    const { id } = createMemory(test.app, { key: "shop:a:fact:a", value: older }, { actor: PERSON });
    const neighbours = [{ id, similarity: 0.99 }];
    const result = createMemory(test.app, { key: "shop:b:fact:b", value: newer }, { actor: AGENT, neighbours });
    expect(result.status).toBe("added");
    expect(row(id).status).toBe("active");
  });

  it("E45: what changed between the look and the write is checked again", async () => {
    const old = await anchor();
    const stale = [{ id: old, similarity: 0.99, revision: 1 }];
    updateMemory(test.app, old, { importance: 9 }, PERSON);
    const write = (key: string) =>
      createMemory(test.app, { key, value: ABOVE }, { actor: AGENT, neighbours: stale }).status;
    expect(write(OTHER)).toBe("added");
    archiveMemory(test.app, old, PERSON);
    expect(
      createMemory(test.app, { key: "k:2", value: ABOVE }, { actor: AGENT, neighbours: [{ id: old, similarity: 1 }] })
        .status,
    ).toBe("added");
  });

  it("E10, E45: saying it again under the other key writes nothing more", async () => {
    await anchor();
    const merged = await add({ key: OTHER, value: ABOVE });
    await drain(test.app);
    for (let n = 0; n < 3; n += 1) {
      expect(await add({ key: OTHER, value: ` ${ABOVE} ` })).toMatchObject({
        status: "skipped",
        id: merged.id,
        operation_id: null,
      });
    }
    expect(all()).toHaveLength(2);
  });

  it("E45: a merge is one operation, and Undo takes it back", async () => {
    const old = await anchor();
    const before = row(old);
    const { id, operation_id } = await add({ key: OTHER, value: ABOVE });
    undoOperation(test.app, operation_id ?? 0, PERSON);
    expect(findMemory(test.app.db, id)).toBeUndefined();
    expect({ ...row(old), revision: 0 }).toEqual({ ...before, revision: 0 });
  });

  it("E21, E45: without meaning it is added as it is", async () => {
    await anchor();
    embedder.before = () => Promise.reject(new AppError("not_ready", "The model is missing."));
    expect((await add({ key: OTHER, value: ABOVE })).status).toBe("added");
  });

  it("asks the model for nothing that can't be merged", async () => {
    await add({ key: "k:first", value: "the first memory of the store" });
    expect(embedder.asked).toEqual([]);
    await anchor();
    embedder.asked.length = 0;
    await add({ key: OTHER, value: ABOVE, tier: "reference" });
    await expect(add({ key: `${OTHER}:2`, value: "short" })).rejects.toThrow("shorter");
    await add({ key: "k:3", value: ABOVE, project: "a project that is new" });
    expect(embedder.asked).toEqual([]);
  });
});

describe("conflicts", () => {
  const value = "pnpm is the package manager";
  const rival = "yarn is the package manager";
  const pairs = () => test.app.db.select().from(memoryPairs).all();

  it("E43: writes no memory, but keeps what was said, whole and cleaned, for a person", async () => {
    const { id } = await add({ value });
    const said = {
      value: ` ${rival} `,
      tags: ["a", "a"],
      importance: 0.5,
      tier: "pinned",
      attribute: "decision",
    } as const;
    const result = await addMemory(
      test.app,
      { key: "shop:deploy:decision:window", ...said, tags: [...said.tags] },
      { actor: AGENT, sourceSession: "session_9", sources: [{ session_id: 9, turn: 1 }] },
    );
    expect(result).toMatchObject({ status: "conflict", id, pair_id: expect.any(Number) as number });
    expect(all()).toHaveLength(1);
    const [pair] = pairs();
    expect(pair).toMatchObject({ kind: "conflict", status: "open", olderId: id, newerId: 0, reasons: '["same_key"]' });
    expect(JSON.parse(pair?.candidate ?? "")).toEqual({
      key: "shop:deploy:decision:window",
      origin: "agent",
      host: "",
      value: rival,
      attribute: "decision",
      tags: "a",
      importance: 1,
      tier: "pinned",
      at: test.clock.now,
      source_session: "session_9",
      sources: [{ session_id: 9, turn: 1 }],
    });
  });

  it("E43: the same conflict is recorded once, another one beside it", async () => {
    await add({ value });
    const first = await add({ value: rival });
    const again = await add({ value: rival });
    expect(again).toMatchObject({ status: "conflict", pair_id: first.pair_id, operation_id: null });
    await add({ value: "bun is the package manager" });
    expect(pairs()).toHaveLength(2);
  });

  it.each([
    ["The team uses pnpm as the package manager.", "The team switched from pnpm to bun as package manager."],
    ["会话超时时间是 30 分钟整。", "会话超时时间改为 60 分钟整。"],
    ["日志使用 log4j 输出到文件。", "日志不再使用 log4j，改为 logback。"],
  ])("E43: a text that says itself that the old value is over replaces it: %s %s", async (older, newer) => {
    const { id } = await add({ value: older, tags: ["kept"] });
    test.clock.now += 1_000;
    const result = await add({ value: newer });
    expect(result.status).toBe("replaced");
    expect(row(id)).toMatchObject({ status: "superseded", supersededBy: result.id });
    expect(row(result.id)).toMatchObject({ value: newer, tags: "kept", supersedes: id });
    undoOperation(test.app, result.operation_id ?? 0, PERSON);
    expect(row(id).status).toBe("active");
  });

  it("E43: what a person wrote is asked about, whatever the text says", async () => {
    const { id } = await add({ value: "The team uses pnpm as the package manager." }, PERSON);
    test.clock.now += 1_000;
    const result = await add({ value: "The team switched from pnpm to bun as package manager." });
    expect(result).toMatchObject({ status: "conflict", id });
    expect(row(id).status).toBe("active");
  });

  it("E43: a pair is a change like any other: Undo takes it back", async () => {
    await add({ value });
    const { operation_id } = await add({ value: rival });
    undoOperation(test.app, operation_id ?? 0, PERSON);
    expect(pairs()).toEqual([]);
  });

  it("S02: neither the pair nor anything else holds a secret", async () => {
    const token = ["ghp", "Zk3QpL9vXw2RtY7uBn5McD8sFg1HjK4aEe6T"].join("_");
    await add({ value });
    await add({ value: `the token is ${token}`, tags: [token] });
    expect(JSON.stringify(pairs())).not.toContain(token);
  });
});

describe("the gate and the settings", () => {
  it("E41, E135: the bounds are settings, for adding and for editing", async () => {
    saveSettings(test.app, { value_min_chars: 3, value_max_chars: 2_000 });
    const { id } = await add({ value: "four" });
    expect((await add({ key: "k:long", value: "v".repeat(2_000) })).status).toBe("added");
    await expect(add({ key: "k:2", value: "v".repeat(2_001) })).rejects.toMatchObject({ rejection: "length" });
    expect(() => updateMemory(test.app, id, { value: "v".repeat(2_001) }, PERSON)).toThrow("longer than 2000");
    expect(updateMemory(test.app, id, { value: "five" }, PERSON).memory.value).toBe("five");
  });

  it.each([
    ["E41: empty", { key: " ", value: "long enough a value" }, "empty"],
    ["E41: length", { key: "k", value: "short" }, "length"],
    ["E42: low_information", { key: "k", value: "等待用户确认之后再继续做下一步" }, "low_information"],
    ["private", { key: "k", value: "<private>for nobody else to see</private>" }, "private"],
  ])("%s is the rejection's code", async (_name, input, rejection) => {
    await expect(addMemory(test.app, input, { actor: PERSON })).rejects.toMatchObject({
      code: "validation_failed",
      rejection,
    });
    expect(all()).toEqual([]);
  });
});

it("E2: adding, merging, replacing, contradicting, finding and injecting need no network", async () => {
  const refuse = () => {
    throw new Error("no network in this test");
  };
  vi.spyOn(globalThis, "fetch").mockImplementation(refuse);
  vi.spyOn(Socket.prototype, "connect").mockImplementation(refuse);
  await anchor();
  expect((await add({ key: OTHER, value: ABOVE })).status).toBe("merged");
  expect((await add({ value: "releases may happen on any day" })).status).toBe("conflict");
  expect((await add({ value: "releases may happen on any day" }, PERSON)).status).toBe("replaced");
  await drain(test.app);
  const found = await memorySearch(test.app, { query: "releases on any day" }, { waitMs: 10_000 });
  expect(found.degraded).toBeUndefined();
  expect(found.results).toMatchObject([{ value: "releases may happen on any day" }]);
  const { project } = found.results[0] === undefined ? { project: null } : requireMemory(test.app, found.results[0].id);
  expect(buildInjection(test.app, { project: project ?? "none" }).text).toContain("releases may happen on any day");
  expect(vi.mocked(globalThis.fetch)).not.toHaveBeenCalled();
  expect(vi.mocked(Socket.prototype.connect)).not.toHaveBeenCalled();
});
