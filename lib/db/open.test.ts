import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { AppError } from "../contract/errors";
import { openDatabase } from "./open";

let home: string;
beforeEach(() => void (home = mkdtempSync(join(tmpdir(), "keepsake-open-"))));
afterEach(() => rmSync(home, { recursive: true, force: true }));

const failure = (): AppError => {
  try {
    openDatabase(home, process.cwd(), Date.now).sqlite.close();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error("it opened");
};

it("a damaged database is named, with the way to mend it", () => {
  const file = join(home, "keepsake.db");
  for (const content of ["no database at all, but long enough to have a header ".repeat(200), "SQLite format 3\0"]) {
    writeFileSync(file, content);
    const { code, message, hint } = failure();
    expect([code, message]).toEqual(["not_ready", `The database ${file} is damaged, or is no database.`]);
    expect(hint).toContain("backups/");
  }
});

it("a database that cannot be opened is named too", () => {
  mkdirSync(join(home, "keepsake.db"));
  expect(failure()).toMatchObject({ code: "not_ready", message: expect.stringContaining("keepsake.db") as string });
});

it("refuses a database that was emptied beside the rest of a store", () => {
  writeFileSync(join(home, "keepsake.db"), "");
  mkdirSync(join(home, "backups"));
  writeFileSync(join(home, "backups", "daily-1.db"), "x");
  expect(() => openDatabase(home, process.cwd(), () => 1)).toThrow(/keepsake\.db/);
});
