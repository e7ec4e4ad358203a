import { afterEach, beforeEach, expect, it } from "vitest";
import type { Actor } from "../contract/common";
import { CaptureVerdict } from "../contract/capture-rules";
import { changeProject } from "../projects/change";
import { changeSettings } from "../settings/service";
import { openTestApp, type TestApp } from "../testing";
import { column } from "./testing";
import { ingest } from "./ingest";
import { wouldCapture } from "./would-capture";

const PERSON: Actor = { kind: "person", name: "console" };

let test: TestApp;
beforeEach(async () => void (test = await openTestApp()));
afterEach(() => test.close());

const ask = (question: Parameters<typeof wouldCapture>[1]) => {
  const verdict = wouldCapture(test.app, question);
  expect(CaptureVerdict.parse(verdict)).toEqual(verdict);
  return verdict;
};
const use = (cwd: string, tool: string) =>
  ingest(test.app, [
    { host: "claude-code", event: "UserPromptSubmit", payload: { session_id: `s ${cwd}`, cwd, prompt: "Look at it." } },
    {
      host: "claude-code",
      event: "PostToolUse",
      payload: {
        session_id: `s ${cwd}`,
        cwd,
        tool_name: tool,
        tool_use_id: `${cwd} ${tool}`,
        tool_input: { a: 1 },
        tool_response: "b",
      },
    },
  ]);

it("says of a folder what project it is, and of each rule that keeps it out", () => {
  expect(ask({ folder: "/w/shop" })).toEqual({
    captured: true,
    project: { id: null, name: "shop", key: "path:/w/shop", mode: "auto" },
    reasons: [],
  });
  changeSettings(
    test.app,
    { excluded_projects: ["~/private", "/w/sec*"], skip_tools: ["Read", "mcp__git__*"] },
    PERSON,
  );
  expect(ask({ folder: "/w/secret/deep" }).reasons).toEqual([{ code: "excluded_project", rule: "/w/sec*" }]);
  expect(ask({ tool: "mcp__git__log" })).toEqual({
    captured: false,
    project: null,
    reasons: [{ code: "skipped_tool", rule: "mcp__git__*" }],
  });
  expect(ask({ tool: "mcp__keepsake__memory_search" }).reasons[0]?.code).toBe("own_tool");
  expect(ask({ folder: "/w/shop", tool: "Edit" }).captured).toBe(true);
});

it("tries rules that are not saved yet", () => {
  expect(ask({ folder: "/w/shop", patterns: ["shop"] })).toMatchObject({ captured: false });
  expect(ask({ tool: "Read", tools: ["Read"] })).toMatchObject({ captured: false });
  expect(ask({ folder: "/w/shop", tool: "Read" })).toMatchObject({ captured: true });
});

it("agrees with what capture then does", async () => {
  changeSettings(test.app, { excluded_projects: ["/w/no*"], skip_tools: ["Skill"] }, PERSON);
  await use("/w/off", "Edit");
  changeProject(test.app, Number(column(test.app, "SELECT id FROM projects")[0]), { mode: "off" }, PERSON);
  for (const folder of ["/w/yes", "/w/nope", "/w/off"])
    for (const tool of ["Edit", "Skill"]) {
      const { captured } = ask({ folder, tool });
      const before = Number(column(test.app, "SELECT count(*) FROM events")[0]);
      await use(folder, `${tool}`);
      const stored = Number(column(test.app, "SELECT count(*) FROM events")[0]) > before;
      expect([folder, tool, captured]).toEqual([folder, tool, stored]);
    }
});
