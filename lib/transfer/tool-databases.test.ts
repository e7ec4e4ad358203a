/** Databases of other tools: codewatch-memory by project and branch, OpenCode as transcripts. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { column, rows } from "../capture/testing";
import { undoOperation } from "../operations/undo";
import { openTestApp, type TestApp } from "../testing";
import { openCodeExport } from "../transcripts/testing";
import { PERSON, toolRuns } from "./testing";

let test: TestApp;
let folder = "";
beforeEach(async () => {
  test = await openTestApp();
  folder = mkdtempSync(join(tmpdir(), "keepsake-tools-"));
});
afterEach(async () => {
  await test.close();
  rmSync(folder, { recursive: true, force: true });
});

const { run, expectOnce } = toolRuns(() => test.app);

describe("codewatch-memory", () => {
  function store(): string {
    const file = join(folder, "codewatch.db");
    const db = new Database(file);
    db.exec(`
      CREATE TABLE sessions (id TEXT PRIMARY KEY, branch TEXT, project_dir TEXT, started_at TEXT, last_active_at TEXT);
      CREATE TABLE observations (id TEXT PRIMARY KEY, session_id TEXT, branch TEXT, category TEXT, priority TEXT, content TEXT,
        source_summary TEXT, referenced_files TEXT, observed_at TEXT, is_reflected INTEGER DEFAULT 0);
      CREATE TABLE reflections (id TEXT PRIMARY KEY, session_id TEXT, branch TEXT, compression_level INTEGER, content TEXT,
        observation_ids TEXT, input_tokens INTEGER, output_tokens INTEGER, reflected_at TEXT);
      CREATE TABLE current_tasks (id TEXT PRIMARY KEY, session_id TEXT UNIQUE, branch TEXT, description TEXT, started_at TEXT, updated_at TEXT);
      INSERT INTO sessions VALUES ('s1', 'feature/auth', '/w/shop', '2026-03-01 10:00:00', '2026-03-02 10:00:00');
      INSERT INTO observations VALUES
        ('o1', 's1', 'feature/auth', 'architecture', 'high', 'We chose JWT for sessions.', 'auto', '["src/auth.ts"]', '2026-03-01 10:05:00', 1),
        ('o2', 's1', 'feature/auth', 'bugfix', 'medium', 'Fixed the expiry check.', NULL, NULL, '2026-03-01 11:00:00', 0),
        ('o3', 's1', 'feature/auth', 'learning', 'low', '<private>x</private>', NULL, NULL, '2026-03-01 11:00:00', 0),
        ('o4', 'gone', 'main', 'learning', 'low', 'An orphan', NULL, NULL, '2026-03-01 11:00:00', 0);
      INSERT INTO reflections VALUES
        ('r1', 's1', 'feature/auth', 0, 'Older reflection.', '[]', 10, 5, '2026-03-01 12:00:00'),
        ('r2', 's1', 'feature/auth', 1, 'JWT holds the sessions.', '["o1"]', 100, 40, '2026-03-01 13:00:00');
      INSERT INTO current_tasks VALUES ('t1', 's1', 'feature/auth', 'Finish the login', '2026-03-01 10:00:00', '2026-03-02 09:00:00');`);
    db.close();
    return file;
  }

  it("C50, C51: observations, reflections and the task come in by project and branch, once, and go by one Undo", async () => {
    const file = store();
    const report = await expectOnce("codewatch", [file], "observations", 2);
    expect(report.counts).toMatchObject({
      observations: { read: 4, imported: 2, rejected: 2 },
      reflections: { read: 2, imported: 2 },
      tasks: { read: 1, imported: 1 },
    });
    expect(
      rows(
        test.app,
        "SELECT title, obs_type, category, priority, branch, files_read, source, created_at FROM observations ORDER BY id",
      ),
    ).toEqual([
      {
        title: "We chose JWT for sessions.",
        obs_type: "decision",
        category: "architecture",
        priority: "high",
        branch: "feature/auth",
        files_read: '["src/auth.ts"]',
        source: "codewatch",
        created_at: Date.parse("2026-03-01T10:05:00Z"),
      },
      {
        title: "Fixed the expiry check.",
        obs_type: "bugfix",
        category: "bugfix",
        priority: "medium",
        branch: "feature/auth",
        files_read: "[]",
        source: "codewatch",
        created_at: Date.parse("2026-03-01T11:00:00Z"),
      },
    ]);
    expect(rows(test.app, "SELECT content, status, level FROM reflections ORDER BY id")).toEqual([
      { content: "Older reflection.", status: "superseded", level: 0 },
      { content: "JWT holds the sessions.", status: "active", level: 1 },
    ]);
    expect(column(test.app, "SELECT reflection_id IS NOT NULL FROM observations ORDER BY id")).toEqual([1, 0]);
    expect(column(test.app, "SELECT content FROM tasks")).toEqual(["Finish the login"]);
    expect(
      rows(test.app, "SELECT p.name, s.branch, s.cwd FROM sessions s JOIN projects p ON p.id = s.project_id"),
    ).toEqual([{ name: "shop", branch: "feature/auth", cwd: "/w/shop" }]);

    expect(report.operation_ids).toHaveLength(1);
    undoOperation(test.app, report.operation_ids[0] ?? 0, PERSON);
    for (const table of ["observations", "reflections", "tasks"]) {
      expect([table, ...column(test.app, `SELECT count(*) FROM ${table} WHERE status <> 'deleted'`)]).toEqual([
        table,
        0,
      ]);
    }
    const back = await run("codewatch", [file]);
    expect(back.counts).toMatchObject({
      observations: { imported: 2 },
      reflections: { imported: 2 },
      tasks: { imported: 1 },
    });
    expect(column(test.app, "SELECT count(*) FROM observations")).toEqual([2]);
    expect(column(test.app, "SELECT content FROM reflections WHERE status = 'active'")).toEqual([
      "JWT holds the sessions.",
    ]);
  });

  it("refuses a database of something else", async () => {
    const file = join(folder, "x.db");
    new Database(file).exec("CREATE TABLE sessions (id TEXT)").close();
    await expect(run("codewatch", [file])).rejects.toMatchObject({ code: "validation_failed" });
    await expect(run("opencode", [file])).rejects.toMatchObject({ code: "validation_failed" });
    for (const tool of ["codewatch", "opencode"] as const)
      await expect(run(tool, [join(folder, "none.db")])).rejects.toMatchObject({
        code: "not_found",
        hint: expect.stringContaining(`keepsake import --from ${tool} `) as string,
      });
  });
});

it("OpenCode's database: its sessions as transcripts, without reasoning; sub-sessions left out", async () => {
  const file = join(folder, "opencode.db");
  const db = new Database(file);
  db.exec(`CREATE TABLE session (id TEXT PRIMARY KEY, project_id TEXT, parent_id TEXT, directory TEXT, title TEXT, revert TEXT, time_created INTEGER);
    CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, data TEXT);
    CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, data TEXT);
    INSERT INTO session VALUES ('ses_1', 'p', NULL, '/w/shop', 'Cart', NULL, 1770000000000), ('ses_2', 'p', 'ses_1', '/w/shop', 'Child', NULL, 1770000000000);
    INSERT INTO message VALUES ('msg_9', 'ses_2', 1, '{"role":"user"}');`);
  const { messages } = openCodeExport() as { messages: { info: { id: string }; parts: { id: string }[] }[] };
  for (const { info, parts } of messages) {
    const { id, ...data } = info;
    db.prepare("INSERT INTO message VALUES (?, 'ses_1', 1, ?)").run(id, JSON.stringify(data));
    for (const { id: part, ...rest } of parts)
      db.prepare("INSERT INTO part VALUES (?, ?, 'ses_1', ?)").run(part, id, JSON.stringify(rest));
  }
  db.close();
  const dry = await run("opencode", [file], { dryRun: true });
  expect(dry.counts).toMatchObject({ sessions: { read: 2, imported: 1, skipped: 1 } });
  expect(column(test.app, "SELECT count(*) FROM sessions")).toEqual([0]);
  await run("opencode", [file]);
  expect(rows(test.app, "SELECT host, title, host_session_id AS id FROM sessions")).toEqual([
    { host: "opencode", title: "Cart", id: "ses_1" },
  ]);
  expect(column(test.app, "SELECT text FROM prompts")).toEqual(["Sort the cart"]);
  expect(JSON.stringify(rows(test.app, "SELECT * FROM events"))).not.toContain("HIDDEN");
  expect((await run("opencode", [file])).counts["records"]).toMatchObject({ imported: 0, rejected: 0 });
});
