import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { drain } from "@/lib/jobs/runner";
import { openTestApp, type TestApp } from "@/lib/testing";
import * as activityRoute from "../activity/route";
import * as actionRoute from "../memory/[id]/[action]/route";
import * as undoRoute from "../operations/[id]/undo/route";
import * as operationRoute from "../operations/[id]/route";
import * as operationsRoute from "../operations/route";
import * as receiptRoute from "../receipts/[id]/route";
import * as historyRoute from "./[id]/history/route";
import * as memoryRoute from "./[id]/route";
import * as bulkRoute from "./bulk/route";
import * as facetsRoute from "./facets/route";
import * as mergeRoute from "./merge/route";
import * as listRoute from "./route";

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

interface Sent {
  params?: Record<string, string>;
  query?: string;
  body?: unknown;
  raw?: string;
  client?: string;
}
type Method = "GET" | "POST" | "PATCH" | "DELETE" | "PUT";
type Route = Record<
  Method,
  (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>
>;
interface Answer {
  status: number;
  headers: Headers;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- answers are compared field by field
  body: any;
}

async function send(route: Route, method: Method, sent: Sent = {}): Promise<Answer> {
  const body = sent.raw ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body));
  const headers: Record<string, string> = { "x-keepsake-client": sent.client ?? "console" };
  if (body !== undefined) headers["content-type"] = "application/json";
  const request = new Request(`http://127.0.0.1/api?${sent.query ?? ""}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  const response = await route[method](request, { params: Promise.resolve(sent.params ?? {}) });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

let serial = 0;
const add = async (fields: object = {}): Promise<number> => {
  serial += 1;
  const sent = { key: `k:${serial}`, value: `a statement number ${serial}`, ...fields };
  return Number((await send(listRoute, "POST", { body: sent })).body.id);
};
const act = (id: unknown, action: string, sent: Sent = {}) =>
  send(actionRoute, "POST", { ...sent, params: { id: String(id), action } });

describe("POST /api/memories", () => {
  const input = { key: "k:one", value: "pnpm is the package manager" };

  it("answers 201 for added and replaced, 200 for skipped and conflict", async () => {
    expect(await send(listRoute, "POST", { body: input })).toMatchObject({
      status: 201,
      body: { status: "added", id: 1 },
    });
    expect(await send(listRoute, "POST", { body: input })).toMatchObject({
      status: 200,
      body: { status: "skipped", id: 1 },
    });
    const other = { ...input, value: "yarn is the package manager" };
    expect(await send(listRoute, "POST", { body: other, client: "some-agent" })).toMatchObject({
      status: 200,
      body: { status: "conflict" },
    });
    expect(await send(listRoute, "POST", { body: other })).toMatchObject({
      status: 201,
      body: { status: "replaced", id: 2 },
    });
  });

  it("says who wrote it: a person's program names itself, everything else is an agent", async () => {
    await send(listRoute, "POST", { body: input, client: "cli" });
    await send(listRoute, "POST", { body: { ...input, key: "k:two" }, client: "" });
    const { body } = await send(operationsRoute, "GET");
    expect(body.items.map((item: { actor: unknown }) => item.actor)).toEqual([
      { kind: "agent", name: "api" },
      { kind: "person", name: "cli" },
    ]);
  });

  it("E41: answers 400 with the gate's reason", async () => {
    const { status, body } = await send(listRoute, "POST", { body: { ...input, value: "short" } });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      ok: false,
      code: "validation_failed",
      error: "The value is shorter than 10 characters.",
    });
  });

  it.each([
    ["broken JSON", { raw: "{" }],
    ["an unknown field", { body: { ...input, color: "red" } }],
    ["a long value", { body: { ...input, value: "v".repeat(501) } }],
    ["a wrong tier", { body: { ...input, tier: "golden" } }],
    ["an array", { body: [input] }],
    ["an impossible date", { body: { ...input, expires_at: "2026-02-31" } }],
  ])("answers 400 to %s", async (_name, sent) => {
    expect((await send(listRoute, "POST", sent)).status).toBe(400);
  });
});

describe("GET /api/memories", () => {
  it("E102: is a bare array without limit and cursor, a page with them", async () => {
    await add();
    await add();
    expect((await send(listRoute, "GET")).body).toHaveLength(2);
    const page = (await send(listRoute, "GET", { query: "limit=1" })).body;
    expect(page).toMatchObject({
      items: [{ id: expect.any(Number) as number }],
      total: 2,
      nextCursor: expect.any(String) as string,
    });
    const rest = (await send(listRoute, "GET", { query: `limit=1&cursor=${page.nextCursor}` })).body;
    expect(rest.nextCursor).toBeNull();
  });

  it("E102: the row has the thirteen fields", async () => {
    await add({ tags: ["a", "b"] });
    const fields =
      "id key value attribute tags tier importance access_count last_accessed created_at updated_at expires_at status";
    expect(Object.keys((await send(listRoute, "GET")).body[0])).toEqual(expect.arrayContaining(fields.split(" ")));
  });

  it.each(["-1", "0", "NaN", "1e9", "1.5", "abc", "[]", "101"])(
    "A04: limit=%s is refused with a reason",
    async (limit) => {
      await add();
      const { status, body } = await send(listRoute, "GET", { query: `limit=${encodeURIComponent(limit)}` });
      expect(status).toBe(400);
      expect(body.details[0].path).toBe("limit");
    },
  );

  it("A08/E102: unknown sort, order, status and fields fall back and reach no SQL", async () => {
    const id = await add();
    const query =
      "sort=title;drop table memories&order=sideways&status=weird&tier=x&fields=*,password&filter[0]=__proto__";
    for (const limit of ["", "&limit=5"]) {
      const { status, body } = await send(listRoute, "GET", { query: `${query}${limit}` });
      expect(status).toBe(200);
      expect((Array.isArray(body) ? body : body.items).map((row: { id: number }) => row.id)).toEqual([id]);
    }
  });

  it("E102: q=% matches nothing but a percent sign", async () => {
    await add();
    expect((await send(listRoute, "GET", { query: "q=%25" })).body).toEqual([]);
  });

  it("A08: a forged cursor is refused", async () => {
    expect((await send(listRoute, "GET", { query: "limit=2&cursor=1%20OR%201" })).status).toBe(400);
  });

  it("E105: answers JSON that nobody may cache", async () => {
    const { headers } = await send(listRoute, "GET");
    expect(headers.get("content-type")).toMatch(/^application\/json/);
    expect(headers.get("cache-control")).toBe("no-store");
  });

  it("answers facets", async () => {
    await add({ tier: "pinned" });
    expect((await send(facetsRoute, "GET")).body).toMatchObject({ tier: { pinned: 1 }, project: { global: 1 } });
  });
});

describe("/api/memories/:id", () => {
  it("reads, edits with a revision, deletes, and shows the history", async () => {
    const id = await add({ key: "k:x" });
    const params = { id: String(id) };
    expect((await send(memoryRoute, "GET", { params })).body.id).toBe(id);
    const edited = await send(memoryRoute, "PATCH", { params, body: { importance: 9, revision: 1 } });
    expect(edited.body).toMatchObject({ ok: true, memory: { importance: 9, revision: 2 } });
    const stale = await send(memoryRoute, "PATCH", { params, body: { importance: 1, revision: 1 } });
    expect(stale).toMatchObject({ status: 409, body: { ok: false, code: "conflict" } });
    expect((await send(memoryRoute, "DELETE", { params })).body.memory.status).toBe("deleted");
    expect((await send(historyRoute, "GET", { params })).body).toHaveLength(1);
  });

  it.each(["999999", "abc", "-1", "1.5", "__proto__"])("A09: id %s is 404 JSON for every method", async (id) => {
    for (const answer of [
      await send(memoryRoute, "GET", { params: { id } }),
      await send(memoryRoute, "PATCH", { params: { id }, body: { importance: 1 } }),
      await send(memoryRoute, "DELETE", { params: { id } }),
      await send(historyRoute, "GET", { params: { id } }),
      await act(id, "archive"),
      await act(id, "hard_delete"),
      await send(operationRoute, "GET", { params: { id } }),
      await send(undoRoute, "POST", { params: { id } }),
      await send(receiptRoute, "GET", { params: { id } }),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { ok: false, code: "not_found" } });
    }
  });

  it("wrong methods are 405", async () => {
    expect((await send(memoryRoute, "PUT", { params: { id: "1" } })).status).toBe(405);
  });
});

describe("POST /api/memory/:id/:action", () => {
  it("E103: update answers the memory", async () => {
    const id = await add();
    const body = { importance: 0, tier: "reference", attribute: "anything", tags: "a,b" };
    expect(await act(id, "update", { body })).toMatchObject({
      status: 200,
      body: { ok: true, memory: { id, ...body } },
    });
    expect((await act(id, "update", { body: { tags: ["x"] } })).body.memory.tags).toBe("x");
  });

  it("E103: bad values and bodies are refused and change nothing", async () => {
    const id = await add();
    for (const sent of [
      { body: { importance: 11 } },
      { body: { importance: 3, tier: "x" } },
      { raw: "{" },
      { body: { tags: 5 } },
    ]) {
      expect(await act(id, "update", sent)).toMatchObject({
        status: 400,
        body: { ok: false, error: expect.any(String) as string },
      });
    }
    const large = await act(id, "update", { body: { attribute: "x".repeat(64 * 1024) } });
    expect(large).toMatchObject({ status: 413, body: { ok: false, error: "The body is larger than 64 KB." } });
    expect((await send(memoryRoute, "GET", { params: { id: String(id) } })).body).toMatchObject({
      importance: 5,
      revision: 1,
    });
  });

  it("E104: archive, restore, delete answer ok and take no body", async () => {
    const id = await add();
    for (const [action, status] of [
      ["archive", "archived"],
      ["restore", "active"],
      ["delete", "deleted"],
      ["restore", "active"],
    ] as const) {
      expect(await act(id, action)).toMatchObject({ status: 200, body: { ok: true } });
      expect((await send(memoryRoute, "GET", { params: { id: String(id) } })).body.status).toBe(status);
    }
  });

  it("E104: an unknown action is 404", async () => {
    expect(await act(await add(), "explode")).toMatchObject({ status: 404, body: { ok: false } });
    expect(await act(await add(), "constructor")).toMatchObject({ status: 404, body: { ok: false } });
  });

  it("E12/E104: hard_delete removes the row, answers a receipt, and the vector goes too", async () => {
    const id = await add({ value: "the very value to be removed for good" });
    await drain(test.app);
    const { body } = await act(id, "hard_delete");
    expect(body).toMatchObject({ ok: true, receipt_id: expect.any(Number) as number });
    expect((await send(receiptRoute, "GET", { params: { id: String(body.receipt_id) } })).body.status).toBe("pending");
    await drain(test.app);
    expect((await send(receiptRoute, "GET", { params: { id: String(body.receipt_id) } })).body.status).toBe("complete");
    expect(await test.app.vectors.count()).toBe(0);
    expect((await send(memoryRoute, "GET", { params: { id: String(id) } })).status).toBe(404);
  });
});

describe("many, operations and the feed", () => {
  it("T16: a bulk deletion by filter takes more than a page", async () => {
    for (let n = 0; n < 130; n += 1) await add({ project: "p1" });
    await add({ project: "p2" });
    const { body } = await send(bulkRoute, "POST", { body: { action: "delete", filter: { project: "p1" } } });
    expect(body).toMatchObject({ ok: true, changed: 130 });
    const undone = await send(undoRoute, "POST", { params: { id: String(body.operation_id) } });
    expect(undone.body).toMatchObject({ ok: true, undid: body.operation_id });
    expect((await send(listRoute, "GET", { query: "limit=1&project=p1" })).body.total).toBe(130);
  });

  it("bulk wants either ids or a filter", async () => {
    expect((await send(bulkRoute, "POST", { body: { action: "delete" } })).status).toBe(400);
    expect((await send(bulkRoute, "POST", { body: { action: "delete", ids: [1], filter: {} } })).status).toBe(400);
  });

  it("merges", async () => {
    const [keep, other] = [await add(), await add()];
    const { body } = await send(mergeRoute, "POST", { body: { ids: [keep, other], keep } });
    expect(body).toMatchObject({ ok: true, memory: { id: keep } });
  });

  it("pages operations and the feed, and shows one operation with before and after", async () => {
    for (let n = 0; n < 3; n += 1) await add();
    const page = (await send(operationsRoute, "GET", { query: "limit=2" })).body;
    expect(page.items).toHaveLength(2);
    expect(
      (await send(operationsRoute, "GET", { query: `limit=2&cursor=${page.nextCursor}` })).body.items,
    ).toHaveLength(1);
    const id = String(page.items[0].id);
    expect((await send(operationRoute, "GET", { params: { id } })).body.changes).toMatchObject([{ before: null }]);
    const feed = (await send(activityRoute, "GET", { query: "limit=2" })).body;
    expect(feed.items).toMatchObject([{ kind: "memory.added" }, { kind: "memory.added" }]);
    expect(
      (await send(activityRoute, "GET", { query: `limit=2&cursor=${feed.nextCursor}` })).body.nextCursor,
    ).toBeNull();
  });

  it("a refused undo is 409 and names the operation in the way", async () => {
    const id = await add();
    const first = (await act(id, "update", { body: { importance: 9 } })).body.operation_id;
    const second = (await act(id, "update", { body: { importance: 2 } })).body.operation_id;
    const { status, body } = await send(undoRoute, "POST", { params: { id: String(first) } });
    expect(status).toBe(409);
    expect(body.error).toContain(`operation ${second}`);
  });
});
