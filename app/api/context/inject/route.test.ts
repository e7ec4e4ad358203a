import { afterEach, beforeEach, expect, it } from "vitest";
import { GET as getOne } from "../../injections/[id]/route";
import { GET as getPage } from "../../injections/route";
import { Injection, InjectionPage } from "@/lib/contract/inject";
import { addMemories } from "@/lib/testing/inject-rows";
import { addProject } from "@/lib/testing/places";
import { addMemory, addObservation } from "@/lib/testing/search-rows";
import { openTestApp, type TestApp } from "@/lib/testing";
import { GET, POST } from "./route";

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
  const projectId = addProject(test.app, "app");
  addMemories(test.app, [{ projectId, value: "Always use pnpm here." }]);
});
afterEach(() => test.close());

const get = (query: string) => GET(new Request(`http://127.0.0.1/api/context/inject${query}`));

it("M39: plain text, ready to show; nothing to say is an empty text", async () => {
  const response = await get("?project=app");
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(await response.text()).toMatch(/^<keepsake-memory project="app" [^]*pnpm[^]*<\/keepsake-memory>$/);
  expect(await (await get("?project=nobody")).text()).toBe("");
});

it("M39: projects is another name, cwd stands in for it, neither answers 400", async () => {
  expect(await (await get("?projects=app")).text()).toContain("pnpm");
  expect((await get("?cwd=/nowhere")).status).toBe(200);
  const response = await get("");
  expect([response.status, await response.json()]).toEqual([
    400,
    expect.objectContaining({
      ok: false,
      code: "validation_failed",
      error: expect.stringContaining("project") as string,
    }) as object,
  ]);
});

it("M39: colors paint the frame and leave the words", async () => {
  const plain = await (await get("?project=app&preview=true")).text();
  const painted = await (await get("?project=app&preview=true&colors=true")).text();
  expect(painted).toContain("\u001b[1;36m## Memories\u001b[0m");
  expect(painted.replace(/\u001b\[[\d;]*m/g, "")).toBe(plain);
});

it("M39: format=json answers the stored block with its trace, which the list and the id find again", async () => {
  const injection = Injection.parse(await (await get("?project=app&format=json&host=claude-code&session=s-1")).json());
  expect(injection).toMatchObject({ project: "app", host: "claude-code", session: "s-1" });
  expect(injection.trace.find((entry) => entry.type === "memory")).toMatchObject({ layer: "scored", included: true });
  const page = InjectionPage.parse(
    await (await getPage(new Request("http://127.0.0.1/api/injections?project=app"))).json(),
  );
  expect(page.items.map((item) => item.id)).toEqual([injection.id]);
  const context = (id: string) => ({ params: Promise.resolve({ id }) });
  const one = await getOne(new Request("http://127.0.0.1/api/injections/1"), context(String(injection.id)));
  expect(await one.json()).toMatchObject(injection);
  expect((await getOne(new Request("http://127.0.0.1/"), context("999999"))).status).toBe(404);
  expect((await getOne(new Request("http://127.0.0.1/"), context("abc"))).status).toBe(404);
});

it("A04: bounds are checked, a wrong method answers 405", async () => {
  for (const query of ["max_chars=-1", "max_chars=1e9", "max_chars=NaN", "format=xml", "colors=maybe"]) {
    expect([query, (await get(`?project=app&${query}`)).status]).toEqual([query, 400]);
  }
  for (const limit of ["-1", "0", "NaN", "1e9", "1.5", "abc", "[]"]) {
    expect((await getPage(new Request(`http://127.0.0.1/api/injections?limit=${limit}`))).status).toBe(400);
  }
  const post = await POST(new Request("http://127.0.0.1/", { method: "POST" }));
  expect([post.status, post.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
});

it("M39: with a prompt what it brings back stands behind the block, each thing once, in one stored injection", async () => {
  const projectId = addProject(test.app, "shop");
  addMemory(test.app, "Deploys go out on Tuesdays.", { projectId, tier: "pinned" });
  addObservation(test.app, "Cart total rounds half cents down", {
    projectId,
    createdAt: test.clock.now - 400 * 86_400_000,
  });
  for (let i = 0; i < 80; i += 1) addObservation(test.app, `Work number ${i} on the header`, { projectId });
  const prompt = encodeURIComponent("why does the cart total round half cents");
  const plain = await (await get("?project=shop&preview=true")).text();
  expect(plain).not.toContain("half cents");
  const injection = Injection.parse(await (await get(`?project=shop&format=json&prompt=${prompt}`)).json());
  const [start, recalled] = injection.text.split("\n\n<keepsake-memory>");
  expect(start).toMatch(/^<keepsake-memory [^]*Tuesdays[^]*<\/keepsake-memory>$/);
  expect(recalled).toMatch(/Cart total rounds half cents down[^]*<\/keepsake-memory>$/);
  expect(injection.text.split("Tuesdays")).toHaveLength(2);
  expect(injection).toMatchObject({ event: "SessionStart", chars: injection.text.length });
  expect(injection.text).toBe(injection.trace.flatMap(({ text }) => text ?? []).join("\n"));
  const stored = InjectionPage.parse(
    await (await getPage(new Request("http://127.0.0.1/api/injections?project=shop"))).json(),
  );
  expect(stored.items.map((item) => item.id)).toEqual([injection.id]);
  const coloured = await (await get(`?project=shop&preview=true&colors=1&prompt=${prompt}`)).text();
  expect(coloured).toContain("\u001b[2m</keepsake-memory>\u001b[0m");
});

it("M39: a prompt that is private, empty or about nothing stored leaves the block as it is; max_chars bounds the whole", async () => {
  const projectId = addProject(test.app, "shop");
  for (let i = 0; i < 40; i += 1) {
    addMemory(test.app, `Cart total rounds half cents at step ${i} of the checkout.`, { projectId });
    addObservation(test.app, `Cart total rounding of half cents, finding ${i}`, { projectId });
  }
  const plain = await (await get("?project=shop&preview=true")).text();
  for (const prompt of ["", "zebra xylophone", "<private>cart total half cents</private>"]) {
    const asked = encodeURIComponent(prompt);
    expect(await (await get(`?project=shop&preview=true&prompt=${asked}`)).text()).toBe(plain);
  }
  for (const max of [200, 700, 2_000, 10_000]) {
    const text = await (await get(`?project=shop&preview=true&prompt=cart+total+half+cents&max_chars=${max}`)).text();
    expect(text.length).toBeLessThanOrEqual(max);
    for (const value of text.match(/at step \d+ of/g) ?? []) expect(text.split(value)).toHaveLength(2);
  }
  expect((await get(`?project=shop&prompt=${"a".repeat(20_001)}`)).status).toBe(400);
});
