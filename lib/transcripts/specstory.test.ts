/** SpecStory's markdown: what is told of it, and what never is. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { transcriptItems } from "./items";
import { expectSound, put, readAll, short, SPECSTORY } from "./testing";

let folder = "";
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "keepsake-formats-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("reads words, tools with what they were used on, and the project that the file lies in", async () => {
  const told = await readAll(put(folder, ".specstory/history/chat.md", SPECSTORY));
  expectSound(told);
  expect(told.host).toBe("cursor");
  expect(short(told)).toEqual([
    "prompt: Why does `cart.ts` fail?\n---\nIt said <nil>.",
    "message: The type is wrong.",
    "tool: read_file",
    "tool: run_terminal_cmd",
    "message: Fixed.",
    "title: Cart fix",
    "end: ",
  ]);
  expect(told.records[0]).toMatchObject({
    sessionId: "7648a3a8-cec0-45cc-a87c-6ad5a39677a2",
    cwd: folder,
    at: Date.parse("2026-03-01T12:46:48Z"),
  });
  expect(told.records[2]).toMatchObject({ input: { file_path: "src/cart.ts" } });
  expect(told.records[3]).toMatchObject({ input: { command: "npm test" }, output: "```\n2 passed\n```" });
  expect(told.problems.left).toEqual({ reasoning: 1, empty: 1 });
});

it("a command whose output is not in the file was run, and nobody says how it ended", async () => {
  const use = '<tool-use data-tool-type="shell" data-tool-name="run_terminal_cmd">';
  const tool = `${use}\n<details><summary>Tool use: **run_terminal_cmd** • Run command: npm test</summary>\n\n</details></tool-use>`;
  const told = await readAll(put(folder, "silent.md", `_**User**_\n\nTest it\n\n_**Agent**_\n\n${tool}\n`));
  expectSound(told);
  expect(told.records[1]).toMatchObject({ type: "tool", input: { command: "npm test" } });
  expect(told.records[1]).not.toHaveProperty("output");
  expect(told.records[1]).not.toHaveProperty("isError");
});

it("K21: of a side chain what the sub-agent said, as such", async () => {
  const text = `# Chat\n\n_**User**_\n\nHi\n\n_**Agent - sidechain**_\n\nSIDE\n\n_**User - sidechain**_\n\nASKED\n\n_**Agent**_\n\nMAIN\n`;
  const told = await readAll(put(folder, "side.md", text));
  expectSound(told);
  expect(short(told)).toEqual(["prompt: Hi", "message: SIDE", "message: MAIN", "title: Chat", "end: "]);
  expect(told.records.map(({ subagent }) => subagent)).toEqual([undefined, true, undefined, undefined, undefined]);
  expect(told.problems.left).toEqual({ sidechain: 1 });
});

it("an agent that the file does not name is the one that it is said to be of; half a thought is one, too", async () => {
  const text = "# Chat\n\n_**User**_\n\nHi\n\n---\n\n_**Assistant**_\n\n<think><details>HIDDEN and cut off";
  const told = await readAll(put(folder, "chat.md", text), "windsurf");
  expectSound(told);
  expect(told.host).toBe("windsurf");
  expect(short(told)).toEqual(["prompt: Hi", "title: Chat", "end: "]);
});

it("M15: a private tag that opens before a tool and closes behind it is one message's", async () => {
  const tool = '<tool-use data-tool-type="read" data-tool-name="r"><summary>x • Read file: a</summary></tool-use>';
  const text = `_**User**_\n\nHi\n\n_**Agent**_\n\none <private>two\n${tool}\nthree</private> four\n`;
  const file = put(folder, "p.md", text);
  const items = [];
  for await (const item of transcriptItems(file, { badLines: 0, tooLongLines: 0, replacedBytes: 0 }, () => undefined))
    items.push(item);
  expect(items.map(({ payload }) => (payload["records"] as unknown[] | undefined)?.length ?? 1)).toEqual([1, 3, 1]);
});
