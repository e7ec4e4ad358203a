/** EvolvMem's store changes between two imports: what came in before is known, whatever happened around it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, expect, it } from "vitest";
import { EvolvMemImport } from "../contract/transfer";
import { openTestApp, type TestApp } from "../testing";
import { importEvolvMem } from "./evolvmem";

let test: TestApp;
let folder: string;
beforeEach(async () => {
  test = await openTestApp();
  folder = mkdtempSync(join(tmpdir(), "keepsake-evolvmem-"));
  open((db) => {
    db.exec(`CREATE TABLE memories (id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT, value TEXT, status TEXT DEFAULT 'active',
      created_at TEXT DEFAULT '2026-03-01 08:00:00', updated_at TEXT DEFAULT '2026-03-01 08:00:00', importance REAL DEFAULT 5)`);
    const add = db.prepare("INSERT INTO memories (key, value, status) VALUES (?, ?, ?)");
    add.run("shop:cache:decision:first", "the cache is Memcached", "archived");
    add.run("shop:cache:decision:store", "the cache is Redis", "active");
    add.run("shop:cache:decision:port", "the cache listens on port 6379", "archived");
    add.run("shop:cache:decision:host", "the cache runs on the host cart-1", "deleted");
  });
});
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  await test.close();
});

function open(work: (db: Database.Database) => void): void {
  const db = new Database(join(folder, "memory.db"));
  work(db);
  db.close();
}
const run = () => importEvolvMem(test.app, EvolvMemImport.parse({ folder }), { kind: "person", name: "cli" });

it("E1: a row that is gone from the source, the oldest too, makes no other row come in twice", async () => {
  expect(await run()).toMatchObject({ imported: 4 });
  open((db) => db.exec("DELETE FROM memories WHERE id = 1; UPDATE memories SET status = 'archived' WHERE id = 2"));
  expect(await run()).toMatchObject({ total: 3, imported: 0, known: 3, same: 0, conflicts: 0 });
  expect(test.app.sqlite.prepare("SELECT count(*) FROM memories").pluck().get()).toBe(4);
});

it("E1: another store with the same ids is another store", async () => {
  await run();
  open((db) => db.exec("UPDATE memories SET key = 'blog:host:fact:n' || id, created_at = '2026-04-01 08:00:00'"));
  expect(await run()).toMatchObject({ imported: 4, known: 0 });
});
