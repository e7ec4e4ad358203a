/** Projects by request: merge, split, and memories that go elsewhere. */
import { afterEach, beforeEach, expect, it } from "vitest";
import * as move from "@/app/api/memories/move/route";
import { column } from "@/lib/capture/testing";
import { PERSON, seedTwo } from "@/lib/projects/testing";
import { undoOperation } from "@/lib/operations/undo";
import { openTestApp, type TestApp } from "@/lib/testing";
import * as project from "./[id]/route";
import * as merge from "./[id]/merge/route";
import * as split from "./[id]/split/route";

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
  await seedTwo(test);
});
afterEach(() => test.close());

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

async function call(handler: Handler, id: string, body?: unknown, query = "", client = "console") {
  const request = new Request(`http://127.0.0.1/api/projects/${id}${query}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { "content-type": "application/json", "x-keepsake-client": client },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const response = await handler(request, { params: Promise.resolve({ id }) });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

it("a merge is looked at, done and taken back; the project that went answers 404 meanwhile", async () => {
  const preview = await call(merge.GET, "2", undefined, "?into=1");
  expect(preview).toMatchObject({ status: 200, body: { clashes_total: 1, moved: { sessions: 1 } } });
  const merged = await call(merge.POST, "2", { into: 1 });
  expect(merged).toMatchObject({ status: 200, body: { ok: true, project: { id: 1 }, moved: preview.body["moved"] } });
  expect((await call(project.GET, "2")).status).toBe(404);
  undoOperation(test.app, Number(merged.body["operation_id"]), PERSON);
  expect((await call(project.GET, "2")).body).toMatchObject({ name: "cart", roots: ["/w/cart"] });
});

it("a folder is split off again", async () => {
  await call(merge.POST, "2", { into: 1 });
  expect((await call(split.GET, "1", undefined, "?root=/w/cart")).body).toMatchObject({ moved: { sessions: 1 } });
  const made = await call(split.POST, "1", { root: "/w/cart", name: "Cart" });
  expect(made).toMatchObject({ status: 200, body: { project: { name: "Cart", roots: ["/w/cart"] } } });
});

it("memories go to all projects", async () => {
  const ids = column(test.app, "SELECT id FROM memories WHERE key LIKE 'cart:deploy:%'");
  const moved = await call(move.POST as Handler, "", { ids, to: null });
  expect(moved).toMatchObject({ status: 200, body: { changed: 1, skipped: [] } });
  expect(column(test.app, "SELECT project_id FROM memories WHERE key LIKE 'cart:deploy:%'")).toEqual([0]);
});

it.each([
  [merge.POST, "2", { into: 2 }, 400],
  [merge.POST, "2", { into: 9 }, 404],
  [merge.POST, "x", { into: 1 }, 404],
  [merge.POST, "2", { into: 1, name: "x" }, 400],
  [split.POST, "1", { root: "/w/shop" }, 400],
  [split.POST, "1", { root: "/elsewhere" }, 400],
  [split.POST, "1", {}, 400],
  [move.POST, "", { ids: [], to: 1 }, 400],
  [move.POST, "", { ids: [1], to: 9 }, 404],
  [move.POST, "", { ids: [1] }, 400],
] as const)("answers errors in our shape: %#", async (handler, id, body, status) => {
  expect(await call(handler as Handler, id, body)).toMatchObject({
    status,
    body: { ok: false, error: expect.any(String) as string, hint: expect.any(String) as string },
  });
});

it("agents neither merge, split, move nor change projects", async () => {
  const asked = [
    await call(merge.POST, "2", { into: 1 }, "", "claude"),
    await call(split.POST, "1", { root: "/w/shop" }, "", "claude"),
    await call(move.POST as Handler, "", { ids: [1], to: null }, "", "claude"),
  ];
  expect(asked.map(({ status }) => status)).toEqual([403, 403, 403]);
});
