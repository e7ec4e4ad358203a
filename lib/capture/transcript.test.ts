import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { turnEvidence } from "../sessions/evidence-query";
import { getSession, getSessionTurns, listSessions } from "../sessions/query";
import { openTestApp, type TestApp } from "../testing";
import { filesHolding } from "../testing/scan-home";
import { ingest } from "./ingest";
import { bash, column, endOf, hook, lines, prompt, type Row, rows } from "./testing";

let test: TestApp;

beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

const send = (...items: unknown[]) => ingest(test.app, items);
const events = (): Row[] => rows(test.app, "SELECT * FROM events WHERE status = 'active' ORDER BY created_at, id");
const DAY = "2026-05-20T";

/** One plain turn among bookkeeping. */
const plain = [
  { type: "summary", sessionId: "plain", summary: "Choose a queue for the mailer", leafUuid: "p-2" },
  { type: "file-history-snapshot", messageId: "x", snapshot: {} },
  {
    type: "user",
    uuid: "p-1",
    sessionId: "plain",
    timestamp: `${DAY}09:00:00.000Z`,
    cwd: "/w/mailer",
    gitBranch: "main",
    message: { role: "user", content: "We settle on NATS for the mailer because retries must survive a restart." },
  },
  {
    type: "assistant",
    uuid: "p-2",
    sessionId: "plain",
    timestamp: `${DAY}09:00:05.000Z`,
    cwd: "/w/mailer",
    gitBranch: "main",
    message: {
      id: "m-p1",
      role: "assistant",
      content: [
        { type: "thinking", thinking: "THOUGHT-UNSAID", signature: "s" },
        { type: "text", text: "Noted: NATS carries the mailer's retries." },
      ],
      stop_reason: "end_turn",
    },
  },
  {
    type: "system",
    subtype: "turn_duration",
    uuid: "p-3",
    sessionId: "plain",
    timestamp: `${DAY}09:00:05.100Z`,
    durationMs: 5100,
  },
];

const shop = { sessionId: "tools", cwd: "/w/shop", gitBranch: "feature/login" };
/** A tool round trip, a side chain, a meta line, one message over two lines, a secret. */
const withTools = [
  {
    ...shop,
    type: "user",
    uuid: "t-1",
    timestamp: `${DAY}10:00:00.000Z`,
    message: {
      role: "user",
      content: [
        { type: "text", text: `Why does sign-in fail? The test ${"pass"}word is ${["Demo", "Only", "77"].join("-")}` },
      ],
    },
  },
  {
    type: "assistant",
    sessionId: "tools",
    uuid: "t-2",
    timestamp: `${DAY}10:00:02.000Z`,
    message: { id: "m-1", role: "assistant", content: [{ type: "text", text: "I look at the file." }] },
  },
  {
    type: "assistant",
    sessionId: "tools",
    uuid: "t-3",
    timestamp: `${DAY}10:00:02.100Z`,
    message: {
      id: "m-1",
      role: "assistant",
      content: [{ type: "tool_use", id: "toolu_1", name: "Read", input: { file_path: "/w/shop/src/sign-in.ts" } }],
    },
  },
  {
    ...shop,
    type: "user",
    uuid: "t-4",
    timestamp: `${DAY}10:00:03.000Z`,
    toolUseResult: { file: { numLines: 1 } },
    message: {
      role: "user",
      content: [
        {
          type: "tool_result",
          tool_use_id: "toolu_1",
          content: [{ type: "text", text: "if (expires > now) refuse()" }],
        },
      ],
    },
  },
  {
    ...shop,
    type: "assistant",
    uuid: "side",
    isSidechain: true,
    message: { id: "m-s", role: "assistant", content: [{ type: "text", text: "SIDE-TALK" }] },
  },
  {
    ...shop,
    type: "user",
    uuid: "t-5",
    isMeta: true,
    message: { role: "user", content: "<local-command-stdout>META-TALK</local-command-stdout>" },
  },
  {
    ...shop,
    type: "assistant",
    uuid: "t-6",
    timestamp: `${DAY}10:00:06.000Z`,
    message: {
      id: "m-2",
      role: "assistant",
      content: [{ type: "text", text: "Root cause: the comparison is the wrong way round." }],
    },
  },
];

describe("transcripts", () => {
  it("a plain turn: two messages, the title, no thinking", async () => {
    const result = await send(...lines(plain), endOf("plain"));
    expect(result.rejected).toEqual([]);
    expect(result.skipped).toMatchObject({ bookkeeping: 2 });
    const session = listSessions(test.app.db, { projectIds: null, limit: 5 }).items[0];
    expect(session).toMatchObject({
      title: "Choose a queue for the mailer",
      branch: "main",
      project: "mailer",
      status: "complete",
    });
    const { turns } = getSessionTurns(test.app.db, session?.id ?? 0, { after: -1, limit: 5 });
    expect(turns).toMatchObject([{ status: "done", prompt: { prompt_number: 1 }, events: [{ kind: "message" }] }]);
    expect(filesHolding(test.home, "THOUGHT-UNSAID")).toEqual([]);
    expect(column(test.app, "SELECT key FROM jobs WHERE kind = 'turn.extract'")).toEqual(["1:1"]);
  });

  it("a tool round trip: one row a tool, the side chain aside, meta line absent, the secret gone, the end as the evidence says", async () => {
    const result = await send(...lines(withTools), endOf("tools"));
    expect(result.skipped).toEqual({ meta: 1 });
    expect(events()).toMatchObject([
      { kind: "message", text: "I look at the file.", message_id: "m-1", branch: "feature/login" },
      {
        kind: "tool",
        tool_name: "Read",
        text: "if (expires > now) refuse()",
        is_error: 0,
        files: '["/w/shop/src/sign-in.ts"]',
      },
      { kind: "message", text: "Root cause: the comparison is the wrong way round.", tool_name: null },
      { kind: "message", text: "SIDE-TALK", tool_name: "subagent" },
    ]);
    const { id } = listSessions(test.app.db, { projectIds: null, limit: 1 }).items[0] ?? { id: 0 };
    expect(JSON.stringify(turnEvidence(test.app.db, id, 1))).not.toContain("SIDE-TALK");
    for (const text of ["META-TALK", "Demo-Only-77"]) expect(filesHolding(test.home, text)).toEqual([]);
    expect(column(test.app, "SELECT status FROM turns")).toEqual(["done"]);
  });

  it("the same file again, from its middle or with another first line, adds nothing", async () => {
    const all = [...lines(plain), ...lines(withTools), endOf("plain"), endOf("tools")];
    const first = await send(...all);
    const before = rows(test.app, "SELECT revision, status FROM turns ORDER BY session_id");
    expect((await send(...all)).accepted).toBe(0);
    expect((await send(...lines([{ type: "progress", data: {} }, ...withTools.slice(3)]))).accepted).toBe(0);
    expect(rows(test.app, "SELECT revision, status FROM turns ORDER BY session_id")).toEqual(before);
    expect(first.accepted).toBeGreaterThan(5);
  });

  it("K21: a session that was captured live and is imported later does not double", async () => {
    const at = Date.parse(`${DAY}10:00:00.000Z`);
    const live = { session_id: "tools", cwd: "/w/shop" };
    const when = (ms: number) => ({ ...live, timestamp: at + ms });
    test.clock.now = at + 7000;
    await send(
      prompt((withTools[0] as { message: { content: unknown } }).message.content, when(80)),
      hook("PostToolUse", {
        tool_name: "Read",
        tool_use_id: "toolu_1",
        tool_input: { file_path: "/w/shop/src/sign-in.ts" },
        tool_response: "if (expires > now) refuse()",
        ...when(3000),
      }),
      hook("Stop", { last_assistant_message: "Root cause: the comparison is the wrong way round.", ...when(6100) }),
    );
    await send(...lines(withTools), endOf("tools"));
    expect(column(test.app, "SELECT count(*) FROM prompts")).toEqual([1]);
    expect(events().map((row) => row["text"])).toEqual([
      "I look at the file.",
      "if (expires > now) refuse()",
      "Root cause: the comparison is the wrong way round.",
      "SIDE-TALK",
    ]);
    expect(events().map((row) => row["turn"])).toEqual([1, 1, 1, 1]);
  });

  it("a title of higher rank stays; a newer custom title replaces the older", async () => {
    const title = (type: string, text: string) =>
      lines([{ type, sessionId: "plain", summary: text, customTitle: text, agentName: text }]);
    await send(
      ...lines(plain),
      ...title("custom-title", "mine"),
      ...title("agent-name", "weaker"),
      ...title("summary", "weakest"),
    );
    expect(getSession(test.app.db, 1)?.title).toBe("mine");
    await send(...title("custom-title", "renamed"));
    expect(getSession(test.app.db, 1)?.title).toBe("renamed");
  });

  it("a file that ends in the middle of a turn leaves it open while it may grow, and ends it when it is old", async () => {
    const cut = lines(withTools.slice(0, 3));
    test.clock.now = Date.parse(`${DAY}10:00:10.000Z`);
    await send(...cut, endOf("tools"));
    expect(
      rows(test.app, "SELECT t.status, s.status AS session FROM turns t JOIN sessions s ON s.id = t.session_id"),
    ).toEqual([{ status: "open", session: "active" }]);
    test.clock.now += 86_400_000;
    await send(endOf("tools"));
    expect(
      rows(test.app, "SELECT t.status, s.status AS session FROM turns t JOIN sessions s ON s.id = t.session_id"),
    ).toEqual([{ status: "done", session: "complete" }]);
  });

  it("the extractor gets the turn whole, in order, messages joined", async () => {
    const more = [
      ...withTools,
      {
        ...shop,
        type: "assistant",
        uuid: "t-7",
        timestamp: `${DAY}10:00:06.500Z`,
        message: { id: "m-2", role: "assistant", content: "And it is fixed." },
      },
      {
        ...shop,
        type: "user",
        uuid: "t-8",
        timestamp: `${DAY}10:05:00.000Z`,
        message: { role: "user", content: "thanks" },
      },
    ];
    await send(...lines(more));
    expect(turnEvidence(test.app.db, 1, 1)).toMatchObject({
      turn: 1,
      outcome: "done",
      items: [
        { kind: "message", text: "I look at the file." },
        {
          kind: "tool",
          name: "Read",
          input: { file_path: "/w/shop/src/sign-in.ts" },
          isError: false,
          files: ["/w/shop/src/sign-in.ts"],
        },
        { kind: "message", text: "Root cause: the comparison is the wrong way round.\nAnd it is fixed." },
      ],
      previousMessage: null,
      earlier: [],
      roots: ["/w/shop"],
      projectName: "shop",
      branch: "feature/login",
      fromTranscript: true,
    });
    expect(turnEvidence(test.app.db, 1, 2)).toMatchObject({
      prompt: "thanks",
      previousMessage: "Root cause: the comparison is the wrong way round.\nAnd it is fixed.",
      outcome: "open",
    });
    expect(turnEvidence(test.app.db, 1, 9)).toBeNull();
    await send(prompt("<private>x</private>", { session_id: "p" }), bash("y", { session_id: "p" }));
    expect(turnEvidence(test.app.db, 2, 1)).toBeNull();
  });
});

const real = process.env["KEEPSAKE_REAL_TRANSCRIPTS"];
if (real !== undefined && existsSync(real)) {
  const read = (name: string): unknown[] =>
    readFileSync(join(real, name), "utf8")
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => ({ host: "claude-code", event: "TranscriptLine", payload: JSON.parse(line) as unknown }));

  describe("real transcripts", () => {
    it.each([false, true])("K18: the Chinese and English one, bookkeeping first: %s", async (first) => {
      const items = [...(first ? lines([{ type: "progress" }]) : []), ...read("claude-zh-en-124k.jsonl")];
      const result = await send(...items);
      expect(result.rejected).toEqual([]);
      const [session] = listSessions(test.app.db, { projectIds: null, limit: 5 }).items;
      expect(session).toMatchObject({
        project: "kimi-cli",
        branch: "main",
        prompts: 2,
        cwd: "/Users/dev/dev/working/kimi/kimi-cli",
      });
      const prompts = column(test.app, "SELECT text FROM prompts ORDER BY prompt_number") as string[];
      expect(prompts[0]).toMatch(/^Implement the following plan:\n\n# FetchURL Ctrl\+Click 打开完整链接/);
      expect(prompts[1]).toBe("有个细节，在mac上是command+click。能否根据环境动态调整，有什么方案？");
      expect(
        rows(test.app, "SELECT kind, count(*) AS n FROM events WHERE status = 'active' GROUP BY kind ORDER BY kind"),
      ).toEqual([
        { kind: "message", n: 8 },
        { kind: "tool", n: 13 },
      ]);
      expect(column(test.app, "SELECT status FROM turns ORDER BY number")).toEqual(["done", "interrupted"]);
      expect(column(test.app, "SELECT count(DISTINCT project_id) FROM events")).toEqual([1]);
      const edited = column(test.app, "SELECT DISTINCT files FROM events WHERE tool_name = 'Edit'");
      expect(edited).toEqual(['["/Users/dev/dev/working/kimi/kimi-cli/web/src/components/ai-elements/tool.tsx"]']);
      expect(await send(...items)).toMatchObject({ accepted: 0 });
    });

    it("K18, K21: the English one; what /exit left behind is no prompt", async () => {
      const result = await send(...read("claude-en-thinking-99k.jsonl"), endOf("2577a596-e227-47e1-bea8-752f792cbc24"));
      expect(result.rejected).toEqual([]);
      expect(column(test.app, "SELECT text FROM prompts ORDER BY prompt_number")).toEqual([
        "can you generate me a changelog.md update for 0.4.3 -> 0.4.4",
        "- `entire enable` no longer prompts when already enabled <- why has this no PR?",
        "link the PR",
        "can you add it to CHANGELOG.md",
      ]);
      expect(column(test.app, "SELECT status FROM turns ORDER BY number")).toEqual(["done", "done", "done", "done"]);
      expect(
        rows(test.app, "SELECT kind, count(*) AS n FROM events WHERE status = 'active' GROUP BY kind ORDER BY kind"),
      ).toEqual([
        { kind: "message", n: 5 },
        { kind: "tool", n: 17 },
      ]);
      expect(filesHolding(test.home, "The user wants me to generate")).toEqual([]);
      expect(filesHolding(test.home, "Catch you later")).toEqual([]);
    });

    it("K18: the one of odd lines loses nothing that can be read", async () => {
      const result = await send(...read("claude-edge-cases-10k.jsonl"), endOf("edge_cases"));
      expect(result.rejected.map(({ index }) => index)).toEqual([12, 14, 15]);
      const prompts = column(test.app, "SELECT substr(text, 1, 12) FROM prompts ORDER BY prompt_number");
      expect(prompts).toEqual(["Here's a mes", "Let's test a", "Testing spec"]);
      expect(
        rows(test.app, "SELECT tool_name, is_error FROM events WHERE kind = 'tool' AND status = 'active' ORDER BY id"),
      ).toEqual([
        { tool_name: "FailingTool", is_error: 1 },
        { tool_name: "MultiEdit", is_error: null },
      ]);
    });
  });
}
