import { afterEach, beforeEach, expect, it } from "vitest";
import type { Actor } from "../contract/common";
import { resolvePair } from "../review/resolve";
import { openTestApp, type TestApp } from "../testing";
import { addProject, addSession } from "../testing/places";
import { requireMemory } from "./query";
import { createMemory, type CreateOptions } from "./service";

const PERSON = { kind: "person", name: "console" } as const;
const agent = (name: string): Actor => ({ kind: "agent", name });

let test: TestApp;
let session: number;
beforeEach(async () => {
  test = await openTestApp();
  session = addSession(test.app, addProject(test.app, "shop"), { host: "claude-code", hostSessionId: "s-1" });
});
afterEach(() => test.close());

let serial = 0;
const write = (options: CreateOptions, value?: string, key = `k:${(serial += 1)}`) =>
  createMemory(test.app, { key, value: value ?? `the statement number ${serial} of a test` }, options);
const of = (options: CreateOptions): [string, string] => {
  const { origin, host } = requireMemory(test.app, write(options).id);
  return [origin, host];
};

it("a memory says who wrote it and through which host: its session's, else what the agent calls itself", () => {
  expect(of({ actor: PERSON })).toEqual(["person", ""]);
  expect(of({ actor: agent("api") })).toEqual(["agent", ""]);
  expect(of({ actor: agent("codex") })).toEqual(["agent", "codex"]);
  expect(of({ actor: agent("my-own-tool") })).toEqual(["agent", ""]);
  expect(of({ actor: agent("codex"), sourceSession: "s-1" })).toEqual(["agent", "claude-code"]);
  expect(of({ actor: agent("api"), sourceSession: "nobody's" })).toEqual(["agent", ""]);
  expect(of({ actor: { kind: "job", name: "extract" }, sources: [{ session_id: session, turn: 1 }] })).toEqual([
    "rules",
    "claude-code",
  ]);
});

it("what replaces a memory is its writer's; a claim that a person lets hold stays that of who stated it", () => {
  const first = write({ actor: agent("codex") }, "the database is PostgreSQL 15 today", "shop:db:decision:main").id;
  const next = write({ actor: PERSON }, "the database is MariaDB 11 from now on", "shop:db:decision:main");
  expect(next.status).toBe("replaced");
  expect(requireMemory(test.app, next.id)).toMatchObject({ origin: "person", host: "" });
  expect(requireMemory(test.app, first)).toMatchObject({ origin: "agent", host: "codex" });

  const claim = write({ actor: agent("gemini") }, "the database is SQLite and nothing else", "shop:db:decision:main");
  expect(claim.status).toBe("conflict");
  resolvePair(test.app, claim.pair_id ?? 0, { resolution: "take_newer" }, PERSON);
  const active = test.app.sqlite
    .prepare("SELECT origin, host FROM memories WHERE status = 'active' AND value LIKE '%SQLite%'")
    .get();
  expect(active).toEqual({ origin: "agent", host: "gemini" });
});
