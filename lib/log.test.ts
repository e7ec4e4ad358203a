import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openLog } from "./log";

let home: string;
beforeEach(() => void (home = mkdtempSync(join(tmpdir(), "keepsake-log-"))));
afterEach(() => rmSync(home, { recursive: true, force: true }));

it("writes JSON lines", () => {
  openLog(home, "info").info({ jobs: 2 }, "done");
  const line = JSON.parse(readFileSync(join(home, "logs", "keepsake.log"), "utf8")) as Record<string, unknown>;
  expect(line).toMatchObject({ jobs: 2, msg: "done" });
});

// The device that answers every write as a full disk does; where there is none, the test is not registered.
if (existsSync("/dev/full")) {
  it("a full disk does not take down what logs, however much that is", () => {
    mkdirSync(join(home, "logs"));
    symlinkSync("/dev/full", join(home, "logs", "keepsake.log"));
    const log = openLog(home, "info");
    expect(() => {
      for (let i = 0; i < 500; i++) log.error({ err: new Error("database or disk is full") }, "x".repeat(1000));
    }).not.toThrow();
  });
}
