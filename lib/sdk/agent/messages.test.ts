import { describe, expect, it } from "vitest";
import {
  AGENT_MEMORY_ROLES,
  AGENT_MEMORY_TOOL_CALL_TYPES,
  convertAgentMessage,
  convertMessages,
  timeOf,
} from "./messages";

const AT = 1_710_000_000_000;

describe("convertAgentMessage", () => {
  it("V28: user, assistant and tool, with toolResult as another name; everything else is dropped", () => {
    expect(AGENT_MEMORY_ROLES).toEqual(["user", "assistant", "tool"]);
    expect(AGENT_MEMORY_TOOL_CALL_TYPES).toEqual(["function"]);
    expect(convertAgentMessage({ role: "toolResult", toolCallId: "c", content: "x", timestamp: AT })).toEqual({
      role: "tool",
      toolCallId: "c",
      content: "x",
      timestamp: AT,
    });
    for (const raw of [{ role: "system", content: "x" }, { content: "x" }, "text", null, 5]) {
      expect(convertAgentMessage(raw)).toBeNull();
    }
  });

  it("V29: blocks and a list of calls become one list; objects are serialised", () => {
    const message = convertAgentMessage({
      role: "assistant",
      timestamp: AT,
      content: [
        { type: "text", text: "Let me look" },
        { type: "tool_use", id: "a", name: "Read", input: { path: "x" } },
        { type: "toolCall", id: "b", name: "Bash", arguments: { command: "ls" } },
      ],
      toolCalls: [
        { id: "b", type: "function", name: "Bash", arguments: '{"command":"ls"}' },
        { id: "c", type: "function", function: { name: "Grep", arguments: "{" } },
        { id: "d" },
      ],
      turnComplete: false,
    });
    expect(message).toEqual({
      role: "assistant",
      timestamp: AT,
      content: "Let me look",
      toolCalls: [
        { id: "a", type: "function", name: "Read", arguments: '{"path":"x"}' },
        { id: "b", type: "function", name: "Bash", arguments: '{"command":"ls"}' },
        { id: "c", type: "function", name: "Grep", arguments: "{" },
      ],
      turnComplete: false,
    });
  });

  it("V29: drops what is empty, but keeps an empty tool result", () => {
    expect(convertAgentMessage({ role: "user", content: " \n" })).toBeNull();
    expect(convertAgentMessage({ role: "assistant", content: [{ type: "thinking", thinking: "x" }] })).toBeNull();
    expect(convertAgentMessage({ role: "tool", content: "x" })).toBeNull();
    expect(convertAgentMessage({ role: "tool", toolCallId: "c", content: "" }, 0, AT)).toEqual({
      role: "tool",
      toolCallId: "c",
      content: "",
      timestamp: AT,
    });
  });

  it("V30: milliseconds, seconds, words, else now and the place in the list", () => {
    expect(timeOf(AT, 0)).toBe(AT);
    expect(timeOf(AT / 1000, 0)).toBe(AT);
    expect(timeOf(10_000_000_000, 0)).toBe(10_000_000_000_000);
    expect(timeOf(10_000_000_001, 0)).toBe(10_000_000_001);
    expect(timeOf("2024-03-09T16:00:00.000Z", 0)).toBe(AT);
    for (const nothing of [undefined, "yesterday", Number.NaN, -1, {}]) expect(timeOf(nothing, 7)).toBe(7);
    const [, second] = convertMessages(
      [
        { role: "user", content: "a" },
        { role: "user", content: "b" },
      ],
      AT,
    );
    expect(second?.message.timestamp).toBe(AT + 1);
  });

  it("V31, V35: texts are cut to their budget, a tool result goes whole and as one message", () => {
    const long = "x".repeat(50_000);
    const user = convertAgentMessage({ role: "user", content: long });
    expect(Array.from(user?.content ?? "").length).toBe(8000);
    const tool = convertMessages([{ role: "tool", toolCallId: "c", content: long }]);
    expect(tool.map(({ message }) => message.content)).toEqual([long]);
  });

  it("V32: a text that looks like an envelope is kept as it was said", () => {
    const text = "Sender (untrusted metadata):\n```json\n{}\n```\n[Mon 2026-05-13 22:16 GMT+8] hello";
    expect(convertAgentMessage({ role: "user", content: text })?.content).toBe(text);
  });

  it("V43: the host's id of a turn stays beside the message", () => {
    const [one] = convertMessages([{ role: "user", content: "a", turnId: 7, timestamp: AT }]);
    expect(one).toEqual({ message: { role: "user", content: "a", timestamp: AT }, turnId: "7" });
  });
});
