import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { HostAdapter } from "../runtime/adapter";
import { runHook } from "../runtime/run";
import { envelope, type Gateway, startGateway, TOKEN } from "../testing";
import { claudeCodeAdapter } from "./claude-code";
import { claudeMessages, lastUuid } from "./claude-messages";
import { storeBatches } from "./store-batches";

let root: string;
let transcript: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "keepsake-claude-"));
  transcript = join(root, "session.jsonl");
  mkdirSync(join(root, "state"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

type Line = Record<string, unknown>;
const user = (uuid: string, content: unknown, more: Line = {}): Line => ({
  type: "user",
  uuid,
  sessionId: "s-1",
  timestamp: "2026-11-20T10:00:00.000Z",
  message: { role: "user", content },
  ...more,
});
const assistant = (
  uuid: string,
  id: string,
  content: unknown[],
  stop: string | null = null,
  more: Line = {},
): Line => ({
  type: "assistant",
  uuid,
  sessionId: "s-1",
  timestamp: "2026-11-20T10:00:02.000Z",
  message: { id, role: "assistant", model: "claude-x", content, stop_reason: stop },
  ...more,
});
const says = (text: string) => ({ type: "text", text });
const ended = (uuid: string): Line => ({ type: "system", subtype: "turn_duration", uuid, sessionId: "s-1" });
const jsonl = (lines: Line[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join("");

const turn = (n: number): Line[] => [
  user(`u-${n}`, `question ${n} about the login`),
  assistant(`a-${n}`, `msg-${n}`, [says(`answer ${n}`)], "end_turn"),
  ended(`e-${n}`),
];

async function hook(gateway: Gateway, event: string, raw: Line = {}, env: Record<string, string> = {}) {
  const log: string[] = [];
  const printed = await runHook({
    adapter: claudeCodeAdapter({ configDir: root }),
    event,
    raw: { session_id: "s-1", transcript_path: transcript, cwd: "/w/shop", hook_event_name: event, ...raw },
    env: { EVERME_API_BASE: gateway.url, EVERME_AGENT_ID: "agt", EVERME_AGENT_TOKEN: TOKEN, ...env },
    stateDir: join(root, "state"),
    log: (line) => log.push(line),
  });
  return { printed, log };
}
const bodies = (gateway: Gateway) => gateway.seen.map(({ body }) => body as Record<string, unknown>);
const contents = (gateway: Gateway) =>
  bodies(gateway).map(({ messages }) => (messages as { content?: string }[]).map(({ content }) => content));

describe("the transcript's messages", () => {
  const secret = ["Demo", "Only", "42"].join("-");
  const lines: Line[] = [
    { type: "summary", summary: "Fix the login" },
    user("b-001", [says(`Why does login fail? The test password is ${secret}`)]),
    assistant("b-002", "msg_b1", [{ type: "thinking", thinking: "hidden thought" }, says("Reading the file.")]),
    assistant("b-003", "msg_b1", [{ type: "tool_use", id: "toolu_b1", name: "Read", input: { file_path: "/w/a.ts" } }], "tool_use"), // prettier-ignore
    user("b-004", [{ type: "tool_result", tool_use_id: "toolu_b1", content: [says("if (exp > now) reject()")] }]),
    assistant("s-001", "msg_s1", [says("subagent chatter")], "end_turn", { isSidechain: true }),
    user("b-005", "<local-command-stdout>ok</local-command-stdout>", { isMeta: true }),
    user("b-007", "<command-name>/cost</command-name>"),
    user("b-008", "This session is being continued from a previous conversation that ran out of context."),
    assistant("b-006", "msg_b2", [says("The comparison was inverted.")], "end_turn"),
  ];

  it("V69: merges an answer's lines, puts results before text, and leaves out what nobody typed or said", () => {
    const messages = claudeMessages(lines);
    expect(messages.map(({ role, content }) => [role, content])).toEqual([
      ["user", expect.stringMatching(/^Why does login fail\? The test password is \[redacted/)],
      ["assistant", "Reading the file."],
      ["tool", "if (exp > now) reject()"],
      ["assistant", "The comparison was inverted."],
    ]);
    expect(messages[1]?.toolCalls).toEqual([
      { id: "toolu_b1", type: "function", name: "Read", arguments: '{"file_path":"/w/a.ts"}' },
    ]);
    expect(messages.map(({ turnComplete }) => turnComplete)).toEqual([undefined, undefined, undefined, true]);
    expect(JSON.stringify(messages)).not.toContain(secret);
    expect(JSON.stringify(messages)).not.toContain("hidden thought");
    expect(lastUuid(lines)).toBe("b-006");
  });

  it("V69: takes the flat lines of older tools, and passes over what it does not know", () => {
    const flat = [
      { role: "user", content: "hello there" },
      { role: "assistant", content: [says("hi"), { type: "tool_use", id: "t", name: "Bash", input: {} }] },
      { type: "tool_result", tool_use_id: "t", content: "done" },
      { type: "unheard-of", content: 7 },
      { type: "assistant", message: "no object" },
      { type: "user", message: { role: "user", content: { odd: true } } },
    ];
    expect(claudeMessages(flat).map(({ role, content }) => [role, content])).toEqual([
      ["user", "hello there"],
      ["assistant", "hi"],
      ["tool", "done"],
    ]);
    expect(lastUuid(flat)).toBeNull();
  });

  it("V69: a private part goes, and a result larger than a request loses its middle", () => {
    const [asked, , result] = claudeMessages([
      user("u", "deploy <private>with the old key</private> on Friday"),
      assistant("a", "m", [{ type: "tool_use", id: "t", name: "Read", input: { text: "y".repeat(300_000) } }]),
      user("r", [{ type: "tool_result", tool_use_id: "t", content: "x".repeat(500_000) }]),
    ]);
    expect(asked?.content).not.toContain("old key");
    expect(result?.content.length).toBeLessThan(70_000);
    expect(result?.content).toContain("characters left out");
  });
});

it("V69: what memory brought back is not sent again, whatever its server is called; other tools' results are", () => {
  const use = (id: string, name: string) => ({ type: "tool_use", id, name, input: { query: "login" } });
  const back = (id: string, text: string) => ({ type: "tool_result", tool_use_id: id, content: text });
  const messages = claudeMessages([
    user("u", "why does the login fail?"),
    assistant("a", "m", [use("t1", "mcp__notes__mem_search"), use("t2", "mcp__keepsake__recall"), use("t3", "Grep")]),
    user("r", [back("t1", "remembered one"), back("t2", "remembered two"), back("t3", "found in a file")]),
  ]);
  expect(messages.map(({ role, content }) => [role, content])).toEqual([
    ["user", "why does the login fail?"],
    ["assistant", ""],
    ["tool", ""],
    ["tool", ""],
    ["tool", "found in a file"],
  ]);
});

it("V69: an answer with many large calls still fits a request, and keeps them all", () => {
  const calls = Array.from({ length: 40 }, (_, at) => ({
    type: "tool_use",
    id: `t-${at}`,
    name: "Write",
    input: { path: `${at}.ts`, content: '"quoted"\n'.repeat(9000), more: "m".repeat(40_000) },
  }));
  const messages = claudeMessages([user("u", "write them"), assistant("a", "m", calls)]);
  const batches = storeBatches(messages, 0, { wholeTasks: false });
  const sent = batches.flatMap(({ messages: part }) => part) as { toolCalls?: unknown[] }[];
  expect(sent[1]?.toolCalls).toHaveLength(40);
  for (const batch of batches) expect(JSON.stringify(batch.messages).length).toBeLessThan(290 * 1024);
});

describe("the hooks", () => {
  it("V69, V59, V61: each Stop sends what is new as one turn, the same Stop twice sends nothing", async () => {
    const gateway = await startGateway(envelope({ messageCount: 2 }));
    writeFileSync(transcript, jsonl(turn(1)));
    await hook(gateway, "Stop");
    await hook(gateway, "Stop");
    appendFileSync(transcript, jsonl(turn(2)));
    await hook(gateway, "Stop");
    expect(contents(gateway)).toEqual([
      ["question 1 about the login", "answer 1"],
      ["question 2 about the login", "answer 2"],
    ]);
    for (const body of bodies(gateway)) {
      expect(body).toMatchObject({ conversationId: "s-1", flush: false, sync: true, channel: "hook", turns: 1 });
    }
    const [, last] = bodies(gateway)[0]?.["messages"] as Record<string, unknown>[];
    expect(last).toEqual({ role: "assistant", timestamp: Date.parse("2026-11-20T10:00:02.000Z"), content: "answer 1", turnComplete: true }); // prettier-ignore
  });

  it("V68: three Stops, of which one is divided, are three turns", async () => {
    const gateway = await startGateway(envelope({ messageCount: 1 }));
    const long = Array.from({ length: 6 }, (_, at) => [
      assistant(`c-${at}`, `call-${at}`, [{ type: "tool_use", id: `t-${at}`, name: "Read", input: {} }]),
      user(`r-${at}`, [{ type: "tool_result", tool_use_id: `t-${at}`, content: "z".repeat(60_000) }]),
    ]).flat();
    writeFileSync(transcript, jsonl(turn(1)));
    await hook(gateway, "Stop");
    appendFileSync(transcript, jsonl([user("u-2", "read them all please"), ...long, ...turn(2).slice(1)]));
    await hook(gateway, "Stop");
    appendFileSync(transcript, jsonl(turn(3)));
    await hook(gateway, "Stop");
    expect(gateway.seen.length).toBeGreaterThan(3);
    const counts = bodies(gateway).map(({ turns }) => turns as number);
    expect(counts.reduce((sum, one) => sum + one, 0)).toBe(3);
    for (const { body } of gateway.seen) expect(JSON.stringify(body).length).toBeLessThan(290 * 1024);
    expect(contents(gateway).flat()).toHaveLength(2 + 1 + 12 + 1 + 2);
  });

  it("V62, V63: a turn that the gateway did not take comes with the next one, and is told as recovered", async () => {
    const gateway = await startGateway((seen, response, count) =>
      envelope({ messageCount: 2 }, count === 1 ? { http: 500, status: 50000, error: "down" } : {})(
        seen,
        response,
        count,
      ),
    );
    writeFileSync(transcript, jsonl(turn(1)));
    const { log, printed } = await hook(gateway, "Stop");
    expect([printed, log.join()]).toEqual(["", expect.stringContaining("down")]);
    appendFileSync(transcript, jsonl(turn(2)));
    await hook(gateway, "Stop");
    expect(gateway.seen.map(({ path }) => path.split("/").at(-1))).toEqual([
      "agent-memory",
      "import-events",
      "agent-memory",
    ]);
    expect(bodies(gateway)[1]).toMatchObject({ outcome: "recovered" });
    expect((bodies(gateway)[2]?.["messages"] as unknown[]).length).toBe(4);
  });

  it("V56, V68: a compaction in the middle of a turn sends and flushes, and is no turn's end", async () => {
    const gateway = await startGateway(envelope({ messageCount: 1 }));
    writeFileSync(transcript, jsonl(turn(1).slice(0, 1)));
    await hook(gateway, "PreCompact", { trigger: "auto" });
    appendFileSync(transcript, jsonl(turn(1).slice(1)));
    await hook(gateway, "Stop");
    await hook(gateway, "SessionEnd", { reason: "exit" });
    expect(bodies(gateway).map(({ turns, flush }) => [turns, flush])).toEqual([
      [0, false],
      [undefined, true],
      [1, false],
      [undefined, true],
    ]);
  });

  it("V69: tool calls, sub-agents and a Stop that a hook caused are nothing to do", async () => {
    const gateway = await startGateway(envelope({}));
    writeFileSync(transcript, jsonl(turn(1)));
    await hook(gateway, "PostToolUse", { tool_name: "Read" });
    await hook(gateway, "SubagentStop");
    await hook(gateway, "Stop", { agent_id: "sub-1" });
    await hook(gateway, "Stop", { stop_hook_active: true });
    await hook(gateway, "Stop", { session_id: 7 });
    await hook(gateway, "Stop", { transcript_path: join(root, "none.jsonl") });
    expect(gateway.seen).toEqual([]);
  });

  it("V55, V57: a prompt's block stays below what the host shows whole", async () => {
    const rows = Array.from({ length: 20 }, (_, at) => ({ summary: `${at} ${"w".repeat(400)}`, score: 1 }));
    const bundle = { items: rows, rawMessages: rows, agentMemory: { cases: [], skills: [] } };
    const gateway = await startGateway(envelope(bundle));
    const { printed } = await hook(gateway, "UserPromptSubmit", { prompt: [says("why does the login fail?")] });
    const output = JSON.parse(printed) as { hookSpecificOutput: { additionalContext: string } };
    const block = output.hookSpecificOutput.additionalContext;
    expect(block.length).toBeGreaterThan(5000);
    expect(block.length).toBeLessThan(10_000);
    expect(block.endsWith("</everme_recall>")).toBe(true);
  });

  it("V24: reads everme.env of the host's folder, or the file that is named", () => {
    const own: HostAdapter = claudeCodeAdapter({ configDir: "/home/me/.claude" });
    expect(own.envFile).toBe("/home/me/.claude/everme.env");
    expect(claudeCodeAdapter({ configDir: "/x", envFile: "/y/e.env" }).envFile).toBe("/y/e.env");
    expect(own.taskBatching).toBeUndefined();
  });
});

const folder = process.env["KEEPSAKE_REAL_TRANSCRIPTS"];
if (folder !== undefined) {
  it("V69: reads real transcripts; a result never stands before its call", () => {
    for (const name of ["claude-en-thinking-99k.jsonl", "claude-zh-en-124k.jsonl", "claude-edge-cases-10k.jsonl"]) {
      const lines = readFileSync(join(folder, name), "utf8")
        .split("\n")
        .flatMap((line) => {
          try {
            return [JSON.parse(line) as Line];
          } catch {
            return [];
          }
        });
      const messages = claudeMessages(lines);
      expect(messages.some(({ role }) => role === "user")).toBe(true);
      const called = new Set<string>();
      for (const { toolCalls = [], toolCallId } of messages) {
        for (const { id } of toolCalls) called.add(id);
        if (toolCallId !== undefined) expect(called.has(toolCallId)).toBe(true);
      }
    }
  });
}
