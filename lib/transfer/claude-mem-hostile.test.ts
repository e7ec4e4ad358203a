/** Databases that are damaged, hostile, in use or of other programs. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openTestApp, type TestApp } from "../testing";
import { makeClaudeMem } from "../testing/claude-mem-store";
import { importClaudeMemStore } from "./claude-mem-store";

const PERSON = { kind: "person", name: "cli" } as const;
const T = Date.UTC(2026, 1, 3, 9);
const iso = (at: number): string => new Date(at).toISOString();

let test: TestApp;
let folder: string;
beforeEach(async () => {
  test = await openTestApp();
  folder = mkdtempSync(join(tmpdir(), "claude-mem-hostile-"));
});
afterEach(async () => {
  await test.close();
  rmSync(folder, { recursive: true, force: true });
});

const file = (): string => join(folder, "claude-mem.db");
const run = () => importClaudeMemStore(test.app, { file: file(), dryRun: false }, PERSON);
const all = (sql: string): Record<string, unknown>[] => test.app.sqlite.prepare(sql).all() as Record<string, unknown>[];

describe("what is no good store is answered with a sentence", () => {
  const refused = (error: object) => expect(run()).rejects.toMatchObject(error);

  it("no file, no database, another database", async () => {
    await refused({ code: "not_found" });
    writeFileSync(file(), "this is no database ".repeat(200));
    await refused({ code: "validation_failed" });
    rmSync(file());
    new Database(file()).exec("CREATE TABLE t (a); CREATE VIEW observations AS SELECT 1 AS id").close();
    await refused({ code: "validation_failed" });
  });

  it("wrong types, views, triggers, odd ids and huge values harm nothing", async () => {
    const db = new Database(file());
    db.exec(`
      CREATE TABLE observations (id, sdk_session_id, project, title, narrative, created_at_epoch, type);
      CREATE TRIGGER bad AFTER INSERT ON observations BEGIN SELECT 1; END;
      CREATE VIEW user_prompts AS SELECT 1 AS id, load_extension('x') AS prompt_text;`);
    const insert = db.prepare("INSERT INTO observations VALUES (?, ?, ?, ?, ?, ?, ?)");
    insert.run("x'); DROP TABLE memories; --", 5, 1.5, "'; DELETE FROM sessions; --", "ok", "yesterday", null);
    insert.run(7, Buffer.from([1, 2]), null, Buffer.alloc(10), "only this", -1, Buffer.from("x"));
    insert.run(7, "s", "p", "Huge", "y".repeat(17 * 1024 * 1024), T, "feature");
    insert.run(8, "s".repeat(400), "p", "Long id", "z".repeat(300_000), T, "feature");
    db.close();
    const { counts } = await run();
    expect(counts.observations).toMatchObject({ read: 4, imported: 4, rejected: 0 });
    expect(counts.prompts.read).toBe(0);
    const rows = all("SELECT title, summary, session_id FROM observations ORDER BY id");
    expect(rows[0]).toMatchObject({ title: "'; DELETE FROM sessions; --", summary: "ok" });
    expect(rows[1]).toMatchObject({ title: "only this", session_id: null });
    expect(rows[2]).toMatchObject({ title: "Huge", summary: "Huge" });
    expect(String(rows[3]?.["summary"]).length).toBeLessThan(66_000);
  });

  it("a store in use comes in with what stands in its log alone", async () => {
    const { db, add } = makeClaudeMem(file(), "13.x");
    db.pragma("journal_mode = WAL");
    add("observations", {
      memory_session_id: "m",
      project: "p",
      type: "change",
      title: "In the log",
      narrative: "only",
      created_at: iso(T),
      created_at_epoch: T,
    });
    db.exec("BEGIN IMMEDIATE");
    expect((await run()).counts.observations.imported).toBe(1);
    db.exec("ROLLBACK");
    db.close();
  });

  it("platforms become hosts", async () => {
    const { db, add } = makeClaudeMem(file(), "13.x");
    for (const platform of ["claude", "codex", "Cursor", "gemini-cli", "no-such"]) {
      add("sdk_sessions", {
        content_session_id: platform,
        project: "p",
        platform_source: platform,
        started_at: iso(T),
        started_at_epoch: T,
      });
    }
    db.close();
    await run();
    expect(all("SELECT host FROM sessions ORDER BY id").map(({ host }) => host)).toEqual([
      "claude-code",
      "codex",
      "cursor",
      "gemini",
      "api",
    ]);
  });
});
