import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { AppError } from "../contract/errors";
import { refuseEmptiedDatabase } from "./empty-file";
import { openDatabase } from "./open";

let home: string;
beforeEach(() => void (home = mkdtempSync(join(tmpdir(), "keepsake-empty-"))));
afterEach(() => rmSync(home, { recursive: true, force: true }));

const put = (path: string, text = ""): void => {
  mkdirSync(join(home, path, ".."), { recursive: true });
  writeFileSync(join(home, path), text);
};
const failure = (): AppError | null => {
  try {
    refuseEmptiedDatabase(home);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
};

it("refuses an emptied database beside anything else of a store, and names the file", () => {
  put("keepsake.db");
  for (const path of ["backups/daily-5.db", "vectors.json", "vectors/rows.lance", "keepsake.db-wal"]) {
    put(path, "x");
    const error = failure();
    expect([path, error?.code, error?.message]).toEqual([
      path,
      "not_ready",
      `The database ${join(home, "keepsake.db")} is empty, though there is other data of a store beside it.`,
    ]);
    rmSync(join(home, path));
  }
});

it("names the newest backup that holds something, by the time in its name", () => {
  put("keepsake.db");
  for (const name of ["daily-900.db", "after-deletion-1000.db", "before-migration-1000-2.db", "daily-70.db"]) {
    put(`backups/${name}`, "x");
  }
  put("backups/daily-2000.db");
  put("backups/notes.txt", "x");
  expect(failure()?.hint).toContain(join(home, "backups", "before-migration-1000-2.db"));
  rmSync(join(home, "backups"), { recursive: true });
  put("vectors.json", "{}");
  expect(failure()?.hint).toContain("There is no backup");
});

it("lets a new folder pass, one without a database, one that only began, and one in use", () => {
  expect(failure()).toBeNull();
  put("backups/daily-5.db", "x");
  expect(failure()).toBeNull();
  rmSync(join(home, "backups"), { recursive: true });
  mkdirSync(join(home, "backups"));
  mkdirSync(join(home, "vectors"));
  put("keepsake.db");
  put("logs/keepsake.log", "{}");
  expect(failure()).toBeNull();
  const { sqlite } = openDatabase(home, process.cwd(), Date.now);
  put("vectors.json", "{}");
  expect(failure()).toBeNull();
  sqlite.close();
  expect(failure()).toBeNull();
});
