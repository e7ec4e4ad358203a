/** Capture by the worker API under load and with bodies that nobody should send. */
import { afterEach, beforeEach, expect, it } from "vitest";
import * as observations from "@/app/api/sessions/observations/route";
import { ingestEvents } from "../capture/ingest";
import { activeEvents, column, rows } from "../capture/testing";
import type { App } from "../context";
import { drain } from "../jobs/runner";
import { openTestApp, type TestApp } from "../testing";
import { type Route, send } from "../testing/send";
import { post, postTo, statusOf, use, UUID } from "../testing/worker-capture";

let test: TestApp;
let app: App;

beforeEach(async () => {
  test = await openTestApp();
  app = test.app;
});
afterEach(() => test.close());

const VERBS = ["observations", "summarize", "complete", "init"] as const;
const raw = (text: string) => send(observations as unknown as Route, "POST", { raw: text });

it("M6: two hundred posts at once to one new session are stored once each, in one turn", async () => {
  const bodies = Array.from({ length: 200 }, (_, at) =>
    use({ claudeSessionId: UUID, tool_use_id: `toolu_${at}`, tool_response: `line ${at}` }),
  );
  const answers = await Promise.all([...bodies, ...bodies].map((body) => post("observations", body)));
  expect(answers.filter((answer) => answer.body.status === "queued")).toHaveLength(200);
  expect(answers.filter((answer) => answer.body.reason === "duplicate")).toHaveLength(200);
  expect(column(app, "SELECT count(*) FROM sessions")).toEqual([1]);
  expect(rows(app, "SELECT turn, count(*) AS n FROM events GROUP BY turn")).toEqual([{ turn: 1, n: 200 }]);
});

it("M6, M7: work and ends of many sessions at once stay apart", async () => {
  const sessions = Array.from({ length: 20 }, (_, at) => `s-${at}`);
  await Promise.all(
    sessions.flatMap((claudeSessionId) => [
      post("observations", use({ claudeSessionId })),
      post("summarize", {
        claudeSessionId,
        last_user_message: `ask ${claudeSessionId}`,
        last_assistant_message: "Done.",
      }),
      post("complete", { claudeSessionId }),
    ]),
  );
  expect(column(app, "SELECT count(*) FROM sessions WHERE status = 'complete'")).toEqual([20]);
  expect(column(app, "SELECT count(*) FROM prompts")).toEqual([20]);
  expect(rows(app, "SELECT number, status, count(*) AS n FROM turns GROUP BY number, status")).toEqual([
    { number: 1, status: "done", n: 20 },
  ]);
});

it("M4: what is no object is refused as JSON, with what would be right", async () => {
  for (const verb of VERBS) {
    for (const body of [[], [use()], "text", 7, true, null]) {
      const answer = await post(verb, body);
      expect([answer.status, answer.body.code, answer.body.error]).toEqual([
        400,
        "validation_failed",
        "The request must be an object.",
      ]);
    }
  }
  const broken = await raw('{"claudeSessionId":');
  expect([broken.status, broken.body.code]).toEqual([400, "invalid_json"]);
  expect(broken.headers.get("content-type")).toContain("application/json");
});

it("M5: all fields null or of a wrong type are refused for the id alone", async () => {
  for (const verb of VERBS) {
    const body = Object.fromEntries(Object.keys(use()).map((name) => [name, null]));
    expect((await post(verb, body)).body.error).toBe("Missing claudeSessionId");
    const wrong = await post(verb, { claudeSessionId: { a: 1 } });
    expect([wrong.status, wrong.body.error]).toEqual([400, "claudeSessionId must be text."]);
  }
});

it("M6: a session id has at most 300 characters, and the error says so", async () => {
  expect((await post("observations", use({ claudeSessionId: "x".repeat(300) }))).body).toEqual({ status: "queued" });
  for (const verb of VERBS) {
    const answer = await post(verb, use({ claudeSessionId: "x".repeat(301) }));
    expect([answer.status, answer.body.error]).toEqual([400, "claudeSessionId must have at most 300 characters."]);
  }
});

it("M6: lone surrogates, NUL and control characters neither break the store nor cut what follows", async () => {
  const text = "a\ud800b\u0000c\u0007d";
  const body = use({
    claudeSessionId: `s\u0000\ud800-1`,
    tool_name: `Ba\u0000sh\udfff`,
    tool_input: { [`k\ud800\u0000`]: text },
    tool_response: text,
    cwd: "/w/a\u0000pp\ud800",
    tool_use_id: `t\u0000\ud800`,
  });
  expect((await post("observations", body)).body).toEqual({ status: "queued" });
  expect((await post("observations", body)).body.reason).toBe("duplicate");
  const [event] = activeEvents(app);
  expect(event?.["text"]).toMatch(/^a.b.*cd$/su);
  expect(Object.values(event ?? {}).join("")).not.toMatch(/\p{Surrogate}|\u0000/u);
  expect((await statusOf(1)).body.claudeSessionId).toBe("s\ufffd\ufffd-1");
  await drain(app);
});

it("M6: a body of nearly 16 MB is stored capped, a larger one is 413", { timeout: 30_000 }, async () => {
  const fill = (mb: number) => "x <private ".repeat(Math.floor((mb * 1024 * 1024) / 11));
  expect((await post("observations", use({ tool_response: fill(15.9) }))).body).toEqual({ status: "queued" });
  expect((await post("summarize", { claudeSessionId: "s-1", last_user_message: fill(15.9) })).status).toBe(200);
  expect(Number(column(app, "SELECT max(length(text)) FROM events")[0])).toBeLessThan(66_000);
  const large = await post("observations", use({ tool_response: "y".repeat(16 * 1024 * 1024) }));
  expect([large.status, large.body.code]).toEqual([413, "too_large"]);
});

it("M6, M15: deep, wide and strange values are bounded", { timeout: 30_000 }, async () => {
  const deep = "[".repeat(50_000) + "]".repeat(50_000);
  const wide = `{${Array.from({ length: 100_000 }, (_, at) => `"k${at}":"${at}"`).join(",")}}`;
  const strange = '{"__proto__":{"polluted":1},"constructor":{"prototype":1},"toString":1}';
  for (const input of [deep, wide, strange]) {
    const answer = await raw(
      `{"claudeSessionId":"s-1","tool_name":"X","tool_input":${input},"tool_response":${input},"__proto__":{"cwd":"/w/evil"}}`,
    );
    expect([answer.status, answer.body]).toEqual([200, { status: "queued" }]);
  }
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  expect(column(app, "SELECT name FROM projects")).toEqual(["unknown"]);
  await drain(app);
});

it("M11: numbers of turns that are none count as absent", async () => {
  await post("init", { claudeSessionId: "s-1", prompt: "Run the tests" });
  for (const [at, prompt_number] of [-1, 1.5, 1e300, "1e3", "٣", true, [], {}].entries()) {
    expect((await postTo(1, "observations", use({ prompt_number, tool_response: `${at}` }))).body.status).toBe(
      "queued",
    );
  }
  expect(column(app, "SELECT DISTINCT turn FROM events")).toEqual([1]);
});

it("answers each item of captured events in its own place", async () => {
  const base = { host: "api" as const, hostSessionId: "s-1", fromTranscript: false };
  const items = Array.from({ length: 120 }, (_, at) => ({
    events: [
      at % 3 === 0
        ? { ...base, type: "tool" as const, name: "Skill" }
        : { ...base, type: "tool" as const, name: "Bash", output: `line ${at % 100}` },
    ],
  }));
  const outcomes = await ingestEvents(app, items);
  expect(outcomes.map((outcome) => outcome.did)).toEqual(
    items.map((_, at) => (at % 3 === 0 ? "skipped" : at >= 100 && (at - 100) % 3 !== 0 ? "duplicate" : "stored")),
  );
});
