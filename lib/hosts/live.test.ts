/** The live hooks of all hosts but Claude Code: payloads as their documentation shows them, and what each reads back. */
import { describe, expect, it } from "vitest";
import type { Adapted, CaptureEvent } from "../contract/capture";
import { requireAdapter } from "./registry";

const adapt = (host: string, event: string, payload: object): Adapted =>
  requireAdapter(host).hook(event, payload as Record<string, unknown>);
const one = (host: string, event: string, payload: object): CaptureEvent => {
  const adapted = adapt(host, event, payload);
  if ("skip" in adapted || adapted.events[0] === undefined) throw new Error(`nothing: ${JSON.stringify(adapted)}`);
  expect(adapted.events).toHaveLength(1);
  return adapted.events[0];
};

describe("codex", () => {
  const base = {
    session_id: "x-1",
    turn_id: "t-1",
    transcript_path: null,
    cwd: "/w/app",
    model: "m",
    permission_mode: "default",
  };

  it("reads a session", () => {
    expect(one("codex", "SessionStart", { ...base, source: "resume" })).toMatchObject({
      host: "codex",
      hostSessionId: "x-1",
      cwd: "/w/app",
      type: "session_start",
      source: "resume",
    });
    expect(one("codex", "UserPromptSubmit", { ...base, prompt: "fix it" })).toMatchObject({
      type: "prompt",
      text: "fix it",
    });
    const tool = { tool_name: "Bash", tool_use_id: "call_1", tool_input: { command: "ls" }, tool_response: "a\nb" };
    expect(one("codex", "PostToolUse", { ...base, ...tool })).toMatchObject({
      type: "tool",
      toolUseId: "call_1",
      input: { command: "ls" },
      output: "a\nb",
    });
    const stop = { stop_hook_active: true, last_assistant_message: "Done." };
    expect(one("codex", "Stop", { ...base, ...stop })).toMatchObject({
      type: "turn_end",
      lastMessage: "Done.",
      isRepeat: true,
    });
    expect(adapt("codex", "Stop", { ...base, ...stop, agent_id: "a-1" })).toEqual({ skip: "subagent" });
    expect(one("codex", "PreCompact", { ...base, trigger: "auto" })).toMatchObject({ type: "compaction" });
    expect(adapt("codex", "PermissionRequest", base)).toEqual({ skip: "bookkeeping" });
    expect(adapt("codex", "Brand.New", base)).toEqual({ skip: "unknown_event" });
  });

  it("answers with no field that Codex does not know", () => {
    const { reply, contextEvents } = requireAdapter("codex");
    expect(reply("Stop", null)).toEqual({});
    expect(reply("UserPromptSubmit", "c")).toEqual({
      hookSpecificOutput: { hookEventName: "UserPromptSubmit", additionalContext: "c" },
    });
    expect(contextEvents).toEqual(["SessionStart", "UserPromptSubmit"]);
  });
});

describe("gemini", () => {
  const base = { session_id: "g-1", transcript_path: "/t.json", cwd: "/w/app", timestamp: "2026-06-01T11:00:00.000Z" };

  it("reads a session by Gemini's own names of the moments", () => {
    expect(one("gemini", "SessionStart", { ...base, source: "startup" })).toMatchObject({
      type: "session_start",
      at: Date.UTC(2026, 5, 1, 11),
    });
    expect(one("gemini", "BeforeAgent", { ...base, prompt: "修复" })).toMatchObject({ type: "prompt", text: "修复" });
    const end = { prompt: "修复", prompt_response: "已修复", stop_hook_active: false };
    expect(one("gemini", "AfterAgent", { ...base, ...end })).toMatchObject({
      type: "turn_end",
      lastMessage: "已修复",
      isRepeat: false,
    });
    expect(one("gemini", "SessionEnd", { ...base, reason: "exit" })).toMatchObject({ type: "session_end" });
    expect(one("gemini", "PreCompress", { ...base, trigger: "auto" })).toMatchObject({ type: "compaction" });
    for (const event of ["BeforeTool", "BeforeModel", "AfterModel", "BeforeToolSelection", "Notification"])
      expect(adapt("gemini", event, base)).toEqual({ skip: "bookkeeping" });
    expect(adapt("gemini", "PostToolUse", base)).toEqual({ skip: "unknown_event" });
  });

  it("takes of a tool what the model read, in each of its forms, and knows an error", () => {
    const after = (tool_response: unknown) =>
      one("gemini", "AfterTool", {
        ...base,
        tool_name: "run_shell_command",
        tool_input: { command: "ls" },
        tool_response,
      });
    expect(after({ llmContent: "out", returnDisplay: "shown" })).toMatchObject({ output: "out", isError: undefined });
    expect(after({ llmContent: [{ text: "a" }, { text: "b" }] })).toMatchObject({ output: "a\nb" });
    expect(after({ llmContent: { text: "part" } })).toMatchObject({ output: "part" });
    expect(after({ llmContent: "", returnDisplay: "shown" })).toMatchObject({ output: "shown" });
    expect(after({ llmContent: "no such file", error: { message: "no" } })).toMatchObject({
      output: "no such file",
      isError: true,
    });
    expect(after({ error: { message: "denied" } })).toMatchObject({ output: "denied", isError: true });
    expect(after("plain")).toMatchObject({ output: "plain" });
  });

  it("answers one JSON object; context at a start and at a prompt", () => {
    const { reply, contextEvents } = requireAdapter("gemini");
    expect(reply("AfterTool", null)).toEqual({});
    expect(reply("BeforeAgent", "c")).toMatchObject({
      hookSpecificOutput: { hookEventName: "BeforeAgent", additionalContext: "c" },
    });
    expect(contextEvents).toEqual(["SessionStart", "BeforeAgent"]);
  });
});

describe("cursor", () => {
  const base = { conversation_id: "c-1", generation_id: "g-1", workspace_roots: ["/w/app"], model: "default" };

  it("K13: the conversation is the session", () => {
    expect(one("cursor", "beforeSubmitPrompt", { ...base, prompt: "CUR-K13" })).toMatchObject({
      host: "cursor",
      hostSessionId: "c-1",
      cwd: "/w/app",
      type: "prompt",
      text: "CUR-K13",
    });
    expect(() => adapt("cursor", "beforeSubmitPrompt", { prompt: "x" })).toThrow();
  });

  it("K14: the project comes from the workspace, never from Cursor's own folder", () => {
    const edit = {
      tool_name: "StrReplace",
      tool_input: { path: "/w/app/a.ts", old: "1", new: "2" },
      tool_output: "{}",
    };
    const event = { ...base, ...edit, cwd: "/home/u/.cursor" };
    expect(one("cursor", "postToolUse", event)).toMatchObject({
      cwd: "/w/app",
      name: "StrReplace",
      input: { path: "/w/app/a.ts" },
    });
    expect(one("cursor", "postToolUse", { ...event, workspace_roots: [] }).cwd).toBeUndefined();
    expect(one("cursor", "postToolUse", { ...event, workspace_roots: ["/c:/work/app"] }).cwd).toBe("c:/work/app");
    expect(one("cursor", "postToolUse", { ...event, workspace_roots: "x", cwd: "/w/b" }).cwd).toBe("/w/b");
  });

  it("opens inputs and outputs that come as JSON in a string", () => {
    const shell = { tool_name: "Shell", tool_input: '{"command":"ls"}', tool_output: '{"exitCode":0,"stdout":"a"}' };
    expect(one("cursor", "postToolUse", { ...base, ...shell, tool_use_id: "u-1" })).toMatchObject({
      toolUseId: "u-1",
      input: { command: "ls" },
      output: { exitCode: 0, stdout: "a" },
    });
    expect(one("cursor", "postToolUse", { ...base, tool_name: "Read", tool_output: "{no json" })).toMatchObject({
      output: "{no json",
    });
    expect(
      one("cursor", "postToolUseFailure", { ...base, tool_name: "Shell", error_message: "timed out" }),
    ).toMatchObject({
      isError: true,
      output: "timed out",
    });
  });

  it("reads what older versions tell of shell, MCP and edits", () => {
    expect(one("cursor", "afterShellExecution", { ...base, command: "make", output: "ok" })).toMatchObject({
      name: "Shell",
      input: { command: "make" },
      output: "ok",
    });
    expect(
      one("cursor", "afterMCPExecution", { ...base, tool_name: "query", tool_input: '{"q":1}', result_json: '["r"]' }),
    ).toMatchObject({
      name: "query",
      input: { q: 1 },
      output: ["r"],
    });
    expect(one("cursor", "afterFileEdit", { ...base, file_path: "/w/app/a.ts", edits: [] })).toMatchObject({
      name: "Edit",
      input: { file_path: "/w/app/a.ts" },
    });
  });

  it("reads answers and ends; thoughts are nobody's", () => {
    expect(one("cursor", "afterAgentResponse", { ...base, text: "Done." })).toMatchObject({
      type: "message",
      text: "Done.",
    });
    expect(one("cursor", "stop", { ...base, status: "completed", loop_count: 0 })).toMatchObject({
      outcome: "done",
      isRepeat: false,
    });
    expect(one("cursor", "stop", { ...base, status: "completed", loop_count: 1 })).toMatchObject({ isRepeat: true });
    expect(one("cursor", "stop", { ...base, status: "aborted" })).toMatchObject({ outcome: "interrupted" });
    expect(one("cursor", "preCompact", { ...base, trigger: "auto" })).toMatchObject({ type: "compaction" });
    expect(one("cursor", "sessionStart", { ...base, session_id: "c-1" })).toMatchObject({ type: "session_start" });
    expect(one("cursor", "sessionEnd", { ...base, reason: "user_close" })).toMatchObject({ type: "session_end" });
    expect(adapt("cursor", "afterAgentThought", { ...base, text: "hmm" })).toEqual({ skip: "reasoning" });
    expect(adapt("cursor", "subagentStop", base)).toEqual({ skip: "subagent" });
    expect(adapt("cursor", "beforeShellExecution", base)).toEqual({ skip: "bookkeeping" });
  });

  it("K13: answers that a prompt goes on, and context at a start alone", () => {
    const { reply, contextEvents } = requireAdapter("cursor");
    expect(reply("beforeSubmitPrompt", null)).toEqual({ continue: true });
    expect(reply("sessionStart", "c")).toEqual({ additional_context: "c" });
    expect(reply("stop", null)).toEqual({});
    expect(contextEvents).toEqual(["sessionStart"]);
  });
});

describe("kimi", () => {
  const base = { session_id: "session_1", session_title: "t", client_type: "kimi_code_cli", cwd: "/w/app" };

  it("K15: a prompt of parts is their text, a picture is noted", () => {
    const prompt = [
      { type: "text", text: "KIMI-K15 修复" },
      { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
    ];
    expect(one("kimi", "UserPromptSubmit", { ...base, prompt })).toMatchObject({ text: "KIMI-K15 修复\n[image]" });
  });

  it("reads tools by Kimi's names of their fields, and ends of a turn", () => {
    const tool = { tool_name: "Bash", tool_call_id: "call_1", tool_input: { command: "ls" }, tool_output: "a" };
    expect(one("kimi", "PostToolUse", { ...base, ...tool })).toMatchObject({ toolUseId: "call_1", output: "a" });
    expect(one("kimi", "PostToolUseFailure", { ...base, tool_name: "Bash", error: "exit 1" })).toMatchObject({
      isError: true,
      output: "exit 1",
    });
    expect(one("kimi", "Stop", { ...base, stop_hook_active: false })).toMatchObject({
      type: "turn_end",
      outcome: "done",
    });
    expect(one("kimi", "Interrupt", { ...base, reason: "user" })).toMatchObject({ outcome: "interrupted" });
    expect(one("kimi", "PostCompact", { ...base, trigger: "auto" })).toMatchObject({ type: "compaction" });
    expect(adapt("kimi", "SubagentStop", { ...base, agent_name: "x", response: "y" })).toEqual({ skip: "subagent" });
    for (const event of ["UserPromptQueued", "TurnStarted", "SessionHeartbeat", "PermissionResult"])
      expect(adapt("kimi", event, { ...base, prompt: "x" })).toEqual({ skip: "bookkeeping" });
  });

  it("prints plain text: JSON without a message would stand before the model as it is", () => {
    const { print, reply } = requireAdapter("kimi");
    expect(print?.("UserPromptSubmit", "<b>\nx\n</b>")).toBe("<b>\nx\n</b>\n");
    expect(reply("UserPromptSubmit", "c")).toEqual({ message: "c" });
  });
});

describe("opencode", () => {
  it("reads what our plugin posts; a child session's prompt is no person's", () => {
    const base = { session_id: "ses_1", cwd: "/w/app" };
    expect(one("opencode", "UserPromptSubmit", { ...base, prompt: "fix" })).toMatchObject({
      host: "opencode",
      text: "fix",
    });
    expect(adapt("opencode", "UserPromptSubmit", { ...base, prompt: "fix", agent_id: "ses_2" })).toEqual({
      skip: "subagent",
    });
    expect(requireAdapter("opencode").reply("UserPromptSubmit", "c")).toEqual({ context: "c" });
    expect(requireAdapter("opencode").reply("Stop", null)).toEqual({ context: "" });
  });
});

describe("what is known of how a tool's use ended", () => {
  const shell = { session_id: "s-1", conversation_id: "s-1", tool_name: "Bash", tool_input: { command: "npm test" } };
  const ended = (host: string, event: string, more: object) => one(host, event, { ...shell, ...more });

  it("an exit code counts, wherever a host writes it", () => {
    for (const [host, event, more] of [
      ["cursor", "postToolUse", { tool_name: "Shell", tool_output: '{"exitCode":2,"stdout":"2 things to do"}' }],
      ["claude-code", "PostToolUse", { tool_response: { stdout: "2 things to do", stderr: "", exit_code: 2 } }],
      ["codex", "PostToolUse", { tool_response: "Exit code: 2\nWall time: 1 s\nOutput:\n2 things to do" }],
      ["codex", "PostToolUse", { tool_response: { output: "2 things to do", metadata: { exit_code: 2 } } }],
      ["opencode", "PostToolUse", { tool_response: "2 things to do", is_error: true }],
    ] as const)
      expect([host, ended(host, event, more)]).toEqual([host, expect.objectContaining({ isError: true }) as object]);
    const gemini = (llmContent: string) =>
      ended("gemini", "AfterTool", { tool_name: "run_shell_command", tool_response: { llmContent } });
    expect(gemini("Command: npm test\nOutput: 2 things to do\nExit Code: 2\nSignal: (none)")).toMatchObject({
      isError: true,
    });
    expect(gemini("Command: npm test\nOutput: fine\nExit Code: 0")).toMatchObject({ isError: false });
    expect(ended("cursor", "postToolUse", { tool_output: '{"exitCode":0,"stdout":""}' })).toMatchObject({
      isError: false,
    });
  });

  it("a file that speaks of exit codes is no failure", () => {
    const read = { tool_name: "read_file", tool_response: { llmContent: "Exit code: 1" } };
    expect(ended("gemini", "AfterTool", read)).toMatchObject({ isError: undefined });
    expect(ended("codex", "PostToolUse", { tool_name: "view", tool_response: "Exit code: 1" })).toMatchObject({
      isError: undefined,
    });
  });

  it("where a failure is another event, the usual one says that it went well", () => {
    expect(ended("claude-code", "PostToolUse", { tool_response: { stdout: "", stderr: "" } })).toMatchObject({
      isError: false,
    });
    expect(ended("kimi", "PostToolUse", { tool_output: "" })).toMatchObject({ isError: false });
    expect(ended("kimi", "PostToolUseFailure", { error: "" })).toMatchObject({ isError: true });
    // Codex tells of every use by the same event, Windsurf says nothing at all.
    expect(ended("codex", "PostToolUse", { tool_response: "" })).toMatchObject({ isError: undefined });
    const command = { trajectory_id: "t-1", tool_info: { command_line: "npm test" } };
    expect(one("windsurf", "post_run_command", command)).not.toHaveProperty("isError");
  });
});

describe("windsurf", () => {
  const base = {
    trajectory_id: "tr-1",
    execution_id: "e-1",
    timestamp: "2026-06-01T11:00:00Z",
    keepsake_cwd: "/w/app",
  };
  const act = (event: string, tool_info: object) =>
    one("windsurf", event, { ...base, agent_action_name: event, tool_info });

  it("reads prompts, answers and what was done; the folder is where the hook ran", () => {
    expect(act("pre_user_prompt", { user_prompt: "fix" })).toMatchObject({
      host: "windsurf",
      hostSessionId: "tr-1",
      cwd: "/w/app",
      text: "fix",
      at: Date.UTC(2026, 5, 1, 11),
    });
    expect(act("post_cascade_response", { response: "Done." })).toMatchObject({
      type: "turn_end",
      lastMessage: "Done.",
    });
    expect(act("post_run_command", { command_line: "ls", cwd: "/w/app/src" })).toMatchObject({
      name: "run_command",
      cwd: "/w/app",
      input: { command: "ls" },
    });
    expect(act("post_write_code", { file_path: "/w/app/a.ts", edits: [] })).toMatchObject({ name: "write_code" });
    const mcp = { mcp_server_name: "keepsake", mcp_tool_name: "recall", mcp_tool_arguments: {}, mcp_result: "r" };
    expect(act("post_mcp_tool_use", mcp)).toMatchObject({ name: "mcp__keepsake__recall", output: "r" });
    expect(adapt("windsurf", "pre_run_command", base)).toEqual({ skip: "bookkeeping" });
    expect(() => adapt("windsurf", "pre_user_prompt", { tool_info: {} })).toThrow();
  });

  it("has nothing to say: what it prints reaches no model", () => {
    expect(requireAdapter("windsurf").contextEvents).toEqual([]);
    expect(requireAdapter("windsurf").reply("pre_user_prompt", null)).toEqual({});
  });
});

it("lines of their transcripts are not read one by one", () => {
  expect(() => requireAdapter("codex").transcriptLine({})).toThrow(/keepsake import|not read/);
});
