import { expect, it } from "vitest";
import { editsOf, shownInput } from "./tool-input";

it.each([
  ["Edit", { file_path: "a", old_string: "x", new_string: "y" }, [{ before: "x", after: "y" }]],
  ["str_replace", { old_str: "x", new_str: "" }, [{ before: "x", after: "" }]],
  [
    "MultiEdit",
    {
      edits: [
        { old_string: "x", new_string: "y" },
        { old_string: "1", new_string: "2" },
      ],
    },
    [
      { before: "x", after: "y" },
      { before: "1", after: "2" },
    ],
  ],
  ["Write", { file_path: "a", content: "new" }, [{ before: null, after: "new" }]],
  ["MultiEdit", { edits: [{ old_string: "x" }] }, null],
  ["MultiEdit", { edits: [] }, null],
  ["Send", { content: "hello" }, null],
  ["Bash", { command: "ls" }, null],
])("%s %j edits %j", (tool, input, edits) => {
  expect(editsOf(tool, JSON.stringify(input))).toEqual(edits);
});

it("an input that was cut is no edit, and stays as it is", () => {
  expect(editsOf("Edit", '{"old_string":"x')).toBeNull();
  expect(shownInput('{"old_string":"x')).toBe('{"old_string":"x');
});

it("shows a command as it was typed, and everything else with its names", () => {
  expect(shownInput('{"command":"ls\\npwd","description":"Look"}')).toBe("ls\npwd");
  expect(shownInput('{"command":"ls","cwd":"/w"}')).toBe('{\n  "command": "ls",\n  "cwd": "/w"\n}');
});
