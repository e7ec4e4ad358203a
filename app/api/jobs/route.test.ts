import { afterEach, beforeEach, expect, it } from "vitest";
import { AppError } from "@/lib/contract/errors";
import { JobPage } from "@/lib/contract/system";
import { write } from "@/lib/db/write";
import { enqueue } from "@/lib/jobs/repo";
import { drain } from "@/lib/jobs/runner";
import { openTestApp, type TestApp } from "@/lib/testing";
import { POST as discard } from "./[id]/discard/route";
import { POST as retry } from "./[id]/retry/route";
import { DELETE, GET } from "./route";

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

const list = async (query = ""): Promise<JobPage> => {
  const response = await GET(new Request(`http://127.0.0.1/api/jobs${query}`));
  expect(response.status).toBe(200);
  return JobPage.parse(await response.json());
};
const post = (handler: typeof retry, id: number | string) =>
  handler(new Request(`http://127.0.0.1/api/jobs/${id}`, { method: "POST" }), {
    params: Promise.resolve({ id: String(id) }),
  });

/** One job, dead at its first run. */
async function makeDead(): Promise<number> {
  write(test.app, (tx) => enqueue(tx, test.app.now(), { kind: "test.note", key: "a" }));
  const run = () => Promise.reject(new AppError("validation_failed", "no"));
  await drain(test.app, [{ name: "one", kinds: [{ kind: "test.note", handler: { batch: 1, run } }] }]);
  const dead = (await list("?status=dead")).items[0];
  return dead?.id ?? 0;
}

it("lists jobs page by page, each once, latest change first", async () => {
  write(test.app, (tx) => {
    for (let i = 0; i < 7; i += 1) enqueue(tx, test.app.now() + (i % 3), { kind: "test.note", key: `${i}` });
  });
  const seen: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const page: JobPage = await list(`?limit=2${cursor === "" ? "" : `&cursor=${cursor}`}`);
    seen.push(...page.items.map((job) => job.key));
    cursor = page.nextCursor;
  }
  expect(seen).toEqual(["2", "5", "1", "4", "0", "3", "6"]);
});

it("filters by status and kind, and refuses what it does not know", async () => {
  await makeDead();
  expect((await list("?status=dead&kind=test.note")).items).toHaveLength(1);
  expect((await list("?status=queued")).items).toEqual([]);
  for (const query of ["?status=lost", "?limit=0", "?cursor=x.y", "?cursor=1"]) {
    const response = await GET(new Request(`http://127.0.0.1/api/jobs${query}`));
    expect([query, response.status]).toEqual([query, 400]);
    expect(await response.json()).toMatchObject({ ok: false, code: "validation_failed" });
  }
});

it("lets a dead job run again with all its attempts", async () => {
  const id = await makeDead();
  const response = await post(retry, id);
  expect(await response.json()).toEqual({ ok: true, id });
  expect((await list()).items[0]).toMatchObject({
    id,
    status: "queued",
    attempts: 0,
    last_error: "AppError validation_failed",
  });
});

it("discards a dead job, and only a dead one", async () => {
  const id = await makeDead();
  await post(retry, id);
  expect((await post(discard, id)).status).toBe(409);
  test.app.sqlite.prepare("UPDATE jobs SET status = 'dead'").run();
  expect((await post(discard, id)).status).toBe(200);
  expect((await list()).items).toEqual([]);
  expect((await post(discard, id)).status).toBe(404);
});

it("does not touch a running job, nor an id that is none", async () => {
  const id = await makeDead();
  test.app.sqlite.prepare("UPDATE jobs SET status = 'running'").run();
  expect((await post(retry, id)).status).toBe(409);
  expect((await post(discard, id)).status).toBe(409);
  expect((await post(retry, id + 1)).status).toBe(404);
  expect((await post(retry, "1; DROP TABLE jobs")).status).toBe(400);
});

it("answers other methods with 405 and what is allowed", async () => {
  const response = await DELETE(new Request("http://127.0.0.1/api/jobs", { method: "DELETE" }));
  expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
});
