import { readFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { App } from "../context";
import { injections } from "../db/schema/injections";
import { memories } from "../db/schema/memories";
import { openTestApp, type TestApp } from "../testing";
import { addMemories } from "../testing/inject-rows";
import { addProject } from "../testing/places";
import { buildInjection } from "./service";

let test: TestApp;
let app: App;
beforeEach(async () => {
  test = await openTestApp();
  app = test.app;
  const projectId = addProject(app, "app");
  addMemories(
    app,
    Array.from({ length: 40 }, (_, n) => ({
      projectId,
      key: `app:topic${n}:fact:it`,
      value: `rule ${n} ${"word ".repeat(30)}`,
    })),
  );
});
afterEach(() => test.close());

const WARN = 40;
const warnings = (): unknown[] =>
  readFileSync(join(test.home, "logs", "keepsake.log"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { level: number; msg: string; code: string })
    .filter(({ level }) => level === WARN)
    .map(({ msg, code }) => [msg, code]);

it("answers the block unstored while the disk is full, and stores again when there is room", () => {
  app.sqlite.pragma("max_page_count = 1");
  const { id, text } = buildInjection(app, { project: "app" });
  expect(id).toBe(0);
  expect(text).toContain("rule 1 ");
  expect(app.db.select().from(injections).all()).toEqual([]);
  const counts = app.db.select({ accessCount: memories.accessCount }).from(memories).all();
  expect(counts.every(({ accessCount }) => accessCount === 0)).toBe(true);
  expect(warnings()).toEqual([["injection not stored", "SQLITE_FULL"]]);
  app.sqlite.pragma("max_page_count = 1000000");
  expect(buildInjection(app, { project: "app" })).toMatchObject({ id: 1, text });
});

it("answers the block unstored while another process holds the database", () => {
  app.sqlite.pragma("busy_timeout = 0");
  const other = new Database(join(test.home, "keepsake.db"));
  try {
    other.exec("BEGIN IMMEDIATE");
    const { id, text } = buildInjection(app, { project: "app" });
    expect([id, text.includes("rule 1 ")]).toEqual([0, true]);
  } finally {
    other.close();
  }
  expect(warnings()).toEqual([["injection not stored", "SQLITE_BUSY"]]);
});

it("hides no other failure", () => {
  app.sqlite.exec("CREATE TRIGGER refuse BEFORE INSERT ON injections BEGIN SELECT RAISE(ABORT, 'no'); END");
  expect(() => buildInjection(app, { project: "app" })).toThrow();
});
