/** The programs as hosts start them, built as the package builds them, against a gateway of the test's own. */
import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { envelope, type Gateway, startGateway, TOKEN } from "../../lib/sdk/agent/testing";
import type register from "./openclaw/plugin";

/** The build is plain JavaScript, which runs before anything is installed. */
const BUILD = pathToFileURL(join(process.cwd(), "bin", "setup", "everme.mjs")).href;

let root: string;
beforeAll(async () => {
  // Below the root, so that the bundle finds the modules that it leaves out.
  mkdirSync(join(process.cwd(), "dist"), { recursive: true });
  root = mkdtempSync(join(process.cwd(), "dist", "test-everme-"));
  copyFileSync("package.json", join(root, "package.json"));
  const { buildEverme } = (await import(BUILD)) as { buildEverme(outdir: string): Promise<void> };
  await buildEverme(join(root, "dist"));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

let home: string;
const clients: Client[] = [];
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "keepsake-everme-"));
  mkdirSync(join(home, ".claude"));
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  rmSync(home, { recursive: true, force: true });
});

const envOf = (gateway: Gateway | null, own: Record<string, string> = {}): Record<string, string> => ({
  PATH: process.env["PATH"] ?? "",
  HOME: home,
  KEEPSAKE_HOME: join(home, ".keepsake"),
  EVERME_AGENT_ID: "agt",
  EVERME_AGENT_TOKEN: TOKEN,
  ...(gateway === null ? {} : { EVERME_API_BASE: gateway.url }),
  ...own,
});

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}
function run(words: string[], env: Record<string, string>, input: string): Promise<Ended> {
  const child: ChildProcessWithoutNullStreams = spawn(process.execPath, words, { env: env as NodeJS.ProcessEnv });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (piece: Buffer) => (stdout += piece.toString()));
  child.stderr.on("data", (piece: Buffer) => (stderr += piece.toString()));
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, stdout, stderr })));
}
const hook = (words: string[], env: Record<string, string>, input: unknown) =>
  run(
    [join(root, "dist", "everme-hook.cjs"), ...words],
    env,
    typeof input === "string" ? input : JSON.stringify(input),
  );

describe("everme-hook", () => {
  const prompt = { hook_event_name: "UserPromptSubmit", session_id: "s-1", prompt: "why does the login fail?" };

  it("V57: prints the block as the host reads it; nothing when memory is empty", async () => {
    const gateway = await startGateway(envelope({ items: [{ summary: "the login was fixed", score: 1 }] }));
    const { code, stdout } = await hook(["claude-code"], envOf(gateway), prompt);
    expect(code).toBe(0);
    const output = JSON.parse(stdout) as Record<string, unknown>;
    expect(output).toMatchObject({ hookSpecificOutput: { hookEventName: "UserPromptSubmit" } });
    expect(JSON.stringify(output)).toContain("the login was fixed");
    const empty = await startGateway(envelope({}));
    expect(await hook(["codex", "UserPromptSubmit"], envOf(empty), prompt)).toEqual({
      code: 0,
      stdout: "",
      stderr: "",
    });
    expect(empty.seen).toHaveLength(1);
  });

  it("V57: whatever comes in and whoever is away, it exits 0 and prints nothing", async () => {
    const dead = await startGateway((_seen, response) => response.destroy());
    const cases: [string[], string][] = [
      [["claude-code"], JSON.stringify(prompt)],
      [["claude-code"], "no json"],
      [["claude-code"], ""],
      [["claude-code"], "[1,2]"],
      [["claude-code"], JSON.stringify({ hook_event_name: "Unheard", session_id: "s" })],
      [["a-host"], JSON.stringify(prompt)],
      [[], ""],
    ];
    const ended = await Promise.all(cases.map(([words, input]) => hook(words, envOf(dead), input)));
    expect(ended.map(({ code, stdout }) => [code, stdout])).toEqual(cases.map(() => [0, ""]));
    expect(ended[0]?.stderr).toContain("reached");
    expect(ended.map(({ stderr }) => stderr).join()).not.toContain(TOKEN);
  });

  it("V60, V62: an agent's token writes and checkpoints in the data folder; an account's key writes nothing", async () => {
    const transcript = join(home, "t.jsonl");
    const line = (type: string, content: string) => ({ type, uuid: `${type}-1`, sessionId: "s-1", message: { role: type, content } }); // prettier-ignore
    const lines = [line("user", "hello there"), line("assistant", "hi"), { type: "system", subtype: "turn_duration", uuid: "e" }]; // prettier-ignore
    writeFileSync(transcript, lines.map((one) => `${JSON.stringify(one)}\n`).join(""));
    const stop = { hook_event_name: "Stop", session_id: "s-1", transcript_path: transcript };
    const gateway = await startGateway(envelope({ messageCount: 2 }));
    const key = TOKEN.replace("evt", "emk");
    await hook(["claude-code"], envOf(gateway, { EVERME_AGENT_TOKEN: "", EVERME_API_KEY: key }), stop);
    expect(gateway.seen).toEqual([]);
    expect((await hook(["claude-code"], envOf(gateway), stop)).code).toBe(0);
    expect(gateway.seen).toHaveLength(1);
    const state = join(home, ".keepsake", "everme", "claude-code");
    expect(readdirSync(state).sort()).toEqual(["s-1.checkpoint.json", "s-1.turns.json"]);
    expect(readFileSync(join(state, "s-1.checkpoint.json"), "utf8")).not.toContain("hello");
  });

  it("V24: everme.env of the host's folder names the token, another file may be named", async () => {
    const gateway = await startGateway(envelope({}));
    const [one, two] = [TOKEN.replaceAll("a1", "b2"), TOKEN.replaceAll("a1", "c3")];
    writeFileSync(join(home, ".claude", "everme.env"), `EVERME_AGENT_TOKEN=${one}\n`);
    writeFileSync(join(home, "other.env"), `EVERME_AGENT_TOKEN="${two}"\n`);
    await hook(["claude-code"], envOf(gateway), prompt);
    await hook(["claude-code"], envOf(gateway, { EVERME_ENV_FILE_PATH: join(home, "other.env") }), prompt);
    expect(gateway.seen.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${one}`, `Bearer ${two}`]);
  });
});

it("V23: where nothing names a gateway, the Keepsake server that runs here is asked", async () => {
  const [own, named] = [await startGateway(envelope({})), await startGateway(envelope({}))];
  mkdirSync(join(home, ".keepsake"));
  const file = { pid: process.pid, host: "127.0.0.1", port: Number(new URL(own.url).port) };
  writeFileSync(join(home, ".keepsake", "hook.json"), JSON.stringify(file));
  const start = { hook_event_name: "SessionStart", session_id: "s-1" };
  await hook(["claude-code"], envOf(null), start);
  expect([own.seen.length, named.seen.length]).toEqual([1, 0]);
  writeFileSync(join(home, ".claude", "everme.env"), `EVERME_API_BASE=${named.url}\n`);
  await hook(["claude-code"], envOf(null), start);
  expect([own.seen.length, named.seen.length]).toEqual([1, 1]);
});

describe("everme-mcp", () => {
  async function connect(env: Record<string, string>) {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [join(root, "dist", "everme-mcp.mjs")],
      env,
      stderr: "pipe",
    });
    const client = new Client({ name: "test", version: "1" });
    clients.push(client);
    await client.connect(transport);
    return async (name: string, given: Record<string, unknown>) => {
      const answer = (await client.callTool({ name, arguments: given })) as CallToolResult;
      const [block] = answer.content;
      return { isError: answer.isError === true, text: block?.type === "text" ? block.text : "" };
    };
  }

  it("V70: serves its tools on stdin and stdout; a turn and a fact reach the gateway under the agent's token", async () => {
    const gateway = await startGateway(envelope({ items: [{ summary: "found it" }], messageCount: 1, status: "accumulated" })); // prettier-ignore
    const call = await connect(envOf(gateway));
    expect((await call("mem_search", { query: "login" })).text).toContain("found it");
    expect((await call("mem_save_turn", { text: "we use Valkey" })).isError).toBe(false);
    expect(JSON.parse((await call("mem_save_fact", { fact: "eats no meat" })).text)).toMatchObject({
      extracted: false,
    });
    expect(gateway.seen.map(({ path, headers }) => [path, headers.authorization])).toEqual(
      ["search", "agent-memory", "personal"].map((name) => [`/api/v1/mem/${name}`, `Bearer ${TOKEN}`]),
    );
    const ids = gateway.seen.slice(1).map(({ body }) => (body as { conversationId: string }).conversationId);
    expect(ids[0]).toMatch(/^mcp-[\da-f-]{36}$/);
    expect(ids[1]).toBe(ids[0]);
  });

  it("V60, V70: says what is missing, and uses a token that is written while it runs", async () => {
    const gateway = await startGateway(envelope({ items: [{ summary: "found it" }] }));
    const file = join(home, "everme.env");
    const none = { EVERME_AGENT_TOKEN: "", EVERME_AGENT_ID: "", EVERME_ENV_FILE_PATH: file };
    const call = await connect(envOf(gateway, none));
    expect(await call("mem_search", { query: "login" })).toEqual({
      isError: true,
      text: expect.stringContaining("EVERME_AGENT_TOKEN") as string,
    });
    writeFileSync(file, `EVERME_API_KEY=${TOKEN.replace("evt", "emk")}\n`);
    expect((await call("mem_search", { query: "login" })).text).toContain("found it");
    expect(await call("mem_save_fact", { fact: "x" })).toMatchObject({ isError: true });
    expect(gateway.seen).toHaveLength(1);
  });

  it("V70: answers what is under way when its host closes stdin, and ends", async () => {
    const gateway = await startGateway(envelope({ items: [{ summary: "found it" }] }));
    const messages = [
      { jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } } }, // prettier-ignore
      { jsonrpc: "2.0", method: "notifications/initialized" },
      { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "mem_search", arguments: { query: "login" } } },
    ];
    const input = messages.map((one) => `${JSON.stringify(one)}\n`).join("");
    const { code, stdout, stderr } = await run([join(root, "dist", "everme-mcp.mjs")], envOf(gateway), input);
    expect(stderr).toBe("");
    expect(code).toBe(0);
    const answers = stdout.trim().split("\n").map((one) => JSON.parse(one) as { id: number }); // prettier-ignore
    expect(answers.map(({ id }) => id)).toEqual([1, 2]);
    expect(stdout).toContain("found it");
  });
});

describe("the plugin for OpenClaw", () => {
  it("V60: says on stderr at once that it has no token", async () => {
    const env = envOf(null, { EVERME_AGENT_TOKEN: "" });
    const { code, stderr } = await run([join(root, "dist", "everme-mcp.mjs")], env, "");
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^everme-mcp: No token: .*EVERME_AGENT_TOKEN/)]);
  });

  it("V69: a folder that OpenClaw can install, whose entry registers an engine that recalls", async () => {
    const folder = join(root, "dist", "openclaw");
    const read = (name: string) => JSON.parse(readFileSync(join(folder, name), "utf8")) as Record<string, unknown>;
    const manifest = read("openclaw.plugin.json");
    expect(manifest).toMatchObject({ id: "keepsake-everme", kind: "context-engine", configSchema: { type: "object" } });
    const { openclaw } = read("package.json") as { openclaw: { extensions: string[] } };
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(openclaw.extensions.map((name) => name.slice(2))));
    const [entry = ""] = openclaw.extensions;
    const plugin = (await import(pathToFileURL(join(folder, entry)).href)) as { default: typeof register };
    const gateway = await startGateway(envelope({ items: [{ summary: "found it", score: 1 }] }));
    const engines = new Map<string, (context: unknown) => unknown>();
    plugin.default({
      registerContextEngine: (id, factory) => void engines.set(id, factory),
      pluginConfig: { apiBase: gateway.url, agentId: "agt", agentToken: TOKEN, stateDir: join(home, "state") },
    });
    const engine = engines.get(String(manifest["id"]))?.({}) as {
      assemble(params: object): Promise<{ systemPromptAddition?: string }>;
      compact(params: object): Promise<unknown>;
    };
    const params = { sessionId: "s", messages: [], prompt: "why does the login fail?" };
    expect((await engine.assemble(params)).systemPromptAddition).toContain("found it");
    // Outside OpenClaw there is nothing to hand a compaction on to, and the engine invents none.
    await expect(engine.compact(params)).rejects.toThrow("openclaw");
  });
});
