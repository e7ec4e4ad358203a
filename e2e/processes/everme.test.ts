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
import type { Server } from "../support/server";
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
    const messages = turns(1000, `kill-${batches}`);
    let answered = 0;
    const upload = saveAgentMemory(clientOf(server, key), {
      conversationId: `kill-${batches}`,
      messages,
      flush: false,
      sync: true,
      // At once, so that the next batch meets it.
      log: () => {
        answered += 1;
        if (answered === batches) process.kill(server.pid, "SIGKILL");
      },
    });
    await expect(upload).rejects.toBeInstanceOf(EvermeError);
    await server.ended;
    expect(answered).toBe(batches);
    acknowledged.push(...messages.slice(0, answered * 500).map(({ content }) => content));
  }
  const server = await stage.start({ home });
  const counts = new Map<string, number>();
  for (const text of stored(home)) counts.set(text, (counts.get(text) ?? 0) + 1);
  expect(acknowledged).toHaveLength(3000);
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

interface Host {
  env: Record<string, string>;
  /** Runs a hook on what the host tells it. */
  hook(host: string, event: object): Promise<{ code: number | null; stdout: string }>;
  /** An MCP server of these arguments, and its tools' text. */
  connect(...args: string[]): Promise<(name: string, given: object) => Promise<string>>;
}

async function hostOf(server: Server, agentId?: string): Promise<Host> {
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: server.home,
    KEEPSAKE_HOME: server.home,
    ...HASH_EMBEDDER,
    ...(agentId === undefined
      ? {}
      : { EVERME_AGENT_ID: agentId, EVERME_AGENT_TOKEN: await keyOf(server, agentId), EVERME_FLUSH_MODE: "legacy" }),
  };
  return {
    env,
    hook(host, event) {
      const child = spawn(process.execPath, [PROGRAM, "everme-hook", host], {
        env: env as unknown as NodeJS.ProcessEnv,
      });
      let stdout = "";
      child.stdout.on("data", (piece: Buffer) => (stdout += piece.toString()));
      child.stdin.end(JSON.stringify(event));
      return new Promise((resolve) => child.once("close", (code) => resolve({ code, stdout })));
    },
    async connect(...args) {
      const transport = new StdioClientTransport({ command: process.execPath, args: [PROGRAM, ...args], env });
      const client = new Client({ name: "test", version: "1" });
      stage.atEnd(() => client.close());
      await client.connect(transport);
      return async (name, given) => JSON.stringify(await client.callTool({ name, arguments: { ...given } }));
    },
  };
}
const jsonl = (file: string, lines: object[]) =>
  writeFileSync(file, lines.map((one) => `${JSON.stringify(one)}\n`).join(""));

it("V57, V69, V70: the programs find the server by themselves; what the hooks of Claude Code and Codex keep, an agent finds over MCP", async () => {
  const server = await stage.start();
  const host = await hostOf(server, "laptop");
  const said = (uuid: string, role: string, text: string) => ({ type: role, uuid, sessionId: "s", message: { role, content: text } }); // prettier-ignore
  const transcript = join(server.home, "session.jsonl");
  jsonl(transcript, [
    said("u", "user", "why does the heron queue lose jobs?"),
    said("a", "assistant", "it acknowledges too early"),
    { type: "system", subtype: "turn_duration", uuid: "e", sessionId: "s" },
  ]);
  const told = (type: string, payload: object) => ({ timestamp: "2026-11-20T10:00:00.000Z", type, payload });
  const rollout = join(server.home, "rollout.jsonl");
  jsonl(rollout, [
    told("session_meta", { id: "c", cwd: "/w", source: "cli" }),
    told("event_msg", { type: "task_started", turn_id: "t" }),
    told("event_msg", { type: "user_message", message: "why does the osprey cache grow?", images: [] }),
    told("response_item", { type: "function_call", call_id: "f", name: "shell", arguments: '{"command":["ls"]}' }),
    told("response_item", { type: "function_call_output", call_id: "f", output: "osprey.ts" }),
    told("event_msg", { type: "agent_message", message: "its entries never expire" }),
    told("event_msg", { type: "task_complete", turn_id: "t", last_agent_message: "its entries never expire" }),
  ]);
  const silent = { code: 0, stdout: "" };
  const claude = { session_id: "s", transcript_path: transcript };
  const codex = { session_id: "c", transcript_path: rollout, turn_id: "t" };
  expect(await host.hook("claude-code", { ...claude, hook_event_name: "Stop" })).toEqual(silent);
  expect(await host.hook("codex", { ...codex, hook_event_name: "Stop" })).toEqual(silent);
  // The same turn told twice is kept once.
  expect(await host.hook("codex", { ...codex, hook_event_name: "Stop" })).toEqual(silent);
  for (const [name, event, word] of [
    ["claude-code", { ...claude, prompt: "the heron queue loses jobs" }, "heron queue lose jobs?"],
    ["codex", { ...codex, prompt: "the osprey cache grows again" }, "osprey cache grow?"],
  ] as const) {
    const { code, stdout } = await host.hook(name, { ...event, hook_event_name: "UserPromptSubmit" });
    expect([code, stdout]).toEqual([0, expect.stringContaining("everme_recall")]);
    expect(stdout).toContain(word);
  }
  const kept = stored(server.home);
  expect(kept.filter((text) => text.includes("osprey cache"))).toHaveLength(1);
  const call = await host.connect("everme-mcp");
  for (const [query, text] of [
    ["heron queue", "why does the heron queue lose jobs?"],
    ["osprey cache", "why does the osprey cache grow?"],
  ] as const)
    expect(await call("mem_search", { query })).toContain(text);
});

it("V70: `keepsake mcp --profile everme` serves the local account without a key, and the gateway has what it kept", async () => {
  const server = await stage.start();
  const call = await (await hostOf(server)).connect("mcp", "--profile", "everme");
  expect(await call("mem_save_turn", { text: "the puffin index is rebuilt at night" })).toContain("saved");
  expect(await call("mem_search", { query: "puffin index" })).toContain("rebuilt at night");
  const client = clientOf(server, await keyOf(server, "laptop"));
  const { rawMessages } = await searchMemory(client, { query: "puffin index" });
  expect(rawMessages.map(({ content }) => content)).toEqual(["the puffin index is rebuilt at night"]);
});
