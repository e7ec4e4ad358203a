/** E63 and the wire formats: what a line means, and what a conversation is made of. */
import { describe, expect, it } from "vitest";
import { messagesOf, turnsOf } from "./conversation";
import { readWireLine, type WireEvent } from "../../transcripts/kimi-wire";

const text = (...words: string[]) => words.map((word) => ({ type: "text", text: word }));
const prompt = (words: string, origin: object | undefined = { kind: "user" }) => ({
  type: "turn.prompt",
  input: text(words),
  ...(origin === undefined ? {} : { origin }),
  time: 1_795_000_001_000,
});
const appended = (role: string, words: string[], more: object = {}) => ({
  type: "context.append_message",
  message: { role, content: text(...words), toolCalls: [], ...more },
});
const loop = (event: object) => ({ type: "context.append_loop_event", event, time: 1_795_000_002_000 });
const part = (words: string, step = "st1") =>
  loop({ type: "content.part", stepUuid: step, part: { type: "text", text: words } });

const events = (lines: unknown[]): WireEvent[] => lines.flatMap((line) => readWireLine(line));
const said = (lines: unknown[]): string[] =>
  messagesOf(turnsOf(events(lines))).map((message) => `${message.role}: ${message.text}`);

/** Example A: protocol 1.5, one turn with a tool. */
const EXAMPLE_A = [
  { type: "metadata", protocol_version: "1.5", created_at: 1_795_000_000_000 },
  prompt("后续部署必须先验证回滚路径，防止配置漂移。"),
  appended("user", ["后续部署必须先验证回滚路径，防止配置漂移。"], { origin: { kind: "user" } }),
  loop({ type: "step.begin", uuid: "st1", turnId: "0", step: 0 }),
  loop({ type: "content.part", stepUuid: "st1", part: { type: "think", think: "private" } }),
  loop({ type: "tool.call", toolCallId: "call_1", name: "Bash", args: { command: "./rollback --check" } }),
  loop({
    type: "tool.result",
    parentUuid: "k1",
    toolCallId: "call_1",
    result: { output: "rollback ok", isError: false },
  }),
  part("已确认：部署前先跑回滚检查。", "st2"),
  { type: "turn.ended", turnId: 0, reason: "completed", time: 1_795_000_002_600 },
];

describe("E63: reading messages", () => {
  it("E63: example A: the prompt once, the answer, no reasoning, no tools", () => {
    expect(said(EXAMPLE_A)).toEqual([
      "user: 后续部署必须先验证回滚路径，防止配置漂移。",
      "assistant: 已确认：部署前先跑回滚检查。",
    ]);
    expect(JSON.stringify(events(EXAMPLE_A))).not.toContain("private");
  });

  it("E63: example A, for readers of more than text: call and result are there, with times", () => {
    const seen = events(EXAMPLE_A);
    expect(seen.map((event) => event.type)).toEqual(["prompt", "prompt", "call", "result", "text", "turn_end"]);
    expect(seen[2]).toMatchObject({ id: "call_1", name: "Bash", args: { command: "./rollback --check" } });
    expect(seen[3]).toMatchObject({ id: "call_1", output: "rollback ok", isError: false });
    expect(seen[0]?.at).toBe(1_795_000_001_000);
  });

  it("E63: example B: a turn that was taken back is gone, a cron prompt is nobody's word", () => {
    const lines = [
      { type: "metadata", protocol_version: "1.4" },
      prompt("Rename the cart module"),
      appended("user", ["Rename the cart module"]),
      { type: "context.undo", count: 1, time: 1_795_100_002_000 },
      prompt("Rename the cart module"),
      part("Renamed to basket in 4 files.", "s9"),
      prompt("nightly reminder", { kind: "cron_job", jobId: "j1" }),
      "not json at all",
    ];
    expect(said(lines)).toEqual(["user: Rename the cart module", "assistant: Renamed to basket in 4 files."]);
  });

  it("E63: example C: a migrated log without turn.prompt", () => {
    const lines = [
      { type: "metadata", protocol_version: "1.0" },
      appended("user", ["List the open invoices"]),
      appended("assistant", [], {
        toolCalls: [{ type: "function", id: "t1", function: { name: "Grep", arguments: '{"pattern":"open"}' } }],
      }),
      appended("tool", ["3 matches"], { toolCallId: "t1" }),
    ];
    expect(said(lines)).toEqual(["user: List the open invoices"]);
    expect(events(lines).map((event) => event.type)).toEqual(["prompt", "call", "result"]);
    expect(events(lines)[1]).toMatchObject({ name: "Grep", args: { pattern: "open" } });
  });

  it("a prompt without input leaves the words to the context log", () => {
    const lines = [
      { type: "turn.prompt", time: 1 },
      appended("user", ["why is the cache stale?"]),
      part("It keeps the old key."),
    ];
    expect(said(lines)).toEqual(["user: why is the cache stale?", "assistant: It keeps the old key."]);
  });

  it("pieces of one step are one message, steps are not", () => {
    expect(said([prompt("go"), part("one ", "a"), part("two", "a"), part("three", "b")])).toEqual([
      "user: go",
      "assistant: one two",
      "assistant: three",
    ]);
  });

  it("a missing origin is the person; a part that only carries its reasoning as text is none", () => {
    const think = loop({ type: "content.part", stepUuid: "a", part: { type: "think", text: "hidden" } });
    expect(said([{ ...prompt("hello"), origin: undefined }, think])).toEqual(["user: hello"]);
    for (const kind of ["skill_activation", "injection", "compaction_summary", "hook_result", "retry", "task"]) {
      expect(said([prompt("not typed", { kind })])).toEqual([]);
    }
  });

  it("steered words count; undo never reaches behind a clear", () => {
    const steer = { type: "turn.steer", input: text("and the tests too"), origin: { kind: "user" } };
    const lines = [
      prompt("first"),
      part("done"),
      { type: "context.clear" },
      prompt("second"),
      steer,
      { type: "context.undo", count: 9 },
    ];
    expect(said(lines)).toEqual(["user: first", "assistant: done"]);
    expect(said(lines.slice(0, -1))).toEqual([
      "user: first",
      "assistant: done",
      "user: second",
      "user: and the tests too",
    ]);
  });

  it("the older kimi-cli, whatever protocol it says", () => {
    const old = (type: string, payload: object) => ({ timestamp: 1_773_128_640.5874681, message: { type, payload } });
    const lines = [
      { type: "metadata", protocol_version: "1.4" },
      old("TurnBegin", { user_input: text("清理字符串") }),
      old("ContentPart", { type: "think", think: "private" }),
      old("ContentPart", { type: "text", text: "好的。" }),
      old("ToolCall", { id: "Shell:0", function: { name: "Shell", arguments: '{"command":"ls"}' } }),
      old("ToolResult", { tool_call_id: "Shell:0", return_value: { is_error: false, output: "a.py" } }),
      old("TurnBegin", { user_input: "plain string" }),
    ];
    expect(said(lines)).toEqual(["user: 清理字符串", "assistant: 好的。", "user: plain string"]);
    expect(events(lines)[0]?.at).toBe(1_773_128_640_587);
  });

  it.each([
    null,
    7,
    "x",
    [],
    {},
    { type: 5 },
    { type: "turn.prompt", input: 3 },
    { message: 1 },
    { type: "context.append_message" },
    { type: "context.append_loop_event", event: [] },
    { type: "context.append_loop_event", event: { type: "content.part", part: 1 } },
  ])("a line of another shape is nothing: %j", (line) => {
    expect(readWireLine(line)).toEqual([]);
  });
});
