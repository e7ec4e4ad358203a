/** The built MCP server on stdin and stdout, by the SDK's own client and by hand; one Keepsake server for most of it. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, readFileSync, realpathSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, expect, it } from "vitest";
import { hasEnded } from "../../bin/cli/proc-stat";
import { choosePort } from "../../bin/cli/start/port";
import { type Server, until } from "../support/server";
import { HASH_EMBEDDER, useStage } from "../support/stage";

const PROGRAM = join(process.cwd(), "bin", "keepsake.mjs");
const { home, start, atEnd } = useStage(HASH_EMBEDDER, afterAll);

let server: Server;
let work: string;
beforeAll(async () => {
  server = await start();
  work = join(realpathSync(server.home), "work", "shop");
  mkdirSync(work, { recursive: true });
});

const envOf = (folder: string, port = 0): NodeJS.ProcessEnv => ({
  ...process.env,
  ...HASH_EMBEDDER,
  KEEPSAKE_HOME: folder,
  KEEPSAKE_PORT: String(port),
});

interface Answer {
  id?: unknown;
  result?: Record<string, unknown>;
  error?: { code: number };
}

interface Spoken {
  child: ChildProcess;
  /** Lines of stdout, each of which must be a message. */
  lines: string[];
  say(message: object | string): void;
  answer(id: string | number, withinMs?: number): Promise<Answer>;
  ended: Promise<number | null>;
}

function speak(args: string[], folder = server.home, cwd = work, atPort = 0): Spoken {
  const child = spawn(process.execPath, [PROGRAM, "mcp", ...args], {
    cwd,
    env: envOf(folder, atPort),
    stdio: ["pipe", "pipe", "inherit"],
  });
  atEnd(() => child.kill("SIGKILL"));
  let said = "";
  const lines: string[] = [];
  child.stdout?.setEncoding("utf8").on("data", (piece: string) => {
    const parts = (said + piece).split("\n");
    said = parts.pop() ?? "";
    lines.push(...parts);
  });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  return {
    child,
    lines,
    say: (message) => child.stdin?.write(`${typeof message === "string" ? message : JSON.stringify(message)}\n`),
    answer: (id, withinMs = 30_000) =>
      until(
        () => lines.map((line) => JSON.parse(line) as { id?: unknown }).find((message) => message.id === id),
        withinMs,
      ),
    ended,
  };
}

/** False also for one that ended and that nobody has asked after yet. */
function isThere(pid: number): boolean {
  try {
    return !hasEnded(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch (error) {
    if (["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) return false;
    throw error;
  }
}

const hello = {
  jsonrpc: "2.0",
  id: "hello",
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "probe", version: "1" } },
};
const call = (id: number, name: string, args: object = {}) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: args },
});
const textOf = ({ content }: CallToolResult): string =>
  content.map((block) => (block.type === "text" ? block.text : "")).join("\n");

it("E51, E52, E55–E59: the SDK's client works by stdio in the folder's project; the other transport finds what it wrote", async () => {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [PROGRAM, "mcp", "--profile", "evolvmem"],
    cwd: work,
    env: envOf(server.home) as Record<string, string>,
    stderr: "inherit",
  });
  const client = new Client({ name: "cursor", version: "1" }, { capabilities: {} });
  await client.connect(transport);
  expect(client.getServerVersion()?.name).toBe("evolvmem");
  expect(await client.ping()).toEqual({});
  const run = async (name: string, args: Record<string, unknown> = {}) =>
    (await client.callTool({ name, arguments: args })) as CallToolResult;
  const json = async (name: string, args: Record<string, unknown> = {}) => {
    const answer = await run(name, args);
    const [first] = answer.content;
    return {
      isError: answer.isError === true,
      body: JSON.parse(first?.type === "text" ? first.text : "{}") as Record<string, unknown>,
    };
  };
  const key = "general:cache:decision:store";
  const added = await json("memory_add", { key, value: "The cart cache is Redis on port 6380" });
  expect(added.body).toMatchObject({ status: "added" });
  expect((await json("memory_status")).body).toMatchObject({ active_memories: 1, data_dir: server.home });
  expect((await json("memory_search", { query: "docker-compose Redis" })).body).toMatchObject({ count: 1 });
  expect((await json("memory_replace", { key, value: "The cart cache is Valkey on port 6380" })).body).toMatchObject({
    status: "replaced",
  });
  expect(await json("memory_search", { query: " " })).toMatchObject({ isError: true });
  expect(await json("memory_remove", { id: 4711 })).toMatchObject({ isError: true, body: { code: "not_found" } });
  const [operation] = (await server.client.operations.list({})).items;
  expect(operation).toMatchObject({ kind: "memory.replace", actor: { kind: "agent", name: "cursor" } });
  const [memory] = (await server.client.memories.list({})).items;
  expect(memory?.project).toBe("shop");

  const web = new Client({ name: "web", version: "1" }, { capabilities: {} });
  await web.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp?project=shop`)));
  const found = (await web.callTool({
    name: "keepsake_search",
    arguments: { query: "Valkey cache" },
  })) as CallToolResult;
  expect(textOf(found)).toContain("The cart cache is Valkey on port 6380");
  const { resources } = await client.listResources();
  expect(resources.map(({ uri }) => uri)).toContain("keepsake://projects");
  expect(JSON.stringify(await client.readResource({ uri: "keepsake://projects" }))).toContain("shop");
  await web.close();
  await client.close();
});

it("M43, M44: switched off, the tools of both transports are refused with what to do", async () => {
  const toggle = (enabled: boolean) =>
    fetch(`${server.url}/api/mcp/toggle`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ enabled }),
    });
  await toggle(false);
  const host = speak([]);
  host.say(hello);
  host.say(call(1, "keepsake_session"));
  const refused = await host.answer(1);
  expect([refused.result?.["isError"], JSON.stringify(refused)]).toEqual([
    true,
    expect.stringContaining("switched off"),
  ]);
  const response = await fetch(`${server.url}/mcp`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify(hello),
  });
  expect([response.status, await response.text()]).toEqual([403, expect.stringContaining("switched off")]);
  await toggle(true);
  host.say(call(2, "keepsake_session"));
  expect(JSON.stringify(await host.answer(2))).toContain("You are probe");
  host.child.stdin?.end();
  expect(await host.ended).toBe(0);
});

it("E52, E54: nothing but messages on stdout; stdin's end ends it, after what was asked is answered", async () => {
  const host = speak(["--profile", "core"]);
  for (const line of [
    "{oops",
    hello,
    { jsonrpc: "2.0", method: "notifications/initialized" },
    { jsonrpc: "2.0", id: 2, method: "prompts/list" },
    call(3, "no_such_tool"),
    call(4, "keepsake_search", { query: "Valkey" }),
  ])
    host.say(line);
  host.child.stdin?.end();
  expect(await host.ended).toBe(0);
  const messages = host.lines.map(
    (line) => JSON.parse(line) as { jsonrpc: string; id: unknown; error?: { code: number } },
  );
  expect(messages.every(({ jsonrpc }) => jsonrpc === "2.0")).toBe(true);
  expect(messages.map(({ id }) => id).sort()).toEqual([2, 3, 4, "hello", null].sort());
  expect(messages.find(({ id }) => id === null)?.error?.code).toBe(-32700);
  expect(messages.find(({ id }) => id === 2)?.error?.code).toBe(-32601);
  expect(JSON.stringify(messages.find(({ id }) => id === 4))).toContain("Valkey");
});

it("E54: it ends when the program that started it is gone, though nobody closes its stdin", async () => {
  // The middle one is killed; what it gave the last one as stdin and stdout stays open in this process's hands.
  const script = `const { spawn } = require("node:child_process");
    const child = spawn(process.execPath, [${JSON.stringify(PROGRAM)}, "mcp", "--no-start"], { stdio: [3, 4, "inherit"], detached: true });
    console.log(child.pid); setInterval(() => undefined, 1_000);`;
  const middle = spawn(process.execPath, ["-e", script], {
    env: envOf(server.home),
    stdio: ["ignore", "pipe", "inherit", "pipe", "pipe"],
  });
  atEnd(() => middle.kill("SIGKILL"));
  let said = "";
  let answered = "";
  middle.stdout?.on("data", (piece: Buffer) => (said += piece.toString()));
  middle.stdio[4]?.on("data", (piece: Buffer) => (answered += piece.toString()));
  const pid = Number(await until(() => /^(\d+)\n/.exec(said)?.[1]));
  atEnd(() => isThere(pid) && process.kill(pid, "SIGKILL"));
  const stdin = middle.stdio[3];
  if (stdin !== null && stdin !== undefined && "write" in stdin) stdin.write(`${JSON.stringify(hello)}\n`);
  await until(() => (answered.includes("serverInfo") ? true : undefined));
  middle.kill("SIGKILL");
  await until(() => (isThere(pid) ? undefined : true), 60_000);
});

it("E53: the handshake does not wait for a server that has to be started; a call does, and two hosts get one server, though both want its port", async () => {
  const folder = home();
  const { port: wanted } = await choosePort(0, "127.0.0.1");
  const hosts = [speak([], folder, work, wanted), speak(["--profile", "evolvmem"], folder, work, wanted)];
  for (const host of hosts) host.say(hello);
  for (const host of hosts) expect((await host.answer("hello", 15_000)).result).toHaveProperty("serverInfo");
  const [first, second] = hosts as [Spoken, Spoken];
  second.say(call(1, "memory_explode"));
  expect((await second.answer(1, 15_000)).result).toMatchObject({ isError: true });
  first.say(call(2, "keepsake_remember", { text: "The handshake does not wait for the server" }));
  second.say(call(3, "memory_status"));
  expect((await first.answer(2, 120_000)).result?.["isError"]).toBeUndefined();
  expect(JSON.stringify(await second.answer(3, 120_000))).toContain("active_memories");
  const { pid, port } = JSON.parse(readFileSync(join(folder, "server.json"), "utf8")) as { pid: number; port: number };
  atEnd(() => isThere(pid) && process.kill(pid, "SIGTERM"));
  // The server is restarted elsewhere: the next call finds it.
  process.kill(pid, "SIGTERM");
  await until(() => (isThere(pid) ? undefined : true));
  const again = await start({ home: folder });
  expect(again.url).not.toContain(`:${port}/`);
  first.say(call(4, "keepsake_search", { query: "handshake" }));
  expect(JSON.stringify(await first.answer(4))).toContain("does not wait for the server");
  for (const host of hosts) host.child.stdin?.end();
  expect(await Promise.all(hosts.map(({ ended }) => ended))).toEqual([0, 0]);
});

it("X02, X05: /mcp is served by the one loopback port of the server, and to its own names alone", async () => {
  const { port } = new URL(server.url);
  const ask = (host: string): Promise<{ status: number; text: string }> =>
    new Promise((resolve, reject) => {
      const headers = { host, "content-type": "application/json", accept: "application/json, text/event-stream" };
      const sent = request({ host: "127.0.0.1", port, path: "/mcp", method: "POST", headers }, (response) => {
        let text = "";
        response.on("data", (piece: Buffer) => (text += piece.toString()));
        response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
      });
      sent.on("error", reject);
      sent.end(JSON.stringify(hello));
    });
  for (const host of ["evil.test", `evil.test:${port}`, "127.0.0.1.evil.test", "localhost.evil.test"]) {
    const { status, text } = await ask(host);
    expect([host, status, JSON.parse(text)]).toMatchObject([host, 403, { jsonrpc: "2.0", error: { code: -32000 } }]);
  }
  for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`]) {
    const { status, text } = await ask(host);
    expect([host, status, text.includes("serverInfo")]).toEqual([host, 200, true]);
  }
});

it("says on stderr, and nothing on stdout, that there is no such profile", async () => {
  const host = speak(["--profile", "planets"]);
  expect([await host.ended, host.lines]).toEqual([1, []]);
});
