import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, expect, it } from "vitest";
import { drain } from "../jobs/runner";
import { listMemories } from "../memories/list";
import { openTestApp, type TestApp } from "../testing";
import { importClaudeMem } from "./claude-mem";

const PERSON = { kind: "person", name: "cli" } as const;

let test: TestApp;
let folder: string;
beforeEach(async () => {
  test = await openTestApp();
  folder = mkdtempSync(join(tmpdir(), "claude-mem-"));
});
afterEach(async () => {
  await test.close();
  rmSync(folder, { recursive: true, force: true });
});

it("E139: summaries become memories under `claude-mem:summary:<id>`, at most 2000 characters, each once, with vectors", async () => {
  const file = join(folder, "claude-mem.db");
  const db = new Database(file);
  db.exec(`CREATE TABLE session_summaries (id INTEGER PRIMARY KEY, memory_session_id TEXT, project TEXT, request TEXT,
    investigated TEXT, learned TEXT, completed TEXT, next_steps TEXT, notes TEXT, created_at TEXT, created_at_epoch INTEGER)`);
  const insert = db.prepare(
    "INSERT INTO session_summaries (id, project, request, learned, completed, created_at_epoch) VALUES (?, ?, ?, ?, ?, ?)",
  );
  insert.run(7, "shop", "Fix the crash of the cart", "The total was undefined", null, 1_770_000_000_000);
  insert.run(8, "", "字".repeat(3000), null, null, 1_770_000_000);
  insert.run(9, "shop", null, null, null, null);
  db.close();
  const run = (dryRun = false) => importClaudeMem(test.app, { file, dryRun }, PERSON);
  expect(await run(true)).toMatchObject({ total: 3, imported: 2, rejected: 1, dryRun: true, config: null });
  expect(await run()).toMatchObject({ total: 3, imported: 2, known: 0, rejected: 1 });
  expect(await run()).toMatchObject({ total: 3, imported: 0, known: 2, rejected: 1 });
  const [cut, first] = listMemories(test.app, {
    q: "claude-mem:summary",
    sort: "created_at",
    order: "desc",
    limit: 10,
  }).items.sort((a, b) => b.id - a.id);
  expect(first).toMatchObject({
    key: "claude-mem:summary:7",
    value: "Fix the crash of the cart\nThe total was undefined",
    tier: "reference",
    project: "shop",
    created_at: 1_770_000_000_000,
  });
  expect([...(cut?.value ?? "")]).toHaveLength(2000);
  expect(cut).toMatchObject({ project_id: 0, created_at: 1_770_000_000_000 });
  await drain(test.app);
  const vectors = "SELECT count(DISTINCT entity_id) FROM vector_entries WHERE kind = 'memory'";
  expect(test.app.sqlite.prepare(vectors).pluck().get()).toBe(2);
});
