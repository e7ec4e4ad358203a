/** Reading turns again by request: what is queued, and who is told why not. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { prompt } from "@/lib/capture/testing";
import { ingest } from "@/lib/capture/ingest";
import { forgetSession } from "@/lib/sessions/forget";
import { openTestApp, type TestApp } from "@/lib/testing";
import { POST } from "./[id]/extract/route";

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
  for (const text of ["Fix it", "<private>nothing</private>", "Fix it again"]) {
    test.clock.now += 60_000;
    await ingest(test.app, [prompt(text, { cwd: "/w/shop" })]);
  }
});
afterEach(() => test.close());

const post = async (id: string, body?: unknown, client?: string) => {
  const request = new Request(`http://127.0.0.1/api/session-views/${id}/extract`, {
    method: "POST",
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(client === undefined ? {} : { "x-keepsake-client": client }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const response = await POST(request, { params: Promise.resolve({ id }) });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

it("queues all turns but private ones, or one, with 202; no body needs no content type", async () => {
  expect(await post("1")).toEqual({ status: 202, body: { ok: true, session: 1, queued: [1, 3], skipped: [2] } });
  expect(await post("1", { turn: 3, by: "rules" })).toMatchObject({ status: 202, body: { queued: [3], skipped: [] } });
  const jobs = test.app.sqlite.prepare("SELECT key, payload FROM jobs WHERE kind = 'turn.extract' ORDER BY key").all();
  expect(jobs).toMatchObject([
    { key: "1:1" },
    { key: "1:3", payload: expect.stringContaining('"by":"rules"') as string },
  ]);
});

it.each([
  ["9", {}, 404, "not_found"],
  ["x", {}, 404, "not_found"],
  ["1", { turn: 9 }, 404, "not_found"],
  ["1", { turn: 2 }, 409, "conflict"],
  ["1", { by: "llm" }, 409, "conflict"],
  ["1", { by: "gpt" }, 400, "validation_failed"],
  ["1", { turns: 1 }, 400, "validation_failed"],
])("refuses %s %j with %i", async (id, body, status, code) => {
  expect(await post(id, body)).toMatchObject({ status, body: { ok: false, code } });
});

it("refuses a forgotten session, and an agent where the project keeps agents out", async () => {
  test.app.sqlite.prepare("UPDATE projects SET mode = 'read-only'").run();
  expect(await post("1", {})).toMatchObject({ status: 403, body: { code: "forbidden" } });
  expect(await post("1", {}, "console")).toMatchObject({ status: 202 });
  forgetSession(test.app, 1, { kind: "person", name: "tester" });
  expect(await post("1", {}, "console")).toMatchObject({ status: 404 });
});
