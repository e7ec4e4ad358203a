import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import * as search from "@/app/api/v1/mem/search/route";
import * as sources from "@/app/api/v1/mem/sources/route";
import * as upload from "@/app/api/v1/mem/uploads/[id]/route";
import * as presign from "@/app/api/v1/mem/uploads/presign/route";
import type { EvermeEnvelope, EvermeSearchResult, PresignResult, SourcesResult } from "../contract/everme";
import { rows } from "../capture/testing";
import { openTestApp, type TestApp } from "../testing";
import { readUpload } from "./upload-file";
import { assistant, call, openAccount, user } from "./testing";

let test: TestApp;
let key: string;
beforeEach(async () => {
  test = await openTestApp();
  key = openAccount(test.app, "local", ["laptop"]).evt["laptop"] ?? "";
});
afterEach(() => test.close());

const announce = (text: string, more: object = {}) =>
  call<PresignResult>(presign.POST, key, {
    fileName: "old.json",
    contentType: "application/json",
    sizeBytes: Buffer.byteLength(text),
    contentHash: createHash("sha256").update(text).digest("hex"),
    ...more,
  });

async function send({ objectKey, formFields }: PresignResult, text: string, more: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...formFields, ...more })) form.set(name, value);
  form.set("file", new Blob([text]), "old.json");
  const request = new Request("http://127.0.0.1/", { method: "POST", body: form });
  const response = await upload.POST(request, { params: Promise.resolve({ id: objectKey }) });
  return ((await response.json()) as EvermeEnvelope).status;
}

const take = (objectKey: string, idempotencyKey = "once", by = key) =>
  call<SourcesResult>(sources.POST, by, { objectKey, idempotencyKey });

it("V9: an announced file is uploaded, checked and taken in once, without what is private", async () => {
  const secret = ["ghp", "a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6e7f8"].join("_");
  const text = JSON.stringify([
    {
      conversationId: "old-1",
      messages: [user(`The tunnel uses ${secret} here`), assistant("The tunnel listens on 8443")],
    },
    user("A message without a conversation about lighthouses"),
  ]);
  const { result } = await announce(text);
  expect(result).toMatchObject({
    maxSize: 8 * 1024 * 1024,
    uploadUrl: `http://127.0.0.1/api/v1/mem/uploads/${result.objectKey}`,
  });
  expect((await take(result.objectKey)).body.status).toBe(40004);
  expect(await send(result, text)).toBe(0);
  expect(await send(result, text)).toBe(40009);
  const [file = ""] = readdirSync(join(test.home, "uploads"));
  const path = join(test.home, "uploads", file);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readFileSync(path, "utf8")).toContain("lighthouses");
  expect(readFileSync(path, "utf8")).not.toContain(secret.slice(4));
  const taken = await take(result.objectKey);
  expect(taken.result).toEqual({ sourceId: result.objectKey, status: "imported", conversations: 2, messageCount: 3 });
  expect(existsSync(path)).toBe(false);
  expect((await take(result.objectKey)).result).toEqual(taken.result);
  expect((await take(result.objectKey, "twice")).body.status).toBe(40009);
  const found = await call<EvermeSearchResult>(search.POST, key, { query: "lighthouses" });
  expect(found.result.rawMessages).toHaveLength(1);
});

it("V9, V22: the file that waits holds no secret, wherever it stood in what was sent", async () => {
  const secret = ["ghp", "a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6e7f8"].join("_");
  const hidden = "<private>vault 7319</private>";
  const text = JSON.stringify({
    conversationId: `${secret} ${hidden}`,
    messages: [
      user(`Ask ${secret} ${hidden}`, { id: secret }),
      {
        role: "assistant",
        content: `Asked ${secret}`,
        id: hidden,
        toolCalls: [
          { id: secret, type: "function", name: secret, arguments: `{"${secret}":"${hidden}"}` },
          { id: hidden, type: "function", name: hidden, arguments: "{}" },
        ],
      },
      { role: "tool", toolCallId: secret, content: secret, id: secret },
      { role: "tool", toolCallId: hidden, content: "told" },
    ],
  });
  const { result } = await announce(text);
  expect(await send(result, text)).toBe(0);
  const [file = ""] = readdirSync(join(test.home, "uploads"));
  const kept = readFileSync(join(test.home, "uploads", file), "utf8");
  expect([kept.includes(secret.slice(4)), kept.includes("7319")]).toEqual([false, false]);
  expect((await take(result.objectKey)).result.messageCount).toBe(4);
  // A call and its result still belong together.
  expect(rows(test.app, "SELECT text FROM events WHERE kind = 'tool' ORDER BY id").length).toBe(2);
});

it("V9: a file that can't be written whole leaves nothing behind", async () => {
  const text = JSON.stringify([user("hello there")]);
  const { result } = await announce(text);
  // Where the file would stand is a folder.
  mkdirSync(join(test.home, "uploads", `${result.objectKey}.ndjson`), { recursive: true });
  expect(await send(result, text)).toBe(50000);
  expect(readdirSync(join(test.home, "uploads"))).toEqual([`${result.objectKey}.ndjson`]);
  rmSync(join(test.home, "uploads"), { recursive: true });
  expect(await send(result, text)).toBe(0);
});

it("V9: another file, another secret, another key, a late or a foreign one opens nothing", async () => {
  const text = JSON.stringify([user("hello there")]);
  const { result } = await announce(text);
  expect(await send(result, text.replace("hello", "jello"))).toBe(40001);
  expect(await send(result, `${text} `)).toBe(40001);
  expect(await send(result, text, { token: "0".repeat(64) })).toBe(30302);
  expect(await send({ ...result, objectKey: "0".repeat(32) }, text)).toBe(30302);
  expect(await send({ ...result, objectKey: "../x" }, text)).toBe(40001);
  expect(await send(result, text)).toBe(0);
  const other = openAccount(test.app, "amber", ["laptop"]).evt["laptop"] ?? "";
  expect((await take(result.objectKey, "once", other)).body.status).toBe(40004);
  const late = (await announce(text)).result;
  test.clock.now += 15 * 60_000 + 1;
  expect(await send(late, text)).toBe(30302);
  for (const bad of [{ contentType: "image/png" }, { sizeBytes: 9 * 1024 * 1024 }, { contentHash: "x" }])
    expect((await announce(text, bad)).body.status).toBe(40001);
});

it("V9: files that were never taken in go away, and few may wait", async () => {
  const text = JSON.stringify([user("hello there")]);
  const first = (await announce(text)).result;
  await send(first, text);
  for (let i = 1; i < 20; i++) expect((await announce(text)).body.status).toBe(0);
  expect((await announce(text)).body.status).toBe(40009);
  expect(readdirSync(join(test.home, "uploads"))).toHaveLength(1);
  test.clock.now += 15 * 60_000 + 1;
  expect((await announce(text)).body.status).toBe(0);
  expect(readdirSync(join(test.home, "uploads"))).toEqual([]);
});

it("reads text by paragraphs, lines by message, and says which line is broken", async () => {
  const said = async (text: string) => (await readUpload("text/markdown", text)).map(({ message }) => message.content);
  expect(await said("# One\n\ntwo\n\n\nthree")).toEqual(["# One\n\ntwo\n\n\nthree"]);
  const long = "😀".repeat(5000);
  const pieces = await said(`first\n\n${long}\n\nlast`);
  expect(pieces.join("").replaceAll("\n", "")).toBe(`first${long}last`);
  for (const piece of pieces)
    expect([Buffer.from(piece ?? "").toString() === piece, (piece?.length ?? 0) <= 8000]).toEqual([true, true]);
  const lines = `${JSON.stringify(user("a"))}\n\n${JSON.stringify({ conversationId: "c", messages: [assistant("b")] })}\n`;
  expect((await readUpload("application/x-ndjson", lines)).map(({ conversationId }) => conversationId)).toEqual([
    null,
    "c",
  ]);
  await expect(readUpload("application/x-ndjson", `${lines}{`)).rejects.toThrow("Line 4 is not valid JSON.");
  await expect(readUpload("application/json", "[]")).rejects.toThrow("no messages");
  await expect(readUpload("application/json", '[{"role":"system"}]')).rejects.toThrow("Entry 1");
});
