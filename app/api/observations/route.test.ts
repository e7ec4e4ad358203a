/** The reading half of the worker API over its routes: shapes, bounds, errors (M2, M4, M16–M29). */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import * as healthRoute from "@/app/api/health/route";
import * as saveRoute from "@/app/api/memory/save/route";
import * as observationRoute from "@/app/api/observation/[id]/route";
import * as undoRoute from "@/app/api/operations/[id]/undo/route";
import * as processingRoute from "@/app/api/processing-status/route";
import * as projectsRoute from "@/app/api/projects/route";
import * as promptRoute from "@/app/api/prompt/[id]/route";
import * as promptsRoute from "@/app/api/prompts/route";
import * as readinessRoute from "@/app/api/readiness/route";
import * as sessionRoute from "@/app/api/session/[id]/route";
import * as statsRoute from "@/app/api/stats/route";
import * as summariesRoute from "@/app/api/summaries/route";
import * as summaryRoute from "@/app/api/summary/[id]/route";
import * as versionRoute from "@/app/api/version/route";
import type { App } from "@/lib/context";
import { write } from "@/lib/db/write";
import { JOB } from "@/lib/jobs/kinds";
import { enqueue } from "@/lib/jobs/repo";
import { openTestApp, type TestApp } from "@/lib/testing";
import { addProject, addSession } from "@/lib/testing/places";
import { addObservation, addPrompt, addSummary } from "@/lib/testing/search-rows";
import { type Method, type Route, send, type Sent } from "@/lib/testing/send";
import * as batchRoute from "./batch/route";
import * as byFileRoute from "./by-file/route";
import * as observationsRoute from "./route";

let test: TestApp;
let app: App;
beforeEach(async () => {
  test = await openTestApp();
  app = test.app;
});
afterEach(() => test.close());

const LISTS = [
  ["observations", observationsRoute],
  ["summaries", summariesRoute],
  ["prompts", promptsRoute],
] as const;

function plant() {
  const projectId = addProject(app, "shop");
  const sessionId = addSession(app, projectId, { hostSessionId: "host-1" });
  return {
    sessionId,
    observation: addObservation(app, "Fixed the cart", { projectId, sessionId, turn: 1, facts: '["a fact"]' }).id,
    summary: addSummary(app, sessionId, { projectId, completed: "Fixed the cart" }).id,
    prompt: addPrompt(app, sessionId, "fix the cart", { projectId }).id,
  };
}
const at = (id: string | number): Sent => ({ params: { id: String(id) } });

describe("lists", () => {
  it("M16, M17, M18, M2: answer pages of rows whose lists are JSON text and whose times are milliseconds", async () => {
    plant();
    for (const [name, route] of LISTS) {
      const { status, body } = await send(route, "GET", { query: "offset=0&limit=20&project=shop" });
      expect([status, Object.keys(body)], name).toEqual([200, ["items", "hasMore", "offset", "limit", "nextCursor"]]);
      expect(body).toMatchObject({ hasMore: false, offset: 0, limit: 20, nextCursor: null });
      expect(body.items).toHaveLength(1);
      expect(body.items[0]).toMatchObject({ project: "shop", created_at_epoch: app.now() });
      expect(body.items[0].created_at).toBe(new Date(app.now()).toISOString());
      for (const list of ["facts", "concepts", "files_touched"] as const)
        if (name !== "prompts") expect(Array.isArray(JSON.parse(body.items[0][list]))).toBe(true);
      const unknown = await send(route, "GET", { query: "project=nowhere" });
      expect([unknown.status, unknown.body.items]).toEqual([200, []]);
      expect((await send(route, "GET", { query: "project=" })).body.items).toHaveLength(1);
    }
  });

  const refused = [
    ...["-1", "0", "NaN", "1e9", "1.5", "abc", "[]", "101", "Infinity"].map((value) => `limit=${value}`),
    ...["-1", "NaN", "9e15", "1.5", "abc", "[]"].map((value) => `offset=${value}`),
  ];
  it.each(refused)("A04: %s is refused with a reason on each list", async (query) => {
    plant();
    for (const [name, route] of LISTS) {
      const { status, body } = await send(route, "GET", { query });
      expect([name, status, body.code]).toEqual([name, 400, "validation_failed"]);
      expect(body.details[0].path).toBe(query.split("=")[0]);
    }
  });

  it("A08: unknown sort, order, fields and pages are ignored and reach no SQL", async () => {
    const { observation } = plant();
    const query = "sort=title;drop%20table%20x&order=sideways&fields=*,password&filter[0]=__proto__&page=-3";
    const { status, body } = await send(observationsRoute, "GET", { query });
    expect([status, body.items.map(({ id }: { id: number }) => id)]).toEqual([200, [observation]]);
    expect((await send(observationsRoute, "GET", { query: "cursor=1%20OR%201" })).status).toBe(400);
  });

  it("A02: pages by nextCursor show each row of page 1's moment once", async () => {
    const planted = Array.from({ length: 30 }, (_, n) => addObservation(app, `o${n}`, { createdAt: n }).id);
    const seen: number[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const { body } = await send(observationsRoute, "GET", { query: `limit=7&cursor=${cursor}` });
      seen.push(...body.items.map(({ id }: { id: number }) => id));
      cursor = body.nextCursor;
      addObservation(app, "arrives", { createdAt: 1000 });
    }
    expect(seen).toEqual(planted.reverse());
  });
});

describe("single rows", () => {
  it("M19, M20, M21: by id", async () => {
    const { observation, summary, prompt, sessionId } = plant();
    const one = await send(observationRoute, "GET", at(observation));
    expect(one).toMatchObject({
      status: 200,
      body: { id: observation, sdk_session_id: "host-1", facts: '["a fact"]' },
    });
    const session = { id: sessionId, claude_session_id: "host-1", user_prompt: "fix the cart", project: "shop" };
    for (const id of [summary, `S${summary}`, `s${summary}`]) {
      const told = await send(sessionRoute, "GET", at(id));
      expect(told).toMatchObject({ status: 200, body: { id: summary, summary_text: "Fixed the cart", session } });
    }
    expect((await send(summaryRoute, "GET", at(summary))).body).toMatchObject({ completed: "Fixed the cart" });
    expect((await send(promptRoute, "GET", at(prompt))).body).toMatchObject({ prompt_text: "fix the cart" });
  });

  it("M20: an id that is no summary's answers the session of that id; S names summaries only", async () => {
    const projectId = addProject(app, "shop");
    addSession(app, projectId);
    const second = addSession(app, projectId, { hostSessionId: "host-2" });
    const answer = await send(sessionRoute, "GET", at(second));
    expect(answer).toMatchObject({ status: 200, body: { id: second, session: { id: second } } });
    expect(answer.body.claude_session_id).toBe("host-2");
    expect((await send(sessionRoute, "GET", at(`S${second}`))).status).toBe(404);
    const summary = addSummary(app, second, { id: second, projectId }).id;
    expect((await send(summaryRoute, "DELETE", at(summary))).body).toMatchObject({ success: true, id: summary });
    expect((await send(sessionRoute, "GET", at(summary))).status).toBe(404);
  });

  const READ = [observationRoute, sessionRoute, promptRoute, summaryRoute] as const;
  it.each(["999999", "0", "-1", "1.5", "99999999999999999999"])("M19–M21, A09: %s is 404 JSON", async (id) => {
    plant();
    for (const route of READ)
      expect(await send(route, "GET", at(id))).toMatchObject({ status: 404, body: { ok: false, code: "not_found" } });
  });

  it.each(["abc", "nope", "1e3", "0x1", "true", "__proto__", "1 OR 1", "１", "S", "SS1", "1;"])(
    "M19–M21: %s is not a number: 400; A09: deleting it is 404",
    async (id) => {
      plant();
      for (const route of READ) {
        const { status, body } = await send(route, "GET", at(id));
        expect([status, body.code, body.details[0].path]).toEqual([400, "validation_failed", "id"]);
      }
      for (const route of [observationRoute, promptRoute, summaryRoute])
        expect((await send(route, "DELETE", at(id))).status).toBe(404);
      expect((await send(observationRoute, "PATCH", at(id))).status).toBe(405);
    },
  );

  it("M29: deletes each kind with an answer that names it, a second time 404, and Undo brings it back", async () => {
    const { observation, summary, prompt } = plant();
    const rows = [
      [observationRoute, observation],
      [summaryRoute, summary],
      [promptRoute, prompt],
    ] as const;
    for (const [route, id] of rows) {
      const { status, body } = await send(route, "DELETE", at(id));
      expect([status, body]).toEqual([200, { success: true, id, operation_id: expect.any(Number) as number }]);
      expect((await send(route, "GET", at(id))).status).toBe(404);
      expect((await send(route, "DELETE", at(id))).status).toBe(404);
      expect((await send(undoRoute, "POST", at(body.operation_id))).status).toBe(200);
      expect((await send(route, "GET", at(id))).status).toBe(200);
    }
  });
});

describe("batch, files, notes", () => {
  it("M26, M2: a batch is a bare array of rows in the order of its ids, each once", async () => {
    const ids = ["a", "b", "c"].map(
      (title, n) => addObservation(app, title, { projectId: 7, createdAt: [3, 1, 2][n] ?? 0 }).id,
    );
    const [a, b, c] = ids;
    const ask = async (body: unknown) => {
      const answer = await send(batchRoute, "POST", { body });
      expect(answer.status).toBe(200);
      return answer.body.map(({ id }: { id: number }) => id);
    };
    expect(await ask({ ids: [c, 999, a, c, String(b)] })).toEqual([c, a, b]);
    expect(await ask({ ids, orderBy: "date_desc" })).toEqual([a, c, b]);
    expect(await ask({ ids, orderBy: "date_asc", limit: 2 })).toEqual([b, c]);
    expect(await ask({ ids, orderBy: "sideways; drop table x", unknown: true })).toEqual(ids);
    expect(await ask({ ids: [] })).toEqual([]);
    const shop = addProject(app, "shop");
    const own = addObservation(app, "d", { projectId: shop }).id;
    expect(await ask({ ids: [...ids, own], project: "SHOP" })).toEqual([own]);
    expect(await ask({ ids, project: "nowhere" })).toEqual([]);
    expect((await send(batchRoute, "POST", { body: { ids: [own] } })).body[0]).toMatchObject({ facts: "[]" });
    for (const bad of [{}, { ids: "1" }, { ids: [1.5] }, { ids: ["x"] }, { ids: Array(1001).fill(1) }, []])
      expect((await send(batchRoute, "POST", { body: bad })).status, JSON.stringify(bad).slice(0, 40)).toBe(400);
  });

  it("M26: by-file answers observations with real arrays and their count; without a path 400", async () => {
    addObservation(app, "Fixed the cart", { filesModified: '["src/cart.ts"]' });
    const { body } = await send(byFileRoute, "GET", { query: "path=cart.ts" });
    expect(body).toMatchObject({ count: 1, observations: [{ files_modified: ["src/cart.ts"], facts: [] }] });
    const refused = await send(byFileRoute, "GET");
    expect([refused.status, refused.body.details[0].path]).toEqual([400, "path"]);
  });

  it("M27: saves a note by a body of its senders, more fields included", async () => {
    const body = {
      text: "Deploys happen on Friday",
      title: "Deploys",
      project: "shop",
      metadata: { a: 1 },
      source: "x",
    };
    const saved = await send(saveRoute, "POST", { body, client: "vscode" });
    expect([saved.status, saved.body]).toMatchObject([200, { success: true, title: "Deploys", project: "shop" }]);
    const row = await send(observationRoute, "GET", at(saved.body.id));
    expect(row.body).toMatchObject({ summary: "Deploys happen on Friday", source: "manual", metadata: '{"a":1}' });
    for (const bad of [{}, { text: "" }, { text: 7 }, { text: "<private>x</private>" }, { text: "x".repeat(65_537) }]) {
      const { status, body: why } = await send(saveRoute, "POST", { body: bad });
      expect([status, why.details[0].path]).toEqual([400, "text"]);
    }
    app.sqlite.exec("UPDATE projects SET mode = 'read-only'");
    expect(await send(saveRoute, "POST", { body: { ...body, text: "other" }, client: "vscode" })).toMatchObject({
      status: 403,
      body: { code: "forbidden" },
    });
  });
});

describe("state", () => {
  it("M22: worker and database of the page, uptime in seconds", async () => {
    plant();
    const { body } = await send(statsRoute, "GET");
    expect(body.worker).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
      activeSessions: 1,
    });
    expect(Object.keys(body.worker)).toEqual(["version", "uptime", "activeSessions", "sseClients", "port"]);
    expect(Math.abs(body.worker.uptime - process.uptime())).toBeLessThan(600);
    expect(body.database).toMatchObject({ observations: 1, sessions: 1, summaries: 1 });
    expect(body.database.path).toMatch(/keepsake\.db$/);
    expect(body.database.size).toBeGreaterThan(0);
  });

  it("M23: names of projects, latest activity first, each once", async () => {
    addProject(app, "old", { lastActivityAt: 1 });
    addProject(app, "new", { lastActivityAt: 3 });
    addProject(app, "old", { key: "path:/other/old", lastActivityAt: 2 });
    expect((await send(projectsRoute, "GET")).body.projects).toEqual(["new", "old"]);
  });

  it("M24: counts the turns that wait to be read, and neither timers nor vectors", async () => {
    const look = async () => (await send(processingRoute, "GET")).body;
    const ask = (kind: string, runAt: number) =>
      write(app, (tx) => enqueue(tx, app.now(), { kind, key: kind, payload: {}, runAt }));
    expect(await look()).toEqual({ isProcessing: false, queueDepth: 0 });
    ask(JOB.closeTurn, app.now() + 60_000);
    ask(JOB.indexVector, app.now());
    ask(JOB.backUp, app.now() + 60_000);
    expect(await look()).toEqual({ isProcessing: false, queueDepth: 0 });
    ask(JOB.extractTurn, app.now());
    ask(JOB.extractSession, app.now());
    expect(await look()).toEqual({ isProcessing: true, queueDepth: 2 });
    app.sqlite.exec("UPDATE jobs SET status = 'running' WHERE kind = 'turn.extract'");
    app.sqlite.exec("UPDATE jobs SET status = 'dead' WHERE kind = 'session.extract'");
    expect(await look()).toEqual({ isProcessing: true, queueDepth: 1 });
  });

  it("M25, M26: health, version and readiness", async () => {
    app.sqlite.exec(
      "INSERT INTO jobs (kind, key, status, run_at, created_at, updated_at) VALUES ('purge', 'x', 'dead', 1, 1, 1)",
    );
    const health = await send(healthRoute, "GET");
    expect(health).toMatchObject({ status: 200, body: { status: "ok", state: "degraded" } });
    expect(Object.keys((await send(versionRoute, "GET")).body)).toEqual(["version"]);
    expect((await send(readinessRoute, "GET")).status).toBe(200);
    app.sqlite.close();
    expect((await send(readinessRoute, "GET")).status).toBe(503);
  });
});

describe("errors", () => {
  const wrong: [string, Route, Method, Sent][] = [
    ["malformed JSON", saveRoute, "POST", { raw: '{"text": "unfinished' }],
    ["malformed JSON in a batch", batchRoute, "POST", { raw: "{ids:[1]}" }],
    ["an array for an object", saveRoute, "POST", { body: [] }],
    ["wrong types", batchRoute, "POST", { body: { ids: { a: 1 } } }],
    ["a bad page", observationsRoute, "GET", { query: "limit=abc" }],
    ["no number", observationRoute, "GET", at("abc")],
    ["no row", promptRoute, "GET", at(999)],
    ["a wrong method", summariesRoute, "POST", { body: {} }],
    ["a body that is too large", saveRoute, "POST", { body: { text: "x".repeat(1_100_000) } }],
    ["a failing store", observationsRoute, "GET", {}],
  ];
  it.each(wrong)(
    "M4, X11: %s answers JSON with `error` beside the envelope, and shows nothing of the inside",
    async (what, route, method, sent) => {
      if (what === "a failing store") app.sqlite.exec("ALTER TABLE observations RENAME TO lost");
      const { status, body, text, headers } = await send(route, method, sent);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status === 500).toBe(what === "a failing store");
      expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
      expect(body).toMatchObject({
        ok: false,
        error: expect.any(String) as string,
        code: expect.any(String) as string,
      });
      expect(body.requestId).toMatch(/^req_/);
      expect(body.error).not.toBe("");
      expect(text).not.toMatch(/<html|stack|\.ts\b|node_modules|SELECT |sqlite|no such table|\/tmp\//i);
      expect(text).not.toContain(test.home);
    },
  );
});
