/** What hooks kept while no server took it: in order, once, and nothing lost while the store takes no writes. */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, expect, it } from "vitest";
import { keepForLater } from "../../bin/hook/spool";
import { caughtUp } from "../capture/catch-up";
import { takeHook } from "../capture/hook-service";
import { bash, column, hook, prompt } from "../capture/testing";
import { watched } from "../codewatch/hook";
import type { IngestItem } from "../contract/capture";
import { openTestApp, type TestApp } from "../testing";
import { deliverSpool, startSpool } from "./service";

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

let next = 0;
const keep = (item: IngestItem, more: object = {}): string =>
  keepForLater({
    home: test.home,
    host: item.host,
    event: item.event,
    key: `k-${++next}`,
    at: test.clock.now,
    folder: "/w/run",
    body: JSON.stringify(item.payload),
    start: null,
    isServed: false,
    ...more,
  });
const waiting = (): string[] => readdirSync(join(test.home, "spool")).filter((name) => name.endsWith(".json"));

it("delivers a whole session in the order in which it happened, with its own times", async () => {
  const started = test.clock.now;
  for (const item of [
    hook("SessionStart"),
    prompt("first"),
    bash("a"),
    hook("Stop", { last_assistant_message: "done" }),
    prompt("second"),
    bash("b"),
  ]) {
    keep(item);
    test.clock.now += 1000;
  }
  test.clock.now += 3_600_000;
  expect(await deliverSpool(test.app)).toBe(6);
  expect(waiting()).toEqual([]);
  expect(column(test.app, "SELECT prompt_number || ' ' || text FROM prompts ORDER BY id")).toEqual([
    "1 first",
    "2 second",
  ]);
  expect(column(test.app, "SELECT turn || ' ' || text FROM events ORDER BY id")).toEqual(["1 a", "1 done", "2 b"]);
  expect(column(test.app, "SELECT started_at FROM sessions")).toEqual([started]);
});

it("K05: at a Stop that waited, the transcript is read as at one that did not, each turn's answers for their own", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "keepsake-transcript-")), "s-1.jsonl");
  const line = (text: string): string =>
    `${JSON.stringify({
      type: "assistant",
      uuid: `u-${text}`,
      sessionId: "s-1",
      timestamp: new Date(test.clock.now).toISOString(),
      message: { role: "assistant", id: `m-${text}`, content: [{ type: "text", text }], stop_reason: "end_turn" },
    })}\n`;
  for (const turn of ["one", "two"]) {
    keep(prompt(turn));
    test.clock.now += 10_000;
    appendFileSync(file, line(`answer ${turn}`));
    keep(hook("Stop", { transcript_path: file }));
    test.clock.now += 10_000;
  }
  test.clock.now += 3_600_000;
  await deliverSpool(test.app);
  await caughtUp(test.app);
  expect(column(test.app, "SELECT turn || ' ' || text FROM events ORDER BY id")).toEqual([
    "1 answer one",
    "2 answer two",
  ]);
  expect(column(test.app, "SELECT count(*) FROM prompts")).toEqual([2]);
});

it("events of one millisecond keep their order", async () => {
  for (let at = 0; at < 12; at++) keep(bash(`row ${at}`));
  await deliverSpool(test.app);
  expect(column(test.app, "SELECT text FROM events ORDER BY id")).toEqual(
    Array.from({ length: 12 }, (_, at) => `row ${at}`),
  );
});

it("stores once what a slow server stored all the same, and what two deliver at once", async () => {
  const item = hook("UserPromptSubmit", { prompt: "slow server" });
  await takeHook(test.app, "claude-code", item.payload, { event: item.event, key: "k-slow" });
  test.clock.now += 120_000;
  await takeHook(test.app, "claude-code", hook("Stop", { last_assistant_message: "x" }).payload);
  keep(item, { key: "k-slow", at: test.clock.now - 110_000 });
  keep(bash("once"));
  const [one, two] = await Promise.all([deliverSpool(test.app), deliverSpool(test.app)]);
  expect([one, two]).toEqual([2, 2]);
  expect(column(test.app, "SELECT text FROM prompts")).toEqual(["slow server"]);
  expect(column(test.app, "SELECT count(*) FROM events WHERE text = 'once'")).toEqual([1]);
});

it("what waits is stored before what happens now", async () => {
  keep(prompt("before"));
  test.clock.now += 60_000;
  await takeHook(test.app, "claude-code", prompt("now").payload, { event: "UserPromptSubmit" });
  expect(column(test.app, "SELECT text FROM prompts ORDER BY prompt_number")).toEqual(["before", "now"]);
});

it("keeps all of it while the store takes no writes", async () => {
  keep(bash("waits"));
  test.app.sqlite.pragma("busy_timeout = 0");
  const other = new Database(join(test.home, "keepsake.db"));
  try {
    other.exec("BEGIN IMMEDIATE");
    expect(await deliverSpool(test.app)).toBe(0);
  } finally {
    other.close();
  }
  expect(waiting()).toHaveLength(1);
  expect(await deliverSpool(test.app)).toBe(1);
});

it("takes an event by its own name, whatever a tool's input calls itself", async () => {
  const input = { hook_event_name: "SessionEnd", command: "make" };
  const nested = { tool_input: input, ...bash("ran").payload, hook_event_name: "PostToolUse" };
  keep({ host: "claude-code", event: "", payload: { ...nested, tool_input: input } });
  keep({ host: "claude-code", event: "", payload: { tool_input: input, session_id: "s1", cwd: "/w/run" } });
  keep({ host: "claude-code", event: "", payload: { hook_event_name: "what a person said" } });
  const events = waiting().map(
    (name) => (JSON.parse(readFileSync(join(test.home, "spool", name), "utf8")) as { event: string }).event,
  );
  expect(events).toEqual(["PostToolUse"]);
});

it("C16: takes in, once, the transcript that `--hook` named while no server ran", async () => {
  const folder = mkdtempSync(join(tmpdir(), "keepsake-spool-"));
  const file = join(folder, "mode-s.jsonl");
  const said = "We settle on RabbitMQ for the order queue because messages must survive a restart. ".repeat(4);
  const line = (role: string, content: string) => JSON.stringify({ role, content });
  writeFileSync(file, `${line("user", said)}\n${line("assistant", "Noted.")}\n`);
  const event = { session_id: "mode-s", transcript_path: file, cwd: "/w/run", hook_event_name: "Stop" };
  const payload = { ...event, keepsake_mode: "transcript" };
  keep({ host: "claude-code", event: "", payload });
  keep({ host: "claude-code", event: "", payload });
  expect(await deliverSpool(test.app)).toBe(2);
  await watched(test.app);
  expect(waiting()).toEqual([]);
  expect(column(test.app, "SELECT count(*) FROM prompts WHERE text LIKE '%RabbitMQ%'")).toEqual([1]);
  rmSync(folder, { recursive: true });
});

it("removes what is no event, and what no host writes; neither stops the rest, nor stands in the log", async () => {
  keep(bash("good"));
  const folder = join(test.home, "spool");
  writeFileSync(join(folder, "1700000000000-000-1-9.json"), "{ SPOOLED-WORD");
  writeFileSync(join(folder, "1700000000001-000-1-9.json"), JSON.stringify({ host: "nobody", payload: {} }));
  writeFileSync(join(folder, "notes.txt"), "not ours");
  keep(hook("Stop", { session_id: "" }));
  expect(await deliverSpool(test.app)).toBe(2);
  expect(readdirSync(folder)).toEqual(["notes.txt"]);
  expect(column(test.app, "SELECT text FROM events")).toEqual(["good"]);
  expect(readFileSync(join(test.home, "logs", "keepsake.log"), "utf8")).not.toContain("SPOOLED-WORD");
});

it("K12: tells once how to start the server, and again after one ran", async () => {
  const start = hook("SessionStart", { source: "startup" });
  expect(JSON.parse(keep(start))).toEqual({
    systemMessage: expect.stringMatching(/keepsake(?:\.mjs)? start/) as string,
  });
  expect(keep(start)).toBe("");
  expect(keep(hook("UserPromptSubmit", { prompt: "x" }))).toBe("");
  await startSpool(test.app);
  expect(existsSync(join(test.home, "spool", "told"))).toBe(false);
  expect(keep(start)).not.toBe("");
  expect(keep({ ...start, host: "kimi" })).toBe("");
});

it("a server that runs and is slow is not said to be away", () => {
  expect(keep(hook("SessionStart", { source: "startup" }), { isServed: true })).toBe("");
  expect(waiting()).toHaveLength(1);
});

it("takes away what a hook that was killed left half written, not what one is writing", async () => {
  const folder = join(test.home, "spool");
  mkdirSync(folder, { recursive: true });
  const [left, now] = ["1700000000000-000-1-9.json.tmp", "1700000000001-000-1-9.json.tmp"] as const;
  for (const name of [left, now]) writeFileSync(join(folder, name), "{ half");
  utimesSync(join(folder, left), 1_700_000_000, 1_700_000_000);
  await startSpool(test.app);
  expect(readdirSync(folder)).toEqual([now]);
});

it("starts a server only where a person asked for it, and then says nothing", async () => {
  const mark = join(test.home, "started");
  const program = `require("node:fs").writeFileSync(${JSON.stringify(mark)}, process.argv.slice(1).join(" "))`;
  expect(keep(hook("SessionStart"), { start: [process.execPath, "-e", program] })).toBe("");
  await expect
    .poll(() => existsSync(mark) && readFileSync(mark, "utf8"), { timeout: 10_000 })
    .toBe("start --background");
});

it("cleans what it keeps as the server would, and forgets no private turn", async () => {
  const secret = ["sk-ant-", "api03-", "A".repeat(80)].join("");
  keep(prompt("<private>SPOOL-PRIVATE plans</private>"));
  keep(bash("SPOOL-OUTPUT of the private turn"));
  test.clock.now += 1000;
  keep(
    prompt([
      { type: "text", text: "open <private>SPOOL-A" },
      { type: "text", text: "SPOOL-B</private> shut" },
    ]),
  );
  keep(
    bash({
      content: [
        { type: "text", text: "x <private>SPOOL-C" },
        { type: "text", text: "SPOOL-D</private> y" },
      ],
    }),
  );
  keep(bash(`token ${secret}`));
  const kept = waiting()
    .map((name) => readFileSync(join(test.home, "spool", name), "utf8"))
    .join("\n");
  for (const word of ["SPOOL-PRIVATE", "SPOOL-A", "SPOOL-B", "SPOOL-C", "SPOOL-D", secret])
    expect(kept).not.toContain(word);
  await deliverSpool(test.app);
  expect(column(test.app, "SELECT text FROM prompts ORDER BY id")).toEqual([
    "",
    expect.stringContaining("open") as string,
  ]);
  expect(JSON.stringify(column(test.app, "SELECT text FROM events"))).not.toContain("SPOOL-OUTPUT");
});

it("is bounded: a huge event is kept shorter, and what is too much is left out", () => {
  keep(bash("x".repeat(5_000_000)));
  const [name = ""] = waiting();
  expect(readFileSync(join(test.home, "spool", name)).byteLength).toBeLessThan(1024 * 1024);
  expect(Number(name.split("-")[3]?.replace(".json", ""))).toBe(
    readFileSync(join(test.home, "spool", name)).byteLength,
  );
  mkdirSync(join(test.home, "spool"), { recursive: true });
  writeFileSync(join(test.home, "spool", `1700000000000-000-1-${64 * 1024 * 1024}.json`), "{}");
  keep(bash("no room"));
  expect(waiting()).toHaveLength(2);
});
