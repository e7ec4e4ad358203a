/** Every format by itself: what is told of it, and what never is. */
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  claudeLine,
  codexLines,
  expectSound,
  geminiDocument,
  geminiLogLines,
  jsonl,
  openCodeExport,
  put,
  readAll,
  short,
} from "./testing";

let folder = "";
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "keepsake-formats-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("Codex", () => {
  it("tells the person's words, answers and tools once each, with folder, branch and time", async () => {
    const told = await readAll(put(folder, "rollout.jsonl", jsonl(codexLines())));
    expectSound(told);
    expect(told.host).toBe("codex");
    expect(short(told)).toEqual([
      "prompt: Why does the cart lose its items?",
      "tool: exec_command",
      "tool: Process exited with code 1\nOutput:\n1 failed",
      "tool: apply_patch",
      "tool: Success",
      "message: The session expired too early; fixed.",
      "turn_end: done",
      "end: ",
    ]);
    expect(told.records[0]).toMatchObject({ cwd: "/w/shop", branch: "main", at: Date.parse("2026-02-23T11:41:02Z") });
    expect(told.records[2]).toMatchObject({ toolUseId: "call_1", isError: true });
    expect(told.problems.left).toEqual({ not_typed: 3, reasoning: 2, bookkeeping: 2 });
  });

  it("a turn that was rolled back is gone, an aborted one interrupted, a sub-agent's file holds nothing", async () => {
    const at = { timestamp: "2026-02-23T11:42:00.000Z", type: "event_msg" };
    const more = [
      { ...at, payload: { type: "user_message", message: "HIDDEN" } },
      { ...at, payload: { type: "thread_rolled_back", num_turns: 1 } },
      {
        ...at,
        payload: {
          type: "user_message",
          message: "# Context from my IDE setup:\n\n## Open tabs\n## My request for Codex:\nagain",
        },
      },
      { ...at, payload: { type: "turn_aborted", reason: "interrupted" } },
    ];
    const told = await readAll(put(folder, "a.jsonl", jsonl([...codexLines(), ...more])));
    expectSound(told);
    expect(short(told).slice(-3)).toEqual(["prompt: again", "turn_end: interrupted", "end: "]);
    const [meta, ...rest] = codexLines() as [{ payload: object }, ...object[]];
    const child = { ...meta, payload: { ...meta.payload, source: { subagent: "review" } } };
    expect((await readAll(put(folder, "b.jsonl", jsonl([child, ...rest])))).records).toEqual([]);
  });

  it("reads the bare lines of 2025, where items alone tell what was typed", async () => {
    const lines = [
      { id: "old-1", timestamp: "2025-08-01T10:00:00.000Z", instructions: "HIDDEN", git: { branch: "dev" } },
      { record_type: "state" },
      {
        type: "message",
        role: "user",
        content: [
          {
            type: "input_text",
            text: "<environment_context>\nCurrent working directory: /w/old\n</environment_context>",
          },
        ],
      },
      { type: "message", role: "user", content: [{ type: "input_text", text: "List files" }] },
      { type: "reasoning", summary: [{ type: "summary_text", text: "HIDDEN" }] },
      { type: "function_call", name: "shell", arguments: '{"command":["bash","-lc","ls"]}', call_id: "c" },
      { type: "function_call_output", call_id: "c", output: '{"output":"a.ts","metadata":{"exit_code":0}}' },
      { type: "message", role: "assistant", content: [{ type: "output_text", text: "One file." }] },
    ];
    const told = await readAll(put(folder, "old.jsonl", jsonl(lines)));
    expectSound(told);
    expect(short(told)).toEqual(["prompt: List files", "tool: shell", "tool: a.ts", "message: One file.", "end: "]);
    expect(told.records[0]).toMatchObject({
      sessionId: "old-1",
      cwd: "/w/old",
      branch: "dev",
      at: Date.parse("2025-08-01T10:00:00Z"),
    });
  });
});

describe("Gemini CLI", () => {
  it("reads the document, without thoughts, commands and notices", async () => {
    const told = await readAll(put(folder, "session.json", JSON.stringify(geminiDocument(), null, 2)));
    expectSound(told);
    expect(short(told)).toEqual([
      "prompt: Make a colour file",
      "message: I will write docs/blue.md.",
      "tool: write_file",
      "tool: run_shell_command",
      "title: A colour file",
      "end: ",
    ]);
    expect(told.records[2]).toMatchObject({ output: "written", isError: false, project: "gemini-7e8989f7" });
    expect(told.records[3]).toMatchObject({ isError: true });
  });

  it("reads the log: the last version of each message, nothing behind a rewind; the folder by its file or its hash", async () => {
    const told = await readAll(put(folder, "tmp/shop/chats/session.jsonl", jsonl(geminiLogLines())));
    expectSound(told);
    expect(short(told)).toEqual([
      "prompt: Make a colour file",
      "message: I will write docs/blue.md.",
      "tool: write_file",
      "tool: run_shell_command",
      "prompt: Thanks, and now green",
      "title: Colours",
      "end: ",
    ]);
    put(folder, "tmp/shop/.project_root", "/w/shop");
    expect((await readAll(join(folder, "tmp/shop/chats/session.jsonl"))).records[0]).toMatchObject({ cwd: "/w/shop" });
    const hash = createHash("sha256").update("/w/cart").digest("hex");
    put(folder, "projects.json", JSON.stringify({ projects: { "/w/other": "other", "/w/cart": "cart" } }));
    const other = put(folder, "tmp/cart/chats/s.json", JSON.stringify({ ...geminiDocument(), projectHash: hash }));
    expect((await readAll(other)).records[0]).toMatchObject({ cwd: "/w/cart" });
  });
});

describe("Kimi", () => {
  const text = (words: string) => [{ type: "text", text: words }];
  const prompt = (words: string, time: number, origin: object = { kind: "user" }) => ({
    type: "turn.prompt",
    input: text(words),
    origin,
    time,
  });
  const loop = (event: object, time: number) => ({ type: "context.append_loop_event", event, time });

  it("K22: protocol 1.4 of Kimi Code: pieces of a step are one answer, the rewound turn is gone, nobody's prompt is none", async () => {
    const lines = [
      { type: "metadata", protocol_version: "1.4", created_at: 1_795_100_000_000 },
      prompt("HIDDEN first try", 1_795_100_001_000),
      { type: "context.undo", count: 1, time: 1_795_100_002_000 },
      prompt("Rename the cart module", 1_795_100_003_000),
      {
        type: "context.append_message",
        message: { role: "user", content: text("Rename the cart module"), toolCalls: [] },
        time: 1_795_100_003_001,
      },
      loop({ type: "content.part", stepUuid: "s9", part: { type: "think", think: "HIDDEN" } }, 1_795_100_003_500),
      loop({ type: "content.part", stepUuid: "s9", part: { type: "text", text: "Renamed to " } }, 1_795_100_004_000),
      loop({ type: "content.part", stepUuid: "s9", part: { type: "text", text: "basket." } }, 1_795_100_004_001),
      loop({ type: "tool.call", toolCallId: "c1", name: "Bash", args: { command: "ls" } }, 1_795_100_004_100),
      loop({ type: "tool.result", toolCallId: "c1", result: { output: "a", isError: false } }, 1_795_100_004_200),
      { type: "turn.ended", turnId: 1, reason: "completed", time: 1_795_100_004_300 },
      prompt("HIDDEN reminder", 1_795_100_005_000, { kind: "cron_job" }),
      "not json at all",
    ];
    const told = await readAll(
      put(folder, "sessions/wd_shop_0123456789ab/session_1/agents/main/wire.jsonl", jsonl(lines)),
    );
    expectSound(told);
    expect(told.host).toBe("kimi");
    expect(short(told)).toEqual([
      "prompt: Rename the cart module",
      "message: Renamed to basket.",
      "tool: Bash",
      "tool: a",
      "turn_end: done",
      "end: ",
    ]);
    expect(told.records[0]).toMatchObject({ sessionId: "session_1", project: "shop", at: 1_795_100_003_000 });
    expect(told.problems).toMatchObject({ badLines: 1, left: { undone: 2, not_typed: 1, reasoning: 1 } });
    const helper = put(folder, "sessions/wd_shop_0123456789ab/session_1/agents/coder/wire.jsonl", jsonl(lines));
    expect((await readAll(helper)).records).toEqual([]);
  });

  it("K22: an older log that says 1.4 too: float seconds, a string or parts, no thought as an answer", async () => {
    const old = (type: string, payload: object, timestamp = 1_773_128_640.5874681) => ({
      timestamp,
      message: { type, payload },
    });
    const lines = [
      { type: "metadata", protocol_version: "1.4" },
      old("TurnBegin", { user_input: "plain string" }),
      old("ContentPart", { type: "think", think: "HIDDEN" }),
      old("ToolCall", { id: "Shell:0", function: { name: "Shell", arguments: '{"command":"ls"}' } }),
      old("ToolResult", { tool_call_id: "Shell:0", return_value: { is_error: true, output: "no" } }),
      old("ContentPart", { type: "text", text: "好的。" }, 1_773_128_650.25),
      old("TurnBegin", { user_input: text("清理字符串") }, 1_773_128_660),
    ];
    const folderHash = createHash("md5").update("/w/alt").digest("hex");
    put(folder, "kimi.json", JSON.stringify({ work_dirs: [{ path: "/w/other" }, { path: "/w/alt" }] }));
    const told = await readAll(put(folder, `sessions/${folderHash}/abc/wire.jsonl`, jsonl(lines)));
    expectSound(told);
    expect(short(told)).toEqual([
      "prompt: plain string",
      "tool: Shell",
      "tool: no",
      "message: 好的。",
      "prompt: 清理字符串",
      "end: ",
    ]);
    expect(told.records[0]).toMatchObject({ sessionId: "abc", cwd: "/w/alt", at: 1_773_128_640_587 });
    expect(told.records[2]).toMatchObject({ isError: true });
  });

  it("K22: a migrated log without times is told in order, at the time of the file", async () => {
    const lines = [
      { type: "metadata", protocol_version: "1.0" },
      {
        type: "context.append_message",
        message: { role: "user", content: text("List the open invoices"), toolCalls: [] },
      },
      {
        type: "context.append_message",
        message: {
          role: "assistant",
          content: [],
          toolCalls: [{ id: "t1", function: { name: "Grep", arguments: "{}" } }],
        },
      },
      {
        type: "context.append_message",
        message: { role: "tool", toolCallId: "t1", content: text("3 matches"), toolCalls: [] },
      },
    ];
    const file = put(folder, "migrated.jsonl", jsonl(lines));
    utimesSync(file, new Date("2026-03-01T00:00:00Z"), new Date("2026-03-01T00:00:00Z"));
    const told = await readAll(file);
    expect(short(told)).toEqual(["prompt: List the open invoices", "tool: Grep", "tool: 3 matches", "end: "]);
    expect(told.records.every(({ at }) => at === Date.parse("2026-03-01T00:00:00Z"))).toBe(true);
  });
});

describe("OpenCode", () => {
  const EXPECTED = ["prompt: Sort the cart", "message: Sorting by name.", "tool: edit", "title: Cart", "end: "];

  it("reads an export", async () => {
    const told = await readAll(put(folder, "export.json", JSON.stringify(openCodeExport(), null, 2)));
    expectSound(told);
    expect(told.host).toBe("opencode");
    expect(short(told)).toEqual(EXPECTED);
    expect(told.records[2]).toMatchObject({
      toolUseId: "call_9",
      cwd: "/w/shop",
      at: 1_770_000_003_000,
      isError: false,
    });
  });

  it("reads the storage folder, and leaves what was reverted", async () => {
    const { info, messages } = openCodeExport() as {
      info: { id: string };
      messages: { info: { id: string }; parts: { id: string }[] }[];
    };
    const session = put(folder, "session/p1/ses_1.json", JSON.stringify({ ...info, projectID: "p1" }));
    for (const message of messages) {
      put(folder, `message/ses_1/${message.info.id}.json`, JSON.stringify(message.info));
      for (const part of message.parts) put(folder, `part/${message.info.id}/${part.id}.json`, JSON.stringify(part));
    }
    const told = await readAll(session);
    expectSound(told);
    expect(short(told)).toEqual(EXPECTED);
    put(folder, "session/p1/ses_1.json", JSON.stringify({ ...info, projectID: "p1", revert: { messageID: "msg_2" } }));
    expect(short(await readAll(session))).toEqual(["prompt: Sort the cart", "title: Cart", "end: "]);
  });
});

it("holds a piece of a large file at a time, whatever the format", async () => {
  const filler = "x".repeat(20_000);
  const many = (make: (n: number) => object): object[] => Array.from({ length: 400 }, (_, n) => make(n));
  const at = (n: number): string => new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString();
  const files = [
    put(
      folder,
      "claude.jsonl",
      jsonl(many((n) => claudeLine(n % 60, n % 2 === 0 ? "user" : "assistant", `${n} ${filler}`))),
    ),
    put(
      folder,
      "codex.jsonl",
      jsonl(
        many((n) => ({
          timestamp: at(n),
          type: "event_msg",
          payload: { type: "user_message", message: `${n} ${filler}` },
        })),
      ),
    ),
    put(
      folder,
      "gemini.json",
      JSON.stringify({
        ...geminiDocument(),
        messages: many((n) => ({ id: `m${n}`, timestamp: at(n), type: "user", content: `${n} ${filler}` })),
      }),
    ),
    put(
      folder,
      "kimi.jsonl",
      jsonl(
        many((n) => ({
          type: "turn.prompt",
          input: [{ type: "text", text: `${n} ${filler}` }],
          time: 1_795_000_000_000 + n,
        })),
      ),
    ),
    put(
      folder,
      "story.md",
      many((n) => ({ n }))
        .map((_, n) => `_**User**_\n\n${n} ${filler}\n`)
        .join("\n"),
    ),
  ];
  for (const file of files) {
    let read = 0;
    let told = 0;
    const { transcriptItems } = await import("./items");
    for await (const item of transcriptItems(
      file,
      { badLines: 0, tooLongLines: 0, replacedBytes: 0 },
      (bytes) => (read += bytes),
    )) {
      if (told === 0) expect(read).toBeLessThan(200_000);
      if (item.payload["type"] === "prompt" || item.event === "TranscriptLine") told += 1;
    }
    expect([file, told]).toEqual([file, 400]);
    expect(read).toBeGreaterThan(7_900_000);
  }
});
