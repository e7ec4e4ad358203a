import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { write } from "../db/write";
import { ensureProject, identifyProject } from "../projects/service";
import { getSession, listSessions } from "../sessions/query";
import { saveSettings } from "../settings/service";
import { openTestApp, type TestApp } from "../testing";
import { ingest, ingestRaw } from "./ingest";
import { activeEvents, bash, column, hook, prompt, rows } from "./testing";

let test: TestApp;

beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

const events = () => activeEvents(test.app);
const send = (...items: unknown[]) => ingest(test.app, items);
const later = (ms: number): void => void (test.clock.now += ms);

describe("delivery", () => {
  it("K01: one tool use is one row, however often and however late it arrives", async () => {
    const item = bash("DUP-K01", { tool_use_id: "toolu_1" });
    const results = await Promise.all(Array.from({ length: 10 }, () => send(item)));
    later(20 * 60_000);
    results.push(await send(item), await send(item));
    expect(results.reduce((sum, result) => sum + result.accepted, 0)).toBe(1);
    expect(results.reduce((sum, result) => sum + result.duplicates, 0)).toBe(11);
    expect(events().map((row) => row["text"])).toEqual(["DUP-K01"]);
  });

  it("K01: without ids, the same event of a turn, and the same idempotency key, are one row", async () => {
    await send(prompt("go"), bash("out"), bash("out"));
    const keyed = hook("PostToolUse", { tool_name: "Bash", tool_response: "keyed" }, { idempotencyKey: "k-1" });
    await send(keyed);
    later(3_600_000);
    expect(await send(keyed, bash("out"))).toMatchObject({ accepted: 0, duplicates: 2 });
    expect(events()).toHaveLength(2);
    await send(prompt("again"), bash("out"));
    expect(events().map((row) => row["turn"])).toEqual([1, 1, 2]);
  });

  it("K01: a prompt that two hooks deliver is one; the same words after an answer are a new one", async () => {
    await send(prompt("continue"), prompt("continue"));
    later(10_000);
    await send(hook("Stop", { last_assistant_message: "did a part" }));
    later(10_000);
    await send(prompt("continue"));
    expect(column(test.app, "SELECT prompt_number FROM prompts")).toEqual([1, 2]);
  });

  it("K03: an event before any session start makes the session, and the prompt after it joins", async () => {
    await send(bash("ORPHAN-K03", { session_id: "s-new" }));
    later(1000);
    await send(prompt("later prompt", { session_id: "s-new" }));
    expect(events()).toMatchObject([{ text: "ORPHAN-K03", turn: 0 }]);
    expect(listSessions(test.app.db, { projectIds: null, limit: 10 }).items).toMatchObject([
      { claude_session_id: "s-new", prompts: 1, events: 1, project: "app", title: "later prompt" },
    ]);
  });

  it("a session is called by the first line that says something, not by a fence, a rule or the mark of a secret", async () => {
    const named = async (session_id: string, text: string) => {
      later(1000);
      await send(prompt(text, { session_id }));
      return listSessions(test.app.db, { projectIds: null, limit: 1 }).items[0]?.title;
    };
    expect(await named("a", "```\nnpm run build\n```\nWhy does this fail?")).toBe("npm run build");
    expect(await named("b", "```ts\n---\n\n修复购物车的总价")).toBe("修复购物车的总价");
    expect(await named("c", "The key [redacted:api-key] stopped working")).toBe("The key stopped working");
  });

  it("K06: an end without transcript closes what is known and makes up nothing", async () => {
    expect(await send(hook("SessionEnd", { session_id: "never", reason: "exit" }))).toMatchObject({
      skipped: { no_session: 1 },
    });
    await send(prompt("hello"), hook("SessionEnd", { reason: "exit", transcript_path: "/nope/x.jsonl" }));
    expect(rows(test.app, "SELECT status, end_reason FROM sessions")).toEqual([
      { status: "complete", end_reason: "exit" },
    ]);
    expect(column(test.app, "SELECT status FROM turns")).toEqual(["done"]);
    later(1000);
    await send(prompt("resumed"));
    expect(column(test.app, "SELECT status FROM sessions")).toEqual(["active"]);
  });

  it("one bad item never spoils the rest", async () => {
    const result = await send(
      bash("first"),
      { host: "claude-code" },
      7,
      { host: "nobody", event: "Stop", payload: {} },
      hook("Stop", { session_id: 5 }),
      { ...bash("x"), surprise: 1 },
      bash("last", { session_id: "s-2" }),
    );
    expect(result.accepted).toBe(2);
    expect(result.rejected.map(({ index }) => index)).toEqual([1, 2, 3, 4, 5]);
    expect(result.rejected[0]?.error).toBe("event is missing.");
    expect(result.rejected[2]?.error).toMatch(/^host must be one of: claude-code, /);
  });

  it("an item that the store refuses does not take its chunk along", async () => {
    test.app.sqlite.exec(`CREATE TRIGGER refuse BEFORE INSERT ON events WHEN new.text = 'POISON'
      BEGIN SELECT RAISE(ABORT, 'no'); END`);
    const result = await send(bash("a"), bash("POISON"), bash("b"));
    expect(result).toMatchObject({ accepted: 2, rejected: [{ index: 1 }] });
    expect(result.rejected[0]?.error).not.toContain("POISON");
    expect(events().map((row) => row["text"])).toEqual(["a", "b"]);
  });

  it("a store that fails refuses the request, and the same request later fills the gap", async () => {
    await send(bash("before"));
    test.app.sqlite.pragma("max_page_count = 1");
    test.app.sqlite.pragma(`max_page_count = ${test.app.sqlite.pragma("page_count", { simple: true }) as number}`);
    const many = Array.from({ length: 200 }, (_, n) => bash(`${n} ${"x".repeat(8000)}`));
    await expect(send(...many)).rejects.toMatchObject({ code: "SQLITE_FULL" });
    test.app.sqlite.pragma("max_page_count = 1000000");
    const result = await send(...many);
    expect(result.accepted + result.duplicates).toBe(200);
    expect(events()).toHaveLength(201);
  });

  it("passes on what could not be read as an item", async () => {
    expect(await ingestRaw(test.app, [{ error: "The line is not valid JSON." }, { value: bash("a") }])).toMatchObject({
      accepted: 1,
      rejected: [{ index: 0, error: "The line is not valid JSON." }],
    });
  });
});

describe("turns", () => {
  it("a prompt ends the turn before it, with or without an answer: nobody said that it was cut off", async () => {
    await send(prompt("one"));
    later(1000);
    await send(bash("x"));
    later(1000);
    await send(prompt("two"));
    later(1000);
    await send(hook("Stop", { last_assistant_message: "answer two" }));
    later(1000);
    await send(prompt("three"));
    expect(column(test.app, "SELECT status FROM turns ORDER BY number")).toEqual(["done", "done", "open"]);
    expect(column(test.app, "SELECT key FROM jobs WHERE kind = 'turn.extract' ORDER BY key")).toEqual(["1:1", "1:2"]);
  });

  it("Stop ends the turn once; a second one changes nothing", async () => {
    await send(prompt("one"));
    const stop = hook("Stop", { last_assistant_message: "answer", stop_hook_active: false });
    expect(await send(stop)).toMatchObject({ accepted: 1 });
    expect(await send(stop)).toMatchObject({ accepted: 0, duplicates: 1 });
    expect(events()).toMatchObject([{ kind: "message", text: "answer", turn: 1 }]);
    const [job] = rows(test.app, "SELECT payload FROM jobs WHERE kind = 'turn.extract'");
    const revision = column(test.app, "SELECT revision FROM turns WHERE number = 1")[0];
    expect(JSON.parse(String(job?.["payload"]))).toEqual({ sessionId: 1, turn: 1, revision });
  });

  it("E91, E134: a Stop that a Stop hook caused does nothing; with stop_hook_safe off it ends the turn", async () => {
    await send(prompt("one"));
    const stop = hook("Stop", { last_assistant_message: "answer", stop_hook_active: true });
    const state = () => rows(test.app, "SELECT (SELECT count(*) FROM events) AS events, status, revision FROM turns");
    const before = state();
    expect(await send(stop)).toMatchObject({ accepted: 0, skipped: { stop_hook_active: 1 } });
    expect(state()).toEqual(before);
    expect(column(test.app, "SELECT kind FROM jobs WHERE kind = 'turn.extract'")).toEqual([]);
    saveSettings(test.app, { stop_hook_safe: false });
    expect(await send(stop)).toMatchObject({ accepted: 1, skipped: {} });
    expect(state()).toMatchObject([{ events: 1, status: "done" }]);
  });

  it("a late event goes to the turn of its time, and asks for extraction again", async () => {
    await send(prompt("one"));
    later(10_000);
    await send(hook("Stop", { last_assistant_message: "done" }));
    later(10_000);
    await send(prompt("two"));
    later(10_000);
    await send(bash("late", { timestamp: new Date(test.clock.now - 25_000).toISOString() }));
    expect(events().find((row) => row["text"] === "late")).toMatchObject({ turn: 1 });
    expect(column(test.app, "SELECT status FROM turns WHERE number = 1")).toEqual(["done"]);
    expect(column(test.app, "SELECT run_at FROM jobs WHERE kind = 'turn.close'")).toEqual([test.clock.now + 60_000]);
  });

  it("call and result become one row, in either order", async () => {
    const use = { session_id: "s-1", tool_use_id: "t-1" };
    const call = {
      host: "claude-code",
      event: "TranscriptLine",
      payload: { type: "tool_use", ...use, id: "t-1", name: "Read", input: { file_path: "/w/app/a.ts" } },
    };
    const result = {
      host: "claude-code",
      event: "TranscriptLine",
      payload: { type: "tool_result", ...use, content: "text of a" },
    };
    expect(await send(result, call)).toMatchObject({ accepted: 2 });
    expect(await send(call, result)).toMatchObject({ duplicates: 2 });
    expect(events()).toMatchObject([
      { tool_name: "Read", tool_use_id: "t-1", text: "text of a", files: '["/w/app/a.ts"]', is_error: 0 },
    ]);
  });

  it("A07: an impossible time becomes the time of arrival", async () => {
    for (const [n, timestamp] of [-1, "soon", 1e30, "2099-01-01T00:00:00Z", undefined].entries()) {
      await send(bash(`t${n}`, { timestamp }));
    }
    expect(new Set(column(test.app, "SELECT created_at FROM events"))).toEqual(new Set([test.clock.now]));
    await send(bash("t9", { timestamp: test.clock.now / 1000 - 60 }));
    expect(column(test.app, "SELECT created_at FROM events WHERE text = 't9'")).toEqual([test.clock.now - 60_000]);
  });
});

describe("what is not captured", () => {
  it("tools that say nothing, and our own", async () => {
    const use = (tool_name: string) => hook("PostToolUse", { tool_name, tool_response: `of ${tool_name}` });
    const result = await send(
      use("TodoWrite"),
      use("Skill"),
      use("mcp__keepsake__search"),
      use("mcp__plugin_keepsake_keepsake__add"),
    );
    expect(result.skipped).toEqual({ tool_excluded: 4 });
    expect(await send(use("AskUserQuestion"))).toMatchObject({ accepted: 1 });
  });

  it("the result of such a tool in a transcript, whichever half comes first", async () => {
    const line = (payload: object) => ({
      host: "claude-code",
      event: "TranscriptLine",
      payload: { session_id: "s-1", ...payload },
    });
    const call = (id: string) =>
      line({ type: "tool_use", id, name: "mcp__keepsake__search", input: { q: "OWN-QUERY" } });
    const result = (id: string) => line({ type: "tool_result", tool_use_id: id, content: "OWN-OUTPUT" });
    await send(call("a"), result("a"), result("b"), call("b"));
    expect(events()).toEqual([]);
    expect(rows(test.app, "SELECT input, text FROM events")).toEqual([
      { input: "", text: "" },
      { input: "", text: "" },
    ]);
  });

  it("projects whose mode is off or read-only", async () => {
    for (const mode of ["off", "read-only"]) {
      const project = write(test.app, (tx) =>
        ensureProject(tx, test.clock.now, identifyProject(test.app, { cwd: `/w/${mode}` })),
      );
      test.app.sqlite.prepare("UPDATE projects SET mode = ? WHERE id = ?").run(mode, project.id);
      const result = await send(
        prompt("hi", { cwd: `/w/${mode}`, session_id: mode }),
        bash("x", { cwd: `/w/${mode}`, session_id: mode }),
      );
      expect(result).toMatchObject({ accepted: 0, skipped: { project_excluded: 2 } });
    }
    expect(column(test.app, "SELECT count(*) FROM sessions")).toEqual([0]);
  });
});

describe("where it is filed", () => {
  it("J01: a session that moves into a subfolder stays one project; a folder elsewhere is its own", async () => {
    await send(
      bash("ROOT-J01", { cwd: "/w/mono" }),
      bash("SUB-J01", { cwd: "/w/mono/apps/web" }),
      bash("OTHER", { cwd: "/w/other" }),
    );
    const found = rows(
      test.app,
      "SELECT e.text, p.name FROM events e JOIN projects p ON p.id = e.project_id ORDER BY e.id",
    );
    expect(found.map((row) => row["name"])).toEqual(["mono", "mono", "other"]);
    expect(getSession(test.app.db, 1)).toMatchObject({ project: "mono", cwd: "/w/mono" });
  });

  it("M5: neither folder nor project is the project unknown, until a folder is seen", async () => {
    await send(bash("x", { cwd: undefined }));
    expect(getSession(test.app.db, 1)).toMatchObject({ project: "unknown" });
    await send(bash("y"));
    expect(getSession(test.app.db, 1)).toMatchObject({ project: "app" });
  });

  it("keeps the branch that the host names", async () => {
    await send(bash("x", { gitBranch: "feature/a?b#c%20d" }));
    expect(events()).toMatchObject([{ branch: "feature/a?b#c%20d" }]);
  });

  it("tells the stream, by ids and without a word of text", async () => {
    await send(prompt("PLAIN-WORDS"), bash("MORE-WORDS"), hook("Stop", { last_assistant_message: "LAST-WORDS" }));
    const feed = rows(test.app, "SELECT kind, data FROM activity ORDER BY id");
    const kinds = feed.map((row) => row["kind"]);
    expect(kinds).toEqual(["session.started", "prompt.created", "event.created", "event.created", "turn.ended"]);
    expect(JSON.stringify(feed)).not.toContain("WORDS");
    expect(column(test.app, "SELECT payload FROM jobs").join()).not.toContain("WORDS");
  });
});
