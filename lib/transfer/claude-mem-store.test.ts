/** Imports of whole claude-mem stores: what comes in, once, and what never does. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ingest } from "../capture/ingest";
import { ExportQuery } from "../contract/export";
import type { ForeignReport } from "../contract/transfer";
import { hardDelete } from "../operations/hard-delete";
import { undoOperation } from "../operations/undo";
import { drain } from "../jobs/runner";
import { openTestApp, type TestApp } from "../testing";
import { type ClaudeMemDb, type Family, makeClaudeMem } from "../testing/claude-mem-store";
import { filesHolding } from "../testing/scan-home";
import { importClaudeMem } from "./claude-mem";
import { importClaudeMemStore } from "./claude-mem-store";
import { exportLines } from "./export";
import { restoreLines } from "./restore";

const PERSON = { kind: "person", name: "cli" } as const;
const T = Date.UTC(2026, 1, 3, 9);
const iso = (at: number): string => new Date(at).toISOString();
const SECRET = ["sk", "ant", "api03", "Zq8Rt5Yw2Lp9Xc4Vb7Nm1Kj6Hg3Fd0SaQwErTyUiOp"].join("-");

let test: TestApp;
let folder: string;
beforeEach(async () => {
  test = await openTestApp();
  folder = mkdtempSync(join(tmpdir(), "claude-mem-store-"));
});
afterEach(async () => {
  await test.close();
  rmSync(folder, { recursive: true, force: true });
});

const file = (): string => join(folder, "claude-mem.db");
const run = (dryRun = false): Promise<ForeignReport> =>
  importClaudeMemStore(test.app, { file: file(), dryRun }, PERSON);
const all = (sql: string): Record<string, unknown>[] => test.app.sqlite.prepare(sql).all() as Record<string, unknown>[];
const counted = (report: ForeignReport) =>
  Object.fromEntries(
    Object.entries(report.counts).map(([kind, { read, ...rest }]) => [kind, [read, ...Object.values(rest)]]),
  );

const TABLES = ["sessions", "turns", "prompts", "observations", "summaries"];
const stored = () => Object.fromEntries(TABLES.map((table) => [table, all(`SELECT * FROM ${table}`)]));

function fill({ add }: ClaudeMemDb): void {
  const when = (at: number) => ({ created_at: iso(at), created_at_epoch: at });
  add("sdk_sessions", {
    content_session_id: "host-1",
    memory_session_id: "mem-1",
    project: "shop",
    user_prompt: "RAWPRIVATE kestrel lantern words that the original left behind",
    started_at: iso(T),
    started_at_epoch: T,
    completed_at: iso(T + 60_000),
    completed_at_epoch: T + 60_000,
    status: "completed",
  });
  const prompt = { content_session_id: "host-1" };
  add("user_prompts", { ...prompt, prompt_number: 1, prompt_text: "修复购物车的崩溃", ...when(T) });
  add("user_prompts", {
    ...prompt,
    prompt_number: 2,
    prompt_text: `Now use the key ${SECRET} please <private>HALFPRIVATE osprey</private>`,
    ...when(T + 30_000),
  });
  add("user_prompts", {
    ...prompt,
    prompt_number: 3,
    prompt_text: "<private>WHOLEPRIVATE heron</private>",
    ...when(T + 40_000),
  });
  const base = { memory_session_id: "mem-1", project: "shop" };
  const one = {
    ...base,
    type: "bugfix",
    title: "Cart total rounds half cents",
    subtitle: "Money is kept in cents now",
    narrative: "The cart added floats; `Array<Price>` is summed in cents.",
    facts: JSON.stringify(["Totals are integers", "<CartRow/> shows two digits"]),
    concepts: JSON.stringify(["problem-solution"]),
    files_read: JSON.stringify(["src/cart.ts"]),
    files_modified: JSON.stringify(["src/money.ts"]),
    prompt_number: 1,
  };
  add("observations", { ...one, ...when(T + 1000) });
  add("observations", { ...one, title: "Cart total  rounds HALF cents", ...when(T + 2000) });
  add("observations", {
    ...base,
    type: "security_alert",
    title: "A key was in the log",
    narrative: `It was ${SECRET}; <claude-mem-context>INJECTED plover</claude-mem-context>gone now.`,
    facts: "not json",
    prompt_number: 2,
    ...when(Math.floor((T + 31_000) / 1000)),
  });
  add("observations", {
    ...base,
    type: "change",
    title: "After a private prompt",
    narrative: "Of it nothing",
    prompt_number: 3,
    ...when(T + 41_000),
  });
  add("observations", { ...base, type: "change", title: null, narrative: null, facts: "[]", ...when(T) });
  add("observations", {
    ...base,
    memory_session_id: "mem-lost",
    type: "decision",
    title: "Use pnpm",
    narrative: "We use pnpm everywhere.",
    ...when(T + 5000),
  });
  const summary = {
    ...base,
    request: "Fix the cart",
    investigated: "Rounding",
    learned: "Floats",
    completed: "Cents",
    next_steps: "Ship it",
    notes: "n",
  };
  add("session_summaries", { ...summary, prompt_number: 1, ...when(T + 20_000) });
  add("session_summaries", { ...summary, completed: "Cents, and tests", prompt_number: 1, ...when(T + 25_000) });
  add("session_summaries", { ...summary, ...when(T + 26_000) });
}

describe.each<Family>(["7.x", "13.x"])("a store of %s", (family) => {
  let source: ClaudeMemDb;
  beforeEach(() => {
    source = makeClaudeMem(file(), family);
    fill(source);
  });
  afterEach(() => source.db.close());

  it("comes in whole, in its own time and turns; counts add up", async () => {
    const report = await run();
    // read, imported, known, duplicate, rejected
    expect(counted(report)).toEqual({
      sessions: [1, 1, 0, 0, 0],
      prompts: [3, 2, 0, 0, 1],
      observations: [6, 3, 0, 1, 2],
      summaries: [3, 2, 0, 1, 0],
    });
    expect(report.rejections.map(({ kind, row }) => `${kind} ${row}`)).toEqual([
      "prompts 3",
      "observations 4",
      "observations 5",
    ]);
    expect(all("SELECT host, host_session_id, status, started_at, completed_at FROM sessions ORDER BY id")).toEqual([
      { host: "claude-code", host_session_id: "host-1", status: "complete", started_at: T, completed_at: T + 60_000 },
      {
        host: "claude-code",
        host_session_id: "mem-lost",
        status: "complete",
        started_at: T + 5000,
        completed_at: T + 5000,
      },
    ]);
    expect(all("SELECT prompt_number, text, is_private, created_at FROM prompts ORDER BY id")).toMatchObject([
      { prompt_number: 1, text: "修复购物车的崩溃", created_at: T },
      { prompt_number: 2, is_private: 0 },
      { prompt_number: 3, text: "", is_private: 1 },
    ]);
    const [bug, alert, decision] = all("SELECT * FROM observations ORDER BY id");
    expect(bug).toMatchObject({
      title: "Cart total rounds half cents",
      summary: "The cart added floats; `Array<Price>` is summed in cents.",
      facts: JSON.stringify(["Totals are integers", "<CartRow/> shows two digits"]),
      concepts: '["problem-solution"]',
      files_read: '["src/cart.ts"]',
      files_modified: '["src/money.ts"]',
      obs_type: "bugfix",
      source: "claude-mem",
      turn: 1,
      created_at: T + 1000,
      metadata: "{}",
    });
    expect(alert).toMatchObject({
      obs_type: "discovery",
      metadata: '{"type":"security_alert"}',
      facts: '["not json"]',
      created_at: T + 31_000,
      priority: "high",
    });
    expect(decision).toMatchObject({ obs_type: "decision", turn: null });
    // A second summary of one prompt is a turn of its own.
    expect(all("SELECT turn, completed, notes, source FROM summaries ORDER BY id")).toEqual([
      { turn: 1, completed: "Cents", notes: "n", source: "claude-mem" },
      { turn: 4, completed: "Cents, and tests", notes: "n", source: "claude-mem" },
    ]);
  });

  it("leaves no private text and no secret in any file of the data folder", async () => {
    await run();
    await drain(test.app);
    expect(filesHolding(test.home, "RAWPRIVATE", "HALFPRIVATE", "WHOLEPRIVATE", "INJECTED", SECRET.slice(14))).toEqual(
      [],
    );
    expect(filesHolding(test.home, "Totals are integers")).not.toEqual([]);
  });

  it("comes in once: a second run imports nothing, a dry run writes nothing and says the same", async () => {
    for (let n = 0; n < 240; n += 1) {
      const base = {
        memory_session_id: "mem-1",
        project: "shop",
        type: "change",
        created_at: iso(T),
        created_at_epoch: T + n,
      };
      source.add("observations", { ...base, title: `Change ${n % 120}`, narrative: "The same again" });
    }
    const foretold = await run(true);
    expect(foretold.counts.observations).toMatchObject({ read: 246, imported: 123, duplicate: 121 });
    expect(
      all("SELECT 1 FROM sessions UNION ALL SELECT 1 FROM observations UNION ALL SELECT 1 FROM operations"),
    ).toEqual([]);
    const first = await run();
    expect(foretold.counts).toEqual(first.counts);
    const before = stored();
    const second = await run();
    for (const { read, imported, known, duplicate, rejected } of Object.values(second.counts)) {
      expect(imported).toBe(0);
      expect(known + duplicate + rejected).toBe(read);
    }
    expect(second.operation_ids).toEqual([]);
    expect(stored()).toEqual(before);
  });

  it("goes on where a stopped run ended", async () => {
    for (let n = 0; n < 350; n += 1) {
      source.add("observations", {
        memory_session_id: "mem-1",
        project: "shop",
        type: "change",
        title: `Change ${n}`,
        narrative: `Number ${n}`,
        prompt_number: 1,
        created_at: iso(T),
        created_at_epoch: T + n,
      });
    }
    const stop = new AbortController();
    const watch = { onProgress: (_: string, done: number) => done >= 100 && stop.abort(), signal: stop.signal };
    await expect(importClaudeMemStore(test.app, { file: file(), dryRun: false }, PERSON, watch)).rejects.toMatchObject({
      code: "busy",
    });
    const part = all("SELECT 1 FROM observations").length;
    expect(part).toBeGreaterThan(90);
    expect(part).toBeLessThan(353);
    const { counts } = await run();
    expect(all("SELECT 1 FROM observations")).toHaveLength(353);
    expect(counts.observations).toMatchObject({ read: 356, imported: 353 - part, rejected: 2 });
    expect(counts.observations.known + counts.observations.duplicate).toBe(part + 1);
  });

  it("is taken back by one Undo, comes again by undoing that or by importing again", async () => {
    const [operation = 0] = (await run()).operation_ids;
    const before = stored();
    const live = () =>
      TABLES.filter((table) => table !== "turns").map(
        (table) => all(`SELECT 1 FROM ${table} WHERE status <> 'deleted'`).length,
      );
    const here = live();
    const undoing = undoOperation(test.app, operation, PERSON).operation_id;
    expect(live()).toEqual([0, 0, 0, 0]);
    const redoing = undoOperation(test.app, undoing, PERSON).operation_id;
    expect(live()).toEqual(here);
    undoOperation(test.app, redoing, PERSON);
    const again = await run();
    expect(live()).toEqual(here);
    expect(again.counts.observations.imported).toBe(3);
    expect(all("SELECT id FROM observations")).toEqual((before["observations"] ?? []).map(({ id }) => ({ id })));
    undoOperation(test.app, again.operation_ids[0] ?? 0, PERSON);
    expect(live()).toEqual([0, 0, 0, 0]);
  });

  it("is known in a store that got it by an export", async () => {
    await run();
    const pieces: string[] = [];
    for await (const piece of exportLines(test.app, ExportQuery.parse({}))) pieces.push(piece);
    await test.close();
    test = await openTestApp();
    const report = await restoreLines(test.app, pieces.join("").split("\n"), {}, PERSON);
    expect([report.whole, report.rejected]).toEqual([true, []]);
    const live = stored();
    const { counts } = await run();
    expect(Object.values(counts).map(({ imported }) => imported)).toEqual([0, 0, 0, 0]);
    expect(stored()).toEqual(live);
  });

  it("brings nothing back that was deleted for good", async () => {
    await run();
    const ids = (table: string) => all(`SELECT id FROM ${table} ORDER BY id LIMIT 1`).map(({ id }) => Number(id));
    for (const table of ["observations", "summaries", "prompts"] as const)
      hardDelete(test.app, { table, ids: ids(table) }, PERSON);
    const { counts } = await run();
    expect(Object.values(counts).map(({ imported }) => imported)).toEqual([0, 0, 0, 0]);
    expect(
      all(
        "SELECT 1 FROM observations WHERE title LIKE 'Cart total%' UNION ALL SELECT 1 FROM summaries WHERE completed = 'Cents' UNION ALL SELECT 1 FROM prompts WHERE text LIKE '修复%'",
      ),
    ).toEqual([]);
  });

  it("keeps what it brought when the session's transcript comes later: no prompt twice, nothing extracted anew", async () => {
    await run();
    const { observations, summaries } = stored();
    const line = (uuid: string, type: "user" | "assistant", content: unknown, at: number) => ({
      host: "claude-code" as const,
      event: "TranscriptLine",
      payload: {
        type,
        uuid,
        sessionId: "host-1",
        timestamp: iso(at),
        cwd: "/w/shop",
        message: { role: type, content },
      },
    });
    await ingest(test.app, [
      line("u1", "user", "修复购物车的崩溃", T + 300),
      line(
        "a1",
        "assistant",
        [
          {
            type: "text",
            text: "I fixed the rounding: totals are kept in cents, because floats lose half a cent. ".repeat(20),
          },
        ],
        T + 900,
      ),
      { host: "claude-code", event: "TranscriptEnd", payload: { sessionId: "host-1" } },
    ]);
    test.clock.now += 3_600_000;
    await drain(test.app);
    expect(all("SELECT text FROM prompts WHERE text LIKE '修复%'")).toHaveLength(1);
    expect(all("SELECT turn FROM events")).toEqual([{ turn: 1 }]);
    expect(stored()["observations"]).toEqual(observations);
    expect(stored()["summaries"]).toEqual(summaries);
  });

  it("joins a session that was captured here: its prompts stay, the rest is added", async () => {
    await ingest(test.app, [
      {
        host: "claude-code",
        event: "UserPromptSubmit",
        payload: { session_id: "host-1", cwd: "/w/shop", prompt: "修复购物车的崩溃" },
      },
    ]);
    test.app.sqlite.prepare("UPDATE prompts SET created_at = ?").run(T + 2000);
    const { counts } = await run();
    expect(counts.sessions).toMatchObject({ known: 1 });
    expect(counts.prompts).toMatchObject({ duplicate: 1, imported: 1 });
    expect(all("SELECT 1 FROM sessions WHERE host_session_id = 'host-1'")).toHaveLength(1);
  });

  it("E139: a summary is here once, whichever way it came in first", async () => {
    await run();
    expect(await importClaudeMem(test.app, { file: file(), dryRun: false }, PERSON)).toMatchObject({
      total: 3,
      same: 3,
    });
    await test.close();
    test = await openTestApp();
    expect(await importClaudeMem(test.app, { file: file(), dryRun: false }, PERSON)).toMatchObject({
      total: 3,
      imported: 3,
    });
    expect((await run()).counts.summaries).toMatchObject({ imported: 0, duplicate: 3 });
  });
});
