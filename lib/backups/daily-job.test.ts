import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { write } from "../db/write";
import { drain } from "../jobs/runner";
import { createMemory } from "../memories/service";
import { openTestApp, type TestApp } from "../testing";
import { JOB } from "../jobs/kinds";
import { backupHandler, scheduleBackup } from "./daily-job";
import { writeBackup } from "./repo";

const DAY_MS = 24 * 60 * 60_000;
const LANES = [{ name: "backups", kinds: [{ kind: JOB.backUp, handler: backupHandler }] }];

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

const names = (): string[] => readdirSync(join(test.home, "backups")).sort();

describe("daily backup", () => {
  it("is a whole database that only its owner can read", async () => {
    createMemory(
      test.app,
      { key: "k:one", value: "the value of this one" },
      { actor: { kind: "person", name: "console" } },
    );
    write(test.app, (tx) => scheduleBackup(tx, test.app.now(), 0));
    await drain(test.app, LANES);
    const file = join(test.home, "backups", names()[0] ?? "");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const copy = new Database(file, { readonly: true });
    expect(copy.prepare("SELECT value FROM memories").pluck().get()).toBe("the value of this one");
    copy.close();
  });

  it("comes once a day, keeps fourteen, and leaves other backups alone", async () => {
    const other = writeBackup(test.app, "after-deletion");
    write(test.app, (tx) => scheduleBackup(tx, test.app.now(), 0));
    for (let day = 0; day < 16; day += 1) {
      expect(await drain(test.app, LANES)).toBe(1);
      expect(await drain(test.app, LANES)).toBe(0);
      test.clock.now += DAY_MS;
    }
    const daily = names().filter((name) => name.startsWith("daily-"));
    expect(daily).toHaveLength(14);
    expect(daily.at(-1)).toBe(`daily-${test.clock.now - DAY_MS}.db`);
    expect(names()).toHaveLength(15);
    expect(other.endsWith(names()[0] ?? "")).toBe(true);
  });
});
