import { afterEach, beforeEach, expect, it } from "vitest";
import { ReflectionPage, TaskPage } from "@/lib/contract/codewatch";
import { observations } from "@/lib/db/schema/observations";
import { write } from "@/lib/db/write";
import { reflect } from "@/lib/reflections/service";
import { AGENT, gitFolder, plant, see } from "@/lib/reflections/testing";
import { openTestApp, type TestApp } from "@/lib/testing";
import { GET as getTasks } from "../tasks/route";
import { GET } from "./route";

let test: TestApp;
beforeEach(async () => void (test = await openTestApp()));
afterEach(() => test.close());

const at = (path: string): Request => new Request(`http://127.0.0.1:37777${path}`);
const reflections = async (query = "") =>
  ReflectionPage.parse(await (await GET(at(`/api/reflections${query}`))).json()).items;

it("lists reflections of a project and branch, page by page, and those that a later one took in only when asked", async () => {
  const [shop, blog] = [gitFolder(test, "shop"), gitFolder(test, "blog")];
  for (const content of ["The carts are warm.", "The cart button is green."]) {
    plant(test, shop, [{ content }]);
    test.clock.now += 1000;
    await reflect(test.app, { cwd: shop }, AGENT);
  }
  plant(test, blog, [{ content: "Posts are markdown." }]);
  await reflect(test.app, { cwd: blog }, AGENT);
  expect((await reflections()).map(({ project }) => project)).toEqual(["blog", "shop"]);
  expect((await reflections("?project=shop&status=all")).map(({ status }) => status)).toEqual(["active", "superseded"]);
  expect(await reflections("?branch=feature")).toEqual([]);
  const first = ReflectionPage.parse(await (await GET(at("/api/reflections?limit=1"))).json());
  expect(first.nextCursor).not.toBeNull();
  expect((await reflections(`?limit=1&cursor=${first.nextCursor}`)).map(({ project }) => project)).toEqual(["shop"]);
  write(test.app, (tx) => void tx.update(observations).set({ status: "deleted" }).run());
  expect(await reflections("?status=all")).toEqual([]);
});

it("lists what sessions are about", async () => {
  const shop = gitFolder(test, "shop");
  await see(test, shop, { content: "Moving the carts", category: "task_context" });
  const page = TaskPage.parse(await (await getTasks(at("/api/tasks?project=shop"))).json());
  expect(page.items).toMatchObject([{ project: "shop", branch: "main", content: "Moving the carts", source: "agent" }]);
  expect(TaskPage.parse(await (await getTasks(at("/api/tasks?session=999"))).json()).items).toEqual([]);
  expect((await getTasks(at("/api/tasks?cursor=x"))).status).toBe(400);
});
