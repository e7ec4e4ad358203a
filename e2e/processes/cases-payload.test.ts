import { execFileSync } from "node:child_process";
import { constants, closeSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findEvents, hook, leaks, promptHook, settled, toolHook } from "../support/cases";
import { launch, type Server } from "../support/server";
import { HASH_EMBEDDER, useStage } from "../support/stage";

const stage = useStage(HASH_EMBEDDER, afterAll);
let server: Server;
beforeAll(async () => {
  server = await stage.start();
});

it("E01: head and tail of a multi-megabyte output are kept and found, with a mark of the original size", async () => {
  const text = `HEADMARK ${"lorem ipsum ".repeat(600_000)} TAILMARK`;
  expect((await toolHook(server, text)).ok).toBe(true);
  for (const mark of ["HEADMARK", "TAILMARK"]) {
    const [hit] = await findEvents(server, mark);
    expect(String(hit?.text), mark).toContain(mark);
    expect(hit?.original_chars).toBeGreaterThan(7_000_000);
    expect(String(hit?.text).length).toBeLessThan(70_000);
  }
});

it("E04: lone surrogates are stored as replacement characters and break nothing", async () => {
  const raw = `{"session_id":"s-sur","cwd":"/w/app","hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{"command":"cat x"},"tool_response":"SURMARK \\udc88 end \\ud83d"}`;
  expect((await hook(server, raw)).ok).toBe(true);
  const [hit] = await findEvents(server, "SURMARK");
  expect(String(hit?.text)).toContain("SURMARK \uFFFD end \uFFFD");
  expect(await server.client.injectText({ cwd: "/w/app" })).toBeTypeOf("string");
});

it("E06: text after a NUL is readable and found", async () => {
  await toolHook(server, "before\u0000AFTERNUL tail");
  const [hit] = await findEvents(server, "AFTERNUL");
  expect(String(hit?.text)).toContain("AFTERNUL tail");
});

it("E08: terminal sequences are gone and a word coloured in its middle is found", async () => {
  const esc = "\u001b";
  const text = `${esc}[31mFA${esc}[1mIL${esc}[0m 3 tests ${esc}]8;;http://x.test\u0007linkword${esc}]8;;\u0007${esc}[2J\r overwritten`;
  await toolHook(server, text);
  const [hit] = await findEvents(server, "FAIL");
  expect(String(hit?.text)).toContain("FAIL 3 tests");
  expect(String(hit?.text)).toContain("overwritten");
  expect(JSON.stringify(hit)).not.toContain("\\u001b");
});

it("E09: deep nesting is bounded, a secret fifty levels down is removed, and the server lives on", async () => {
  const deep = `{"session_id":"s-1","cwd":"/w/app","hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{},"tool_response":${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}}`;
  expect([200, 202, 400, 413]).toContain((await hook(server, deep)).status);
  const secret = ["hunter2", "DEEP"].join("-");
  let nested: unknown = { password: secret };
  for (let i = 0; i < 50; i++) nested = { a: nested };
  expect((await toolHook(server, nested)).ok).toBe(true);
  await settled(server);
  expect(leaks(server, secret)).toEqual([]);
});

it("E10: all text blocks of an array are kept in order", async () => {
  await toolHook(server, [
    { type: "text", text: "ARR-ONE" },
    { type: "tool_reference", tool_name: "x" },
    { type: "text", text: "ARR-TWO" },
  ]);
  const [hit] = await findEvents(server, "ARR-ONE");
  expect(String(hit?.text)).toMatch(/ARR-ONE[\s\S]*ARR-TWO/);
});

it("E12: a path in a tool's output is never opened", async () => {
  const folder = stage.home();
  const pipe = join(folder, "full-output.txt");
  execFileSync("mkfifo", [pipe]);
  await toolHook(server, `Output too large. Full output saved to: ${pipe}`);
  await hook(server, { hook_event_name: "Stop", last_assistant_message: "done with the large output" });
  await settled(server);
  // Opening a pipe for writing without waiting succeeds only while somebody has it open for reading.
  expect(() => closeSync(openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK))).toThrow("ENXIO");
  const [hit] = await findEvents(server, "full-output.txt");
  expect(String(hit?.text)).toContain(pipe);
});

it("E13: files in another encoding are named and the others still come in", async () => {
  const folder = stage.home();
  const gbk = Buffer.from([0xb2, 0xbf, 0xca, 0xf0, 0x0a]);
  writeFileSync(join(folder, "gbk.jsonl"), gbk);
  writeFileSync(join(folder, "notes.md"), gbk);
  const line = {
    type: "user",
    uuid: "gbk-1",
    sessionId: "11111111-0000-4000-8000-000000000013",
    timestamp: "2026-05-01T10:00:00Z",
    cwd: "/w/app",
    message: { role: "user", content: "GOODFILE was imported beside it" },
  };
  writeFileSync(join(folder, "good.jsonl"), `${JSON.stringify(line)}\n`);
  const run = launch(["import", "--no-wait", folder, join(folder, "notes.md")], server.home);
  await run.ended;
  expect(run.output()).toContain("gbk.jsonl");
  expect(run.output()).toContain("notes.md");
  const answer = await server.client.search({ query: "GOODFILE", type: "prompts", mode: "fts" });
  expect(answer.prompts).toHaveLength(1);
});

it("E14: a Windows path round-trips byte for byte", async () => {
  const path = "C:\\Users\\uabcdef\\new\\table.txt";
  await toolHook(server, { ok: true }, { tool_name: "Write", tool_input: { file_path: path } });
  const [hit] = await findEvents(server, "table.txt");
  expect(hit?.files).toEqual([path]);
});

it("a 50 MB line neither comes in nor exhausts memory, and its neighbours do", async () => {
  const folder = stage.home();
  const line = (id: string, text: string) =>
    JSON.stringify({
      type: "user",
      uuid: id,
      sessionId: "11111111-0000-4000-8000-000000000050",
      timestamp: "2026-05-01T10:00:00Z",
      cwd: "/w/app",
      message: { role: "user", content: text },
    });
  const file = join(folder, "big.jsonl");
  writeFileSync(
    file,
    `${line("b1", "BEFOREBIG line")}\n${line("b2", "x".repeat(50 * 1024 * 1024))}\n${line("b3", "AFTERBIG line")}\n`,
  );
  const run = launch(["import", "--no-wait", file], server.home, { NODE_OPTIONS: "--max-old-space-size=256" });
  expect(await run.ended).toBe(0);
  expect(run.output()).toContain("1 line above 15 MB");
  for (const mark of ["BEFOREBIG", "AFTERBIG"]) {
    expect((await server.client.search({ query: mark, type: "prompts", mode: "fts" })).prompts, mark).toHaveLength(1);
  }
});

it("bodies that are no JSON, too large or of another type are refused in JSON, and nothing is stored", async () => {
  const send = (body: string, type: string) =>
    fetch(`${server.url}/api/ingest`, { method: "POST", headers: { "content-type": type }, body });
  const cases: [Promise<Response>, number, string][] = [
    [send("{oops", "application/json"), 400, "invalid_json"],
    [send('{"host":"nobody","event":"x","payload":{}}', "text/plain"), 415, "unsupported_media_type"],
    [send(`[${"1,".repeat(9 * 1024 * 1024)}1]`, "application/json"), 413, "too_large"],
  ];
  for (const [sent, status, code] of cases) {
    const response = await sent;
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ ok: false, code });
  }
  const prompt = await promptHook(server, "still alive after these");
  expect(prompt.ok).toBe(true);
});
