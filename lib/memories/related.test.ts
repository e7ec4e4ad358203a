import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { column, rows } from "../capture/testing";
import { forgetSession } from "../sessions/forget";
import { openTestApp, type TestApp } from "../testing";
import { importOne, memoryOf, refused } from "../testing/ferry";
import { getMemory } from "./query";
import { memoryRelated, sourceTurns } from "./related";
import { replaceMemory } from "./replace";
import { createMemory, softDeleteMemory } from "./service";
import { tagsInUse } from "./tags-query";

const PERSON = { kind: "person", name: "console" } as const;
let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

const others = (id: number) => column(test.app, "SELECT id FROM memories WHERE id <> ? AND status = 'active'", id);

describe("memoryRelated", () => {
  it("the exact turn with its session, the prompt, the evidence, and what else came from it", async () => {
    await importOne(test.app);
    const id = memoryOf(test.app, "NATS");
    const source = getMemory(test.app, id)?.sources[0];
    const [turn, ...rest] = memoryRelated(test.app, id).turns;
    expect(rest).toEqual([]);
    expect(turn).toMatchObject({
      session_id: source?.session_id,
      turn: source?.turn,
      session: { host: "claude-code", project: "ferry", branch: "main" },
      is_private: false,
    });
    expect(turn?.prompt).toContain("We decided to use NATS for the ferry queue");
    expect(turn?.events.map((event) => event.id)).toEqual(source?.event_ids ?? []);
    const learned = rows(test.app, "SELECT id FROM observations WHERE turn = ? AND status = 'active'", source?.turn);
    expect(turn?.observations.map((one) => one.id)).toEqual(learned.map((row) => row["id"]));
    const ofTurn = column(
      test.app,
      `SELECT m.id FROM memories m, json_each(m.sources) s WHERE m.id <> ? AND m.status = 'active'
         AND json_extract(s.value, '$.session_id') = ? AND json_extract(s.value, '$.turn') = ? ORDER BY m.id`,
      id,
      source?.session_id,
      source?.turn,
    );
    expect(turn?.memories.map((one) => one.id)).toEqual(ofTurn);
    expect(ofTurn.length).toBeGreaterThan(0);
  });

  it("leaves out what is deleted, and says nothing of a session that was forgotten", async () => {
    await importOne(test.app);
    const id = memoryOf(test.app, "NATS");
    const [other] = others(id);
    softDeleteMemory(test.app, Number(other), PERSON);
    expect(memoryRelated(test.app, id).turns[0]?.memories.map((one) => one.id)).not.toContain(other);
    forgetSession(test.app, 1, PERSON);
    expect(memoryRelated(test.app, id).turns[0]).toMatchObject({
      session: null,
      prompt: null,
      events: [],
      memories: [],
      observations: [],
    });
  });

  it("quotes no private prompt", async () => {
    await importOne(test.app);
    const id = memoryOf(test.app, "NATS");
    test.app.sqlite.prepare("UPDATE turns SET is_private = 1").run();
    expect(memoryRelated(test.app, id).turns[0]).toMatchObject({ is_private: true, prompt: null, prompt_chars: 0 });
  });

  it("works for an observation, without itself", async () => {
    await importOne(test.app);
    const [row] = rows(test.app, "SELECT id, session_id, turn FROM observations WHERE status = 'active' ORDER BY id");
    const observation = Number(row?.["id"]);
    const sources = [{ session_id: Number(row?.["session_id"]), turn: Number(row?.["turn"]) }];
    const [turn] = sourceTurns(test.app, sources, { observation });
    expect(turn?.observations.map((one) => one.id)).not.toContain(observation);
    expect(turn?.memories.length).toBeGreaterThan(0);
  });

  it("E11: what it replaced and what replaced it, with their texts", () => {
    const add = (key: string) =>
      createMemory(test.app, { key, value: `what ${key} says here`, project: null }, { actor: PERSON }).id;
    const [a, b, c] = [add("a"), add("b"), add("c")];
    replaceMemory(test.app, a, b, PERSON);
    replaceMemory(test.app, b, c, PERSON);
    expect(memoryRelated(test.app, b)).toMatchObject({
      replaces: [{ id: a, value: "what a says here" }],
      replaced_by: { id: c, value: "what c says here" },
      in_force: { id: c },
    });
    expect(memoryRelated(test.app, c)).toMatchObject({ replaced_by: null, in_force: null, turns: [], turns_total: 0 });
  });

  it("an unknown id is not found", () => {
    expect(refused(() => memoryRelated(test.app, 99)).code).toBe("not_found");
  });

  it("finds its rows by index", async () => {
    await importOne(test.app);
    const plans = rows(
      test.app,
      `EXPLAIN QUERY PLAN SELECT m.id FROM memories m
       WHERE m.status IN ('active', 'archived', 'superseded') AND m.created_at BETWEEN 1 AND 2 LIMIT 2000`,
    );
    expect(plans.map((plan) => String(plan["detail"])).join()).toMatch(/memories_status_created/);
  });
});

describe("tagsInUse", () => {
  it("E110: suggests what begins so, letter case aside, each once, in order", () => {
    const add = (key: string, tags: string) =>
      createMemory(test.app, { key, value: `what ${key} says here`, project: null, tags }, { actor: PERSON });
    add("a", "infra,Cache");
    add("b", "cart,cache,缓存");
    add("c", "cart");
    expect(tagsInUse(test.app.db, "ca", 10)).toEqual(["Cache", "cache", "cart"]);
    expect(tagsInUse(test.app.db, "缓", 10)).toEqual(["缓存"]);
    expect(tagsInUse(test.app.db, "", 2)).toEqual(["Cache", "cache"]);
    expect(tagsInUse(test.app.db, "%", 10)).toEqual([]);
  });
});
