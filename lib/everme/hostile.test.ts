/** Whatever is sent below the gateway: an envelope, never a failure of ours, and nothing private on the disk (V10, V11, V15). */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import * as agentMemory from "@/app/api/v1/mem/agent-memory/route";
import * as context from "@/app/api/v1/mem/context/route";
import * as importEvents from "@/app/api/v1/mem/import-events/route";
import * as personal from "@/app/api/v1/mem/personal/route";
import * as search from "@/app/api/v1/mem/search/route";
import * as sources from "@/app/api/v1/mem/sources/route";
import * as state from "@/app/api/v1/mem/agent-memory/state/route";
import * as presign from "@/app/api/v1/mem/uploads/presign/route";
import * as upload from "@/app/api/v1/mem/uploads/[id]/route";
import { rows } from "../capture/testing";
import type { AgentMemoryResult, EvermeEnvelope, EvermeSearchResult, SyncStateResult } from "../contract/everme";
import { hardDeleteMemory } from "../operations/hard-delete";
import { drain } from "../jobs/runner";
import { getReceipt } from "../operations/receipts";
import { openTestApp, type TestApp } from "../testing";
import { assistant, call, openAccount, PERSON, user } from "./testing";

let test: TestApp;
let key: string;
beforeEach(async () => {
  test = await openTestApp();
  key = openAccount(test.app, "amber", ["laptop"]).evt["laptop"] ?? "";
});
afterEach(() => test.close());

const WRITES = { agentMemory, personal };
const ALL = { agentMemory, personal, search, context, state, importEvents, sources, presign };
const SECRET = ["ghp", "a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6e7f8"].join("_");

/** Not one file of the data folder holds it. */
const holders = (text: string): string[] =>
  readdirSync(test.home, { recursive: true, encoding: "utf8" }).filter((name) => {
    const file = join(test.home, name);
    return statSync(file).isFile() && readFileSync(file).includes(text);
  });

it("V11: deep, huge, wrongly typed and broken bodies get an envelope with a status of the client's own fault", async () => {
  const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
  const bodies = [
    ...[
      "",
      "null",
      "0",
      "[]",
      '"x"',
      "{",
      "\u0000",
      '{"a":1}\u0000',
      deep,
      `{"messages":${deep}}`,
      `{"query":${deep}}`,
    ],
    ...[
      '{"__proto__":{"flush":true}}',
      '{"constructor":{"prototype":{}}}',
      '{"query":1e999}',
      '{"topK":-1,"query":"x"}',
    ],
    ...['{"conversationId":{"toString":1},"messages":7}', '{"messages":[null,1,"x",[],{}],"conversationId":"c"}'],
  ];
  for (const [name, routes] of Object.entries(ALL)) {
    for (const body of bodies) {
      const { http, body: envelope } = await call(routes.POST, key, body);
      const said = [name, body.slice(0, 40), http < 500, typeof envelope.status, "result" in envelope];
      expect(said).toEqual([name, body.slice(0, 40), true, "number", true]);
      expect([name, envelope.status === 0 || envelope.status >= 30_000]).toEqual([name, true]);
    }
  }
  for (const type of ["text/plain", "application/xml", "multipart/form-data"]) {
    const { http, body } = await call(search.POST, key, { query: "x" }, { "content-type": type });
    expect([type, http, body.status]).toEqual([type, 415, 40001]);
  }
});

it("V9, V11: broken forms of an upload get an envelope too", async () => {
  const send = async (body: BodyInit, headers: Record<string, string> = {}, id = "0".repeat(32)) => {
    const request = new Request("http://127.0.0.1/", { method: "POST", body, headers });
    const response = await upload.POST(request, { params: Promise.resolve({ id }) });
    return [response.status, ((await response.json()) as EvermeEnvelope).status];
  };
  const boundary = { "content-type": "multipart/form-data; boundary=x" };
  expect(await send("not a form", boundary)).toEqual([400, 40001]);
  expect(await send("--x\r\n\r\n--x--", boundary)).toEqual([400, 40001]);
  expect(await send("{}", { "content-type": "application/json" })).toEqual([415, 40001]);
  expect(await send("--x--", boundary, "../../etc")).toEqual([400, 40001]);
  const form = new FormData();
  form.set("token", "x".repeat(100_000));
  form.set("file", "no file but text");
  expect(await send(form)).toEqual([400, 40001]);
});

it("V11: control characters, half pairs and strange names are stored so that they can be found and never break an answer", async () => {
  const odd = [
    "a\u0000b\u001bc",
    "half \uD83D pair",
    "\uDC00\uD800",
    "\u202Eright to left",
    "😀".repeat(4000),
    "\r\n\t",
    "%00%2e",
  ];
  for (const [name, routes] of Object.entries(WRITES)) {
    for (const text of odd) {
      const body = { conversationId: text.slice(0, 150), messages: [user(text), assistant(text)], flush: true };
      const { body: envelope } = await call(routes.POST, key, body);
      // A name of blanks alone is none.
      expect([name, text.slice(0, 12), envelope.status]).toEqual([
        name,
        text.slice(0, 12),
        text.trim() === "" ? 40001 : 0,
      ]);
      expect((await call(search.POST, key, { query: text.slice(0, 200) })).http).toBeLessThan(500);
    }
  }
  const names = rows(test.app, "SELECT conversation_id AS name FROM everme_conversations");
  for (const { name } of names) expect(String(name)).toMatch(/^(?:h-[0-9a-f]{32}|[\w.:@/+=#~%-]{1,200})$/);
});

it("V36: a name that is words is told back as it was sent, and one conversation stays one", async () => {
  const name = "Talk about the depot, Tuesday";
  const save = (text: string) =>
    call<AgentMemoryResult>(agentMemory.POST, key, {
      conversationId: name,
      syncScope: "the whole history",
      messages: [user(`${text}?`), assistant(`${text}!`, { turnComplete: true })],
      baseTurn: text === "one" ? 0 : 1,
      turns: 1,
    });
  expect((await save("one")).result.sessionId).toBe(name);
  await save("two");
  const asked = { sessions: [{ conversationId: name, syncScope: "the whole history" }] };
  expect((await call<SyncStateResult>(state.POST, key, asked)).result.sessions).toEqual([
    { conversationId: name, syncScope: "the whole history", turns: 2, declaredTurns: 0 },
  ]);
  expect(rows(test.app, "SELECT count(*) AS n FROM sessions")).toEqual([{ n: 1 }]);
  expect(holders("Tuesday")).toEqual([]);
  expect(holders("whole history")).toEqual([]);
});

it("V15, V22: secrets and private text are on no file, wherever a client puts them", async () => {
  const hidden = "<private>the vault code is 7319</private>";
  const messages = [
    user(`Use ${SECRET} please. ${hidden}`, { id: SECRET }),
    {
      role: "assistant",
      toolCalls: [{ id: SECRET, type: "function", name: SECRET, arguments: JSON.stringify({ token: SECRET }) }],
    },
    { role: "tool", toolCallId: SECRET, content: `token ${SECRET} ${hidden}` },
    assistant(`Done with ${SECRET}`, { turnComplete: true }),
  ];
  for (const more of [
    { syncScope: SECRET, baseTurn: 0 },
    { channel: "hook", deduplication: "client-native-id" },
  ]) {
    const body = { conversationId: SECRET, messages, flush: true, turns: 1, ...more };
    const { body: envelope, headers } = await call(agentMemory.POST, key, body, { requestId: SECRET });
    expect([envelope.status, envelope.requestId === SECRET, headers.get("requestId") === SECRET]).toEqual([
      0,
      false,
      false,
    ]);
  }
  await call(personal.POST, key, { conversationId: SECRET, messages: [user(`${SECRET} ${hidden}`)], flush: true });
  await call(sources.POST, key, { objectKey: "0".repeat(32), idempotencyKey: SECRET, conversationId: SECRET });
  await call(search.POST, key, { query: SECRET });
  for (const event of [
    { event: SECRET },
    { event: "e", outcome: SECRET },
    { event: "e", hookEvent: SECRET, code: SECRET, channel: SECRET, ts: SECRET },
  ])
    expect((await call(importEvents.POST, key, event)).body.status).toBe(0);
  await drain(test.app);
  expect([holders(SECRET.slice(6)), holders("vault code")]).toEqual([[], []]);
});

it("what is deleted for good is gone from all that the gateway keeps, and the receipt says so", async () => {
  const statement = "We decided to keep every invoice of the depot in zyxquartz because audits need it";
  const body = {
    conversationId: statement,
    messages: [user(`${statement}.`), assistant("Noted.", { turnComplete: true })],
    flush: true,
  };
  await call(agentMemory.POST, key, body, { requestId: "r-1" });
  await call(context.POST, key, {});
  await drain(test.app);
  const [memory] = rows(test.app, "SELECT id, value FROM memories WHERE value LIKE '%zyxquartz%'");
  expect(memory).toBeDefined();
  const { receipt_id: receipt } = hardDeleteMemory(test.app, Number(memory?.["id"]), PERSON);
  await drain(test.app);
  expect(getReceipt(test.app, receipt).status).toBe("complete");
  expect(holders("zyxquartz")).toEqual([]);
  const found = await call<EvermeSearchResult>(search.POST, key, { query: "zyxquartz ledger" });
  expect(JSON.stringify(found.result)).not.toContain("zyxquartz");
});
