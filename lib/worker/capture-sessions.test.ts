/** Beginnings and ends of turns and sessions by the worker API, through its routes: M7–M14. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ingest } from "../capture/ingest";
import { activeEvents, column, hook, rows } from "../capture/testing";
import type { App } from "../context";
import { drain } from "../jobs/runner";
import { openTestApp, type TestApp } from "../testing";
import {
  post,
  postTo,
  remove,
  statusOf,
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

const summaries = () => rows(app, "SELECT turn, request, completed, learned FROM summaries WHERE status = 'active'");
const later = (ms: number) => (test.clock.now += ms);

describe("M7: summarize", () => {
  const say = (user: string | null, assistant: string | null) =>
    post("summarize", { claudeSessionId: "s-1", last_user_message: user, last_assistant_message: assistant });

  it("M7: ends the turn, the last user message becomes its prompt, and new_prompt goes out", async () => {
    await post("observations", use());
    expect((await say("Run the tests", "All tests pass.")).body).toEqual({ status: "queued" });
    expect(storedTurns(app)).toEqual([{ number: 1, status: "done", is_private: 0 }]);
    expect(storedPrompts(app)).toEqual([{ prompt_number: 1, text: "Run the tests", is_private: 0 }]);
    expect(toldKinds(app)).toEqual(expect.arrayContaining(["prompt.created", "turn.ended"]));
    await drain(app);
    expect(summaries()).toMatchObject([{ turn: 1, request: "Run the tests" }]);
  });

  it("M7: a client that never sends init has one turn from summary to summary", async () => {
    await post("observations", use());
    await say("Run the tests", "All tests pass.");
    later(60_000);
    await post("observations", use({ tool_input: { command: "make lint" }, tool_response: "clean" }));
    await say("Now lint it", "No findings.");
    later(60_000);
    await say("Thanks, why is it fast?", "It is cached.");
    expect(storedPrompts(app).map((row) => [row["prompt_number"], row["text"]])).toEqual([
      [1, "Run the tests"],
      [2, "Now lint it"],
      [3, "Thanks, why is it fast?"],
    ]);
    expect(activeEvents(app).map((row) => [row["turn"], row["text"]])).toEqual([
      [1, "12 passed"],
      [1, "All tests pass."],
      [2, "clean"],
      [2, "No findings."],
      [3, "It is cached."],
    ]);
  });

  it("M7: a turn that has its prompt keeps it", async () => {
    await post("init", { claudeSessionId: "s-1", prompt: "Run the tests" });
    await post("observations", use());
    await say("Some reminder of the host", "All tests pass.");
    expect(storedPrompts(app).map((row) => row["text"])).toEqual(["Run the tests"]);
    later(1000);
    expect((await post("observations", use({ tool_response: "late" }))).body.status).toBe("queued");
    expect(column(app, "SELECT DISTINCT turn FROM events")).toEqual([1]);
  });

  it("M7: said again it is a duplicate, with other words it replaces the summary", async () => {
    const ask = "Fix the rounding of the cart total";
    await post("observations", use({ tool_name: "Edit", tool_input: { file_path: "/w/app/src/cart.ts" } }));
    await say(ask, "I fixed the rounding in `src/cart.ts`: totals are now rounded once per line.");
    await drain(app);
    const first = summaries();
    expect(JSON.stringify(first)).toContain("once per line");
    const again = await say(ask, "I fixed the rounding in `src/cart.ts`: totals are now rounded once per line.");
    expect(again.body).toEqual({ status: "skipped", reason: "duplicate" });
    later(1000);
    const other = await say(ask, "I fixed the rounding in `src/cart.ts`: totals are now rounded at the very end only.");
    expect(other.body).toEqual({ status: "queued" });
    await drain(app);
    expect(summaries()).toHaveLength(1);
    expect(JSON.stringify(summaries())).toContain("at the very end");
    expect(JSON.stringify(summaries())).not.toContain("once per line");
    expect(toldKinds(app).filter((kind) => kind === "turn.ended")).toHaveLength(2);
    expect(storedPrompts(app)).toHaveLength(1);
  });

  it("M7: what the agent said last is the summary of a turn that nothing else tells of", async () => {
    const texts = () => column(app, "SELECT notes FROM summaries WHERE status = 'active' ORDER BY id");
    await say(null, "The migration has two steps left. Shall I go on?");
    await drain(app);
    expect(texts()).toEqual(["The migration has two steps left"]);
    later(60_000);
    await say("解释一下缓存", "缓存放在 Redis 里，六十秒后过期。");
    await drain(app);
    expect(texts().at(-1)).toBe("缓存放在 Redis 里，六十秒后过期");
  });

  it("M7: a turn of which nothing at all is to be told has no summary", async () => {
    await say(null, "ok");
    await drain(app);
    expect(summaries()).toEqual([]);
  });

  it("M7: a sub-agent's stop ends no turn and makes no summary", async () => {
    await post("observations", use());
    for (const agent of [{ agentId: "a-1" }, { agent_type: "Explore" }]) {
      const body = { claudeSessionId: "s-1", last_assistant_message: "Found it.", ...agent };
      expect((await post("summarize", body)).body).toEqual({ status: "skipped", reason: "subagent" });
    }
    await drain(app);
    expect(storedTurns(app)).toEqual([{ number: 1, status: "open", is_private: 0 }]);
    expect(summaries()).toEqual([]);
  });

  it("M7: finds the session of any host", async () => {
    await post("observations", use({ platformSource: "cursor" }));
    await say("Run the tests", "All tests pass.");
    await post("summarize", { claudeSessionId: "s-1", platformSource: "codex", last_assistant_message: "Once more." });
    expect(storedSessions(app)).toHaveLength(1);
  });

  it("M7: the prompt that a hook stored and the one that the summary tells are one", async () => {
    await ingest(app, [hook("UserPromptSubmit", { session_id: UUID, prompt: "Run the tests" })]);
    later(90_000);
    await post("summarize", {
      claudeSessionId: UUID,
      last_user_message: "Run the tests",
      last_assistant_message: "Ok.",
    });
    expect(storedPrompts(app)).toHaveLength(1);
  });
});

describe("M8, M9, M13, M14: begin and end", () => {
  it("M8: completes a session of any host, and says so where there is none", async () => {
    await post("observations", use({ platformSource: "cursor" }));
    expect((await post("complete", { claudeSessionId: "s-1", reason: "exit" })).body).toEqual({ success: true });
    expect(rows(app, "SELECT status, end_reason FROM sessions")).toEqual([{ status: "complete", end_reason: "exit" }]);
    expect(toldKinds(app)).toContain("session.ended");
    const nothing = { success: true, message: "No active session found" };
    expect((await post("complete", { claudeSessionId: "s-1" })).body).toEqual(nothing);
    expect((await post("complete", { claudeSessionId: "never" })).body).toEqual(nothing);
    expect(storedSessions(app)).toHaveLength(1);
  });

  it("M9: answers the numeric id and the number of the prompt, which grows", async () => {
    const first = await post("init", {
      claudeSessionId: "s-1",
      project: "shop",
      prompt: "one",
      platformSource: "claude",
    });
    expect(first.body).toEqual({ sessionDbId: 1, promptNumber: 1, skipped: false });
    later(10_000);
    const second = await post("init", { contentSessionId: "s-1", prompt: [{ type: "text", text: "two" }] });
    expect(second.body).toEqual({ sessionDbId: 1, promptNumber: 2, skipped: false });
    expect(toldKinds(app).filter((kind) => kind === "session.started" || kind === "prompt.created")).toEqual([
      "session.started",
      "prompt.created",
      "prompt.created",
    ]);
  });

  it("M9: private is skipped, the same again within 5 s is a duplicate, after that a new prompt", async () => {
    const body = { claudeSessionId: "s-1", prompt: "go on" };
    await post("init", body);
    later(4000);
    expect((await post("init", body)).body).toMatchObject({ skipped: true, reason: "duplicate", promptNumber: 1 });
    later(2000);
    expect((await post("init", body)).body).toEqual({ sessionDbId: 1, promptNumber: 2, skipped: false });
    const secret = { claudeSessionId: "s-1", prompt: "<PRIVATE>x" };
    expect((await post("init", secret)).body).toMatchObject({ skipped: true, reason: "private", promptNumber: 3 });
    expect((await post("init", secret)).body).toMatchObject({ skipped: true, reason: "private", promptNumber: 3 });
  });

  it("M9: without a prompt the session alone begins, as often as it is said", async () => {
    for (let time = 0; time < 2; time += 1) {
      expect((await post("init", { claudeSessionId: "s-1", cwd: "/w/app" })).body).toEqual({
        sessionDbId: 1,
        promptNumber: 0,
        skipped: false,
      });
    }
    expect(storedTurns(app)).toEqual([]);
  });

  it("M10: begins a turn of a known session; the prompt that init told already is the same one", async () => {
    const { sessionDbId, promptNumber } = (await post("init", { claudeSessionId: "s-1", prompt: "one" })).body;
    later(8000);
    const again = await postTo(sessionDbId, "init", { userPrompt: "one", promptNumber });
    expect(again.body).toMatchObject({ status: "initialized", sessionDbId: 1, port: 37777, promptNumber: 1 });
    const next = await postTo(sessionDbId, "init", { userPrompt: "two", promptNumber: 2 });
    expect(next.body).toEqual({ status: "initialized", sessionDbId: 1, port: 37777, promptNumber: 2, skipped: false });
    expect(storedPrompts(app).map((row) => [row["prompt_number"], row["text"]])).toEqual([
      [1, "one"],
      [2, "two"],
    ]);
  });

  it("M10: a private prompt is initialized and not kept", async () => {
    await post("init", { claudeSessionId: "s-1" });
    const answer = await postTo(1, "init", { userPrompt: "<private>x</private>", promptNumber: 1 });
    expect(answer.body).toMatchObject({ status: "initialized", skipped: true, reason: "private" });
    expect((await postTo(1, "observations", use())).body).toEqual({ status: "skipped", reason: "private" });
  });

  it("M11, M12, M13: by the numeric id the same as by the host's", async () => {
    await post("init", { claudeSessionId: "s-1", prompt: "Run the tests" });
    expect((await postTo(1, "observations", use({ prompt_number: 1 }))).body).toEqual({ status: "queued" });
    expect((await postTo(1, "observations", use({ prompt_number: 1 }))).body.reason).toBe("duplicate");
    expect((await postTo(1, "summarize", { last_assistant_message: "All tests pass." })).body).toEqual({
      status: "queued",
    });
    expect((await postTo(1, "complete")).body).toEqual({ success: true });
    expect((await postTo(1, "complete")).body).toEqual({ success: true, message: "No active session found" });
    expect(storedSessions(app)).toMatchObject([{ id: 1, status: "complete" }]);
    expect(storedTurns(app)).toEqual([{ number: 1, status: "done", is_private: 0 }]);
  });

  it("M10, M11, M12, M13, M14: an unknown numeric id is 404 as JSON", async () => {
    for (const id of ["7", "abc", "-1"]) {
      for (const verb of ["init", "observations", "summarize", "complete"] as const) {
        const answer = await postTo(id, verb, {});
        expect([answer.status, answer.body.code]).toEqual([404, "not_found"]);
      }
      expect((await remove(id)).status).toBe(404);
    }
  });

  it("M14: tells of a session that goes on, and of its queue", async () => {
    await post("init", { claudeSessionId: "s-1", prompt: "Run the tests", cwd: "/w/app" });
    later(3000);
    await post("observations", use());
    const { body } = await statusOf(1);
    expect(body).toMatchObject({
      status: "active",
      sessionDbId: 1,
      claudeSessionId: "s-1",
      sdkSessionId: "s-1",
      project: "app",
      userPrompt: "Run the tests",
      lastPromptNumber: 1,
      startTime: test.clock.now - 3000,
      uptime: 3000,
      cumulativeInputTokens: 0,
      cumulativeOutputTokens: 0,
    });
    expect(body.queueLength).toBeGreaterThan(0);
    expect(body.pendingMessages).toContainEqual({ type: "observation", prompt_number: 1 });
    await post("summarize", { claudeSessionId: "s-1", last_assistant_message: "All tests pass." });
    expect((await statusOf(1)).body.pendingMessages).toContainEqual({ type: "summarize", prompt_number: 1 });
    later(10_000);
    await drain(app);
    expect((await statusOf(1)).body).toMatchObject({ queueLength: 0, pendingMessages: [] });
    for (const id of ["7", "abc"]) expect((await statusOf(id)).body).toEqual({ status: "not_found" });
  });

  it("M14: DELETE ends the session's work and loses nothing", async () => {
    await post("init", { claudeSessionId: "s-1", prompt: "Run the tests" });
    await post("observations", use());
    expect((await remove(1)).body).toEqual({ status: "deleted" });
    expect((await remove(1)).body).toEqual({ status: "deleted" });
    expect((await statusOf(1)).body).toEqual({ status: "not_found" });
    await drain(app);
    expect(storedSessions(app)).toMatchObject([{ status: "complete" }]);
    expect(activeEvents(app)).toHaveLength(1);
    expect(storedPrompts(app)).toHaveLength(1);
    expect(column(app, "SELECT count(*) FROM observations WHERE status = 'active'")).toEqual([1]);
  });
});
