import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Actor } from "../contract/common";
import { drain } from "../jobs/runner";
import { createMemory } from "../memories/service";
import { openTestApp, type TestApp } from "../testing";
import { hardDeleteMemory } from "./hard-delete";
import { pendingReceipts } from "./receipts-repo";

const PERSON: Actor = { kind: "person", name: "console" };
const STRANGER = `
  const db = new (require("better-sqlite3"))(process.argv[1]);
  db.pragma("journal_mode");
  console.log(db.prepare("SELECT count(*) n FROM memories WHERE key = ?").get(process.argv[2]).n);
  db.close();`;

let test: TestApp;
beforeEach(async () => void (test = await openTestApp()));
afterEach(() => test.close());

const add = (key: string): number =>
  createMemory(test.app, { key, value: `what ${key} holds, in a few words` }, { actor: PERSON }).id;

/** What another program, such as a database browser, sees of a key while we run. */
const strangerCounts = (key: string): number =>
  Number(execFileSync(process.execPath, ["-e", STRANGER, join(test.home, "keepsake.db"), key], { encoding: "utf8" }));

it("a purge leaves SQLite its locks: another program may open and close the database, and nothing is lost", async () => {
  hardDeleteMemory(test.app, add("gone"), PERSON);
  await drain(test.app);
  expect(pendingReceipts(test.app.db)).toEqual([]);
  add("before");
  expect(strangerCounts("before")).toBe(1);
  expect(existsSync(join(test.home, "keepsake.db-wal"))).toBe(true);
  add("after");
  expect(strangerCounts("after")).toBe(1);
});
