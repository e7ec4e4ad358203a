/** The program as hosts start it, by the SDK's own client, against the routes of a server in this process. */
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { type CallToolResult, ListRootsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { build } from "esbuild";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { rows } from "../../lib/capture/testing";
import { EVERME_TOOLS } from "../../lib/contract/mcp-everme";
import { openAccount } from "../../lib/everme/testing";
import { countSessions, endSessions } from "../../lib/http/mcp-sessions";
import { toggleMcp } from "../../lib/settings/mcp";
import { type AppServer, serveApp } from "../../lib/testing/serve-app";
import { openTestApp, type TestApp } from "../../lib/testing";

let program: string;
let root: string;
beforeAll(async () => {
  // Below the root, so that the bundle finds the modules that it leaves out.
  mkdirSync(join(process.cwd(), "dist"), { recursive: true });
  root = mkdtempSync(join(process.cwd(), "dist", "test-program-"));
  copyFileSync("package.json", join(root, "package.json"));
  program = join(root, "dist", "mcp.mjs");
  await build({
    entryPoints: { mcp: "bin/mcp/main.ts", "mcp-late": "bin/mcp/late.ts" },
    outdir: join(root, "dist"),
    outExtension: { ".js": ".mjs" },
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "error",
  });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

let test: TestApp;
let server: AppServer;
let work: string;
const clients: Client[] = [];
beforeEach(async () => {
  test = await openTestApp();
  work = join(realpathSync(test.home), "work", "shop");
  mkdirSync(work, { recursive: true });
  await serve();
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  await server.close();
  await test.close();
});

/** As a server that starts: another port, and its file. */
async function serve(): Promise<void> {
  server = await serveApp();
  const file = { pid: process.pid, port: server.port, host: "127.0.0.1" };
  writeFileSync(join(test.home, "server.json"), JSON.stringify(file));
}

async function connect(args: string[] = [], roots?: string[], env: Record<string, string> = {}) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, "mcp", "--no-start", ...args],
    cwd: work,
    env: { ...(process.env as Record<string, string>), KEEPSAKE_HOME: test.home, HOME: test.home, ...env },
    stderr: "pipe",
  });
  const client = new Client(
    { name: "cursor", version: "1" },
    { capabilities: roots === undefined ? {} : { roots: {} } },
  );
  if (roots !== undefined)
    client.setRequestHandler(ListRootsRequestSchema, () => ({
      roots: roots.map((one) => ({ uri: pathToFileURL(one).href })),
    }));
  clients.push(client);
  await client.connect(transport);
  const call = async (name: string, given: Record<string, unknown> = {}) => {
    const answer = (await client.callTool({ name, arguments: given })) as CallToolResult;
    const text = answer.content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
    return { isError: answer.isError === true, text };
  };
  return { client, call };
}

it("E51, E52: serves the tools of its profile and resources, in the project of its folder, under the host's name", async () => {
  const { client, call } = await connect(["--profile", "all"]);
  expect(client.getServerVersion()).toMatchObject({ name: "keepsake" });
  expect(await client.ping()).toEqual({});
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["keepsake_recall", "memory_add", "observe", "search", "mem_search"]),
  );
  expect((await call("keepsake_remember", { text: "The cart cache of the shop is Valkey" })).text).toContain(
    "for shop",
  );
  expect(rows(test.app, "SELECT actor_kind, actor_name FROM operations")).toEqual([
    { actor_kind: "agent", actor_name: "cursor" },
  ]);
  expect((await call("keepsake_search", { query: "docker-compose Valkey" })).text).toContain("[M1]");
  const { resources } = await client.listResources();
  expect(resources.map(({ uri }) => uri)).toEqual([
    "keepsake://projects",
    "keepsake://memories/pinned",
    "keepsake://activity/today",
    "mem://profile",
  ]);
  expect(JSON.stringify(await client.readResource({ uri: "keepsake://rows/M1" }))).toContain("Valkey");
  await expect(client.readResource({ uri: "keepsake://rows/M9" })).rejects.toMatchObject({ code: -32602 });
  expect((await call("no_such_tool")).isError).toBe(true);
});

it("V12, V70: the profile everme is the local account's and the host's; a key in the environment names another, unless it is for a gateway elsewhere", async () => {
  const { account, evt } = openAccount(test.app, "amber", ["a1"]);
  const EVERME_AGENT_TOKEN = evt["a1"] ?? "";
  const here = `http://localhost:${server.port}`;
  const kept: [string, Record<string, string>][] = [
    ["kept by the host", {}],
    ["kept by a key", { EVERME_AGENT_TOKEN }],
    ["kept by a key for this server", { EVERME_AGENT_TOKEN, EVERME_API_BASE: `${here}/api/v1/` }],
    ["kept though a key is for elsewhere", { EVERME_AGENT_TOKEN, EVERME_API_BASE: "https://gateway.example" }],
  ];
  for (const [text, env] of kept) {
    const { client, call } = await connect(["--profile", "everme"], undefined, env);
    expect(client.getServerVersion()?.name).toBe("keepsake-everme");
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(Object.keys(EVERME_TOOLS));
    const saved = await call("mem_save_turn", { text, flush: false });
    expect(JSON.parse(saved.text)).toMatchObject({ saved: true, messageCount: 1 });
    expect((await call("mem_search", { query: "kept" })).text).toContain(text);
    expect(JSON.stringify(await client.readResource({ uri: "mem://search?q=kept" }))).toContain(text);
  }
  const spoken = rows(
    test.app,
    "SELECT p.text, c.account_id, c.agent_id FROM prompts p JOIN everme_conversations c ON c.session_id = p.session_id ORDER BY p.id",
  ).map(Object.values);
  expect(spoken).toEqual([
    ["kept by the host", 1, "cursor"],
    ["kept by a key", account, "a1"],
    ["kept by a key for this server", account, "a1"],
    ["kept though a key is for elsewhere", 1, "cursor"],
  ]);
  const { call } = await connect(["--profile", "everme"], undefined, { EVERME_API_KEY: "no key\n" });
  expect((await call("mem_search", { query: "kept" })).text).toContain("opens nothing");
});

it("works in the host's root, and in the named project before that", async () => {
  const blog = join(test.home, "work", "blog");
  mkdirSync(blog, { recursive: true });
  const rooted = await connect([], [blog]);
  expect((await rooted.call("keepsake_remember", { text: "The comments are moderated by hand" })).text).toContain(
    "for blog",
  );
  const named = await connect(["--project", "garden"], [blog]);
  expect((await named.call("keepsake_remember", { text: "The tomatoes are watered at six" })).text).toContain(
    "for garden",
  );
});

it("M43, M44: switched off, a call is refused with what to do; switched on, the same connection goes on", async () => {
  toggleMcp(test.app, { enabled: false });
  const { client, call } = await connect();
  expect(await call("keepsake_session")).toEqual({
    isError: true,
    text: expect.stringContaining("switched off") as string,
  });
  await expect(client.listResources()).rejects.toThrow("switched off");
  toggleMcp(test.app, { enabled: true });
  expect(await call("keepsake_session")).toMatchObject({ isError: false });
  toggleMcp(test.app, { enabled: false });
  expect(await call("keepsake_session")).toMatchObject({
    isError: true,
    text: expect.stringContaining("switched off") as string,
  });
});

it("goes on when its session was ended, or the server was started again on another port", async () => {
  const { call } = await connect();
  expect((await call("keepsake_session")).isError).toBe(false);
  endSessions(test.app);
  expect((await call("keepsake_session")).isError).toBe(false);
  // A server that ends takes its file along.
  await server.close();
  rmSync(join(test.home, "server.json"));
  expect((await call("keepsake_session")).text).toMatch(/does not answer|No Keepsake server/);
  await serve();
  expect((await call("keepsake_session")).isError).toBe(false);
});

it("E54: ends with its host, and its session with it", async () => {
  const { client, call } = await connect();
  await call("keepsake_session");
  expect(countSessions(test.app)).toBe(1);
  await client.close();
  expect(countSessions(test.app)).toBe(0);
});

it("says what is wrong where no server runs and it may not start one", async () => {
  rmSync(join(test.home, "server.json"));
  const { call } = await connect();
  expect(await call("keepsake_session")).toEqual({
    isError: true,
    text: expect.stringMatching(/keepsake(?:\.mjs)? start/) as string,
  });
});
