import { describe, expect, it } from "vitest";
import type { CaptureEvent } from "../../contract/capture";
import { adaptHook } from "./hook";

const base = { session_id: "s-1", cwd: "/w/app" };
const one = (event: string, body: object): CaptureEvent => {
  const adapted = adaptHook(event, { ...base, ...body });
  if ("skip" in adapted || adapted.events[0] === undefined) throw new Error("nothing was captured");
  return adapted.events[0];
};

describe("adaptHook", () => {
  it("reads the events of a session", () => {
    expect(one("SessionStart", { source: "resume" })).toMatchObject({
      type: "session_start",
      source: "resume",
      hostSessionId: "s-1",
    });
    expect(one("SessionEnd", { reason: "exit" })).toMatchObject({ type: "session_end", reason: "exit" });
    expect(one("UserPromptSubmit", { prompt: "fix it" })).toMatchObject({
      type: "prompt",
      text: "fix it",
      cwd: "/w/app",
    });
  });

  it("K15: a prompt may be content parts; a picture leaves a note", () => {
    const prompt = [
      { type: "text", text: "看这个" },
      { type: "image", source: { data: "AAAA" } },
      { type: "text", text: "fix it" },
    ];
    expect(one("UserPromptSubmit", { prompt })).toMatchObject({ text: "看这个\n[image]\nfix it" });
  });

  it("keeps tool responses of every form as they are, for cleaning", () => {
    for (const response of ["text", [{ type: "text", text: "a" }], { stdout: "a" }, 3, false]) {
      expect(one("PostToolUse", { tool_name: "Bash", tool_response: response })).toMatchObject({ output: response });
    }
    expect(one("PostToolUse", { tool_name: "Bash", tool_result: "older name" })).toMatchObject({
      output: "older name",
    });
  });

  it("knows an error by the event or a flag, and does not guess", () => {
    expect(one("PostToolUseFailure", { tool_name: "Bash", error: "exit 1" })).toMatchObject({
      isError: true,
      output: "exit 1",
    });
    expect(one("PostToolUse", { tool_name: "X", tool_response: { success: false } })).toMatchObject({ isError: true });
    expect(one("PostToolUse", { tool_name: "X", tool_response: "error" })).toMatchObject({ isError: false });
  });

  it("E91: ends the turn at Stop and says when a stop hook had made the agent go on; not for sub-agents", () => {
    const stop = { stop_hook_active: true, last_assistant_message: "done" };
    expect(one("Stop", stop)).toMatchObject({ type: "turn_end", outcome: "done", lastMessage: "done", isRepeat: true });
    expect(one("Stop", { stop_hook_active: "yes" })).not.toHaveProperty("isRepeat", true);
    expect(adaptHook("SubagentStop", { ...base, ...stop })).toEqual({ skip: "subagent" });
    expect(adaptHook("Stop", { ...base, ...stop, agent_id: "a-1" })).toEqual({ skip: "subagent" });
  });

  it("skips what carries nothing, and what it does not know", () => {
    for (const event of ["PreToolUse", "PermissionRequest", "Notification"])
      expect(adaptHook(event, base)).toEqual({ skip: "bookkeeping" });
    expect(adaptHook("SomethingNew", base)).toEqual({ skip: "unknown_event" });
  });

  it("tells that the context is shortened, before and after; what a sub-agent is asked is no prompt", () => {
    expect(one("PreCompact", { trigger: "auto", custom_instructions: "" })).toMatchObject({
      type: "compaction",
      trigger: "auto",
    });
    expect(one("PostCompact", { trigger: "manual" })).toMatchObject({ type: "compaction", trigger: "manual" });
    const inside = { ...base, agent_id: "a-1", prompt: "look for callers", trigger: "auto" };
    for (const event of ["UserPromptSubmit", "PreCompact", "StopFailure", "SubagentStop"])
      expect([event, adaptHook(event, inside)]).toEqual([event, { skip: "subagent" }]);
    expect(one("PostToolUse", { agent_id: "a-1", tool_name: "Edit", tool_response: "ok" })).toMatchObject({
      type: "tool",
      name: "Edit",
    });
  });

  it("ignores wrong types of fields that it can do without", () => {
    expect(one("PostToolUse", { cwd: 5, tool_name: ["x"], tool_use_id: {}, tool_response: "kept" })).toMatchObject({
      cwd: undefined,
      name: undefined,
      toolUseId: undefined,
      output: "kept",
    });
  });

  it("J13: a session id is kept unless it is too long; control characters become marks", () => {
    expect(one("Stop", { session_id: "../../x" })).toMatchObject({ hostSessionId: "../../x" });
    expect(one("Stop", { session_id: "a/b\\c:d\u0000e" })).toMatchObject({ hostSessionId: "a/b\\c:d\ufffde" });
    expect(() => adaptHook("Stop", { ...base, session_id: "z".repeat(3000) })).toThrow(/300/);
    expect(() => adaptHook("Stop", { ...base, session_id: "" })).toThrow();
    expect(() => adaptHook("Stop", {})).toThrow();
  });
});
