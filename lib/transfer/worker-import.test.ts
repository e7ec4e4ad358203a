import { afterEach, beforeEach, expect, it } from "vitest";
import { POST } from "../../app/api/import/route";
import { undoOperation } from "../operations/undo";
import { WorkerImported } from "../contract/transfer";
import { openTestApp, type TestApp } from "../testing";
import { filesHolding } from "../testing/scan-home";

const T = Date.UTC(2026, 1, 3, 9);

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

const send = async (body: unknown) => {
  const request = new Request("http://127.0.0.1/api/import", {
    method: "POST",
    headers: { "content-type": "application/json", "x-keepsake-client": "cli" },
    body: JSON.stringify(body),
  });
  return POST(request);
};
const imported = async (body: unknown) => WorkerImported.parse(await (await send(body)).json());
const all = (sql: string): unknown[] => test.app.sqlite.prepare(sql).all();

const OLD = {
  sessions: [
    {
      id: 1,
      claude_session_id: "host-1",
      sdk_session_id: "mem-1",
      project: "shop",
      user_prompt: "RAWWORDS kestrel",
      started_at_epoch: T,
      status: "completed",
    },
  ],
  prompts: [
    {
      id: 4,
      claude_session_id: "host-1",
      prompt_number: 1,
      prompt_text: "Speed up the cart <private>HIDDEN osprey</private>",
      created_at_epoch: T,
    },
  ],
  observations: [
    {
      id: 9,
      sdk_session_id: "mem-1",
      project: "shop",
      type: "bugfix",
      title: "Rounding",
      narrative: "Cents",
      facts: '["a"]',
      files_read: '["x.ts"]',
      prompt_number: 1,
      created_at_epoch: T / 1000,
    },
  ],
  summaries: [
    {
      id: 2,
      sdk_session_id: "mem-1",
      project: "shop",
      request: "Speed",
      completed: "Done",
      files_edited: '["y.ts"]',
      prompt_number: 1,
      created_at: new Date(T).toISOString(),
    },
  ],
};
const NEW = {
  sessions: [
    {
      content_session_id: "host-2",
      memory_session_id: "mem-2",
      project: "shop",
      platform_source: "codex",
      started_at_epoch: T,
    },
  ],
  prompts: [{ content_session_id: "host-2", prompt_number: 1, prompt_text: "Add a test", created_at_epoch: T }],
  observations: [
    // As the integration page shows a row, without an id.
    {
      sdk_session_id: "mem-2",
      project: "shop",
      obs_type: "decision",
      title: "Vitest",
      summary: "Tests run in vitest",
      files_touched: ["z.ts"],
      concepts: ["trade-off"],
      created_at_epoch: T,
    },
    // Written down by hand, of no session.
    {
      memory_session_id: "manual",
      project: "shop",
      type: "note",
      title: "Ports",
      text: "The port is 4100",
      created_at_epoch: T,
    },
  ],
  summaries: [{ session_id: "host-2", project: "shop", summary_text: "All of it in one text", created_at_epoch: T }],
};

it("M28: rows of both generations come in once, and the stats say so", async () => {
  const first = await imported(OLD);
  expect(first.stats).toMatchObject({
    sessionsImported: 1,
    promptsImported: 1,
    observationsImported: 1,
    summariesImported: 1,
    sessionsSkipped: 0,
    observationsRejected: 0,
  });
  expect((await imported(NEW)).stats).toMatchObject({
    sessionsImported: 1,
    promptsImported: 1,
    observationsImported: 2,
    summariesImported: 1,
  });
  expect(all("SELECT obs_type, turn, files_read, created_at, source FROM observations ORDER BY id")).toEqual([
    { obs_type: "bugfix", turn: 1, files_read: '["x.ts"]', created_at: T, source: "claude-mem" },
    { obs_type: "decision", turn: null, files_read: '["z.ts"]', created_at: T, source: "claude-mem" },
    { obs_type: "discovery", turn: null, files_read: "[]", created_at: T, source: "claude-mem" },
  ]);
  expect(all("SELECT completed FROM summaries ORDER BY id")).toEqual([
    { completed: "Done" },
    { completed: "All of it in one text" },
  ]);
  expect(all("SELECT host FROM sessions ORDER BY id")).toEqual([{ host: "claude-code" }, { host: "codex" }]);
  for (const body of [OLD, NEW]) {
    const { stats, operation_ids } = await imported(body);
    expect(Object.entries(stats).filter(([name, n]) => !name.endsWith("Skipped") && n > 0)).toEqual([]);
    expect(operation_ids).toEqual([]);
  }
  expect(filesHolding(test.home, "RAWWORDS", "HIDDEN")).toEqual([]);
});

it("M28: a bad row is counted and named, and never spoils the rest", async () => {
  const answer = await imported({
    sessions: [5, {}],
    observations: [null, { title: "" }, ...OLD.observations, { title: "x".repeat(500_000), narrative: { deep: [] } }],
    prompts: [{ claude_session_id: "h", prompt_text: "<private>only this</private>" }],
    summaries: [[], { sdk_session_id: "m" }],
    unknown: true,
  });
  expect(answer.stats).toMatchObject({
    sessionsRejected: 2,
    observationsImported: 2,
    observationsRejected: 2,
    promptsRejected: 1,
    summariesRejected: 2,
  });
  expect(answer.rejected.map(({ kind, index }) => `${kind} ${index}`)).toEqual([
    "sessions 0",
    "sessions 1",
    "prompts 0",
    "observations 0",
    "observations 1",
    "summaries 0",
    "summaries 1",
  ]);
  for (const { reason } of answer.rejected) expect(reason).toMatch(/\.$/);
});

it("M28: an import without rows, with nulls or with a list in the wrong place is answered", async () => {
  expect((await imported({})).success).toBe(true);
  expect((await imported({ sessions: null })).success).toBe(true);
  expect((await send({ sessions: "all" })).status).toBe(400);
  expect((await send([])).status).toBe(400);
});

it("M28: one Undo takes an import back", async () => {
  const [operation = 0] = (await imported(OLD)).operation_ids;
  undoOperation(test.app, operation, { kind: "person", name: "cli" });
  expect(
    all(
      "SELECT 1 FROM observations WHERE status = 'active' UNION ALL SELECT 1 FROM sessions WHERE status <> 'deleted'",
    ),
  ).toEqual([]);
});

it("M28: an agent imports nothing into a project that is read-only", async () => {
  await imported(OLD);
  test.app.sqlite.exec("UPDATE projects SET mode = 'read-only'");
  const request = new Request("http://127.0.0.1/api/import", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(NEW),
  });
  const { stats } = WorkerImported.parse(await (await POST(request)).json());
  expect(stats).toMatchObject({ sessionsRejected: 1, observationsImported: 0, observationsRejected: 2 });
  expect(all("SELECT 1 FROM sessions")).toHaveLength(1);
});
