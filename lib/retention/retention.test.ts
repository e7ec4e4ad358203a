import { existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeBackup } from "../backups/service";
import { ingest } from "../capture/ingest";
import type { IngestItem } from "../contract/capture";
import { ExportQuery } from "../contract/export";
import { SearchQuery } from "../contract/search";
import { drain } from "../jobs/runner";
import { listOperations } from "../operations/query";
import { undoOperation } from "../operations/undo";
import { search } from "../search/service";
import { forgetSession } from "../sessions/forget";
import { saveSettings } from "../settings/service";
import { openTestApp, type TestApp } from "../testing";
import { exportLines } from "../transfer/export";
import { restoreLines } from "../transfer/restore";
import { boundDisk, bytesAboveBound } from "./bound";
import { expireEvidence } from "./evidence";

const DAY = 86_400_000;
const PERSON = { kind: "person", name: "console" } as const;

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

const item = (event: string, payload: object): IngestItem => ({
  host: "claude-code",
  event,
  payload: { session_id: "s-1", cwd: "/w/cart", ...payload },
});
const tool = (id: string, name: string, input: object, output = "ok"): IngestItem =>
  item("PostToolUse", { tool_name: name, tool_use_id: id, tool_input: input, tool_response: { output } });

/** A line of a transcript of Claude Code. */
const transcriptLine = (payload: object): IngestItem => ({
  host: "claude-code",
  event: "TranscriptLine",
  payload: { ...payload },
});

/** A turn whose edit is the source of an observation, and whose listing is the source of nothing. */
async function capture(): Promise<void> {
  await ingest(test.app, [
    item("UserPromptSubmit", { prompt: "Fix the crash for empty carts in the checkout." }),
    tool("t1", "Bash", { command: "ls zebrafolder" }, "zebrafile"),
    tool("t2", "Edit", { file_path: "/w/cart/src/a.ts", old_string: "a", new_string: "b" }),
    item("Stop", { last_assistant_message: "Fixed the crash for empty carts because the total was undefined." }),
  ]);
  await drain(test.app);
}
const tools = (): string[] =>
  test.app.sqlite.prepare("SELECT tool_use_id FROM events WHERE kind = 'tool' ORDER BY id").pluck().all() as string[];
const count = (table: string): number => Number(test.app.sqlite.prepare(`SELECT count(*) FROM ${table}`).pluck().get());

describe("retention of evidence", () => {
  it("removes old tool events that nothing points to, with their words; what is cited, said or summed up stays", async () => {
    await capture();
    const cited = test.app.sqlite
      .prepare(
        "SELECT DISTINCT e.value FROM observations o, json_each(o.sources) s, json_each(s.value, '$.event_ids') e",
      )
      .pluck()
      .all() as number[];
    expect(cited.length).toBeGreaterThan(0);
    const kept = ["prompts", "summaries", "observations"].map(count);
    test.clock.now += 179 * DAY;
    expect(await expireEvidence(test.app)).toBe(0);
    test.clock.now += 2 * DAY;
    expect(await expireEvidence(test.app)).toBe(1);
    expect(tools()).toEqual(["t2"]);
    expect(["prompts", "summaries", "observations"].map(count)).toEqual(kept);
    const found = await search(test.app, SearchQuery.parse({ query: "zebrafile", mode: "fts" }));
    expect(found.events).toEqual([]);
    expect(await expireEvidence(test.app)).toBe(0);
    expect(listOperations(test.app, { limit: 1 }).items).toMatchObject([
      {
        kind: "evidence.expire",
        title: "Removed 1 old tool call that nothing refers to",
        actor: { kind: "job", name: "retention" },
        undoable: false,
      },
    ]);
    const told = test.app.sqlite.prepare("SELECT data FROM activity WHERE kind = 'evidence.expired'").pluck().all();
    expect(told.map((data) => JSON.parse(String(data)) as object)).toMatchObject([{ removed: "1" }]);
  });

  it("counts from when history came in: what was brought in today stays its days, however long ago it happened", async () => {
    test.clock.now += 400 * DAY;
    const at = (ms: number) => new Date(test.clock.now - ms).toISOString();
    const line = (uuid: string, ms: number, fields: object) =>
      transcriptLine({ uuid, timestamp: at(ms), sessionId: "s-old", cwd: "/w/cart", ...fields });
    const use = { type: "tool_use", id: "old1", name: "Bash", input: { command: "ls zebrafolder" } };
    const result = { type: "tool_result", tool_use_id: "old1", content: "zebrafile" };
    const items = [
      line("u1", 390 * DAY, { type: "user", message: { role: "user", content: "Look at the folder of zebras." } }),
      line("u2", 390 * DAY - 1000, { type: "assistant", message: { role: "assistant", content: [use] } }),
      line("u3", 390 * DAY - 2000, { type: "user", message: { role: "user", content: [result] } }),
    ];
    await ingest(test.app, items, PERSON);
    await drain(test.app);
    expect(tools()).toEqual(["old1"]);
    expect(await expireEvidence(test.app)).toBe(0);
    test.clock.now += 179 * DAY;
    expect(await expireEvidence(test.app)).toBe(0);
    test.clock.now += 2 * DAY;
    expect(await expireEvidence(test.app)).toBe(1);
    expect(tools()).toEqual([]);
    const again = await ingest(test.app, items, PERSON);
    expect(again).toMatchObject({ accepted: 0 });
    await drain(test.app);
    expect(tools()).toEqual([]);
  });

  it("what an export brought back stays its days from then on, and what went by its time does not come back with it", async () => {
    await capture();
    const lines: string[] = [];
    for await (const piece of exportLines(test.app, ExportQuery.parse({}))) lines.push(...piece.split("\n"));
    const other = await openTestApp();
    try {
      const others = (): unknown[] =>
        other.app.sqlite.prepare("SELECT tool_use_id FROM events WHERE kind = 'tool' ORDER BY id").pluck().all();
      other.clock.now += 300 * DAY;
      await restoreLines(other.app, lines, { operation: undefined }, PERSON);
      expect(others()).toEqual(["t1", "t2"]);
      expect(await expireEvidence(other.app)).toBe(0);
      other.clock.now += 181 * DAY;
      expect(await expireEvidence(other.app)).toBe(1);
      const report = await restoreLines(other.app, lines, { operation: undefined }, PERSON);
      expect(others()).toEqual(["t2"]);
      expect(report.rejected).toMatchObject([{ reason: expect.stringContaining("its time was over") as string }]);
    } finally {
      await other.close();
    }
  });

  it("0 days keep everything", async () => {
    await capture();
    saveSettings(test.app, { evidence_retention_days: 0 });
    test.clock.now += 3000 * DAY;
    expect(await expireEvidence(test.app)).toBe(0);
    expect(tools()).toEqual(["t1", "t2"]);
  });

  it("a session that was forgotten comes back without what was over its time", async () => {
    await capture();
    const { operation_id } = forgetSession(test.app, 1, PERSON);
    test.clock.now += 200 * DAY;
    await expireEvidence(test.app);
    undoOperation(test.app, operation_id!, PERSON);
    expect(count("observations")).toBeGreaterThan(0);
    expect(tools()).not.toContain("t1");
  });
});

describe("bound of the data folder", () => {
  const backup = (at: number): void =>
    writeFileSync(join(test.home, "backups", `daily-${at}.db`), Buffer.alloc(2 * 1024 * 1024));

  it("takes the oldest backups first and leaves three", async () => {
    await capture();
    makeBackup(test.app, PERSON);
    for (let at = 1; at <= 6; at += 1) backup(at);
    saveSettings(test.app, { disk_max_mb: 8 });
    expect(await bytesAboveBound(test.app)).toBeGreaterThan(0);
    await boundDisk(test.app);
    const left = readdirSync(join(test.home, "backups"));
    expect(left).not.toContain("daily-1.db");
    expect(left).toContain("daily-6.db");
    expect(left.length).toBeGreaterThanOrEqual(3);
    expect(tools()).toEqual(["t1", "t2"]);
  });

  it("then takes old tool events that nothing points to, before their time, and gives the room back", async () => {
    const long = "x ".repeat(30_000);
    const items = Array.from({ length: 120 }, (_, n) => tool(`b${n}`, "Bash", { command: `cat file-${n}` }, long + n));
    await ingest(test.app, [item("UserPromptSubmit", { prompt: "Look at all files" }), ...items]);
    await ingest(test.app, [item("Stop", {})]);
    await drain(test.app);
    saveSettings(test.app, { disk_max_mb: 4 });
    const file = join(test.home, "keepsake.db");
    test.app.sqlite.pragma("wal_checkpoint(TRUNCATE)");
    const before = statSync(file).size;
    expect(await boundDisk(test.app)).toBeGreaterThan(0);
    expect(tools()).toHaveLength(120);
    test.clock.now += 8 * DAY;
    expect(await boundDisk(test.app)).toBe(0);
    test.app.sqlite.pragma("wal_checkpoint(TRUNCATE)");
    expect(tools().length).toBeLessThan(120);
    expect(statSync(file).size).toBeLessThan(before);
    expect(existsSync(file)).toBe(true);
  });
});
