/** The client and its adapters against Keepsake's own gateway: the two were written apart, and must agree. */
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { rows } from "../../capture/testing";
import { openAccount } from "../../everme/testing";
import { openTestApp, type TestApp } from "../../testing";
import { type AppServer, serveApp } from "../../testing/serve-app";
import { claudeCodeAdapter } from "./adapters/claude-code";
import { memTools } from "./adapters/mcp";
import { createContextEngine } from "./adapters/openclaw";
import { createOutbox } from "./adapters/openclaw-outbox";
import { type Client, createClient } from "./client";
import { resolveConfig } from "./config";
import { EvermeError } from "./errors";
import { savePersonalMemory } from "./personal";
import { runHook } from "./runtime/run";
import { flushAgentMemory, saveAgentMemory } from "./save";
import { getContext, searchMemory } from "./search";

let test: TestApp;
let server: AppServer;
let client: Client;
let keys: ReturnType<typeof openAccount>;
let root: string;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "keepsake-sdk-gateway-"));
  test = await openTestApp();
  server = await serveApp();
  keys = openAccount(test.app, "local", ["laptop"]);
  client = createClient({ apiBase: server.url, token: keys.evt["laptop"] ?? "", agentId: "laptop" });
});
afterEach(async () => {
  await server.close();
  await test.close();
  rmSync(root, { recursive: true, force: true });
});

const said = async (query: string, by = client): Promise<string[]> =>
  (await searchMemory(by, { query, memoryTypes: ["raw_message"] })).rawMessages.map(({ content }) => String(content));

it("V5, V8, V41: a long upload is there at once, in order, and the flush behind it sees all of it", async () => {
  const messages = Array.from({ length: 255 }, (_, n) => [
    { role: "user", content: `question ${n} about the zephyr cache` },
    { role: "assistant", content: `answer ${n}` },
  ]).flat();
  const result = await saveAgentMemory(client, { conversationId: "long", messages, channel: "import", turns: 255 });
  expect(result).toMatchObject({ messageCount: 510, flushed: true });
  expect(result?.requestIds).toHaveLength(2);
  expect(["accumulated", "extracted", "no_extraction"]).toContain(result?.status);
  expect(await said("question 254 zephyr")).toEqual(expect.arrayContaining([expect.stringContaining("question 254")]));
  expect((await flushAgentMemory(client, { conversationId: "long" }))?.messageCount).toBe(0);
});

it("V7, V10, V14: a fact, the profile, and a refusal, as the client tells them", async () => {
  expect(
    await savePersonalMemory(client, {
      conversationId: "me",
      messages: [{ role: "user", content: "I prefer pnpm over npm in all my projects." }],
    }),
  ).toMatchObject({ messageCount: 1, flushed: true });
  const context = await getContext(client, { forceRefresh: true });
  expect(context.profile).not.toBeNull();
  expect(context.generatedAt).toBeTruthy();
  const stranger = createClient({ apiBase: server.url, token: `emk_${"0".repeat(32)}` });
  const refused: unknown = await getContext(stranger).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(EvermeError);
  expect(refused).toMatchObject({ type: "auth", code: 30201, httpStatus: 401 });
});

it("V6, V46: a scope is asked for first, and the gateway tells the truth", async () => {
  const upload = (channel: string, content: string) =>
    saveAgentMemory(client, {
      conversationId: "scoped",
      messages: [{ role: "user", content }],
      channel,
      syncScope: "device-1",
    });
  expect(await upload("import", "imported in a scope of its own")).toMatchObject({ messageCount: 1 });
  expect(await upload("hook", "hooked in a scope of its own")).toMatchObject({ messageCount: 1 });
  expect(await said("scope of its own")).toHaveLength(2);
});

it("V15, V69: a turn that OpenClaw's outbox sends again is kept once", async () => {
  const dir = join(root, "state");
  const config = resolveConfig({ apiBase: server.url, agentId: "laptop", agentToken: keys.evt["laptop"], flushEveryTurns: 1 }); // prettier-ignore
  const log: string[] = [];
  const turn = {
    sessionId: "claw",
    advancementKey: "k-1",
    messages: [
      { role: "user", content: "the deploy of the kestrel service failed" },
      { role: "assistant", content: [{ type: "text", text: "its disk was full" }] },
    ],
  };
  for (let again = 0; again < 2; again += 1) {
    // As after a crash between the answer and its note: the key is known no longer, the file is made anew.
    rmSync(dir, { recursive: true, force: true });
    const outbox = createOutbox({ dir, flushEveryTurns: 1, log: (line) => log.push(line) });
    const engine = createContextEngine({
      config,
      outbox,
      delegateCompaction: () => Promise.resolve(null),
      log: (line) => log.push(line),
    });
    expect(await engine.commitTurn(turn)).toEqual({ status: "committed" });
    await engine.dispose();
  }
  expect(log).toEqual([]);
  expect(await said("kestrel deploy failed")).toHaveLength(1);
  const block = await createContextEngine({
    config,
    outbox: createOutbox({ dir, flushEveryTurns: 0, log: () => undefined }),
    delegateCompaction: () => Promise.resolve(null),
    log: () => undefined,
  }).assemble({ sessionId: "other", messages: [], prompt: "why did the kestrel deploy fail?" });
  expect(block.systemPromptAddition).toContain("kestrel");
});

it("V57, V58, V69: Claude Code's turns reach the store with their tools, and come back before a prompt", async () => {
  const transcript = join(root, "t.jsonl");
  const line = (uuid: string, role: string, content: unknown, more: object = {}) =>
    `${JSON.stringify({ type: role, uuid, sessionId: "s", message: { role, content, ...more } })}\n`;
  writeFileSync(
    transcript,
    line("u1", "user", "the heron queue loses jobs when the worker restarts") +
      line("a1", "assistant", [{ type: "tool_use", id: "t1", name: "Read", input: { file_path: "queue.ts" } }], { id: "m1" }) + // prettier-ignore
      line("r1", "user", [{ type: "tool_result", tool_use_id: "t1", content: "ack before work" }]) +
      line("a2", "assistant", [{ type: "text", text: "The job is acknowledged before it is done." }], { id: "m2", stop_reason: "end_turn" }), // prettier-ignore
  );
  const log: string[] = [];
  const hook = (event: string, raw: object = {}) =>
    runHook({
      adapter: claudeCodeAdapter({ configDir: root }),
      event,
      raw: { session_id: "s", transcript_path: transcript, ...raw },
      env: { EVERME_API_BASE: server.url, EVERME_AGENT_ID: "laptop", EVERME_AGENT_TOKEN: keys.evt["laptop"] },
      stateDir: join(root, "state"),
      log: (one) => log.push(one),
    });
  await hook("Stop");
  appendFileSync(transcript, line("u2", "user", "and now?"));
  await hook("SessionEnd");
  expect(log.filter((one) => !one.startsWith("/mem/agent-memory"))).toEqual([]);
  expect(rows(test.app, "SELECT count(*) AS n FROM prompts").map(({ n }) => n)).toEqual([2]);
  expect(await hook("UserPromptSubmit", { prompt: "why does the heron queue lose jobs?" })).toContain("heron queue");
});

it("V70: what an agent saves over MCP is found by it, and by no other account", async () => {
  const tools = memTools(client, "mcp-1");
  expect(await tools.saveTurn({ text: "the osprey index is rebuilt every night" })).toMatchObject({
    saved: true,
    accepted: 1,
    messageCount: 1,
    flushed: true,
  });
  expect(await tools.saveFact({ fact: "My editor is Helix." })).toMatchObject({ saved: true, messageCount: 1 });
  expect(await tools.search({ query: "osprey index" })).toContain("osprey index is rebuilt");
  const other = openAccount(test.app, "somebody else", ["desk"]);
  const theirs = createClient({ apiBase: server.url, token: other.evt["desk"] ?? "" });
  expect(await memTools(theirs, "mcp-2").search({ query: "osprey index" })).toContain("Nothing is remembered");
  expect(await memTools(theirs, "mcp-2").context({ forceRefresh: true })).toContain("Nothing is known");
});
