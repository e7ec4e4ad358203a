import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { drain } from "@/lib/jobs/runner";
import { openTestApp, type TestApp } from "@/lib/testing";
import { send, type Sent } from "@/lib/testing/send";
import * as restRoute from "../[[...rest]]/route";
import * as memoryRoute from "../memories/[id]/route";
import * as listRoute from "../memories/route";
import * as receiptRoute from "../receipts/[id]/route";
import * as actionRoute from "./[id]/[action]/route";

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

let serial = 0;
const add = async (fields: object = {}): Promise<number> => {
  serial += 1;
  const sent = { key: `k:${serial}`, value: `a statement number ${serial}`, ...fields };
  return Number((await send(listRoute, "POST", { body: sent })).body.id);
};
const act = (id: unknown, action: string, sent: Sent = {}) =>
  send(actionRoute, "POST", { ...sent, params: { id: String(id), action } });

describe("POST /api/memory/:id/:action", () => {
  it("E103: update answers the memory", async () => {
    const id = await add();
    const body = { importance: 7.5, tier: "reference", attribute: "anything", tags: "a,b" };
    expect(await act(id, "update", { body })).toMatchObject({
      status: 200,
      body: { ok: true, memory: { id, ...body, updated_at: "2026-06-01 12:00:00" } },
    });
    expect((await act(id, "update", { body: { tags: ["x"] } })).body.memory.tags).toBe("x");
    expect((await act(id, "update", { body: {} })).body).toMatchObject({ ok: true, operation_id: null });
  });

  it("E103: the old console's importance 0 is 1, 10 is the most", async () => {
    const id = await add();
    for (const [given, stored] of [
      [0, 1],
      [0.5, 1],
      [10, 10],
    ]) {
      expect((await act(id, "update", { body: { importance: given } })).body.memory.importance).toBe(stored);
    }
  });

  it("E103: bad values and bodies are refused and change nothing", async () => {
    const id = await add();
    for (const sent of [
      { body: { importance: 11 } },
      { body: { importance: 3, tier: "x" } },
      { raw: "{" },
      { raw: "[]" },
      { body: { tags: 5 } },
      { body: { tags: [5] } },
      { body: { attribute: null } },
      { body: { importance: "9" } },
      { body: { importance: 9, value: "not by this address" } },
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

  it("E104: restores from any status, unless another memory holds the key", async () => {
    const old = await add({ key: "k:twice", value: "the first of the two values" });
    const next = await add({ key: "k:twice", value: "the second of the two values" });
    expect(await act(old, "restore")).toMatchObject({ status: 409, body: { ok: false, code: "conflict" } });
    await act(next, "delete");
    expect(await act(old, "restore")).toMatchObject({ status: 200, body: { ok: true } });
  });

  it("E103, E104: an unknown id, action or path is 404", async () => {
    const notFound = { status: 404, body: { ok: false, error: expect.any(String) as string } };
    for (const action of ["update", "archive", "restore", "delete", "hard_delete"]) {
      expect(await act(999, action, action === "update" ? { body: { importance: 3 } } : {})).toMatchObject(notFound);
    }
    expect((await act(999, "archive")).body.error).toBe("There is no memory 999.");
    expect((await act("abc", "archive")).body.error).toBe("There is no such memory.");
    expect(await act(await add(), "explode")).toMatchObject(notFound);
    expect(await act(await add(), "constructor")).toMatchObject(notFound);
    expect(await send(restRoute, "POST", { params: {} })).toMatchObject(notFound);
  });

  it("E104: an error of the store is 500 and says nothing of it", async () => {
    const id = await add();
    test.app.sqlite.exec("CREATE TRIGGER broken BEFORE UPDATE ON memories BEGIN SELECT RAISE(ABORT, 'inner'); END");
    const { status, body, text } = await act(id, "archive");
    expect([status, body.ok, body.code]).toEqual([500, false, "internal"]);
    expect(text).not.toMatch(/inner|SQLITE|UPDATE/);
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
