/** The gateway as a program sees it that uses our SDK over HTTP. */
import { afterEach, beforeEach, expect, it } from "vitest";
import fc from "fast-check";
import { rows } from "../capture/testing";
import { createClient } from "../sdk/agent/client";
import { buildMemoryPrompt } from "../sdk/agent/prompt";
import { savePersonalMemory } from "../sdk/agent/personal";
import { flushAgentMemory, saveAgentMemory } from "../sdk/agent/save";
import { getContext, searchMemory } from "../sdk/agent/search";
import { type AppServer, serveApp } from "../testing/serve-app";
import { openTestApp, type TestApp } from "../testing";
import { openAccount } from "./testing";

let test: TestApp;
let server: AppServer;
let token: string;
beforeEach(async () => {
  test = await openTestApp();
  server = await serveApp();
  token = openAccount(test.app, "local", ["laptop"]).evt["laptop"] ?? "";
});
afterEach(async () => {
  await server.close();
  await test.close();
});

const client = (key = token) => createClient({ apiBase: server.url, token: key, agentId: "laptop" });
const turn = (n: number) => [
  { role: "user", content: `Question ${n}: how is part ${n} built?`, timestamp: 1_780_000_000_000 + n },
  { role: "assistant", content: `Part ${n} is built with Vite.`, turnComplete: true },
];
const count = (): number =>
  Number(rows(test.app, "SELECT (SELECT count(*) FROM prompts) + (SELECT count(*) FROM events) AS n")[0]?.["n"]);

it("V5, V38, V45: 1,201 messages come in three requests, and once more they change nothing", async () => {
  const messages = [
    ...Array.from({ length: 600 }, (_, n) => turn(n)).flat(),
    { role: "user", content: "And the last?" },
  ];
  const save = () =>
    saveAgentMemory(client(), { conversationId: "long", messages, baseTurn: 0, turns: 600, flush: false });
  const saved = await save();
  expect([saved?.messageCount, saved?.requestIds.length, saved?.status]).toEqual([1201, 3, "accumulated"]);
  expect(count()).toBe(1201);
  const again = await save();
  expect([again?.messageCount, count()]).toEqual([1, 1201]);
  expect(rows(test.app, "SELECT turns FROM everme_watermarks")).toEqual([{ turns: 600 }]);
}, 30_000);

it("V47: what comes again under the host's own ids changes nothing", async () => {
  const messages = [
    { role: "user", content: "Run the tests.", uuid: "u-1" },
    {
      role: "assistant",
      content: [{ type: "tool_use", id: "call_1", name: "Bash", input: { command: "npm test" } }],
      uuid: "u-2",
    },
    { role: "toolResult", toolCallId: "call_1", content: "12 passed", uuid: "u-3" },
    { role: "assistant", content: "All pass.", turnComplete: true, uuid: "u-4" },
  ];
  const save = () =>
    saveAgentMemory(client(), {
      conversationId: "native",
      messages,
      channel: "hook",
      turns: 1,
      deduplication: "client-native-id",
      flush: false,
    });
  for (let times = 0; times < 3; times += 1) expect((await save())?.messageCount).toBe(4);
  expect(count()).toBe(3);
});

it("V6, V46: the probe lets a scoped upload through", async () => {
  const input = { conversationId: "c", messages: turn(1), syncScope: "file-a", baseTurn: 0, turns: 1, flush: false };
  for (const channel of ["hook", "import"])
    expect(await saveAgentMemory(client(), { ...input, channel })).not.toBeNull();
  expect(count()).toBe(2);
});

it("V2, V4, V7, V52: what was said of a person is found, told as context, and reads well in a prompt", async () => {
  await savePersonalMemory(client(), {
    conversationId: "me",
    messages: [
      { role: "user", content: "I prefer small commits for all my projects." },
      { role: "assistant", content: "Small commits it is." },
    ],
  });
  await saveAgentMemory(client(), { conversationId: "c", messages: turn(7), flush: false });
  expect((await flushAgentMemory(client(), { conversationId: "c" }))?.flushed).toBe(true);
  const bundle = await searchMemory(client(), { query: "small commits" });
  expect(buildMemoryPrompt(bundle)).toMatch(/## User profile\n- \[explicit_info\] I prefer small commits/);
  const context = await getContext(client());
  expect(context.context).toContain("I prefer small commits");
  expect(context.memoryCount).toBe(1);
});

it("V14: a key that opens nothing is an error of type auth", async () => {
  const refused = searchMemory(client(`emk_${"0".repeat(32)}`), { query: "x" });
  await expect(refused).rejects.toMatchObject({ type: "auth", code: 30201, httpStatus: 401 });
});

it("§3.7: what was answered is there after a restart", async () => {
  await saveAgentMemory(client(), { conversationId: "c", messages: turn(1), sync: true, flush: false });
  await test.reopen();
  const { rawMessages } = await searchMemory(client(), { query: "part built with Vite" });
  expect(rawMessages.length).toBeGreaterThan(0);
});

it("V11, §3.7: whatever JSON is sent, the answer is an envelope and never a failure of ours", async () => {
  const paths = [
    "search",
    "context",
    "agent-memory",
    "agent-memory/state",
    "personal",
    "import-events",
    "uploads/presign",
    "sources",
  ];
  const names = [
    "conversationId",
    "messages",
    "flush",
    "query",
    "topK",
    "sessions",
    "role",
    "content",
    "event",
    "turns",
    "baseTurn",
    "syncScope",
  ];
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      fc.jsonValue({ maxDepth: 1 }),
      fc.constantFrom("user", "assistant", "tool", "c-1", "\ud800", "x\u0000y", -1, 1e308, true),
      fc.array(tie("any"), { maxLength: 4 }),
      fc.dictionary(fc.constantFrom(...names), tie("any"), { maxKeys: 6 }),
    ),
  })).any;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...paths), value, async (path, body) => {
      const response = await fetch(`${server.url}/api/v1/mem/${path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      const { status, requestId } = (await response.json()) as { status: unknown; requestId: unknown };
      expect([typeof status, typeof requestId, status === 50000]).toEqual(["number", "string", false]);
    }),
    { numRuns: 200 },
  );
}, 30_000);
