/** `--hook` in the server: what is taken in, and what is not. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, expect, it } from "vitest";
import { column } from "../capture/testing";
import { drain } from "../jobs/runner";
import { saveSettings } from "../settings/service";
import { openTestApp, type TestApp } from "../testing";
import { codewatchHook, watched } from "./hook";

let test: TestApp;
let folder: string;
let file: string;
beforeEach(async () => {
  test = await openTestApp();
  folder = mkdtempSync(join(tmpdir(), "keepsake-codewatch-"));
  file = join(folder, "s-1.jsonl");
});
afterEach(async () => {
  await test.close();
  rmSync(folder, { recursive: true, force: true });
});

const LONG =
  "We settle on Redis for the cart cache because sessions must survive a deploy, and Memcached forgets. ".repeat(2);
let next = 0;
const nested = (role: "user" | "assistant", text: string): object => ({
  type: role,
  uuid: `u-${++next}`,
  sessionId: "s-1",
  cwd: "/w/app",
  gitBranch: "main",
  timestamp: new Date(test.clock.now).toISOString(),
  message: {
    role,
    content: role === "user" ? text : [{ type: "text", text }],
    ...(role === "assistant" ? { id: `m-${next}`, stop_reason: "end_turn" } : {}),
  },
});
const write = (...lines: object[]): void =>
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
const hook = async (more: object = {}) => {
  const input = { transcript_path: file, cwd: "/w/app", hook_event_name: "Stop", ...more };
  const answer = await codewatchHook(test.app, input, { kind: "agent", name: "codewatch" });
  await watched(test.app);
  return answer;
};

it("C16, C18: takes the transcript in, in the session of its branch and project, and draws from it", async () => {
  write(nested("user", LONG), nested("assistant", `Noted: ${LONG}`));
  expect(await hook({ session_id: "s-1" })).toEqual({ status: "stored", messages: 2 });
  await drain(test.app);
  expect(column(test.app, "SELECT host || ' ' || host_session_id || ' ' || branch FROM sessions")).toEqual([
    "claude-code s-1 main",
  ]);
  expect(column(test.app, "SELECT name FROM projects WHERE id IN (SELECT project_id FROM sessions)")).toEqual(["app"]);
  expect(column(test.app, "SELECT status FROM turns")).toEqual(["done"]);
  expect(Number(column(test.app, "SELECT count(*) FROM observations")[0])).toBeGreaterThan(0);
});

it("C20: reads the flat lines of older tools, without ids and times", async () => {
  write({ role: "user", content: LONG }, { role: "assistant", content: `Noted: ${LONG}` });
  expect(await hook({ session_id: "s-1" })).toMatchObject({ status: "stored", messages: 2 });
  expect(column(test.app, "SELECT text FROM prompts")).toEqual([LONG.trim()]);
});

it("C21: a turn of less than 50 tokens stores nothing; 49 and 50", async () => {
  write(nested("user", "x".repeat(196)));
  expect(await hook()).toEqual({ status: "skipped", reason: "trivial", messages: 1 });
  expect(column(test.app, "SELECT count(*) FROM sessions")).toEqual([0]);
  write(nested("user", "x".repeat(197)));
  expect(await hook()).toMatchObject({ status: "stored" });
});

it("C22: the same transcript twice is one run; one that grew is another", async () => {
  write(nested("user", LONG), nested("assistant", LONG));
  expect(await hook()).toMatchObject({ status: "stored" });
  expect(await hook({ hook_event_name: "PreCompact" })).toEqual({ status: "skipped", reason: "seen", messages: 2 });
  write(nested("user", LONG), nested("assistant", LONG), nested("user", `And now ${LONG}`));
  expect(await hook()).toMatchObject({ status: "stored", messages: 3 });
  expect(column(test.app, "SELECT count(*) FROM activity WHERE kind = 'codewatch.hooked'")).toEqual([2]);
  expect(JSON.stringify(column(test.app, "SELECT data FROM activity"))).not.toContain("Redis");
});

it("C22: empty comes before seen, seen before trivial", async () => {
  write(nested("user", LONG));
  await hook();
  writeFileSync(file, "");
  expect(await hook()).toMatchObject({ reason: "empty", messages: 0 });
  expect(await hook({ transcript_path: join(folder, "none.jsonl") })).toMatchObject({ reason: "unreadable" });
  expect(await hook({ transcript_path: "s-1.jsonl" })).toMatchObject({ reason: "unreadable" });
});

it("C17: what could not be stored is not marked as taken in, so that the next hook tries again", async () => {
  write(nested("user", LONG));
  test.app.sqlite.pragma("busy_timeout = 0");
  const other = new Database(join(test.home, "keepsake.db"));
  try {
    other.exec("BEGIN IMMEDIATE");
    await expect(hook()).rejects.toThrow();
  } finally {
    other.close();
  }
  expect(await hook()).toMatchObject({ status: "stored" });
});

it("of an excluded project nothing is taken in, not even a hash", async () => {
  saveSettings(test.app, { excluded_projects: ["/w/app"] });
  write(nested("user", LONG));
  expect(await hook()).toMatchObject({ status: "skipped", reason: "project_excluded" });
  expect(column(test.app, "SELECT count(*) FROM activity WHERE kind LIKE 'codewatch%'")).toEqual([0]);
});

it("C19: of a long transcript only what holds the last 20 messages is taken in", async () => {
  write(...Array.from({ length: 30 }, (_, at) => nested(at % 2 === 0 ? "user" : "assistant", `${at} ${LONG}`)));
  expect(await hook()).toMatchObject({ status: "stored", messages: 20 });
  expect(column(test.app, "SELECT count(*) FROM prompts")).toEqual([10]);
});

it("C27: what the hook brings counts towards the threshold, and the branch is compressed when it is reached", async () => {
  saveSettings(test.app, { reflect_threshold: 1000 });
  const facts = Array.from({ length: 40 }, (_, at) =>
    nested(at % 2 === 0 ? "user" : "assistant", `Round ${at}: ${LONG}${LONG}${LONG}`),
  );
  for (let at = 0; at + 8 <= facts.length; at += 8) {
    write(...facts.slice(0, at + 8));
    await hook();
    await drain(test.app);
    test.clock.now += 120_000;
  }
  expect(Number(column(test.app, "SELECT count(*) FROM reflections")[0])).toBeGreaterThan(0);
});
