/** Transcripts of every host through the server's own import into the store: once, with their times and projects, undone as a whole. */
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { column, rows } from "../capture/testing";
import type { Actor } from "../contract/common";
import { drain } from "../jobs/runner";
import { listFeed } from "../operations/feed";
import { undoOperation } from "../operations/undo";
import { openTestApp, type TestApp } from "../testing";
import {
  claudeLine,
  codexLines,
  geminiDocument,
  geminiLogLines,
  jsonl,
  openCodeExport,
  put,
  SPECSTORY,
} from "../transcripts/testing";
import { importTranscripts, readTranscriptState, waitForTranscripts } from "./transcripts";

const PERSON: Actor = { kind: "person", name: "console" };

let test: TestApp;
let folder: string;
beforeEach(async () => {
  test = await openTestApp();
  folder = join(test.home, "history");
  mkdirSync(folder);
});
afterEach(() => test.close());

async function bringIn() {
  importTranscripts(test.app, { folder, dryRun: false }, PERSON);
  await waitForTranscripts(test.app);
  return readTranscriptState(test.app).run;
}
const prompts = (): unknown[] => column(test.app, "SELECT text FROM prompts WHERE status = 'active' ORDER BY id");
/** Everything that is stored of words, wherever. */
const dump = (): string =>
  JSON.stringify([
    rows(test.app, "SELECT * FROM events"),
    rows(test.app, "SELECT * FROM prompts"),
    rows(test.app, "SELECT * FROM observations"),
  ]);

function putAll(): void {
  put(folder, "codex/rollout-1.jsonl", jsonl(codexLines()));
  put(folder, "gemini/chats/session-1.json", JSON.stringify(geminiDocument(), null, 2));
  put(folder, "gemini/chats/session-2.jsonl", jsonl(geminiLogLines()));
  put(folder, "shop/.specstory/history/chat.md", SPECSTORY);
  put(folder, "opencode/export.json", JSON.stringify(openCodeExport()));
  put(folder, "claude/s-1.jsonl", jsonl([claudeLine(1, "user", "Hello there"), claudeLine(2, "assistant", "Hi.")]));
  put(folder, "notes/README.md", "# Not a transcript");
  put(folder, "notes/package.json", '{"name":"x"}');
}

it("brings in a folder of all hosts, once, without private reasoning, and takes one session back", async () => {
  putAll();
  const run = await bringIn();
  expect(run).toMatchObject({ state: "done", files: 6, rejected: 0, unreadable: 0, error: null });
  expect(run?.read).toBe(run?.bytes);
  expect(rows(test.app, "SELECT host, count(*) AS n FROM sessions GROUP BY host ORDER BY host")).toEqual([
    { host: "claude-code", n: 1 },
    { host: "codex", n: 1 },
    { host: "cursor", n: 1 },
    { host: "gemini", n: 2 },
    { host: "opencode", n: 1 },
  ]);
  expect(prompts()).toHaveLength(7);
  expect(dump()).not.toContain("HIDDEN");
  expect(
    rows(
      test.app,
      "SELECT s.title, s.status, p.name FROM sessions s JOIN projects p ON p.id = s.project_id WHERE s.host = 'opencode'",
    ),
  ).toEqual([{ title: "Cart", status: "complete", name: "shop" }]);
  expect(rows(test.app, "SELECT branch, started_at FROM sessions WHERE host = 'codex'")).toEqual([
    { branch: "main", started_at: Date.parse("2026-02-23T11:41:02Z") },
  ]);
  expect(
    rows(
      test.app,
      "SELECT tool_name, is_error FROM events WHERE kind = 'tool' AND session_id = (SELECT id FROM sessions WHERE host = 'codex') ORDER BY id",
    ),
  ).toEqual([
    { tool_name: "exec_command", is_error: 1 },
    { tool_name: "apply_patch", is_error: 0 },
  ]);
  await drain(test.app);
  expect(JSON.stringify(rows(test.app, "SELECT files_modified FROM observations"))).toContain("src/cart.ts");

  const before = dump();
  expect(await bringIn()).toMatchObject({ accepted: 0, rejected: 0 });
  expect(dump()).toBe(before);

  const imports = listFeed(test.app, { group: "imports", limit: 20 }).items;
  expect(imports).toHaveLength(6);
  const codex = rows(
    test.app,
    "SELECT operation_id AS id FROM operation_changes WHERE entity_table = 'sessions' AND entity_id = (SELECT id FROM sessions WHERE host = 'codex')",
  )[0]?.id;
  undoOperation(test.app, Number(codex), PERSON);
  expect(prompts()).toHaveLength(6);
  expect(prompts()).not.toContain("Why does the cart lose its items?");
  // What a person took back stays away.
  await bringIn();
  expect(prompts()).toHaveLength(6);
});

it("a file that grows brings what is new alone", async () => {
  const lines = codexLines();
  const file = put(folder, "rollout.jsonl", `${jsonl(lines.slice(0, 8))}\n`);
  await bringIn();
  const first = Number(column(test.app, "SELECT count(*) FROM events")[0]);
  appendFileSync(file, `${jsonl(lines.slice(8))}\n`);
  const more = {
    timestamp: "2026-02-23T12:00:00.000Z",
    type: "event_msg",
    payload: { type: "user_message", message: "And the tests?" },
  };
  appendFileSync(file, `${JSON.stringify(more)}\n`);
  await bringIn();
  expect(prompts()).toEqual(["Why does the cart lose its items?", "And the tests?"]);
  expect(Number(column(test.app, "SELECT count(*) FROM events")[0])).toBeGreaterThan(first);
  const ids = column(test.app, "SELECT dedupe_key FROM events");
  expect(new Set(ids).size).toBe(ids.length);

  const gemini = put(folder, "chats/s.json", JSON.stringify(geminiDocument("gem-9")));
  await bringIn();
  const doc = JSON.parse(readFileSync(gemini, "utf8")) as { messages: object[] };
  doc.messages.push({ id: "u9", timestamp: "2026-01-15T21:00:00.000Z", type: "user", content: "One more" });
  writeFileSync(gemini, JSON.stringify(doc));
  const run = await bringIn();
  expect(run?.accepted).toBeGreaterThan(0);
  expect(prompts().filter((text) => text === "Make a colour file")).toHaveLength(1);
  expect(prompts()).toContain("One more");
});

it("K21: of a main chain and a side chain the main one's last words are the turn's", async () => {
  const side = { ...claudeLine(3, "assistant", "SIDE-K21"), isSidechain: true };
  const system = {
    type: "system",
    subtype: "turn_duration",
    uuid: "x",
    sessionId: "s-1",
    timestamp: "2026-05-01T10:00:09.000Z",
  };
  put(
    folder,
    "s-1.jsonl",
    jsonl([
      claudeLine(1, "user", "Who answers?"),
      claudeLine(2, "assistant", "MAIN-K21"),
      { ...system, subtype: "info" },
      side,
      system,
    ]),
  );
  await bringIn();
  expect(rows(test.app, "SELECT text, tool_name FROM events WHERE kind = 'message' ORDER BY id")).toEqual([
    { text: "MAIN-K21", tool_name: null },
    { text: "SIDE-K21", tool_name: "subagent" },
  ]);
  expect(column(test.app, "SELECT status FROM turns")).toEqual(["done"]);
  await drain(test.app);
  expect(JSON.stringify(rows(test.app, "SELECT * FROM summaries"))).not.toContain("SIDE-K21");
});

it("K05: the last words that were not in the file when the agent stopped come in when it is read again", async () => {
  const file = put(folder, "s-1.jsonl", `${jsonl([claudeLine(1, "user", "And now?")])}\n`);
  await bringIn();
  expect(dump()).not.toContain("LAST-K05");
  appendFileSync(file, `${JSON.stringify(claudeLine(2, "assistant", "All done: LAST-K05"))}\n`);
  await bringIn();
  expect(column(test.app, "SELECT text FROM events WHERE kind = 'message' AND turn = 1")).toEqual([
    "All done: LAST-K05",
  ]);
});

it("E13: a file in another encoding is read with marks in place of what is no UTF-8; the others come in all the same", async () => {
  const gbk = Buffer.from([0xb9, 0xba, 0xce, 0xef, 0xb3, 0xb5]);
  writeFileSync(join(folder, "gbk.md"), Buffer.concat([Buffer.from("_**User**_\n\nCart "), gbk, Buffer.from("\n")]));
  put(folder, "rollout.jsonl", jsonl(codexLines()));
  expect(await bringIn()).toMatchObject({ state: "done", unreadable: 0, rejected: 0 });
  expect(prompts()).toEqual([expect.stringMatching(/^Cart \uFFFD/), "Why does the cart lose its items?"]);
});

it("P09: private text and secrets of a foreign transcript are in no row and no file", async () => {
  const token = ["ghp", "Zk3QpL9vXw2RtY7uBn5McD8sFg1HjK4aEe6T"].join("_");
  const lines = codexLines().map(
    (line) =>
      JSON.parse(
        JSON.stringify(line).replaceAll(
          "Why does the cart lose its items?",
          `Why? <private>SECRET-P9</private> ${token}`,
        ),
      ) as object,
  );
  put(folder, "rollout.jsonl", jsonl(lines));
  await bringIn();
  await drain(test.app);
  expect(prompts()).toHaveLength(1);
  expect(dump()).not.toContain("SECRET-P9");
  test.app.sqlite.pragma("wal_checkpoint(TRUNCATE)");
  const stored = readFileSync(join(test.home, "keepsake.db"), "latin1");
  expect(stored.includes("SECRET-P9") || stored.includes(token)).toBe(false);
});
