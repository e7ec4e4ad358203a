import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openDatabase } from "./open";

let folder: string;
let home: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "keepsake-migrate-"));
  home = join(folder, "home");
  mkdirSync(home);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A program folder whose migrations are ours and one more. */
function programWith(name: string, sql: string): string {
  const root = join(folder, name);
  cpSync(join(process.cwd(), "drizzle"), join(root, "drizzle"), { recursive: true });
  writeFileSync(join(root, "drizzle", `9999_${name}.sql`), sql);
  const journal = join(root, "drizzle", "meta", "_journal.json");
  const parsed = JSON.parse(readFileSync(journal, "utf8")) as { entries: object[] };
  parsed.entries.push({ idx: 9999, version: "6", when: 4_000_000_000_000, tag: `9999_${name}`, breakpoints: true });
  writeFileSync(journal, JSON.stringify(parsed));
  return root;
}

function storeWithRow(): void {
  const { sqlite } = openDatabase(home, process.cwd(), () => 1);
  sqlite.exec("INSERT INTO settings (key, value, updated_at) VALUES ('kept', '1', 1)");
  sqlite.close();
}

const settingKeys = (): unknown[] => {
  const { sqlite } = openDatabase(home, process.cwd(), () => 2);
  const keys = sqlite.prepare("SELECT key FROM settings").pluck().all();
  sqlite.close();
  return keys;
};

it("rolls a migration back that loses rows, and keeps a backup from before it", () => {
  storeWithRow();
  const root = programWith(
    "loses",
    "DELETE FROM settings;\n--> statement-breakpoint\nCREATE TABLE extra (id integer);",
  );
  expect(() => openDatabase(home, root, () => 7)).toThrow(/lost rows of settings.*rolled back/);
  expect(readdirSync(join(home, "backups"))).toEqual(["before-migration-7.db"]);
  expect(settingKeys()).toEqual(["kept"]);
});

it("rolls back when a later statement fails", () => {
  storeWithRow();
  const root = programWith(
    "fails",
    "UPDATE settings SET key = 'changed';\n--> statement-breakpoint\nSELECT * FROM nowhere;",
  );
  expect(() => openDatabase(home, root, () => 7)).toThrow();
  expect(settingKeys()).toEqual(["kept"]);
});

it("applies what is new, once, and refuses a database of a newer program", () => {
  storeWithRow();
  const root = programWith("adds", "CREATE TABLE extra (id integer);");
  for (let i = 0; i < 2; i++) {
    const { sqlite } = openDatabase(home, root, () => 7);
    expect(sqlite.prepare("SELECT count(*) FROM extra").pluck().get()).toBe(0);
    sqlite.close();
  }
  expect(() => openDatabase(home, process.cwd(), () => 8)).toThrow(/newer Keepsake/);
});
