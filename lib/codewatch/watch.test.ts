/** What `--hook` makes of a model's notes. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { column } from "../capture/testing";
import { useMetered } from "../metering/testing";
import { DATA_SENTENCE } from "../inject/frame";
import { saveSettings } from "../settings/service";
import { completion, failure } from "../testing/fake-llm";
import { codewatchHook, watched } from "./hook";

const m = useMetered();
let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "keepsake-watch-"));
  file = join(folder, "w-1.jsonl");
  const said = "We settle on Redis for the cart cache because sessions must survive a deploy. ".repeat(3);
  writeFileSync(
    file,
    `${JSON.stringify({ role: "user", content: said })}\n${JSON.stringify({ role: "assistant", content: "Noted." })}\n`,
  );
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const hook = async () => {
  const input = { transcript_path: file, cwd: "/w/app", session_id: "w-1", hook_event_name: "Stop" };
  const answer = await codewatchHook(m.test.app, input, { kind: "agent", name: "codewatch" });
  await watched(m.test.app);
  return answer;
};
const NOTES = [
  "<observations>",
  "## Cache",
  "- 🔴 09:15 Decided to keep carts in Redis so that sessions survive a deploy",
  "- 🟢 Looked at the formatting of total.ts",
  "- no",
  "</observations><current-task>Moving the carts to Redis</current-task><suggested-response>Go on.</suggested-response>",
].join("\n");

it("what our own tools brought back, and tools that are not captured, reach no model: memory is not fed with itself", async () => {
  saveSettings(m.test.app, { skip_tools: ["Secretive"] });
  const call = (id: string, name: string, input: object) =>
    JSON.stringify({
      type: "assistant",
      message: { role: "assistant", content: [{ type: "tool_use", id, name, input }] },
    });
  const result = (id: string, text: string) =>
    JSON.stringify({
      type: "user",
      message: { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: [{ type: "text", text }] }] },
    });
  const said = "We settle on Redis for the cart cache because sessions must survive a deploy. ".repeat(3);
  const lines = [
    JSON.stringify({ type: "user", message: { role: "user", content: said } }),
    call("t-1", "mcp__codewatch__recall", { query: "LOOP-ASKED" }),
    result("t-1", "LOOP-RECALLED"),
    call("t-2", "Bash", { command: "keepsake search LOOP-SHELL" }),
    result("t-2", "LOOP-FOUND"),
    call("t-3", "Secretive", { about: "LOOP-SKIPPED" }),
    JSON.stringify({ type: "tool_result", tool_use_id: "t-3", content: "LOOP-FLAT" }),
    result("t-4", `${DATA_SENTENCE}\nLOOP-FRAMED`),
    call("t-5", "Read", { file_path: "/w/app/cart.ts" }),
    result("t-5", "the cart's own code"),
  ];
  writeFileSync(file, `${lines.join("\n")}\n`);
  m.switchOn();
  m.fake.script(completion(NOTES));
  expect(await hook()).toEqual({ status: "stored", messages: 3 });
  const sent = JSON.stringify(m.fake.requests);
  expect(sent).toContain("the cart's own code");
  expect(sent).not.toContain("LOOP");
  expect(JSON.stringify(column(m.test.app, "SELECT text || input FROM events"))).not.toContain("LOOP");
});

it("C23, C24, C26: each line is an observation of the session, with its priority, category and where it came from", async () => {
  m.switchOn();
  m.fake.script(completion(NOTES));
  expect(await hook()).toEqual({ status: "stored", messages: 2 });
  const rows = m.test.app.sqlite
    .prepare(
      "SELECT o.summary AS text, o.priority, o.category, o.metadata, s.host_session_id AS session FROM observations o JOIN sessions s ON s.id = o.session_id WHERE o.category <> 'task_context' AND o.metadata LIKE '%Auto-observed%' ORDER BY o.id",
    )
    .all();
  expect(rows).toEqual([
    {
      text: "Decided to keep carts in Redis so that sessions survive a deploy",
      priority: "high",
      category: "architecture",
      metadata: expect.stringContaining("Auto-observed at Stop") as string,
      session: "w-1",
    },
    {
      text: "Looked at the formatting of total.ts",
      priority: "low",
      category: "file_pattern",
      metadata: expect.stringContaining("Auto-observed at Stop") as string,
      session: "w-1",
    },
  ]);
});

it("C25: the task that the observer names is the current one; None is none", async () => {
  m.switchOn();
  m.fake.script(completion(NOTES));
  await hook();
  expect(column(m.test.app, "SELECT content FROM tasks WHERE status = 'active'")).toEqual([
    "Moving the carts to Redis",
  ]);
});

it("C17: a model that fails stores nothing of its own, and the next hook asks again", async () => {
  m.switchOn();
  m.fake.script(failure(401), completion(NOTES.replace("Moving the carts to Redis", "None")));
  expect(await hook()).toMatchObject({ status: "stored" });
  expect(column(m.test.app, "SELECT count(*) FROM observations WHERE metadata LIKE '%Auto-observed%'")).toEqual([0]);
  expect(await hook()).toMatchObject({ status: "stored" });
  expect(column(m.test.app, "SELECT count(*) FROM observations WHERE metadata LIKE '%Auto-observed%'")).toEqual([2]);
  expect(await hook()).toMatchObject({ status: "skipped", reason: "seen" });
  expect(column(m.test.app, "SELECT count(*) FROM tasks")).toEqual([0]);
  expect(column(m.test.app, "SELECT count(*) FROM prompts")).toEqual([1]);
});
