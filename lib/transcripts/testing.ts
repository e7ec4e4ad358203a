/** Test helpers: made-up files of every host, and what readers make of them. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import type { Host } from "../contract/capture";
import { TranscriptRecord } from "../contract/transcript-record";
import { transcriptItems } from "./items";
import { noProblems, type ReadProblems } from "./problems";

export type Fields = Record<string, unknown>;

export const jsonl = (lines: readonly unknown[]): string =>
  lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n");

export function put(folder: string, name: string, text: string): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

export interface Told {
  host: Host | undefined;
  /** Payloads of records, those of one message one by one. */
  records: Fields[];
  problems: ReadProblems;
  bytes: number;
}

export async function readAll(path: string, hint?: Host): Promise<Told> {
  const told: Told = { host: undefined, records: [], problems: noProblems(), bytes: 0 };
  for await (const item of transcriptItems(path, told.problems, (bytes) => (told.bytes += bytes), { hint })) {
    told.host ??= item.host;
    const { records } = item.payload;
    told.records.push(...(Array.isArray(records) ? (records as Fields[]) : [item.payload]));
  }
  return told;
}

/** `prompt: words`, `tool: name`, … */
export const short = ({ records }: Told): string[] =>
  records.map(
    (one) => `${String(one["type"])}: ${String(one["text"] ?? one["name"] ?? one["outcome"] ?? one["output"] ?? "")}`,
  );

const AT = "2026-02-23T11:41:0";

/** A Codex rollout of today: `HIDDEN` is what nobody may ever find. */
export const codexLines = (id = "019c8a4d-0000-7010-8b5d-000000000001", cwd = "/w/shop"): Fields[] => [
  {
    timestamp: `${AT}0.000Z`,
    type: "session_meta",
    payload: { id, timestamp: `${AT}0.000Z`, cwd, source: "cli", git: { branch: "main" } },
  },
  item(1, { type: "message", role: "developer", content: [{ type: "input_text", text: "HIDDEN developer words" }] }),
  item(1, {
    type: "message",
    role: "user",
    content: [{ type: "input_text", text: "<environment_context>\n<cwd>/w/shop</cwd>" }],
  }),
  item(2, {
    type: "message",
    role: "user",
    content: [{ type: "input_text", text: "Why does the cart lose its items?" }],
  }),
  event(2, { type: "user_message", message: "Why does the cart lose its items?", images: [] }),
  event(3, { type: "agent_reasoning", text: "HIDDEN thought" }),
  item(3, {
    type: "reasoning",
    summary: [{ type: "summary_text", text: "HIDDEN summary" }],
    encrypted_content: "HIDDEN",
  }),
  item(4, { type: "function_call", name: "exec_command", arguments: '{"cmd":"npm test"}', call_id: "call_1" }),
  item(5, { type: "function_call_output", call_id: "call_1", output: "Process exited with code 1\nOutput:\n1 failed" }),
  item(5, {
    type: "custom_tool_call",
    name: "apply_patch",
    call_id: "call_2",
    input: "*** Begin Patch\n*** Update File: src/cart.ts\n*** End Patch",
  }),
  item(5, {
    type: "custom_tool_call_output",
    call_id: "call_2",
    output: '{"output":"Success","metadata":{"exit_code":0}}',
  }),
  event(6, { type: "agent_message", message: "The session expired too early; fixed." }),
  item(6, {
    type: "message",
    role: "assistant",
    content: [{ type: "output_text", text: "The session expired too early; fixed." }],
  }),
  event(7, { type: "token_count", info: null }),
  event(8, { type: "task_complete", turn_id: "t", last_agent_message: "The session expired too early; fixed." }),
];
const item = (second: number, payload: Fields): Fields => ({
  timestamp: `${AT}${second}.000Z`,
  type: "response_item",
  payload,
});
const event = (second: number, payload: Fields): Fields => ({
  timestamp: `${AT}${second}.000Z`,
  type: "event_msg",
  payload,
});

const GEMINI_MESSAGES: Fields[] = [
  { id: "u1", timestamp: "2026-01-15T20:51:48.000Z", type: "user", content: [{ text: "Make a colour file" }] },
  {
    id: "g1",
    timestamp: "2026-01-15T20:51:52.000Z",
    type: "gemini",
    content: "I will write docs/blue.md.",
    thoughts: [{ subject: "HIDDEN", description: "HIDDEN thought" }],
    toolCalls: [
      {
        id: "write_file-1",
        name: "write_file",
        args: { file_path: "docs/blue.md", content: "# Blue" },
        status: "success",
        result: [{ functionResponse: { id: "write_file-1", response: { output: "written" } } }],
      },
      {
        id: "sh-1",
        name: "run_shell_command",
        args: { command: "ls" },
        status: "success",
        resultDisplay: "Output: (empty)\nExit Code: 2",
      },
    ],
  },
  { id: "i1", timestamp: "2026-01-15T20:51:53.000Z", type: "info", content: "Update available" },
  { id: "u2", timestamp: "2026-01-15T20:52:00.000Z", type: "user", content: "/chat save x" },
];
export const geminiDocument = (sessionId = "gem-1"): Fields => ({
  sessionId,
  projectHash: "7e8989f71805c3147f6be9b7a71de2a156f8face69f9380beeeb8a777414f21c",
  startTime: "2026-01-15T20:51:48.000Z",
  messages: GEMINI_MESSAGES,
  summary: "A colour file",
});
export const geminiLogLines = (): Fields[] => {
  const [prompt, answer] = GEMINI_MESSAGES as [Fields, Fields];
  return [
    { sessionId: "gem-2", projectHash: "7e8989f7", startTime: "2026-01-15T20:51:48.000Z", kind: "main" },
    prompt,
    { ...answer, toolCalls: [] },
    answer,
    { id: "u3", timestamp: "2026-01-15T20:53:00.000Z", type: "user", content: "HIDDEN since it was taken back" },
    { $rewindTo: "u3" },
    { $set: { summary: "Colours" } },
    { id: "u4", timestamp: "2026-01-15T20:54:00.000Z", type: "user", content: "Thanks, and now green" },
  ];
};

export const SPECSTORY = `<!-- Generated by SpecStory, Markdown v2.1.0 -->

# Cart fix (2026-03-01 12:46:48Z)

<!-- Cursor IDE Session 7648a3a8-cec0-45cc-a87c-6ad5a39677a2 (2026-03-01 12:46:48Z) -->

_**User (2026-03-01 12:46:48Z)**_

Why does \`cart.ts\` fail?
---
It said &lt;nil&gt;.

---

_**Agent (claude-4-sonnet 2026-03-01 12:46:50Z)**_

<think><details><summary>Thought Process</summary>
HIDDEN thought
</details></think>

---

The type is wrong.

<tool-use data-tool-type="read" data-tool-name="read_file">
<details><summary>Tool use: **read_file** • Read file: src/cart.ts</summary>

</details>
</tool-use>

<tool-use data-tool-type="read" data-tool-name="read_file"><details>
<summary>Tool use: **read_file**</summary>

</details></tool-use>

<tool-use data-tool-type="shell" data-tool-name="run_terminal_cmd">
<details><summary>Tool use: **run_terminal_cmd** • Run command: npm test</summary>

\`\`\`
2 passed
\`\`\`
</details>
</tool-use>

_**Agent (claude-4-sonnet)**_

Fixed.
`;

export const openCodeExport = (): Fields => ({
  info: {
    id: "ses_1",
    directory: "/w/shop",
    title: "Cart",
    time: { created: 1_770_000_000_000, updated: 1_770_000_009_000 },
  },
  messages: [
    {
      info: { id: "msg_1", role: "user", sessionID: "ses_1", time: { created: 1_770_000_001_000 } },
      parts: [
        { id: "prt_1", type: "text", text: "Sort the cart" },
        { id: "prt_2", type: "text", synthetic: true, text: "HIDDEN contents of a file" },
      ],
    },
    {
      info: {
        id: "msg_2",
        role: "assistant",
        sessionID: "ses_1",
        time: { created: 1_770_000_002_000 },
        path: { cwd: "/w/shop", root: "/w/shop" },
      },
      parts: [
        { id: "prt_3", type: "reasoning", text: "HIDDEN thought", time: { start: 1 } },
        { id: "prt_4", type: "text", text: "Sorting by name." },
        {
          id: "prt_5",
          type: "tool",
          callID: "call_9",
          tool: "edit",
          state: {
            status: "completed",
            input: { filePath: "/w/shop/cart.ts" },
            output: "ok",
            metadata: {},
            time: { start: 1_770_000_003_000, end: 1_770_000_004_000 },
          },
        },
      ],
    },
  ],
});

/** One line of a Claude Code transcript. */
export const claudeLine = (n: number, role: "user" | "assistant", text: string, session = "s-1"): Fields => ({
  type: role,
  uuid: `${session}-${n}`,
  sessionId: session,
  cwd: "/w/shop",
  timestamp: `2026-05-01T10:00:${String(n).padStart(2, "0")}.000Z`,
  message: { role, content: role === "user" ? text : [{ type: "text", text }] },
});

/** No private reasoning, all records of the contract's shape, every key once. */
export function expectSound(told: Told): void {
  expect(JSON.stringify(told.records)).not.toContain("HIDDEN");
  for (const record of told.records) expect(TranscriptRecord.parse(record)).toMatchObject({ type: record["type"] });
  const keys = told.records.flatMap(({ key }) => (key === undefined ? [] : [key]));
  expect(new Set(keys).size).toBe(keys.length);
}
