import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runHook } from "../runtime/run";
import { HARD_BATCH_BYTES } from "../task-batches";
import { envelope, type Gateway, startGateway, TOKEN } from "../testing";
import { claudeCodeAdapter } from "./claude-code";
import { codexAdapter } from "./codex";
import { codexMessages, hasAnswered } from "./codex-messages";

let root: string;
let rollout: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "keepsake-codex-"));
  rollout = join(root, "rollout.jsonl");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

type Line = Record<string, unknown>;
const line = (type: string, payload: Line): Line => ({ timestamp: "2026-11-20T10:00:00.000Z", type, payload });
const event = (type: string, payload: Line = {}) => line("event_msg", { type, ...payload });
const item = (type: string, payload: Line = {}) => line("response_item", { type, ...payload });
const answer = (text: string) => item("message", { role: "assistant", content: [{ type: "output_text", text }] });
const call = (id: string, args: object = { command: ["ls"] }) =>
  item("function_call", { call_id: id, name: "shell", arguments: JSON.stringify(args) });
const output = (id: string, text: string) => item("function_call_output", { call_id: id, output: text });
const jsonl = (lines: Line[]) => lines.map((one) => `${JSON.stringify(one)}\n`).join("");

const start = [
  line("session_meta", { id: "s-1", cwd: "/w", source: "cli", base_instructions: { text: "be good" } }),
  item("message", { role: "developer", content: [{ type: "input_text", text: "developer rules" }] }),
  item("message", { role: "user", content: [{ type: "input_text", text: "<environment_context>x" }] }),
];
const turn = (n: number, inside: Line[] = []): Line[] => [
  event("task_started", { turn_id: `t-${n}` }),
  item("message", { role: "user", content: [{ type: "input_text", text: `question ${n}` }] }),
  event("user_message", { message: `question ${n}`, images: [] }),
  line("turn_context", { turn_id: `t-${n}`, cwd: "/w" }),
  ...inside,
  item("reasoning", { summary: [], encrypted_content: "hidden" }),
  event("agent_reasoning", { text: "hidden" }),
  answer(`answer ${n}`),
  event("agent_message", { message: `answer ${n}` }),
  event("task_complete", { turn_id: `t-${n}`, last_agent_message: `answer ${n}` }),
];

async function hook(gateway: Gateway, name: string, raw: Line = {}) {
  const log: string[] = [];
  const printed = await runHook({
    adapter: codexAdapter({ configDir: root }),
    event: name,
    raw: { session_id: "s-1", transcript_path: rollout, hook_event_name: name, ...raw },
    env: { EVERME_API_BASE: gateway.url, EVERME_AGENT_ID: "agt", EVERME_AGENT_TOKEN: TOKEN },
    stateDir: join(root, "state"),
    log: (one) => log.push(one),
  });
  return { printed, log };
}
const bodies = (gateway: Gateway) => gateway.seen.map(({ body }) => body as Record<string, unknown>);

describe("the rollout's messages", () => {
  it("V69: the person's words, calls, results and answers; no instructions, no reasoning, nothing twice", () => {
    const lines = [...start, ...turn(1, [call("c-1"), output("c-1", '{"output":"a.ts","metadata":{"exit_code":0}}')])];
    const messages = codexMessages(lines);
    expect(messages.map(({ role, content, turnId }) => [role, content, turnId])).toEqual([
      ["user", "question 1", "t-1"],
      ["assistant", "", "t-1"],
      ["tool", "a.ts", "t-1"],
      ["assistant", "answer 1", "t-1"],
    ]);
    expect(messages[1]?.toolCalls).toEqual([
      { id: "c-1", type: "function", name: "shell", arguments: '{"command":["ls"]}' },
    ]);
    expect(messages.map(({ turnComplete }) => turnComplete)).toEqual([undefined, undefined, undefined, true]);
    expect(hasAnswered(lines)).toBe(true);
    expect(hasAnswered([...start, ...turn(1).slice(0, 3)])).toBe(false);
  });

  it("V69: bare items of older versions, answers that only events tell, and no sub-agent", () => {
    const bare = [
      { id: "s", timestamp: "2025-05-01T00:00:00Z", instructions: null },
      { type: "message", role: "user", content: [{ type: "input_text", text: "hello" }] },
      { type: "message", role: "assistant", content: [{ type: "output_text", text: "hi" }] },
    ];
    expect(codexMessages(bare).map(({ role, content }) => [role, content])).toEqual([
      ["user", "hello"],
      ["assistant", "hi"],
    ]);
    const told = [event("user_message", { message: "q" }), event("task_complete", { last_agent_message: "the end" })];
    expect(codexMessages(told).map(({ content }) => content)).toEqual(["q", "the end"]);
    const aborted = [event("user_message", { message: "q" }), event("turn_aborted", { last_agent_message: "no" })];
    expect(codexMessages(aborted)).toHaveLength(1);
    expect(codexMessages([line("session_meta", { id: "x", source: { subagent: "review" } }), ...turn(1)])).toEqual([]);
  });

  it("V69: what memory brought back is not sent again", () => {
    const mem = item("function_call", { call_id: "c-1", name: "mcp__everme__mem_search", arguments: '{"query":"x"}' });
    const lines = [...start, ...turn(1, [mem, output("c-1", "remembered"), call("c-2"), output("c-2", "a.ts")])];
    const results = codexMessages(lines).filter(({ role }) => role === "tool");
    expect(results.map(({ content }) => content)).toEqual(["", "a.ts"]);
  });

  it("V69: secrets of commands and their output stay here", () => {
    const secret = ["ghp", "0123456789abcdefghijklmnopqrstuvwxyz"].join("_");
    const lines = turn(1, [
      call("c", { command: ["curl", "-H", `Authorization: Bearer ${secret}`] }),
      output("c", secret),
    ]);
    expect(JSON.stringify(codexMessages(lines))).not.toContain(secret);
  });
});

describe("the hooks", () => {
  it("V71: Codex cuts along tasks and Claude Code does not, unless somebody asks", () => {
    expect(codexAdapter({ configDir: "/x" }).taskBatching).toBe(true);
    expect(claudeCodeAdapter({ configDir: "/x" }).taskBatching).toBeUndefined();
  });

  it("V71, V49: a task larger than a request keeps its calls and their shortened results in one; nothing of it on the wire", async () => {
    const gateway = await startGateway(envelope({ messageCount: 1 }));
    const inside = Array.from({ length: 10 }, (_, at) => [
      call(`c-${at}`),
      output(`c-${at}`, "z".repeat(60_000)),
    ]).flat();
    writeFileSync(rollout, jsonl([...start, ...turn(1), ...turn(2, inside)]));
    await hook(gateway, "Stop", { turn_id: "t-2" });
    expect(bodies(gateway).map(({ turns, channel, flush, sync }) => [turns, channel, flush, sync])).toEqual([
      [0, "hook", false, true],
      [1, "hook", false, true],
    ]);
    for (const body of bodies(gateway)) {
      expect(body).not.toHaveProperty("taskBatching");
      expect(Buffer.byteLength(JSON.stringify(body["messages"]))).toBeLessThanOrEqual(HARD_BATCH_BYTES + 2);
    }
    const task = bodies(gateway)[1]?.["messages"] as Record<string, string>[];
    expect(task).toHaveLength(22);
    expect(Buffer.byteLength(task[2]?.["content"] ?? "")).toBeLessThanOrEqual(4096);
    expect(task[2]?.["content"]).toContain("bytes cut");
  });

  it("V61, V62: a turn goes once by its turn_id, and a compaction inside it does not hide its end", async () => {
    const gateway = await startGateway(envelope({ messageCount: 1 }));
    writeFileSync(rollout, jsonl([...start, ...turn(1).slice(0, 4)]));
    await hook(gateway, "PreCompact", { turn_id: "t-1" });
    appendFileSync(rollout, jsonl(turn(1).slice(4)));
    await hook(gateway, "Stop", { turn_id: "t-1" });
    await hook(gateway, "Stop", { turn_id: "t-1" });
    const sent = bodies(gateway).map(({ messages, flush }) => [(messages as { content: string }[]).map((one) => one.content), flush]); // prettier-ignore
    expect(sent).toEqual([
      [["question 1"], false],
      [[], true],
      [["answer 1"], false],
    ]);
  });

  it("V57: prints only what Codex knows, and nothing without a rollout", async () => {
    const gateway = await startGateway(envelope({ items: [{ summary: "the login was fixed", score: 1 }] }));
    const { printed } = await hook(gateway, "UserPromptSubmit", { prompt: "why does the login fail?" });
    expect(Object.keys(JSON.parse(printed) as object)).toEqual(["hookSpecificOutput"]);
    await hook(gateway, "Stop", { turn_id: "t-9", transcript_path: null });
    expect(gateway.seen).toHaveLength(1);
  });
});

const folder = process.env["KEEPSAKE_REAL_TRANSCRIPTS"];
if (folder !== undefined) {
  it("V69: reads a real rollout, each result behind its call", () => {
    const text = readFileSync(join(folder, "codex-rollout-redacted-132k.jsonl"), "utf8");
    const messages = codexMessages(text.split("\n").filter((one) => one !== "").map((one) => JSON.parse(one) as Line)); // prettier-ignore
    expect(messages.filter(({ role }) => role === "user")).toHaveLength(1);
    expect(messages.filter(({ role }) => role === "tool")).toHaveLength(118);
    expect(messages.at(-1)).toMatchObject({ role: "assistant", turnComplete: true });
  });
}
