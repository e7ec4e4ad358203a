/** The timeline over a store that is larger than one look, by indexes alone; and what it never shows. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ingest } from "../capture/ingest";
import { bash, hook, prompt } from "../capture/testing";
import { TimelineDensityQuery, TimelineEntriesQuery, type TimelineEntry } from "../contract/timeline-entries";
import { drain } from "../jobs/runner";
import { undoOperation } from "../operations/undo";
import { forgetSession } from "../sessions/forget";
import { openTestApp, type TestApp } from "../testing";
import { addProject, addSession } from "../testing/places";
import { reflect } from "../reflections/service";
import { AGENT, gitFolder, see } from "../reflections/testing";
import { countSql, endSql } from "./density-query";
import { timelineDensity } from "./density";
import { timelineEntries } from "./entries";
import { timelineFacets } from "./facets";
import { SOURCES } from "./sources";
import { stepSql, walkSql } from "./walk-query";
import { wholeEntry } from "./whole";

const PERSON = { kind: "person", name: "console" } as const;
const ALL = "session,prompt,event,observation,summary,reflection,task,memory";

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

const entries = (query: Record<string, unknown>) => timelineEntries(test.app, TimelineEntriesQuery.parse(query));
const density = (query: Record<string, unknown>) => timelineDensity(test.app, TimelineDensityQuery.parse(query));

async function all(query: Record<string, unknown>): Promise<TimelineEntry[]> {
  const found: TimelineEntry[] = [];
  let cursor: string | undefined;
  do {
    const page = await entries({ ...query, cursor });
    found.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return found;
}

describe("queries", () => {
  const plan = (sql: string, values: Record<string, unknown>): string =>
    (test.app.sqlite.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(values) as { detail: string }[])
      .map(({ detail }) => detail)
      .join("; ");
  const bounds = { at: 1, id: 1, since: 0 };

  it("walk each table in the order of its time index: but for tasks, one a session, none is walked through, nothing sorted", () => {
    for (const source of SOURCES) {
      for (const byProject of source.projectIndex === null ? [false] : [false, true]) {
        const values = byProject ? { ...bounds, project: 1 } : bounds;
        const read = plan(walkSql(source, byProject, []), { ...values, limit: 10 });
        if (source.table === "tasks") {
          expect(read).toMatch(/^(?:SCAN|SEARCH) r USING (?:COVERING )?INDEX tasks_scope/);
          continue;
        }
        expect(read).toMatch(/^SEARCH r USING (?:COVERING )?INDEX \w+ \(.*_at/);
        expect(read).not.toMatch(/SCAN|TEMP B-TREE/);
        const step = plan(stepSql(source, byProject), values);
        expect(step).toMatch(/^SEARCH r USING COVERING INDEX/);
        expect(step).not.toMatch(/SCAN|TEMP B-TREE/);
      }
    }
  });

  it("count by an index alone, sessions and reflections aside, whose tables are small", () => {
    for (const source of SOURCES) {
      for (const byProject of source.projectIndex === null ? [false] : [false, true]) {
        const values = { from: 0, to: 1, ...(byProject ? { project: 1 } : {}) };
        const isSmall = source.table === "sessions" || source.table === "reflections";
        const index = isSmall ? /^SEARCH r USING INDEX/ : /^SEARCH r USING COVERING INDEX/;
        // One a session, in no order of time.
        if (source.table === "tasks") continue;
        for (const sql of [
          countSql(source, byProject),
          endSql(source, byProject, "first"),
          endSql(source, byProject, "last"),
        ]) {
          expect(plan(sql, values)).toMatch(index);
          expect(plan(sql, values)).not.toMatch(/SCAN r|TEMP B-TREE/);
        }
      }
    }
  });
});

describe("more rows than one look reads", () => {
  const MINUTE = 60_000;
  const BEGIN = Date.UTC(2026, 0, 1);

  beforeEach(() => {
    const projects = ["one", "two"].map((name) => addProject(test.app, name));
    const sessions = projects.map((projectId) => addSession(test.app, projectId, { lastEventAt: BEGIN }));
    const { sqlite } = test.app;
    // A rare branch far back, and a project of which only the oldest rows are.
    sqlite.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 15000)
      INSERT INTO events (session_id, project_id, branch, turn, kind, tool_name, files, dedupe_key, status, created_at)
      SELECT iif(i <= 3000, ${sessions[1]}, ${sessions[0]}), iif(i <= 3000, ${projects[1]}, ${projects[0]}),
        iif(i % 1400 = 5, 'rare', 'main'), i / 10, iif(i % 7 = 3, 'message', 'tool'), 'Read', '[]', 'e' || i, 'active', ${BEGIN} + (i * 7919 % 15000) * ${MINUTE} FROM n`);
    sqlite.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9000)
      INSERT INTO observations (session_id, project_id, branch, title, summary, obs_type, category, priority, source, status, created_at, updated_at)
      SELECT ${sessions[0]}, ${projects[0]}, iif(i % 1400 = 5, 'rare', 'main'), 't', '', 'change', 'learning', 'low', 'rules', iif(i % 11, 'active', 'archived'), ${BEGIN} + (i * 7919 % 3000) * ${MINUTE}, 0 FROM n`);
  });

  const ids = (sql: string): number[] => test.app.sqlite.prepare(sql).pluck().all() as number[];

  it.each([
    ["branch=rare", { branch: "rare" }, "branch = 'rare'"],
    ["a project", { project: "two" }, "project_id = 2"],
    ["a branch of a project", { project: "one", branch: "rare" }, "project_id = 1 AND branch = 'rare'"],
  ])("finds with %s what sorting all of them finds", async (_, filter, where) => {
    const messages = await all({ ...filter, kind: "message", limit: 100 });
    expect(messages.map(({ id }) => id)).toEqual(
      ids(`SELECT id FROM events WHERE kind = 'message' AND ${where} ORDER BY created_at DESC, id DESC`),
    );
    const seen = await all({ ...filter, kind: "observation", limit: 100 });
    expect(seen.map(({ id }) => id)).toEqual(
      ids(`SELECT id FROM observations WHERE status = 'active' AND ${where} ORDER BY created_at DESC, id DESC`),
    );
    const tools = await all({ ...filter, kind: "tool", limit: 100 });
    expect(tools.reduce((sum, entry) => sum + (entry.kind === "tool" ? entry.count : 0), 0)).toBe(
      ids(`SELECT id FROM events WHERE kind = 'tool' AND ${where}`).length,
    );
    const counted = await density({ ...filter, kind: "tool,message,observation" });
    expect(counted.total).toBe(
      ids(
        `SELECT id FROM events WHERE ${where} UNION ALL SELECT id FROM observations WHERE status = 'active' AND ${where}`,
      ).length,
    );
  });

  it("begins at a moment as well as at the newest, and says so by its cursor", async () => {
    const at = BEGIN + 5_000 * MINUTE;
    const page = await entries({ kind: "message", at, limit: 5 });
    expect(page.items.map(({ id }) => id)).toEqual(
      ids(
        `SELECT id FROM events WHERE kind = 'message' AND created_at <= ${at} ORDER BY created_at DESC, id DESC LIMIT 5`,
      ),
    );
    await expect(entries({ cursor: "abc" })).rejects.toMatchObject({ code: "validation_failed" });
  });
});

describe("words", () => {
  const BEGIN = Date.UTC(2026, 0, 1);
  const ROWS = 24_000;

  /** Messages of which most hold `deploy`, and a few `zebra`: more of the one than are looked up one by one. */
  beforeEach(() => {
    const project = addProject(test.app, "one");
    const sessions = [0, 1].map(() => addSession(test.app, project, { lastEventAt: BEGIN }));
    const { sqlite } = test.app;
    sqlite.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ROWS})
      INSERT INTO events (session_id, project_id, branch, turn, kind, tool_name, files, dedupe_key, status, created_at)
      SELECT iif(i % 1400 = 5, ${sessions[1]}, ${sessions[0]}), ${project}, iif(i % 2, 'main', 'side'), i / 10, 'message', NULL, '[]', 'e' || i, iif(i % 100, 'active', 'deleted'), ${BEGIN} + (i * 7919 % ${ROWS}) * 60000 FROM n`);
    sqlite.exec(
      `INSERT INTO event_words (rowid, words, parts, stems) SELECT id, iif(id % 10, 'deploy', 'other') || iif(id % 1400 = 5, ' zebra', ''), '', '' FROM events`,
    );
  });

  const ids = (where: string): number[] =>
    test.app.sqlite
      .prepare(`SELECT id FROM events WHERE status = 'active' AND ${where} ORDER BY created_at DESC, id DESC`)
      .pluck()
      .all() as number[];

  it.each([
    ["a rare word", { q: "zebra" }, "id % 1400 = 5"],
    ["a common word", { q: "deploy", from: "2026-01-14" }, `id % 10 > 0 AND created_at >= ${Date.UTC(2026, 0, 14)}`],
    ["both", { q: "deploy zebra" }, "id % 1400 = 5"],
    [
      "a common word of a branch",
      { q: "Deploy", branch: "side", from: "2026-01-14" },
      `id % 10 > 0 AND branch = 'side' AND created_at >= ${Date.UTC(2026, 0, 14)}`,
    ],
    ["a rare one of a branch that has none", { q: "zebra", branch: "side" }, "id % 1400 = 5 AND id % 2 = 0"],
    ["a word that no row holds", { q: "quokka" }, "0"],
    ["signs alone", { q: "!!" }, "0"],
  ])("%s leaves the rows that hold it, in pages and bars", async (_, query, where) => {
    const expected = ids(where);
    const found = await all({ ...query, kind: "message", limit: 100 });
    expect(found.map(({ id }) => id)).toEqual(expected);
    const bars = await density({ ...query, kind: "message" });
    expect([bars.total, bars.buckets.reduce((sum, { count }) => sum + count, 0)]).toEqual([
      expected.length,
      expected.length,
    ]);
  });

  it("leaves the sessions of which a row holds it", async () => {
    const sessions = async (q: string) => (await all({ q, kind: "session" })).map(({ id }) => id);
    expect(await sessions("zebra")).toEqual([2]);
    expect(await sessions("deploy")).toEqual([2, 1]);
    expect(await sessions("quokka")).toEqual([]);
    expect((await density({ q: "zebra", kind: "session" })).kinds).toEqual({ session: 1 });
  });
});

describe("what it shows", () => {
  async function fill(): Promise<void> {
    await ingest(test.app, [prompt("Fix the cart")]);
    for (const [tool, file] of [
      ["Read", "a.ts"],
      ["Read", "b.ts"],
      ["Edit", "a.ts"],
    ]) {
      test.clock.now += 1000;
      const input = { file_path: `/w/app/src/${file}`, old_string: "a", new_string: "b" };
      await ingest(test.app, [bash("ok", { tool_name: tool, tool_input: input, tool_use_id: `${tool}-${file}` })]);
    }
    test.clock.now += 1000;
    await ingest(test.app, [hook("Stop", { last_assistant_message: "The cart is fixed." })]);
    test.clock.now += 60_000;
    await ingest(test.app, [prompt("<private>SECRET-TL</private>"), bash("SECRET-TL")]);
    await drain(test.app);
  }

  it("folds the tool uses of a turn, and tells what each worked on", async () => {
    await fill();
    const { items } = await entries({ kind: "event" });
    expect(items).toMatchObject([
      { kind: "message", text: "The cart is fixed." },
      {
        kind: "tool",
        count: 3,
        failed: 0,
        tools: [
          { name: "Read", count: 2 },
          { name: "Edit", count: 1 },
        ],
        uses: [{ name: "Read", argument: "src/a.ts" }, { argument: "src/b.ts" }, { name: "Edit" }],
      },
    ]);
  });

  it("shows a private prompt as one, and nothing else of its turn", async () => {
    await fill();
    const found = await all({ kind: ALL });
    expect(JSON.stringify(found)).not.toContain("SECRET-TL");
    expect(found.filter((entry) => entry.kind === "prompt")).toMatchObject([
      { is_private: true, text: "" },
      { is_private: false, text: "Fix the cart" },
    ]);
    expect(found.filter(({ turn, kind }) => turn === 2 && kind !== "prompt")).toEqual([]);
  });

  it("knows nothing of a forgotten session, in lists and bars, until Undo brings it back", async () => {
    await fill();
    const before = { items: await all({ kind: ALL }), bars: await density({ kind: ALL }) };
    expect(before.items.length).toBeGreaterThan(5);
    const { operation_id: id } = forgetSession(test.app, 1, PERSON);
    expect(await all({ kind: ALL })).toEqual([]);
    expect(await density({ kind: ALL })).toMatchObject({ total: 0 });
    expect(timelineFacets(test.app, {})).toEqual({ hosts: [], branches: [], files: [] });
    expect(wholeEntry(test.app, "prompt", 1)).toBeNull();
    undoOperation(test.app, id, PERSON);
    expect(await all({ kind: ALL })).toEqual(before.items);
    expect(await density({ kind: ALL })).toEqual(before.bars);
  });

  it("narrows to a file by its end, sessions that touched it too", async () => {
    await fill();
    const kinds = async (file: string) => (await all({ kind: ALL, file })).map(({ kind }) => kind);
    expect(await kinds("b.ts")).toEqual(expect.arrayContaining(["session", "tool"]));
    expect(await kinds("src/b.ts")).toEqual(await kinds("b.ts"));
    expect(await kinds("c/b.ts")).toEqual([]);
    expect(await kinds("zebra.ts")).toEqual([]);
    const { items } = await entries({ kind: "tool", file: "b.ts" });
    expect(items).toMatchObject([{ kind: "tool", count: 1, uses: [{ argument: "src/b.ts" }] }]);
    expect(timelineFacets(test.app, { project: "app" }).files).toEqual(
      expect.arrayContaining(["src/a.ts", "src/b.ts"]),
    );
  });

  it("narrows to words in prompts, answers and what was learned, in any script, and with a file to rows that have both", async () => {
    await fill();
    await ingest(test.app, [prompt("数据库迁移失败了", { session_id: "s-zh" })]);
    await drain(test.app);
    const found = async (query: Record<string, unknown>) =>
      (await all({ kind: ALL, ...query })).map(({ kind }) => kind);
    expect(await found({ q: "fixed cart" })).toEqual(expect.arrayContaining(["session", "prompt", "message"]));
    expect(await found({ q: "迁移" })).toEqual(expect.arrayContaining(["session", "prompt"]));
    expect(await found({ q: "移迁" })).toEqual([]);
    expect(await found({ q: "SECRET-TL" })).toEqual([]);
    expect(await found({ q: "Edit", file: "a.ts", kind: "session,tool" })).toEqual(
      await found({ q: "Edit", kind: "session,tool" }),
    );
    expect(await found({ q: "迁移", file: "a.ts" })).toEqual([]);
  });

  it("lists hosts and branches with how many sessions each has", async () => {
    await ingest(test.app, [prompt("x", { session_id: "s-2" }), prompt("y", { session_id: "s-3", cwd: "/w/other" })]);
    expect(timelineFacets(test.app, {}).hosts).toEqual([{ value: "claude-code", count: 2 }]);
    expect(timelineFacets(test.app, { project: "other" }).hosts).toEqual([{ value: "claude-code", count: 1 }]);
    expect(timelineFacets(test.app, { host: "codex" }).hosts).toEqual([{ value: "claude-code", count: 2 }]);
  });

  it("C13, C25: shows what a branch was compressed to, also after the next one took it in, and what each session is about", async () => {
    const cwd = gitFolder(test, "app");
    await see(test, cwd, { content: "Use Redis for the cart since sessions must survive a deploy", priority: "high" });
    await see(test, cwd, { content: "Move the cart to Redis", category: "task_context" });
    test.clock.now += 60_000;
    await reflect(test.app, { cwd }, AGENT);
    await see(test, cwd, { content: "The cart's key is the account's id" });
    test.clock.now += 60_000;
    await reflect(test.app, { cwd }, AGENT);
    const shown = await all({ kind: "reflection,task" });
    expect(shown).toMatchObject([
      { kind: "reflection", status: "active", branch: "main", project: "app", count: 3 },
      { kind: "reflection", status: "superseded", count: 2 },
      { kind: "task", text: "Move the cart to Redis", session_id: 1 },
    ]);
    expect((await density({ kind: "reflection,task" })).kinds).toMatchObject({ reflection: 2, task: 1 });
    expect((await all({})).map(({ kind }) => kind)).toEqual(expect.arrayContaining(["reflection", "task"]));
    const found = async (query: Record<string, unknown>) =>
      (await all({ kind: "reflection,task", ...query })).map(({ kind }) => kind);
    expect(await found({ q: "REDIS cart" })).toEqual(["reflection", "reflection", "task"]);
    expect(await found({ q: "account" })).toEqual(["reflection"]);
    expect(await found({ q: "quokka" })).toEqual([]);
    expect(await found({ branch: "other" })).toEqual([]);
    expect(await found({ project: "app" })).toHaveLength(3);
    const [newest, , task] = shown;
    expect(wholeEntry(test.app, "reflection", newest?.id ?? 0)).toMatchObject({
      reflection: { level: expect.any(Number) },
    });
    expect(wholeEntry(test.app, "task", task?.id ?? 0)).toMatchObject({ task: { content: "Move the cart to Redis" } });

    const { operation_id: forgotten } = forgetSession(test.app, 1, PERSON);
    expect(await found({})).toEqual([]);
    expect(await density({ kind: "reflection,task" })).toMatchObject({ total: 0 });
    undoOperation(test.app, forgotten, PERSON);
    expect(await found({})).toHaveLength(3);
  });

  it("has each entry whole, and none for another kind or what is not there", async () => {
    await fill();
    expect(wholeEntry(test.app, "prompt", 1)).toMatchObject({ prompt: { text: "Fix the cart" } });
    expect(wholeEntry(test.app, "session", 1)).toMatchObject({ session: { id: 1 } });
    expect(wholeEntry(test.app, "tool", 1)).toMatchObject({ event: { tool_name: "Read" } });
    expect(wholeEntry(test.app, "message", 1)).toBeNull();
    expect(wholeEntry(test.app, "memory", 99)).toBeNull();
  });
});

it("U03: an evening stands on the day of the reader's zone, in filters and bars", async () => {
  test.clock.now = Date.UTC(2026, 5, 5, 4, 30);
  await ingest(test.app, [prompt("evening")]);
  const zone = "America/Los_Angeles";
  expect((await density({ kind: "prompt", zone })).buckets).toMatchObject([{ day: "2026-06-04", count: 1 }]);
  expect((await density({ kind: "prompt" })).buckets).toMatchObject([{ day: "2026-06-05", count: 1 }]);
  const on = async (day: string) => (await entries({ kind: "prompt", zone, from: day, to: day })).items.length;
  expect([await on("2026-06-04"), await on("2026-06-05")]).toEqual([1, 0]);
});
