import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listOperations } from "../operations/query";
import { undoOperation } from "../operations/undo";
import { archiveMemory, restoreMemory, updateMemory } from "../memories/service";
import { findMemory, type MemoryRow } from "../memories/repo";
import { drain } from "../jobs/runner";
import { JOB } from "../jobs/kinds";
import { listJobRows } from "../jobs/query";
import { projects } from "../db/schema/projects";
import { openTestApp, type TestApp } from "../testing";
import { compareMemory } from "./job";
import { openPairsAmong } from "./query";
import { openPairsOf } from "./repo";
import { AGENT, createTableEmbedder, PERSON, writeMemory } from "./testing";

let test: TestApp;
beforeEach(async () => {
  // `cosine 0.8` is near enough to be compared; `paraphrase` to be one statement (0.95 as EvolvMem counts).
  test = await openTestApp({
    embedder: createTableEmbedder({ cart: 0.8, paraphrase: 0.92, distant: 0.45, staging: 0.57 }),
  });
});
afterEach(() => test.close());

const say = (key: string, value: string, options: Parameters<typeof writeMemory>[2] = {}): MemoryRow => {
  test.clock.now += 1_000;
  return writeMemory(test.app, { key, value }, options);
};
const row = (id: number): MemoryRow => {
  const found = findMemory(test.app.db, id);
  if (found === undefined) throw new Error(`memory ${id} is gone`);
  return found;
};
const settle = () => drain(test.app);
const latest = () => listOperations(test.app, { limit: 1 }).items[0];
const ofKind = (kind: string) => listOperations(test.app, { limit: 100 }).items.filter((one) => one.kind === kind);

describe("memory.compare", () => {
  it("a later value for the same subject proposes to supersede; both stay in force", async () => {
    const old = say("shop:cache:fact:a", "The cart TTL is 300 s");
    await settle();
    const next = say("shop:cache:decision:b", "The cart TTL is 600 s");
    await settle();
    expect(openPairsAmong(test.app.db, [next.id, old.id])).toEqual([
      { olderId: old.id, newerId: next.id, kind: "supersedes" },
    ]);
    expect([row(old.id).status, row(next.id).status, row(next.id).reviewState]).toEqual(["active", "active", null]);
    const [pair] = openPairsOf(test.app.db, old.id);
    expect(pair?.reasons).toBe('["value:quantity"]');
    expect(pair?.similarity).toBeCloseTo(0.9, 5);
  });

  it("what the text itself says to be over is superseded at once, by an operation that Undo takes back and nobody redoes", async () => {
    const old = say("shop:cache:fact:store", "Redis is the cart cache");
    const next = say("shop:cache:decision:move", "We switched the cart cache from Redis to Memcached");
    await settle();
    expect(row(old.id)).toMatchObject({ status: "superseded", supersededBy: next.id });
    expect(row(next.id)).toMatchObject({ status: "active", supersedes: old.id, updatedAt: next.updatedAt });
    const [operation] = ofKind("memory.supersede");
    expect(operation).toMatchObject({ actor: { kind: "job", name: "contradictions" } });
    undoOperation(test.app, operation?.id ?? 0, PERSON);
    await settle();
    expect(row(old.id)).toMatchObject({ status: "active", supersededBy: null });
    expect(row(next.id)).toMatchObject({ status: "active", supersedes: null });
    await compareMemory(test.app, next.id, row(next.id).revision);
    expect(row(old.id).status).toBe("active");
    expect(openPairsOf(test.app.db, old.id)).toEqual([]);
  });

  it("a bare denial is a conflict: the newer one is held back until a person decides", async () => {
    const old = say("shop:cart:rule:a", "Use default exports in cart modules");
    const next = say("shop:cart:rule:b", "Never use default exports in cart modules");
    await settle();
    expect(row(next.id).reviewState).toBe("conflict");
    expect(row(old.id).reviewState).toBeNull();
    expect(openPairsAmong(test.app.db, [old.id, next.id])).toMatchObject([{ kind: "conflict" }]);
    const [operation] = ofKind("pair.record");
    undoOperation(test.app, operation?.id ?? 0, PERSON);
    await settle();
    expect(row(next.id).reviewState).toBeNull();
    expect(openPairsOf(test.app.db, old.id)).toEqual([]);
  });

  it("complementary facts, near as they are, raise nothing", async () => {
    say("shop:cache:fact:a", "Redis holds cart totals");
    say("shop:cache:fact:b", "Redis holds cart sessions");
    await settle();
    expect(ofKind("pair.record")).toEqual([]);
    expect(latest()?.kind).toBe("memory.add");
  });

  it("compares by the key family where there are no vectors, and only then beyond it when they are there", async () => {
    const near = say("shop:net:fact:port", "The API listens on port 3000");
    const other = say("docs:net:fact:port", "The API listens on port 3500");
    const next = say("shop:net:decision:port", "The API listens on port 4000");
    await compareMemory(test.app, next.id, next.revision);
    expect(openPairsOf(test.app.db, next.id).map((pair) => pair.olderId)).toEqual([near.id]);
    expect(openPairsOf(test.app.db, other.id)).toEqual([]);
  });

  it("looks at cosine 0.5 and above only", async () => {
    say("a:b:c:d", "The distant TTL is 300 s");
    say("e:f:g:h", "The distant TTL is 600 s");
    await settle();
    expect(ofKind("pair.record")).toEqual([]);
  });

  it.each([
    [
      "The staging database is on port 5544; 5432 is production, never touch it.",
      "The staging database is on port 5600",
    ],
    ["staging 的数据库端口是 5544，5432 是生产库。", "staging 的数据库端口是 5600"],
  ])("another value is proposed whatever the keys are and whatever else is said: %s | %s", async (older, newer) => {
    const old = say("a:b:decision:x", older, { actor: PERSON });
    const next = say("c:d:fact:y", newer);
    await settle();
    expect(openPairsAmong(test.app.db, [old.id, next.id])).toMatchObject([{ olderId: old.id, kind: "supersedes" }]);
    expect([row(old.id).status, row(next.id).status, row(next.id).reviewState]).toEqual(["active", "active", null]);
  });

  it("another language to answer in is proposed, in whichever language it is said", async () => {
    const old = say("user:language:decision:用中文回答", "请以后一直用中文回答我吧");
    const next = say("user:style:preference:german", "Answer in German from now on.");
    await settle();
    expect(openPairsAmong(test.app.db, [old.id, next.id])).toMatchObject([{ olderId: old.id, kind: "supersedes" }]);
  });

  it("a switch that says when it happened supersedes by itself", async () => {
    const old = say("shop:tooling:decision:package_manager", "we use pnpm here, not npm");
    const next = say("shop:tooling:decision:bun_yesterday", "We switched from pnpm to bun yesterday.");
    await settle();
    expect(row(old.id)).toMatchObject({ status: "superseded", supersededBy: next.id });
  });

  it("a person's memory is never superseded, only asked about, and never held back", async () => {
    const old = say("shop:cache:fact:store", "Redis is the cart cache", { actor: PERSON });
    const next = say("shop:cache:decision:move", "We switched the cart cache from Redis to Memcached");
    await settle();
    expect(row(old.id).status).toBe("active");
    expect(openPairsAmong(test.app.db, [old.id, next.id])).toMatchObject([{ kind: "supersedes" }]);
    const rule = say("shop:cart:rule:a", "Use default exports in cart modules");
    const mine = say("shop:cart:rule:b", "Never use default exports in cart modules", { actor: PERSON });
    await settle();
    expect([row(rule.id).reviewState, row(mine.id).reviewState]).toEqual([null, null]);
    expect(openPairsAmong(test.app.db, [rule.id, mine.id])).toMatchObject([{ olderId: rule.id, kind: "supersedes" }]);
  });

  it("an older statement that comes in later never supersedes a newer one", async () => {
    const now = say("shop:cache:fact:ttl", "The cart TTL is 600 s");
    test.clock.now += 1_000;
    const late = writeMemory(test.app, {
      key: "shop:cache:old:ttl",
      value: "The cart TTL is 300 s",
      at: now.createdAt - 5_000,
    });
    await settle();
    expect(openPairsAmong(test.app.db, [now.id, late.id])).toEqual([
      { olderId: late.id, newerId: now.id, kind: "supersedes" },
    ]);
    const denial = writeMemory(test.app, {
      key: "shop:cart:old:rule",
      value: "Never use default exports in cart modules",
      at: now.createdAt - 5_000,
    });
    const rule = say("shop:cart:rule:x", "Use default exports in cart modules");
    await settle();
    expect([row(denial.id).reviewState, row(rule.id).reviewState]).toEqual([null, "conflict"]);
  });

  it("of two statements of one moment none is the later: a conflict", async () => {
    const at = test.clock.now - 1_000;
    const a = writeMemory(test.app, { key: "a:b:c:d", value: "The cart TTL is 300 s", at });
    const b = writeMemory(test.app, { key: "a:b:c:e", value: "The cart TTL is 600 s", at });
    await settle();
    expect(openPairsAmong(test.app.db, [a.id, b.id])).toMatchObject([{ kind: "conflict" }]);
    expect(row(b.id).reviewState).toBe("conflict");
  });

  it("E45: what jobs wrote without a look around is merged under the older key, tags united", async () => {
    const old = writeMemory(test.app, { key: "shop:a:b:old", value: "paraphrase one of it", tags: "x", importance: 8 });
    test.clock.now += 1_000;
    const next = writeMemory(test.app, { key: "shop:c:d:new", value: "paraphrase two of it", tags: "y" });
    await settle();
    expect(row(old.id)).toMatchObject({ status: "superseded", supersededBy: next.id });
    expect(row(next.id)).toMatchObject({ key: "shop:a:b:old", tags: "x,y", importance: 8, supersedes: old.id });
    const [operation] = ofKind("memory.merge");
    undoOperation(test.app, operation?.id ?? 0, PERSON);
    await settle();
    expect([row(old.id).status, row(next.id).key]).toEqual(["active", "shop:c:d:new"]);
    expect(ofKind("memory.merge")).toHaveLength(1);
  });

  it("a contradiction is never merged, however near it is", async () => {
    const old = say("shop:a:b:c", "paraphrase: use default exports");
    const next = say("shop:d:e:f", "paraphrase: never use default exports");
    await settle();
    expect([row(old.id).status, row(next.id).reviewState]).toEqual(["active", "conflict"]);
  });

  it("a statement of one project goes before a global one, and never retires it", async () => {
    const { id: projectId } = test.app.db
      .insert(projects)
      .values({ key: "name:shop", name: "shop", kind: "name", createdAt: 1, lastActivityAt: 1 })
      .returning()
      .get();
    const global = say("user:cart:fact:a", "Redis is the cart cache");
    const own = say("shop:cart:fact:a", "We switched the cart cache from Redis to Memcached", { projectId });
    await settle();
    expect(row(global.id).status).toBe("active");
    expect(openPairsAmong(test.app.db, [global.id, own.id])).toMatchObject([
      { olderId: global.id, kind: "supersedes" },
    ]);
  });

  it("leaves alone what is archived, expired, held back, or changed since it was asked for", async () => {
    const old = say("shop:net:fact:port", "The API listens on port 3000");
    const next = say("shop:net:decision:port", "The API listens on port 4000");
    archiveMemory(test.app, old.id, PERSON);
    await settle();
    expect(openPairsOf(test.app.db, next.id)).toEqual([]);
    restoreMemory(test.app, old.id, PERSON);
    const stale = row(next.id).revision;
    updateMemory(test.app, next.id, { tags: "net" }, AGENT);
    await compareMemory(test.app, next.id, stale);
    expect(openPairsOf(test.app.db, next.id)).toEqual([]);
    await compareMemory(test.app, 9_999, 1);
    await settle();
    expect(openPairsOf(test.app.db, next.id)).toHaveLength(1);
  });

  it("is idempotent, asks for nothing more once all is settled", async () => {
    say("shop:cart:rule:a", "Use default exports in cart modules");
    const next = say("shop:cart:rule:b", "Never use default exports in cart modules");
    await settle();
    const before = listOperations(test.app, { limit: 100 }).items.length;
    await compareMemory(test.app, next.id, row(next.id).revision);
    expect(await settle()).toBe(0);
    expect(listOperations(test.app, { limit: 100 }).items).toHaveLength(before);
    expect(listJobRows(test.app.db, { limit: 100 }).filter((job) => job.kind === JOB.compareMemory)).toEqual([]);
  });

  it("an edit that ends the contradiction closes the pair and lifts the hold; going back opens it anew", async () => {
    const old = say("shop:cart:rule:a", "Use default exports in cart modules");
    const next = say("shop:cart:rule:b", "Never use default exports in cart modules");
    await settle();
    updateMemory(test.app, old.id, { value: "Never use default exports in cart code" }, AGENT);
    await settle();
    expect(openPairsOf(test.app.db, old.id)).toEqual([]);
    expect(row(next.id).reviewState).toBeNull();
    updateMemory(test.app, old.id, { value: "Use default exports in cart modules" }, AGENT);
    await settle();
    expect(openPairsOf(test.app.db, old.id)).toHaveLength(1);
  });
});
