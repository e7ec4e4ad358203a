import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { endOf, lines } from "@/lib/capture/testing";
import { IngestResult } from "@/lib/contract/capture";
import { OperationPage, UndoResult } from "@/lib/contract/operations";
import { SearchAnswer } from "@/lib/contract/search";
import { ForgetResult, SessionPage } from "@/lib/contract/session-view";
import { drain } from "@/lib/jobs/runner";
import { openTestApp, type TestApp } from "@/lib/testing";
import { POST as ingest } from "../ingest/route";
import { POST as undo } from "../operations/[id]/undo/route";
import { GET as operations } from "../operations/route";
import { GET as search } from "../search/route";
import { POST as forget } from "./[id]/forget/route";
import { GET as view } from "./[id]/route";
import { GET as list } from "./route";

let test: TestApp;

beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

const ORIGIN = "http://127.0.0.1";
const CLI = { "x-keepsake-client": "cli" };
const at = (id: string) => ({ params: Promise.resolve({ id }) });
const post = (path: string, headers: Record<string, string> = {}) =>
  new Request(`${ORIGIN}${path}`, { method: "POST", headers });
const transcript = [
  ...lines([
    {
      type: "user",
      uuid: "u-1",
      sessionId: "s-1",
      cwd: "/w/ferry",
      timestamp: "2026-05-20T09:00:00.000Z",
      message: { role: "user", content: "Which berth does the ferry use?" },
    },
    {
      type: "assistant",
      uuid: "u-2",
      sessionId: "s-1",
      cwd: "/w/ferry",
      timestamp: "2026-05-20T09:00:05.000Z",
      message: { role: "assistant", id: "m-1", content: [{ type: "text", text: "The ferry uses berth seven." }] },
    },
  ]),
  endOf("s-1"),
];
async function importAll(): Promise<IngestResult> {
  const body = transcript.map((item) => JSON.stringify(item)).join("\n");
  const request = new Request(`${ORIGIN}/api/ingest`, {
    method: "POST",
    body,
    headers: { ...CLI, "content-type": "application/x-ndjson" },
  });
  const result = IngestResult.parse(await (await ingest(request)).json());
  await drain(test.app);
  return result;
}
const operationsNow = async () =>
  OperationPage.parse(await (await operations(new Request(`${ORIGIN}/api/operations`))).json()).items;
const found = async () => {
  const answer = await search(new Request(`${ORIGIN}/api/search?query=ferry&types=prompts,events`));
  const { prompts, events } = SearchAnswer.parse(await answer.json());
  return prompts.length + events.length;
};
const sessions = async () =>
  SessionPage.parse(await (await list(new Request(`${ORIGIN}/api/session-views`))).json()).items.length;

describe("POST /api/session-views/:id/forget", () => {
  it("forgets for whoever asks; the page then says so, and undo brings it back", async () => {
    await importAll();
    expect([await sessions(), (await found()) > 0]).toEqual([1, true]);
    const answer = await forget(post("/api/session-views/1/forget", CLI), at("1"));
    expect(answer.status).toBe(200);
    const { operation_id: id } = ForgetResult.parse(await answer.json());
    expect((await operationsNow())[0]).toMatchObject({
      id,
      title: "Forgot session 1 (1 prompt, 1 event)",
      actor: { kind: "person", name: "cli" },
    });
    const page = await view(new Request(`${ORIGIN}/api/session-views/1`), at("1"));
    expect([page.status, await page.json()]).toMatchObject([404, { error: "Session 1 was forgotten." }]);
    expect([await sessions(), await found()]).toEqual([0, 0]);
    expect((await undo(post(`/api/operations/${id}/undo`, CLI), at(String(id)))).status).toBe(200);
    expect([await sessions(), (await found()) > 0]).toEqual([1, true]);
  });

  it("answers 404 to what is not there and 409 to what was forgotten", async () => {
    expect((await forget(post("/api/session-views/1/forget"), at("1"))).status).toBe(404);
    await importAll();
    expect((await forget(post("/api/session-views/1/forget"), at("1"))).status).toBe(200);
    expect((await forget(post("/api/session-views/1/forget"), at("1"))).status).toBe(409);
    expect((await forget(post("/api/session-views/x/forget"), at("x"))).status).toBe(404);
  });
});

it("an import by the command line is undone and redone like any operation", async () => {
  expect(await importAll()).toMatchObject({ accepted: 3 });
  const [operation] = (await operationsNow()).filter((one) => one.kind === "session.import");
  expect(operation).toMatchObject({
    title: "Imported session 1 (1 prompt, 1 event)",
    actor: { kind: "person", name: "cli" },
    undoable: true,
  });
  const id = String(operation?.id);
  const undone = UndoResult.parse(await (await undo(post(`/api/operations/${id}/undo`, CLI), at(id))).json());
  expect([await sessions(), await found()]).toEqual([0, 0]);
  expect(await importAll()).toMatchObject({ accepted: 0, duplicates: 0, skipped: { forgotten: 3 } });
  expect([await sessions(), await found()]).toEqual([0, 0]);
  const back = String(undone.operation_id);
  expect((await undo(post(`/api/operations/${back}/undo`, CLI), at(back))).status).toBe(200);
  expect([await sessions(), (await found()) > 0]).toEqual([1, true]);
  expect((await operationsNow()).filter((one) => one.kind === "session.import")).toMatchObject([
    { undone_by: null, undoable: true },
  ]);
});
