/** Pieces of whole-session extraction that need no store: chunks, names, the log entry, prompts, state, choice of sessions. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sourceSession } from "../extract/source-session";
import type { KimiLog } from "../hosts/kimi/locate";
import { parseLogKey } from "../inject/keys";
import { CHUNK_CHARS, chunkConversation, conversationText, type SentMessage } from "./chunks";
import type { GateRules } from "./gates";
import { isWorkFolderOf, projectNameOf } from "./names";
import { extractionPrompt, stopPrompt } from "./prompt";
import { staleCandidates } from "./stale-candidates";
import { appendRun, lastRun } from "./stale-log";
import { advanceState, readState, type SessionState } from "./state";
import { logKey, sessionLog } from "./summary";

const TOKEN = ["ghp", "Zk3QpL9vXw2RtY7uBn5McD8sFg1HjK4aEe6T"].join("_");

describe("E72: pieces of whole messages", () => {
  const message = (chars: number, letter: string): SentMessage => ({ role: "user", text: letter.repeat(chars) });

  it("E72: cuts between messages, never above the bound, and loses none", () => {
    const messages = Array.from({ length: 30 }, (_, index) => message(10_000, String.fromCharCode(97 + (index % 26))));
    const chunks = chunkConversation(messages);
    expect(chunks.length).toBe(3);
    for (const chunk of chunks) expect(chunk.length).toBeLessThanOrEqual(CHUNK_CHARS);
    expect(chunks.join("\n\n")).toBe(conversationText(messages));
  });

  it("E72: a message that is longer than a piece keeps its head and its tail", () => {
    const [first = "", second = ""] = chunkConversation([message(300_000, "a"), message(500, "b")]);
    expect(first.length).toBeLessThanOrEqual(CHUNK_CHARS);
    expect(first).toContain("characters left out");
    expect(second).toBe(`[user]\n${"b".repeat(500)}`);
  });
});

describe("E79: the project's name", () => {
  it.each([
    ["wd_cart-service_0123456789ab", "cart-service"],
    ["wd_My Shop_0123456789ab", "my_shop"],
    ["wd_two_words_0123456789ab", "two_words"],
    ["wd_old-name_0123456789ab", "new-name"],
    ["wd_购物车_0123456789ab", "购物车"],
    [`wd_${"x".repeat(80)}_0123456789ab`, "x".repeat(48)],
    [`wd_${TOKEN}_0123456789ab`, "general"],
    ["wd_leaky_0123456789ab", "general"],
    ["somewhere", "general"],
    ["wd__0123456789ab", "general"],
    ["wd_!!!_0123456789ab", "general"],
  ])("E79: %s → %s", (folder, name) => {
    expect(projectNameOf(folder, { "Old-Name": "New-Name", leaky: TOKEN })).toBe(name);
  });

  it("E79: the folder's hex tells its working directory", () => {
    expect(isWorkFolderOf("wd_cart_b94d27b9934d", "hello world")).toBe(true);
    expect(isWorkFolderOf("wd_cart_b94d27b9934d", "hello")).toBe(false);
    expect(isWorkFolderOf("cart", "hello world")).toBe(false);
  });
});

it("E80: a session's id has its head once, at most 128 characters, and shows no credential", () => {
  expect(sourceSession("11111111-aaaa")).toBe("session_11111111-aaaa");
  expect(sourceSession("session_11111111-aaaa")).toBe("session_11111111-aaaa");
  expect(sourceSession("x".repeat(300))).toHaveLength(128);
  expect(sourceSession(TOKEN)).toMatch(/^session_[0-9a-f]{16}$/);
});

describe("E78: the log entry", () => {
  const rules: GateRules = { min: 10, max: 500, language: "zh" };
  const at = new Date(2026, 4, 3, 9, 7).getTime();

  it("E78: everything but the words is made here", () => {
    expect(sessionLog(" 会话确定了购物车缓存使用 Redis。 ", "cart", at, rules)).toEqual({
      key: "project:cart:progress:log:2026-05-03-0907",
      value: "会话确定了购物车缓存使用 Redis。",
      attribute: "fact",
      tags: ["日志", "分类:cart"],
      importance: 5,
      tier: "normal",
      confidence: 1,
    });
    expect(parseLogKey(logKey("cart", at))).toEqual({ project: "cart", date: "2026-05-03" });
  });

  it.each([
    ["empty", "  "],
    ["without Chinese", "The session settled on Redis for the cart."],
    ["short", "用了缓存"],
    ["long", "长".repeat(501)],
    ["low information", "等待用户确认下一步的方案和时间安排。"],
    ["private", "<private>会话确定了购物车缓存使用</private>"],
  ])("E78: refuses one that is %s", (_, summary) => {
    expect(sessionLog(summary, "cart", at, rules)).toBeNull();
  });

  it("E78: secrets in it are taken out; with any language it need not be Chinese", () => {
    expect(sessionLog(`会话配置了访问令牌：${TOKEN}，随后验证通过。`, "cart", at, rules)?.value).toBe(
      "会话配置了访问令牌：[已脱敏:token]，随后验证通过。",
    );
    expect(
      sessionLog("The session settled on Redis for the cart.", "cart", at, { ...rules, language: "any" }),
    ).not.toBeNull();
  });
});

it("E90: the stop prompt asks the same of a summary as the prompt asks of a conversation", () => {
  const context = { project: "cart", language: "zh", maxChars: 500 } as const;
  const stop = stopPrompt(context, "  改用 Redis。 ");
  expect(stop).toContain("<<<\n改用 Redis。\n>>>");
  for (const prompt of [stop, extractionPrompt(context, "x"), extractionPrompt(context, "x", { number: 2, of: 3 })]) {
    for (const part of ["SESSION_SUMMARY", '"memories"', "cart:domain:type:topic", "Chinese"])
      expect(prompt).toContain(part);
  }
  expect(extractionPrompt(context, "x", { number: 2, of: 3 })).toContain("part 2 of 3");
  expect(stopPrompt({ ...context, language: "any" }, "x")).not.toContain("in Chinese");
});

describe("the folder's files", () => {
  let home = "";
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), "keepsake-state-"));
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));
  const path = () => join(home, ".extracted_sessions.json");

  it("E94: state is kept to the fraction of a millisecond, for this user only, and replaced as a whole", () => {
    advanceState(home, "session_a", { mtime: 1_795_000_000_000.123, via: "llm", status: "completed" });
    advanceState(home, "session_b", { mtime: 2, via: "rules", status: "skipped" });
    advanceState(home, "session_a", { mtime: 3.5, via: "llm", status: "completed" });
    expect(JSON.parse(readFileSync(path(), "utf8"))).toEqual({
      session_b: { mtime: 2, via: "rules", status: "skipped" },
      session_a: { mtime: 3.5, via: "llm", status: "completed" },
    });
    expect(statSync(path()).mode & 0o777).toBe(0o600);
    expect(readdirSync(home)).toEqual([".extracted_sessions.json"]);
    expect(readState(home).get("session_a")?.mtime).toBe(3.5);
  });

  it.each(["", "{", "[]", "null", "7", '{"a":5}', '{"a":{"mtime":"x"}}', "\0\0"])(
    "E94: unreadable state is empty: %j",
    (text) => {
      writeFileSync(path(), text);
      expect(readState(home).size).toBe(0);
      advanceState(home, "session_a", { mtime: 1, via: "llm", status: "completed" });
      expect(readState(home).size).toBe(1);
    },
  );

  it("E92: each run leaves a line in the log, the last of which is read back", () => {
    expect(lastRun(home)).toBeNull();
    const run = (started_at: number) => ({ started_at, ended_at: 9, status: "completed" as const, sessions: [] });
    appendRun(home, run(1));
    appendRun(home, run(2));
    expect(lastRun(home)).toEqual(run(2));
    const log = join(home, "logs", "extract_stale.log");
    expect(readFileSync(log, "utf8").split("\n")).toHaveLength(3);
    writeFileSync(log, "x".repeat(2 * 1024 * 1024));
    expect(lastRun(home)).toBeNull();
    appendRun(home, run(3));
    expect(lastRun(home)).toEqual(run(3));
    expect(readdirSync(join(home, "logs")).sort()).toEqual(["extract_stale.log", "extract_stale.log.1"]);
  });
});

describe("E93: which sessions are looked at", () => {
  const now = 1_800_000_000_000;
  const MINUTE = 60_000;
  const log = (name: string, minutes: number, more: Partial<KimiLog> = {}): KimiLog => ({
    sessionId: `session_${name}`,
    workFolder: "wd_cart_0123456789ab",
    path: `/k/${name}`,
    mtimeMs: now - minutes * MINUTE,
    bytes: 5000,
    ...more,
  });
  const chosen = (logs: KimiLog[], state: SessionState = new Map()) =>
    staleCandidates(logs, state, now).map((one) => one.sessionId.slice("session_".length));

  it("E93: idle for 30 minutes, of 4096 bytes or more", () => {
    expect(
      chosen([log("a", 29.9), log("b", 30), log("c", 40, { bytes: 4095 }), log("d", 50, { bytes: 4096 })]),
    ).toEqual(["b", "d"]);
  });

  it("E93: newest first, at most three", () => {
    expect(chosen([log("old", 500), log("a", 40), log("c", 60), log("b", 50)])).toEqual(["a", "b", "c"]);
  });

  it("E93: only what was written since it was read, or was read by the rules alone", () => {
    const at = (
      name: string,
      mtime: number,
      via: "llm" | "rules" = "llm",
      status: "completed" | "skipped" = "completed",
    ) => [`session_${name}`, { mtime, via, status }] as const;
    const time = now - 60 * MINUTE;
    const state: SessionState = new Map([
      at("same", time),
      at("older", time - 0.5),
      at("rules", time, "rules"),
      at("short", time, "rules", "skipped"),
    ]);
    const logs = ["same", "older", "rules", "short"].map((name) => log(name, 60));
    expect(chosen(logs, state)).toEqual(["older", "rules"]);
  });
});
