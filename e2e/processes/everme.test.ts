/** The EverMe gateway of the built server, by the agent SDK: kills between batches, and many conversations at once. */
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { expect, it } from "vitest";
import { createClient } from "../../lib/sdk/agent/client";
import { EvermeError } from "../../lib/sdk/agent/errors";
import { flushAgentMemory, saveAgentMemory } from "../../lib/sdk/agent/save";
import { searchMemory } from "../../lib/sdk/agent/search";
import { type Server, until } from "../support/server";
import { HASH_EMBEDDER, useStage } from "../support/stage";
import { query } from "../support/store";

const stage = useStage(HASH_EMBEDDER);

const keyOf = async (server: Server, agentId: string): Promise<string> =>
  (await server.client.tokens.create({ kind: "evt", agentId })).secret;
const clientOf = (server: Server, token: string) => createClient({ apiBase: server.url, token, timeoutMs: 120_000 });
const turns = (count: number, mark: string) =>
  Array.from({ length: count }, (_, n) => [
    { role: "user", content: `question ${mark}-${n}x about the parser` },
    { role: "assistant", content: `answer ${mark}-${n}x about the parser` },
  ]).flat();
const stored = (home: string): string[] =>
  query<{ text: string }>(
    home,
    "SELECT text FROM prompts UNION ALL SELECT text FROM events WHERE kind = 'message' AND text IS NOT NULL",
  ).map(({ text }) => text);

it("V48: a server that is killed between batches has what it answered, once, and the upload fails with an error", async () => {
  const home = stage.home();
  const acknowledged: string[] = [];
  let key: string | undefined;
  for (const batches of [1, 2, 3]) {
    const server = await stage.start({ home });
    key ??= await keyOf(server, "laptop");
    const messages = turns(1500, `kill-${batches}`);
    let answered = 0;
    const upload = saveAgentMemory(clientOf(server, key), {
      conversationId: `kill-${batches}`,
      messages,
      flush: false,
      sync: true,
      log: () => void (answered += 1),
    }).then(
      () => null,
      (error: unknown) => error,
    );
    await until(() => (answered >= batches ? true : undefined));
    await server.kill();
    expect(await upload).toBeInstanceOf(EvermeError);
    acknowledged.push(...messages.slice(0, answered * 500).map(({ content }) => content));
  }
  const server = await stage.start({ home });
  const counts = new Map<string, number>();
  for (const text of stored(home)) counts.set(text, (counts.get(text) ?? 0) + 1);
  expect(acknowledged.length).toBeGreaterThanOrEqual(3000);
  expect(acknowledged.filter((text) => counts.get(text) !== 1)).toEqual([]);
  expect([...counts.values()].filter((n) => n > 1)).toEqual([]);
  expect(query(home, "PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
  const client = clientOf(server, key ?? "");
  const last = acknowledged.at(-1) ?? "";
  const { rawMessages } = await searchMemory(client, { query: last, memoryTypes: ["raw_message"] });
  expect(rawMessages.map(({ content }) => content)).toContain(last);
});

it("V5: fifty conversations at once, ten thousand messages: every request is answered, every message is there", async () => {
  const home = stage.home();
  const server = await stage.start({ home });
  const keys = await Promise.all(Array.from({ length: 10 }, (_, n) => keyOf(server, `agent-${n}`)));
  const talk = async (number: number): Promise<number> => {
    const client = clientOf(server, keys[number % keys.length] ?? "");
    const messages = turns(100, `load-${number}`);
    let count = 0;
    for (let at = 0; at < messages.length; at += 20) {
      const part = { conversationId: `load-${number}`, messages: messages.slice(at, at + 20) };
      count += (await saveAgentMemory(client, { ...part, flush: false, sync: true }))?.messageCount ?? 0;
    }
    if (number % 10 === 0) await flushAgentMemory(client, { conversationId: `load-${number}` });
    return count;
  };
  const counts = await Promise.all(Array.from({ length: 50 }, (_, n) => talk(n)));
  expect(counts).toEqual(Array<number>(50).fill(200));
  const texts = stored(home);
  expect([texts.length, new Set(texts).size]).toEqual([10_000, 10_000]);
});

/** What a host runs: the program of the package, with the keys in the environment and no address. */
const PROGRAM = join(process.cwd(), "bin", "keepsake.mjs");

function runHook(env: Record<string, string>, event: object): Promise<{ code: number | null; stdout: string }> {
  const child = spawn(process.execPath, [PROGRAM, "everme-hook", "claude-code"], { env: env as NodeJS.ProcessEnv });
  let stdout = "";
  child.stdout.on("data", (piece: Buffer) => (stdout += piece.toString()));
  child.stdin.end(JSON.stringify(event));
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, stdout })));
}

it("V57, V69, V70: the programs find the server by themselves; what a hook keeps, an agent finds over MCP", async () => {
  const home = stage.home();
  const server = await stage.start({ home });
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    KEEPSAKE_HOME: home,
    EVERME_AGENT_ID: "laptop",
    EVERME_AGENT_TOKEN: await keyOf(server, "laptop"),
  };
  const transcript = join(home, "session.jsonl");
  const line = (uuid: string, role: string, text: string) => ({ type: role, uuid, sessionId: "s", message: { role, content: text } }); // prettier-ignore
  const lines = [line("u", "user", "why does the heron queue lose jobs?"), line("a", "assistant", "it acknowledges too early")]; // prettier-ignore
  writeFileSync(transcript, lines.map((one) => `${JSON.stringify(one)}\n`).join(""));
  const hook = { session_id: "s", transcript_path: transcript };
  expect(await runHook(env, { ...hook, hook_event_name: "Stop" })).toEqual({ code: 0, stdout: "" });
  const asked = await runHook(env, {
    ...hook,
    hook_event_name: "UserPromptSubmit",
    prompt: "the heron queue loses jobs",
  });
  expect(asked).toEqual({ code: 0, stdout: expect.stringContaining("everme_recall") as string });
  const transport = new StdioClientTransport({ command: process.execPath, args: [PROGRAM, "everme-mcp"], env });
  const client = new Client({ name: "test", version: "1" });
  stage.atEnd(() => client.close());
  await client.connect(transport);
  const found = await client.callTool({ name: "mem_search", arguments: { query: "heron queue" } });
  expect(JSON.stringify(found)).toContain("why does the heron queue lose jobs?");
});
