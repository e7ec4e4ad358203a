/** Tool uses by the worker API, through its routes: M5, M6. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ingest } from "../capture/ingest";
import { activeEvents, column, endOf, hook, lines, rows } from "../capture/testing";
import type { App } from "../context";
import { drain } from "../jobs/runner";
import { saveSettings } from "../settings/service";
import { openTestApp, type TestApp } from "../testing";
import {
  post,
  postTo,
  storedPrompts,
  storedSessions,
  storedTurns,
  toldKinds,
  use,
  UUID,
} from "../testing/worker-capture";

let test: TestApp;
let app: App;

beforeEach(async () => {
  test = await openTestApp();
  app = test.app;
});
afterEach(() => test.close());

const later = (ms: number) => (test.clock.now += ms);

describe("M5: names and projects", () => {
  it("M5: the session's id, the result and the host have all their names", async () => {
    await post("observations", use());
    for (const id of [{ contentSessionId: "s-1" }, { session_id: "s-1" }, { sessionId: "s-1" }]) {
      const { claudeSessionId: _, tool_response, ...rest } = use({ tool_input: { command: JSON.stringify(id) } });
      expect((await post("observations", { ...rest, ...id, tool_result: tool_response })).body).toEqual({
        status: "queued",
      });
    }
    expect(storedSessions(app)).toHaveLength(1);
    expect(activeEvents(app).map((row) => row["text"])).toEqual(Array.from({ length: 4 }, () => "12 passed"));
  });

  it("M5: null stands for absent, a field of a wrong type counts as absent, an unknown one is ignored", async () => {
    const odd = { claudeSessionId: null, session_id: "s-1", cwd: 7, project: ["x"], agentId: {}, prompt_number: "x" };
    expect((await post("observations", use({ ...odd, tool_use_id: null, somethingNew: [1] }))).body).toEqual({
      status: "queued",
    });
    expect(column(app, "SELECT name FROM projects")).toEqual(["unknown"]);
  });

  it("M5: project is a key, a name or an alias; cwd wins; without either it is unknown and to be reviewed", async () => {
    await post("observations", use({ cwd: "/w/shop" }));
    const key = String(column(app, "SELECT key FROM projects")[0]);
    for (const [at, project] of ["shop", "SHOP", key].entries()) {
      await post("observations", use({ claudeSessionId: `p-${at}`, cwd: undefined, project }));
    }
    expect(column(app, "SELECT DISTINCT project_id FROM sessions")).toEqual([1]);
    await post("observations", use({ claudeSessionId: "by-cwd", cwd: "/w/other", project: "shop" }));
    await post("observations", use({ claudeSessionId: "nowhere", cwd: undefined }));
    expect(rows(app, "SELECT name, needs_review FROM projects ORDER BY id")).toEqual([
      { name: "shop", needs_review: 0 },
      { name: "other", needs_review: 0 },
      { name: "unknown", needs_review: 1 },
    ]);
    // The first to say which project it is moves the session there.
    await post(
      "observations",
      use({ claudeSessionId: "nowhere", cwd: undefined, project: "shop", tool_response: "2" }),
    );
    expect(column(app, "SELECT project_id FROM sessions WHERE host_session_id = 'nowhere'")).toEqual([1]);
  });

  it("M5: a POST without a body needs no content type", async () => {
    await post("observations", use());
    expect((await postTo(1, "complete")).body).toEqual({ success: true });
  });

  it("M4, M5: without a session's id the error says which field is missing", async () => {
    for (const verb of ["observations", "summarize", "complete", "init"] as const) {
      const answer = await post(verb, { session_id: " " });
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ error: "Missing claudeSessionId", code: "validation_failed" });
    }
    expect(storedSessions(app)).toEqual([]);
  });
});

describe("M6: observations", () => {
  it("M6: the first one makes the session, and its turn; no prompt row means queue", async () => {
    const answer = await post("observations", use());
    expect([answer.status, answer.body]).toEqual([200, { status: "queued" }]);
    expect(storedSessions(app)).toMatchObject([{ host: "api", host_session_id: "s-1", status: "active" }]);
    expect(storedTurns(app)).toEqual([{ number: 1, status: "open", is_private: 0 }]);
    expect(toldKinds(app)).toEqual(expect.arrayContaining(["session.started", "event.created"]));
  });

  it("M6: platformSource names the host, a UUID without it is Claude Code's, and a known id stays where it is", async () => {
    await post("observations", use({ claudeSessionId: UUID }));
    for (const platformSource of ["claude", "Claude-Code", "codex", "gemini-cli", "cursor", "raycast"]) {
      await post("observations", use({ claudeSessionId: `x-${platformSource}`, platformSource }));
    }
    await post("observations", use({ claudeSessionId: "x-codex", tool_response: "again" }));
    expect(column(app, "SELECT host FROM sessions ORDER BY id")).toEqual([
      "claude-code",
      "claude-code",
      "claude-code",
      "codex",
      "gemini",
      "cursor",
      "api",
    ]);
  });

  it("M6: the same id, or the same content in the same turn, is a duplicate", async () => {
    const twice = [await post("observations", use()), await post("observations", use())];
    expect(twice.map((answer) => answer.body)).toEqual([
      { status: "queued" },
      { status: "skipped", reason: "duplicate" },
    ]);
    const named = use({ tool_use_id: "toolu_1", tool_response: "named" });
    expect((await post("observations", named)).body).toEqual({ status: "queued" });
    expect((await post("observations", { ...named, tool_response: "other" })).body.reason).toBe("duplicate");
  });

  it("M6: a hook and a client that tell of one use meet in one row, whoever comes first", async () => {
    const told = (output: string) => ({ claudeSessionId: UUID, tool_response: output });
    const native = (output: string, id: string) =>
      hook("PostToolUse", {
        session_id: UUID,
        tool_name: "Bash",
        tool_input: { command: "make test" },
        tool_response: output,
        tool_use_id: id,
      });
    await post("observations", use(told("one")));
    await ingest(app, [native("one", "toolu_1"), native("two", "toolu_2")]);
    expect((await post("observations", use(told("two")))).body.reason).toBe("duplicate");
    expect(activeEvents(app).map((row) => [row["tool_use_id"], row["text"]])).toEqual([
      ["toolu_1", "one"],
      ["toolu_2", "two"],
    ]);
  });

  it("M6: a transcript of the session brings its prompt to the turn, and no row twice", async () => {
    const at = (seconds: number) => new Date(test.clock.now + seconds * 1000).toISOString();
    const line = (uuid: string, type: string, content: unknown, seconds: number) => ({
      type,
      uuid,
      sessionId: UUID,
      cwd: "/w/app",
      timestamp: at(seconds),
      message: { role: type, content },
    });
    const begun = test.clock.now;
    later(5000);
    await post("observations", use({ claudeSessionId: UUID, tool_use_id: "toolu_1" }));
    later(5000);
    await post("summarize", { claudeSessionId: UUID, last_assistant_message: "All tests pass." });
    test.clock.now = begun;
    const transcript = lines([
      line("u-1", "user", "Run the tests, please", 0),
      line("u-2", "assistant", [{ type: "tool_use", id: "toolu_1", name: "Bash", input: { command: "make test" } }], 4),
      line("u-3", "user", [{ type: "tool_result", tool_use_id: "toolu_1", content: "12 passed" }], 5),
      line("u-4", "assistant", [{ type: "text", text: "All tests pass." }], 9),
    ]);
    later(20_000);
    await ingest(app, [...transcript, endOf(UUID)]);
    expect(storedTurns(app)).toEqual([{ number: 1, status: "done", is_private: 0 }]);
    expect(storedPrompts(app)).toMatchObject([{ prompt_number: 1, text: "Run the tests, please" }]);
    expect(activeEvents(app).map((row) => [row["kind"], row["turn"]])).toEqual([
      ["tool", 1],
      ["message", 1],
    ]);
  });

  it("M6, M15: a private prompt takes its whole turn with it, and the next prompt begins anew", async () => {
    await post("init", { claudeSessionId: "s-1", prompt: "<private>my salary</private>", cwd: "/w/app" });
    expect((await post("observations", use())).body).toEqual({ status: "skipped", reason: "private" });
    expect(activeEvents(app)).toEqual([]);
    later(10_000);
    await post("init", { claudeSessionId: "s-1", prompt: "Run the tests" });
    expect((await post("observations", use())).body).toEqual({ status: "queued" });
  });

  it("M6: tools of the skip list and our own are excluded, and begin no turn; the list is a setting", async () => {
    for (const tool_name of ["TodoWrite", "Skill", "mcp__keepsake__memory_search"]) {
      expect((await post("observations", use({ tool_name }))).body).toEqual({
        status: "skipped",
        reason: "tool_excluded",
      });
    }
    expect(storedTurns(app)).toEqual([]);
    saveSettings(app, { skip_tools: ["Bash", "mcp__notes__*"] });
    const answers = [];
    for (const tool_name of ["Bash", "mcp__notes__add", "TodoWrite", "mcp__plugin_keepsake_x"]) {
      answers.push((await post("observations", use({ tool_name }))).body.reason ?? "queued");
    }
    expect(answers).toEqual(["tool_excluded", "tool_excluded", "queued", "tool_excluded"]);
  });

  it("M6: prompt_number puts it into that turn where there is one, else into the current one", async () => {
    await post("init", { claudeSessionId: "s-1", prompt: "first" });
    later(10_000);
    await post("init", { claudeSessionId: "s-1", prompt: "second" });
    await post("observations", use({ prompt_number: 1, tool_response: "late" }));
    await post("observations", use({ prompt_number: 99, tool_response: "unknown turn" }));
    await post("observations", use({ promptNumber: "2", tool_response: "named" }));
    expect(activeEvents(app).map((row) => [row["text"], row["turn"]])).toEqual([
      ["late", 1],
      ["unknown turn", 2],
      ["named", 2],
    ]);
  });

  it("M6: a sub-agent's tool uses belong to the turn", async () => {
    await post("observations", use());
    await post("observations", use({ agentId: "a-1", agentType: "Explore", tool_response: "found" }));
    expect(column(app, "SELECT DISTINCT turn FROM events")).toEqual([1]);
  });

  it("M6: nothing at all is nothing to store", async () => {
    expect((await post("observations", { claudeSessionId: "s-1" })).body).toEqual({
      status: "skipped",
      reason: "empty",
    });
    expect(storedTurns(app)).toEqual([]);
  });

  it("M6: input that came as JSON text is the object it was", async () => {
    await post("observations", use({ tool_name: "Read", tool_input: JSON.stringify({ file_path: "/w/app/a.ts" }) }));
    expect(activeEvents(app)[0]?.["files"]).toBe('["/w/app/a.ts"]');
  });

  it("M3, M6: what was posted shows up as an observation of its session", async () => {
    await post("observations", use({ tool_name: "Edit", tool_input: { file_path: "/w/app/cart.ts" } }));
    await drain(app);
    expect(rows(app, "SELECT session_id, turn, source FROM observations")).toEqual([
      { session_id: 1, turn: 1, source: "running" },
    ]);
  });
});
