import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync, existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { AppError } from "../contract/errors";
import { lockHome } from "./lock";

let home: string;
beforeEach(() => void (home = mkdtempSync(join(tmpdir(), "keepsake-lock-"))));
afterEach(() => rmSync(home, { recursive: true, force: true }));

const refusal = (): string => {
  try {
    lockHome(home)();
    return "taken";
  } catch (error) {
    if (error instanceof AppError) return `${error.code}: ${error.message}`;
    throw error;
  }
};

it("keeps a second owner out, names the first, and lets go", () => {
  const release = lockHome(home);
  expect(readFileSync(join(home, "server.lock"), "utf8")).toBe(String(process.pid));
  expect(refusal()).toBe(`not_ready: Another Keepsake server (process ${process.pid}) holds ${home}.`);
  expect(readFileSync(join(home, "server.lock"), "utf8")).toBe(String(process.pid));
  release();
  release();
  expect(existsSync(join(home, "server.lock"))).toBe(false);
  expect(refusal()).toBe("taken");
});

it("T03: a process id that was left behind and now is another program's, or our own, keeps nobody out", () => {
  for (const pid of [process.ppid, process.pid, 1]) {
    writeFileSync(join(home, "server.lock"), String(pid));
    expect(refusal()).toBe("taken");
  }
  writeFileSync(join(home, "server.lock"), "no number");
  expect(refusal()).toBe("taken");
});

it("writes nothing into the file it locks", () => {
  const release = lockHome(home);
  expect(statSync(join(home, "server.lock.db")).size).toBe(0);
  release();
});
