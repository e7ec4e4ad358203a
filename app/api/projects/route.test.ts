/** Projects: one of them, and whether its turns may go to a language model. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { prompt } from "@/lib/capture/testing";
import { ingest } from "@/lib/capture/ingest";
import { undoOperation } from "@/lib/operations/undo";
import { openTestApp, type TestApp } from "@/lib/testing";
import { GET, PATCH } from "./[id]/route";
import { GET as list } from "./route";

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
  await ingest(test.app, [prompt("Fix it", { cwd: "/w/shop" })]);
});
afterEach(() => test.close());

const call = async (handler: typeof GET, id: string, body?: unknown) => {
  const request = new Request(`http://127.0.0.1/api/projects/${id}`, {
    method: body === undefined ? "GET" : "PATCH",
    headers: { "content-type": "application/json", "x-keepsake-client": "console" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const response = await handler(request, { params: Promise.resolve({ id }) });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

it("switches the language model off for a project, tells it, and takes that back by Undo", async () => {
  expect((await call(GET, "1")).body).toMatchObject({ id: 1, name: "shop", llm_enabled: true });
  const changed = await call(PATCH, "1", { llmEnabled: false });
  expect(changed).toMatchObject({ status: 200, body: { ok: true, project: { llm_enabled: false } } });
  expect((await call(PATCH, "1", { llmEnabled: false })).body).toMatchObject({ operation_id: null });
  const all = (await (await list(new Request("http://127.0.0.1/api/projects"))).json()) as { items: unknown[] };
  expect(all.items).toMatchObject([{ id: 1, llm_enabled: false }]);
  expect(test.app.sqlite.prepare("SELECT kind FROM activity ORDER BY id DESC LIMIT 1").pluck().get()).toBe(
    "project.edited",
  );
  test.app.sqlite.prepare("UPDATE projects SET name = 'renamed', last_activity_at = 7").run();
  const undone = undoOperation(test.app, Number(changed.body["operation_id"]), { kind: "person", name: "tester" });
  expect((await call(GET, "1")).body).toMatchObject({ llm_enabled: true, name: "renamed", last_activity_at: 7 });
  undoOperation(test.app, undone.operation_id, { kind: "person", name: "tester" });
  expect((await call(GET, "1")).body).toMatchObject({ llm_enabled: false });
});

it.each([
  ["9", { llmEnabled: false }, 404],
  ["x", { llmEnabled: false }, 404],
  ["1", { llmEnabled: "no" }, 400],
  ["1", { llmEnabled: true, colour: 1 }, 400],
  ["1", { mode: "loud" }, 400],
  ["1", { name: " " }, 400],
  ["1", { removeAliases: ["shop"] }, 400],
  ["1", {}, 400],
])("answers errors in our shape: %s %j → %i", async (id, body, status) => {
  expect(await call(PATCH, id, body)).toMatchObject({
    status,
    body: { ok: false, error: expect.any(String) as string },
  });
});
