import { afterEach, beforeEach, expect, it } from "vitest";
import { SemanticContext } from "@/lib/contract/recall";
import { openTestApp, type TestApp } from "@/lib/testing";
import { addProject } from "@/lib/testing/places";
import { addMemory, addObservation } from "@/lib/testing/search-rows";
import { GET, POST } from "./route";

let test: TestApp;
let projectId: number;
beforeEach(async () => {
  test = await openTestApp();
  projectId = addProject(test.app, "shop");
});
afterEach(() => test.close());

const post = (body: unknown): Promise<Response> =>
  POST(
    new Request("http://127.0.0.1/api/context/semantic", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: typeof body === "string" ? body : JSON.stringify(body),
    }),
  );
const ask = async (body: unknown): Promise<SemanticContext> => {
  const response = await post(body);
  expect(response.status).toBe(200);
  return SemanticContext.strict().parse(await response.json());
};
const Q = "why does the cart total round half cents";

it("M40: what bears on the prompt, ready to inject, and how many rows that is", async () => {
  addObservation(test.app, "Cart total rounds half cents down", { projectId, obsType: "bugfix" });
  addMemory(test.app, "The cart total is kept in half cents.", { projectId });
  addObservation(test.app, "Login page got a new header", { projectId });
  const { context, count } = await ask({ q: Q, project: "shop", limit: 5, unknown: true });
  expect(count).toBe(2);
  expect(context).toMatch(/^<keepsake-memory>[^]*Cart total rounds half cents down[^]*<\/keepsake-memory>$/);
  expect(context).not.toContain("Login");
  expect((await ask({ query: Q, project: "shop" })).count).toBe(2);
});

it("M40: limit bounds the rows", async () => {
  for (let i = 0; i < 8; i += 1) addMemory(test.app, `Cart total rounds half cents at step ${i}`, { projectId });
  expect((await ask({ q: Q, project: "shop", limit: 3 })).count).toBe(3);
  expect((await ask({ q: Q, project: "shop" })).count).toBe(5);
});

it("M40: one project, or all where none is named, but none that is off", async () => {
  const off = addProject(test.app, "off", { mode: "off" });
  addObservation(test.app, "Cart total rounds half cents here", { projectId });
  addObservation(test.app, "Cart total rounds half cents there", { projectId: addProject(test.app, "other") });
  addObservation(test.app, "Cart total rounds half cents nowhere", { projectId: off });
  const named = await ask({ q: Q, project: "shop" });
  expect([named.context.includes("here"), named.context.includes("there (")]).toEqual([true, false]);
  const anywhere = await ask({ q: Q });
  expect(anywhere.context).toContain("half cents there");
  expect(anywhere.context).not.toContain("nowhere");
  expect((await ask({ q: Q, project: "off" })).count).toBe(0);
});

it("M40: nothing superseded, expired, archived, held back or deleted, and a session is told a thing once", async () => {
  addMemory(test.app, "Cart total rounds half cents up", { projectId });
  addMemory(test.app, "Cart total rounds half cents, old", { projectId, status: "superseded" });
  addMemory(test.app, "Cart total rounds half cents, late", { projectId, expiresAt: test.clock.now - 1 });
  addMemory(test.app, "Cart total rounds half cents, evil", { projectId, reviewState: "quarantined" });
  addMemory(test.app, "Cart total rounds half cents, waiting", { projectId, reviewState: "pending" });
  addObservation(test.app, "Cart total rounds half cents, filed", { projectId, status: "archived" });
  addObservation(test.app, "Cart total rounds half cents, gone", { projectId, status: "deleted" });
  const first = await ask({ q: Q, project: "shop", contentSessionId: "s-1" });
  expect([first.count, first.context.includes("half cents up")]).toEqual([1, true]);
  expect(await ask({ q: Q, project: "shop", contentSessionId: "s-1" })).toEqual({ context: "", count: 0 });
});

it("M40: a private, empty or unrelated prompt gets nothing; no prompt, no JSON and bounds are 400", async () => {
  addObservation(test.app, "Cart total rounds half cents down", { projectId });
  for (const q of ["", "   ", `<private>${Q}</private>`, "zebra xylophone", '"('.repeat(2_000)])
    expect(await ask({ q, project: "shop" })).toEqual({ context: "", count: 0 });
  const missing = await post({ project: "shop" });
  expect([missing.status, await missing.json()]).toEqual([400, expect.objectContaining({ error: "q is missing." })]);
  expect((await post("{")).status).toBe(400);
  expect((await post({ q: Q, limit: 0 })).status).toBe(400);
  expect((await post({ q: 5 })).status).toBe(400);
  expect((await GET(new Request("http://127.0.0.1/"))).status).toBe(405);
});
