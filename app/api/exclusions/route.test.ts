import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { GET as getInjections } from "../memories/[id]/injections/route";
import { ExclusionPage, ExclusionRemoved, ExclusionResult } from "@/lib/contract/exclusion";
import { MemoryInjectionPage } from "@/lib/contract/inject";
import { buildInjection } from "@/lib/inject/service";
import { addMemories } from "@/lib/testing/inject-rows";
import { addProject } from "@/lib/testing/places";
import { openTestApp, type TestApp } from "@/lib/testing";
import { DELETE, GET as GET_ONE } from "./[id]/route";
import { GET, POST, PUT } from "./route";

let test: TestApp;
let memory: number;
beforeEach(async () => {
  test = await openTestApp();
  const projectId = addProject(test.app, "app");
  memory = addMemories(test.app, [{ projectId, value: "Always use pnpm here." }])[0] ?? 0;
});
afterEach(() => test.close());

const post = (body: unknown) =>
  POST(
    new Request("http://127.0.0.1/api/exclusions", {
      method: "POST",
      headers: { "content-type": "application/json", "x-keepsake-client": "console" },
      body: JSON.stringify(body),
    }),
  );
const get = (query = "") => GET(new Request(`http://127.0.0.1/api/exclusions${query}`));
const remove = (id: unknown) =>
  DELETE(new Request("http://127.0.0.1/", { method: "DELETE" }), { params: Promise.resolve({ id: String(id) }) });
const text = () => buildInjection(test.app, { project: "app", preview: true }).text;

describe("/api/exclusions", () => {
  it("excludes, lists, and allows again", async () => {
    const response = await post({ memory_id: memory, project: "app" });
    expect(response.status).toBe(201);
    const { exclusions, operation_id } = ExclusionResult.parse(await response.json());
    expect(exclusions).toMatchObject([{ memory_id: memory, observation_id: null, project: "app" }]);
    expect([operation_id, text()]).toEqual([1, ""]);
    const again = await post({ memory_id: memory, project: "app" });
    expect([again.status, ((await again.json()) as { operation_id: unknown }).operation_id]).toEqual([200, null]);
    for (const query of ["", "?project=app", `?memory=${memory}`, `?memory=${memory}&project=app`]) {
      expect([query, ExclusionPage.parse(await (await get(query)).json()).items]).toEqual([query, exclusions]);
    }
    for (const query of ["?project=nobody", "?memory=99", "?observation=1"]) {
      expect([query, ExclusionPage.parse(await (await get(query)).json()).items]).toEqual([query, []]);
    }
    const removed = await remove(exclusions[0]?.id);
    expect([removed.status, ExclusionRemoved.parse(await removed.json()).operation_id]).toEqual([200, 2]);
    expect(text()).toContain("pnpm");
    expect((await remove(exclusions[0]?.id)).status).toBe(404);
  });

  it("answers what is wrong and what to do", async () => {
    const refused: [unknown, number][] = [
      [{ project: null }, 400],
      [{ memory_id: memory }, 400],
      [{ memory_id: memory, observation_id: 1, project: null }, 400],
      [{ memory_id: -1, project: null }, 400],
      [{ memory_id: memory, project: null, surprise: 1 }, 400],
      [{ memory_id: memory, project: "x".repeat(2_000) }, 400],
      [{ memory_id: 99, project: null }, 404],
      [{ observation_id: 99, project: null }, 404],
      [{ memory_id: memory, project: "nobody" }, 404],
    ];
    for (const [body, status] of refused) {
      const response = await post(body);
      expect([body, response.status]).toEqual([body, status]);
      expect(await response.json()).toMatchObject({ ok: false, error: expect.any(String) as string });
    }
    for (const query of ["?limit=0", "?limit=abc", "?cursor=x", "?memory=abc"])
      expect((await get(query)).status).toBe(400);
    for (const id of ["abc", "-1", "1.5"]) expect((await remove(id)).status).toBe(404);
    const put = await PUT(new Request("http://127.0.0.1/", { method: "PUT" }));
    expect([put.status, put.headers.get("allow")]).toEqual([405, "GET, HEAD, POST"]);
    const one = await GET_ONE(new Request("http://127.0.0.1/"));
    expect([one.status, one.headers.get("allow")]).toEqual([405, "DELETE"]);
  });
});

describe("/api/memories/[id]/injections", () => {
  const injectionsOf = (id: unknown, query = "") =>
    getInjections(new Request(`http://127.0.0.1/api/memories/x/injections${query}`), {
      params: Promise.resolve({ id: String(id) }),
    });

  it("pages the blocks that held the memory; an unknown memory answers 404", async () => {
    for (const session of ["s-1", "s-2"]) buildInjection(test.app, { project: "app", session });
    const page = MemoryInjectionPage.parse(await (await injectionsOf(memory, "?limit=1")).json());
    expect(page.items).toMatchObject([{ session: "s-2", layer: "scored", used: null, project: "app" }]);
    const next = await injectionsOf(memory, `?limit=1&cursor=${page.nextCursor}`);
    expect(MemoryInjectionPage.parse(await next.json())).toMatchObject({
      items: [{ session: "s-1" }],
      nextCursor: null,
    });
    expect((await injectionsOf(99)).status).toBe(404);
    expect((await injectionsOf("abc")).status).toBe(404);
    expect((await injectionsOf(memory, "?limit=1000")).status).toBe(400);
  });
});
