import { expect, it } from "vitest";
import { lastMessages, messagesOf, rendered } from "./messages";

const nested = (role: string, content: unknown, more: object = {}): string =>
  JSON.stringify({ type: role, uuid: "u", sessionId: "s", message: { role, content }, ...more });

it("C20: reads nested and flat lines alike", () => {
  const flat = [
    JSON.stringify({ role: "user", content: "Why does login fail?" }),
    JSON.stringify({
      role: "assistant",
      content: [
        { type: "text", text: "Reading" },
        { type: "text", text: "the file." },
      ],
    }),
    JSON.stringify({ type: "tool_use", id: "t-1", name: "Read", input: { file_path: "/w/a.ts" } }),
    JSON.stringify({ type: "tool_result", tool_use_id: "t-1", content: [{ type: "text", text: "if (x) y()" }] }),
  ];
  const now = [
    nested("user", "Why does login fail?"),
    nested("assistant", [
      { type: "thinking", thinking: "HIDDEN" },
      { type: "text", text: "Reading" },
      { type: "text", text: "the file." },
    ]),
    nested("assistant", [{ type: "tool_use", id: "t-1", name: "Read", input: { file_path: "/w/a.ts" } }]),
    nested("user", [{ type: "tool_result", tool_use_id: "t-1", content: [{ type: "text", text: "if (x) y()" }] }]),
  ];
  expect(lastMessages(flat)).toEqual(lastMessages(now));
  expect(rendered(lastMessages(now))).toBe(
    '[USER]\nWhy does login fail?\n\n[ASSISTANT]\nReading\nthe file.\n\n[ASSISTANT]\n[Tool: Read] {"file_path":"/w/a.ts"}\n\n[TOOL]\nif (x) y()',
  );
});

it("C20: cuts inputs at 500 and results at 1000 characters; bad lines, side chains and markup are none", () => {
  const [call] = messagesOf(
    JSON.parse(nested("assistant", [{ type: "tool_use", name: "Write", input: { text: "w".repeat(900) } }])),
  );
  expect(call?.text).toHaveLength("[Tool: Write] ".length + 500);
  const [result] = messagesOf(JSON.parse(nested("user", [{ type: "tool_result", content: "r".repeat(5000) }])));
  expect(result?.text).toHaveLength(1000);
  const none = [
    "{ broken",
    "null",
    nested("assistant", "aside", { isSidechain: true }),
    nested("user", "meta", { isMeta: true }),
    nested("user", "<command-name>/clear</command-name>"),
    nested("user", "This session is being continued from a previous conversation that ran out"),
    nested("user", "[Request interrupted by user]"),
    JSON.stringify({ type: "system", content: "x" }),
    JSON.stringify({ type: "summary", summary: "x" }),
  ];
  expect(lastMessages(none)).toEqual([]);
});

it("C20: nothing private or secret is left in a message, nor half a secret where it is cut", () => {
  const secret = ["sk-ant-", "api03-", "A".repeat(90)].join("");
  const lines = [
    nested("user", "keep <private>HIDDEN</private> this"),
    nested("user", [{ type: "tool_result", content: `${"x".repeat(960)} ${secret}` }]),
  ];
  const text = rendered(lastMessages(lines));
  expect(text).toContain("keep  this");
  expect(text).not.toContain("HIDDEN");
  expect(text).not.toContain("sk-ant-");
});

it("C19: only the last 20 messages go on", () => {
  const lines = Array.from({ length: 25 }, (_, at) => nested(at % 2 === 0 ? "user" : "assistant", `message ${at}`));
  const messages = lastMessages(lines);
  expect(messages).toHaveLength(20);
  expect(messages[0]?.text).toBe("message 5");
  expect(messages.at(-1)?.text).toBe("message 24");
});
