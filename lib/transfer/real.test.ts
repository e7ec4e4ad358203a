/** Real sessions of every host, read and taken in whole; registered only where the files are. Nothing of them is in the repository. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ingest } from "../capture/ingest";
import { column, rows } from "../capture/testing";
import type { IngestItem } from "../contract/capture";
import { openTestApp, type TestApp } from "../testing";
import { put } from "../transcripts/testing";
import { transcriptItems } from "../transcripts/items";
import { noProblems } from "../transcripts/problems";

const folder = process.env.KEEPSAKE_REAL_TRANSCRIPTS ?? "";

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
  // After all of them: a time that has yet to come would count as none.
  test.clock.now = Date.UTC(2026, 10, 30);
});
afterAll(() => test.close());

async function bringIn(file: string) {
  const items: IngestItem[] = [];
  for await (const item of transcriptItems(file, noProblems(), () => undefined)) items.push(item);
  return ingest(test.app, items, { kind: "person", name: "cli" });
}

/** Host, project, prompts, answers, tools and day of each session of a file: what a reader of it counts by hand. */
const EXPECTED: Record<string, [string, string, number, number, number, string][]> = {
  // The second session is one record of a broken file, which names no words.
  "claude-edge-cases-10k.jsonl": [
    ["claude-code", "tmp", 3, 2, 2, "2025-06-14"],
    ["claude-code", "tmp", 0, 0, 0, "2025-06-14"],
  ],
  "claude-en-thinking-99k.jsonl": [["claude-code", "cli", 4, 5, 17, "2026-02-13"]],
  "claude-zh-en-124k.jsonl": [["claude-code", "kimi-cli", 2, 8, 13, "2026-02-25"]],
  "codex-rollout-redacted-132k.jsonl": [["codex", "da0ba47443", 1, 17, 118, "2026-02-23"]],
  "cursor-specstory-2k.md": [["cursor", "unknown", 1, 3, 2, "2025-08-18"]],
  "gemini-session-15k.json": [["gemini", "gemini-7e8989f7", 1, 5, 4, "2026-01-15"]],
  "kimi-code-wire-1.4-2k.jsonl": [["kimi", "unknown", 2, 2, 0, "2026-06-24"]],
  "kimi-wire-1.3-zh-7k.jsonl": [["kimi", "unknown", 1, 0, 1, "2026-03-10"]],
};

const counted = () =>
  rows(
    test.app,
    `SELECT s.host, p.name, count(DISTINCT q.id) AS prompts,
       (SELECT count(*) FROM events e WHERE e.session_id = s.id AND e.kind = 'message') AS messages,
       (SELECT count(*) FROM events e WHERE e.session_id = s.id AND e.kind = 'tool' AND e.status = 'active') AS tools,
       date(s.started_at / 1000, 'unixepoch') AS day
     FROM sessions s JOIN projects p ON p.id = s.project_id LEFT JOIN prompts q ON q.session_id = s.id GROUP BY s.id ORDER BY s.id`,
  ).map((row) => Object.values(row));

describe("the real files", () => {
  it("are all known", () => {
    expect(readdirSync(folder).sort()).toEqual(Object.keys(EXPECTED).sort());
  });

  it.each(Object.entries(EXPECTED))("K18, K22, K23: %s", async (name, expected) => {
    const before = counted().length;
    const answer = await bringIn(join(folder, name));
    expect(answer.rejected).toEqual([]);
    expect(counted().slice(before)).toEqual(expected);
    const again = await bringIn(join(folder, name));
    expect(again.accepted).toBe(0);
  });

  it("K18: the Claude files hold the same behind any bookkeeping record", async () => {
    const own = await openTestApp();
    try {
      for (const name of Object.keys(EXPECTED).filter((one) => one.startsWith("claude"))) {
        const text = `${JSON.stringify({ type: "progress", data: {} })}\n${readFileSync(join(folder, name), "utf8")}`;
        const items: IngestItem[] = [];
        for await (const item of transcriptItems(put(own.home, `t/${name}.txt`, text), noProblems(), () => undefined))
          items.push(item);
        await ingest(own.app, items);
      }
      const count = (app: TestApp, table: string) =>
        column(
          app.app,
          `SELECT count(*) FROM ${table} t JOIN sessions s ON s.id = t.session_id WHERE s.host = 'claude-code'`,
        );
      for (const table of ["prompts", "events"]) expect(count(own, table)).toEqual(count(test, table));
    } finally {
      await own.close();
    }
  });

  it("no private reasoning is stored", () => {
    const stored = JSON.stringify([
      rows(test.app, "SELECT text, input FROM events"),
      rows(test.app, "SELECT text FROM prompts"),
    ]);
    for (const thought of [
      "reasoning to be skipped",
      "让我先检查一下当前的 git diff",
      "Considering Color Documentation Format",
      "REDACTED_ENCRYPTED",
    ]) {
      expect(stored).not.toContain(thought);
    }
  });
});
