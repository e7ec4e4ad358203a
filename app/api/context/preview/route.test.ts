import { afterEach, beforeEach, expect, it } from "vitest";
import { GET as inject } from "../inject/route";
import { requireMemory } from "@/lib/memories/query";
import { openTestApp, type TestApp } from "@/lib/testing";
import { addProject } from "@/lib/testing/places";
import { addMemory, addObservation } from "@/lib/testing/search-rows";
import { GET } from "./route";

const ESC = String.fromCharCode(27);
let test: TestApp;
let projectId: number;
beforeEach(async () => {
  test = await openTestApp();
  projectId = addProject(test.app, "shop");
});
afterEach(() => test.close());

const get = (query: string): Promise<Response> => GET(new Request(`http://127.0.0.1/api/context/preview${query}`));
const plain = (text: string): string => text.replaceAll(new RegExp(`${ESC}\\[[\\d;]*m`, "g"), "");

it("M38: the block of the session's start as plain text in ANSI colours; nothing is stored or counted as used", async () => {
  const memory = addMemory(test.app, "Always use pnpm here.", { projectId, key: "shop:tooling:deps:manager" });
  const response = await get("?project=shop");
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
  const text = await response.text();
  expect(text).toContain(`${ESC}[1;36m## Memories${ESC}[0m`);
  expect(text).toContain(`- ${ESC}[33m[shop:tooling:deps:manager]${ESC}[0m Always use pnpm here.`);
  expect(await (await get("?projects=shop&colors=false")).text()).toBe(plain(text));
  const block = await inject(new Request("http://127.0.0.1/api/context/inject?project=shop&preview=true"));
  expect(plain(text)).toBe(await block.text());
  expect(test.app.sqlite.prepare("SELECT count(*) FROM injections").pluck().get()).toBe(0);
  expect(requireMemory(test.app, memory.id).access_count).toBe(0);
});

it("M38: no colour, cursor movement or other control of stored text reaches the terminal", async () => {
  const hostile = `use ${ESC}[2J${ESC}]8;;http://x${String.fromCharCode(7)}pnpm\u009b31m now\u0008\u0000 and ${ESC}Pq${ESC}\\then`;
  addMemory(test.app, hostile, { projectId, key: `shop:a:b:${ESC}[5mc` });
  addObservation(test.app, `did ${hostile}`, { projectId, subtitle: hostile });
  const text = await (await get("?project=shop")).text();
  expect(text).toContain("pnpm now");
  expect(plain(text)).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
});

it("M38: says so when there is nothing; missing project → 400", async () => {
  expect(plain(await (await get("?project=shop")).text())).toBe("Nothing would be injected for shop.");
  expect(await (await get("?project=nobody&colors=false")).text()).toBe("Nothing would be injected for nobody.");
  expect((await get("")).status).toBe(400);
  expect((await get("?project=shop&max_chars=5")).status).toBe(400);
});
