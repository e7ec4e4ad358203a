import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { copyInto } from "./copy-into";

let folder: string;
let sqlite: Database.Database;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "copy-into-"));
  sqlite = new Database(join(folder, "a.db"));
  sqlite.exec("CREATE TABLE t (x); INSERT INTO t VALUES (1)");
});
afterEach(() => {
  sqlite.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("copyInto", () => {
  it("writes a whole copy for its owner, also where one was left unfinished", () => {
    const file = join(folder, "b.db");
    writeFileSync(`${file}.part`, "half a copy");
    copyInto(sqlite, file);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const copy = new Database(file, { readonly: true });
    expect(copy.prepare("SELECT x FROM t").pluck().get()).toBe(1);
    copy.close();
    expect(existsSync(`${file}.part`)).toBe(false);
  });

  it("leaves nothing behind when it fails", () => {
    mkdirSync(join(folder, "c.db"));
    writeFileSync(join(folder, "c.db", "full"), "");
    expect(() => copyInto(sqlite, join(folder, "c.db"))).toThrow();
    expect(readdirSync(folder).filter((name) => name.startsWith("c.db"))).toEqual(["c.db"]);
    expect(sqlite.prepare("SELECT x FROM t").pluck().get()).toBe(1);
  });
});
