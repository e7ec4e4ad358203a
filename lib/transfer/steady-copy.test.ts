/** A database that is written to while it is copied. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, expect, it } from "vitest";
import { copySteady } from "./steady-copy";

let folder: string;
let writer: Database.Database;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "keepsake-steady-"));
  writer = new Database(join(folder, "memory.db"));
  writer.pragma("journal_mode = WAL");
  writer.pragma("wal_autocheckpoint = 0");
  writer.exec("CREATE TABLE memories (id INTEGER PRIMARY KEY, value TEXT)");
});
afterEach(() => {
  writer.close();
  rmSync(folder, { recursive: true, force: true });
});

const add = (count: number): void => {
  const insert = writer.prepare("INSERT INTO memories (value) VALUES (?)");
  writer.transaction(() => {
    for (let index = 0; index < count; index += 1) insert.run(`a value of some length, number ${index}`);
  })();
};
const copied = (): number => {
  const copy = new Database(join(folder, "copy.db"));
  try {
    expect(copy.pragma("integrity_check", { simple: true })).toBe("ok");
    return Number(copy.prepare("SELECT count(*) FROM memories").pluck().get());
  } finally {
    copy.close();
  }
};
/** Does something after the first file of a try was copied. */
const meanwhile =
  (work: (tries: number) => void, tries = { count: 0 }): typeof copyFile =>
  async (from, to) => {
    await copyFile(from, to);
    if (String(from).endsWith("memory.db")) work((tries.count += 1));
  };
const run = (copyOne?: typeof copyFile) => copySteady(join(folder, "memory.db"), join(folder, "copy.db"), copyOne);

it("E1: rows that only the write-ahead log holds come along, while the writer has it open", async () => {
  add(500);
  await run();
  expect(copied()).toBe(500);
});

it("E1: a checkpoint between the two files costs no row", async () => {
  add(500);
  await run(
    meanwhile((tries) => {
      if (tries > 1) return;
      writer.pragma("wal_checkpoint(TRUNCATE)");
      add(3);
    }),
  );
  expect(copied()).toBe(503);
});

it("E1: rows that are appended meanwhile do no harm", async () => {
  add(500);
  await run(meanwhile(() => add(10)));
  expect([500, 510]).toContain(copied());
});

it("E1: a writer that never rests is told, with what to do", async () => {
  add(10);
  const restless = meanwhile(() => {
    add(1);
    writer.pragma("wal_checkpoint(TRUNCATE)");
  });
  await expect(run(restless)).rejects.toMatchObject({ code: "busy", hint: expect.stringContaining("Stop") as string });
});

it("E1: a transaction that is half written to a database without a log is rolled back in the copy", async () => {
  add(200);
  writer.pragma("journal_mode = DELETE");
  writer.pragma("cache_size = 1");
  writer.exec("BEGIN IMMEDIATE; UPDATE memories SET value = value || value || value || value");
  expect(existsSync(join(folder, "memory.db-journal"))).toBe(true);
  await run();
  writer.exec("ROLLBACK");
  expect(copied()).toBe(200);
  const copy = new Database(join(folder, "copy.db"));
  expect(copy.prepare("SELECT count(*) FROM memories WHERE length(value) > 60").pluck().get()).toBe(0);
  copy.close();
});
