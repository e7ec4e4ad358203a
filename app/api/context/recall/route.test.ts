import { afterEach, beforeEach, expect, it } from "vitest";
import { GET as getOne } from "../../injections/[id]/route";
import { Injection } from "@/lib/contract/inject";
import { addProject } from "@/lib/testing/places";
import { addMemory } from "@/lib/testing/search-rows";
import { openTestApp, type TestApp } from "@/lib/testing";
import { GET, POST, PUT } from "./route";

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
  addMemory(test.app, "The cart cache is Redis.", { projectId: addProject(test.app, "app"), tier: "pinned" });
});
afterEach(() => test.close());

const URL_ = "http://127.0.0.1/api/context/recall";
const get = (query: string) => GET(new Request(`${URL_}${query}`));
const post = (body: unknown) =>
  POST(
    new Request(URL_, { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
  );

it("C47: plain text, ready for a hook; C46: nothing to say is an empty text", async () => {
  for (const response of [
    await get("?project=app&prompt=cart+cache"),
    await post({ project: "app", prompt: "cart cache" }),
  ]) {
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(Number(response.headers.get("x-injection-id"))).toBeGreaterThan(0);
    expect(await response.text()).toMatch(/^<codewatch-memory>\n[^]*Redis[^]*<\/codewatch-memory>$/);
  }
  const nothing = await get("?project=app&prompt=sourdough+bread");
  expect([nothing.status, await nothing.text(), nothing.headers.get("x-injection-id")]).toEqual([200, "", "0"]);
});

it("as JSON with its trace; a preview is not stored", async () => {
  const preview = Injection.parse(await (await get("?project=app&prompt=cart+cache&format=json&preview=1")).json());
  expect([preview.id, preview.text.includes("Redis")]).toEqual([0, true]);
  const body = { project: "app", prompt: "cart cache", format: "json", session: "s-1", host: "kimi" };
  const stored = Injection.parse(await (await post(body)).json());
  expect(stored).toMatchObject({ event: "UserPromptSubmit", session: "s-1", host: "kimi", text: preview.text });
  const one = await getOne(new Request("http://127.0.0.1/"), { params: Promise.resolve({ id: String(stored.id) }) });
  expect(await one.json()).toMatchObject(stored);
  expect(Injection.parse(await (await post(body)).json()).text).toBe("");
});

it("C48: event=SessionStart is the briefing", async () => {
  const text = await (await get("?project=app&event=SessionStart")).text();
  expect(text).toMatch(/^<codewatch-memory-briefing>\n[^]*! \[learning\] The cart cache is Redis\./);
});

it("C49: no prompt is no error; no project, an unknown field, another event or too long a prompt is", async () => {
  expect(await (await get("?project=app")).text()).toBe("");
  for (const response of [
    await get("?prompt=cart"),
    await post({ project: "app", prompt: "cart", nonsense: 1 }),
    await post({ project: "app", prompt: "cart", event: "Stop" }),
    await post({ project: "app", prompt: "x".repeat(200_001) }),
    await post({ project: "app", prompt: 5 }),
    await post({ project: "app", prompt: "cart", max_chars: 10 }),
  ]) {
    expect([response.status, await response.json()]).toMatchObject([400, { ok: false, code: "validation_failed" }]);
  }
  expect((await PUT(new Request(URL_, { method: "PUT" }))).status).toBe(405);
});
