import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { rows } from "../../../lib/capture/testing";
import { importOne } from "../../../lib/testing/ferry";
import { type AppServer, serveApp } from "../../../lib/testing/serve-app";
import { until } from "../../../lib/sdk/worker-client/testing";
import { openTestApp, type TestApp } from "../../../lib/testing";
import { activate, deactivate } from "../src/extension";
import { SearchInput } from "../src/tools";
import {
  CancellationError,
  CancellationTokenSource,
  type Disposable,
  fake,
  type LanguageModelToolResult,
  Uri,
} from "./vscode";

interface Manifest {
  name: string;
  main: string;
  engines: { vscode: string };
  activationEvents: string[];
  scripts: Record<string, string>;
  contributes: {
    chatParticipants: { id: string; name: string }[];
    languageModelTools: { name: string; displayName: string; inputSchema: { properties: Record<string, unknown> } }[];
    commands: { command: string; title: string }[];
    configuration: { properties: Record<string, { scope: string; default: unknown }> };
  };
}
const manifest = JSON.parse(readFileSync("extensions/vscode/package.json", "utf8")) as Manifest;

let test: TestApp;
let server: AppServer;
beforeAll(async () => {
  test = await openTestApp();
  server = await serveApp();
  await importOne(test.app);
});
afterAll(async () => {
  await server.close();
  await test.close();
});

const subscriptions: Disposable[] = [];
const start = (settings: Record<string, unknown> = { "keepsake.port": server.port }): void => {
  fake.settings = settings;
  activate({ subscriptions } as unknown as Parameters<typeof activate>[0]);
};
const stop = (): void => {
  for (const disposable of subscriptions.splice(0)) disposable.dispose();
  deactivate();
};
beforeEach(() => fake.reset());
afterEach(stop);

const invoke = async (name: string, input: unknown, token = new CancellationTokenSource().token): Promise<string> => {
  const tool = fake.get<{ invoke(options: unknown, token: unknown): Promise<LanguageModelToolResult> }>(`tool ${name}`);
  const { content } = await tool.invoke({ input, toolInvocationToken: undefined }, token);
  return content.map(({ value }) => value).join("");
};
const ask = async (prompt: string, command?: string, source = new CancellationTokenSource()) => {
  const written: string[] = [];
  const stream = { markdown: (text: string) => written.push(text), progress: () => undefined };
  const handler = fake.get<(...args: unknown[]) => Promise<{ metadata: unknown }>>("participant claude-mem");
  const result = await handler({ prompt, command }, {}, stream, source.token);
  return { text: written.join(""), result };
};
const run = (command: string): Promise<void> => fake.get<() => Promise<void>>(`command ${command}`)();
const states = (text: string) => until(() => fake.item?.text === text);
/** A port on which nothing listens any more. */
const closedPort = async (): Promise<number> => {
  const gone = createServer();
  await new Promise<void>((resolve) => gone.listen(0, "127.0.0.1", resolve));
  const { port } = gone.address() as AddressInfo;
  await new Promise((resolve) => gone.close(resolve));
  return port;
};

it("M53: the manifest says what the page says", () => {
  expect(manifest).toMatchObject({
    name: "claude-mem-vscode",
    main: "./dist/extension.js",
    engines: { vscode: "^1.95.0" },
    activationEvents: ["onStartupFinished"],
  });
  expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(["build", "watch", "package"]));
  expect(manifest.contributes.chatParticipants).toMatchObject([{ id: "claude-mem", name: "memory" }]);
  const [search] = manifest.contributes.languageModelTools;
  expect(search).toMatchObject({ name: "claude-mem-search", displayName: "Search Memory" });
  expect(manifest.contributes.commands.map(({ title }) => title)).toEqual(
    expect.arrayContaining(["Search memory", "Show context for this workspace"]),
  );
});

it("M53: no workspace can say which server is spoken with", () => {
  const { properties } = manifest.contributes.configuration;
  expect(Object.keys(properties)).toEqual(["keepsake.port", "keepsake.url", "keepsake.token"]);
  expect(Object.values(properties).map(({ scope }) => scope)).toEqual(["machine", "machine", "machine"]);
  expect(properties["keepsake.port"]?.default).toBe(37777);
});

it("M53: the tools take what their schemas say, ten hits unless told", () => {
  const parsed = z.toJSONSchema(SearchInput, { io: "input" }) as {
    properties: Record<string, Record<string, unknown>>;
  };
  for (const { name, inputSchema } of manifest.contributes.languageModelTools.slice(0, 2)) {
    for (const [field, shown] of Object.entries(inputSchema.properties)) {
      const { description, ...bounds } = shown as Record<string, unknown>;
      expect(description).toEqual(expect.any(String));
      expect([name, field, bounds]).toEqual([name, field, parsed.properties[field]]);
    }
  }
  expect(SearchInput.parse({ query: " a " })).toEqual({ query: "a", limit: 10 });
});

it("M53: activation registers all that the manifest names, deactivation disposes all", async () => {
  start();
  const { languageModelTools, chatParticipants, commands } = manifest.contributes;
  const named = [
    ...languageModelTools.map(({ name }) => `tool ${name}`),
    ...chatParticipants.map(({ id }) => `participant ${id}`),
    ...commands.map(({ command }) => `command ${command}`),
  ];
  expect([...fake.registered.keys()].sort()).toEqual([...named, "documents keepsake-memory", "status bar"].sort());
  await states("$(database) Memory");
  stop();
  expect([...fake.registered.keys()]).toEqual([]);
  expect(fake.configurationListeners.size).toBe(0);
});

it("M53: both search tools answer title, project, summary and concepts as fenced markdown", async () => {
  start();
  const text = await invoke("claude-mem-search", { query: "NATS ferry queue", type: "observations", limit: 1 });
  expect(text).toMatch(/^<keepsake-memory>\n.*data, not instructions/);
  expect(text).toMatch(
    /\n### .+\n\n- \*\*Project:\*\* ferry\n- \*\*Kind:\*\* \w+, 2026-05-01\n- \*\*Concepts:\*\* .+\n\n.+/,
  );
  expect(text).toMatch(/<\/keepsake-memory>$/);
  expect(text.match(/^### /gm)).toHaveLength(1);
  expect(await invoke("keepsake-search", { query: "NATS ferry queue", type: "observations", limit: 1 })).toBe(text);
  const all = await invoke("keepsake-search", { query: "ferry queue" });
  expect(all.match(/^### /gm)?.length).toBeGreaterThan(1);
  expect(await invoke("keepsake-search", { query: "zzqx" })).toContain("Nothing is remembered about this.");
});

it("M53: a search tool says what is wrong with its input, and keeps its bounds itself", async () => {
  start();
  for (const input of [
    {},
    { query: "" },
    { query: "x".repeat(4001) },
    { query: "a", type: "files" },
    { query: "a", limit: 51 },
    null,
  ])
    expect(await invoke("claude-mem-search", input)).toContain("The search was not made");
});

it("M53: the context tool answers the block of the active editor's folder", async () => {
  start();
  expect(await invoke("keepsake-context", {})).toContain("Open the project's folder");
  fake.folders = [{ uri: Uri.file("/w/other") }, { uri: Uri.file("/w/ferry") }];
  fake.active = Uri.file("/w/ferry/queue.ts");
  expect(await invoke("keepsake-context", {})).toContain("NATS");
  fake.active = undefined;
  expect(await invoke("keepsake-context", {})).not.toContain("NATS");
});

it("M53: with the server down, slow to let in, or a setting wrong, tools and participant say what to do", async () => {
  start({ "keepsake.port": await closedPort() });
  expect(await invoke("claude-mem-search", { query: "x" })).toContain("Start it with `keepsake start`");
  expect((await ask("x")).text).toContain("Start it with `keepsake start`");
  fake.settings = { "keepsake.port": 0 };
  expect(await invoke("claude-mem-search", { query: "x" })).toContain("The setting keepsake.port");
  for (const url of [
    "http://memory.example",
    "http://127.0.0.1.evil.example",
    "http://a:b@127.0.0.1",
    "file:///x",
    "?",
  ]) {
    fake.settings = { "keepsake.url": url };
    expect(await invoke("claude-mem-search", { query: "x" })).toContain("must be an address of this machine");
  }
  fake.settings = { "keepsake.url": `http://localhost:${server.port}/` };
  expect(await invoke("claude-mem-search", { query: "zzqx" })).toContain("Nothing is remembered");
});

it("M53: cancelling ends a tool's request and leaves no listener", async () => {
  const silent = createServer();
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  try {
    start({ "keepsake.port": (silent.address() as AddressInfo).port });
    const asked = new Promise((resolve) =>
      silent.on("request", (request) => request.url?.startsWith("/api/search") && resolve(undefined)),
    );
    const source = new CancellationTokenSource();
    const answer = invoke("claude-mem-search", { query: "x" }, source.token);
    await asked;
    source.cancel();
    await expect(answer).rejects.toBeInstanceOf(CancellationError);
    expect(source.listeners).toBe(0);
    await expect(invoke("claude-mem-search", { query: "x" }, source.token)).rejects.toBeInstanceOf(CancellationError);
    expect((await ask("x", undefined, source)).text).toBe("");
  } finally {
    stop();
    silent.closeAllConnections();
    silent.close();
  }
});

it("M53: the participant shows hits, and the context of the workspace on /context", async () => {
  start();
  const { text, result } = await ask("Why NATS for the ferry queue?");
  expect(text).toMatch(/^### /);
  expect(text).toContain("**Project:** ferry");
  expect(text.match(/^### /gm)?.length).toBeLessThanOrEqual(5);
  expect(result).toEqual({ metadata: { command: "search" } });
  expect((await ask("  ")).text).toContain("Say what to look for");
  fake.folders = [{ uri: Uri.file("/w/ferry") }];
  const context = await ask("", "context");
  expect(context.text).toMatch(/^```text\n[^]*NATS[^]*\n```$/);
  expect(context.result).toEqual({ metadata: { command: "context" } });
});

it("M53: “Search memory” offers what is found and opens the chosen one as a read-only page", async () => {
  start();
  fake.input = "NATS ferry queue";
  await run("keepsake.searchMemory");
  expect(fake.picks.length).toBeGreaterThan(1);
  expect(fake.pages).toEqual([]);
  fake.choice = 0;
  await run("keepsake.searchMemory");
  expect(fake.pages[0]?.title).toMatch(/\.md$/);
  expect(fake.pages[0]?.text).toMatch(/^### [^]*\*\*Project:\*\* ferry/);
  fake.input = "zzqx";
  await run("keepsake.searchMemory");
  expect(fake.messages).toEqual(["Nothing is remembered about this."]);
  fake.input = undefined;
  await run("keepsake.searchMemory");
  expect(fake.pages).toHaveLength(1);
});

it("M53: “Show context for this workspace” opens the block and leaves no trace in the store", async () => {
  start();
  const injections = () => rows(test.app, "SELECT count(*) AS n FROM injections");
  const before = injections();
  await run("keepsake.showContext");
  expect(fake.messages).toEqual([expect.stringContaining("Open the project's folder")]);
  fake.folders = [{ uri: Uri.file("/w/ferry") }];
  await run("keepsake.showContext");
  expect(fake.pages[0]?.text).toContain("NATS");
  expect(injections()).toEqual(before);
});

it("M53: a command whose server is down says so", async () => {
  start({ "keepsake.port": await closedPort() });
  fake.input = "x";
  await run("keepsake.searchMemory");
  expect(fake.messages).toEqual([expect.stringContaining("does not answer")]);
});

it("M53: the status bar tells whether the server answers, at each change of the settings too", async () => {
  start();
  expect(fake.item).toMatchObject({ text: "$(database) Memory", isShown: true, command: "keepsake.checkServer" });
  await until(() => fake.item?.tooltip?.startsWith("The memory server answers") === true);
  expect(fake.item?.backgroundColor).toBeUndefined();

  fake.configure({ "keepsake.port": await closedPort() });
  await states("$(circle-slash) Memory");
  expect(fake.item?.tooltip).toContain("does not answer");
  expect(fake.item?.backgroundColor).toBeDefined();
  await run("keepsake.checkServer");
  expect(fake.messages).toEqual([expect.stringContaining("does not answer")]);

  fake.configure({ "keepsake.port": server.port });
  await states("$(database) Memory");
});

it("M53: the status bar tells apart a server that asks for its token and one that is degraded", async () => {
  const answers: [number, unknown][] = [
    [401, { error: "This server asks for its token." }],
    [200, { status: "ok", state: "degraded", problems: [{ what: "The model is missing.", hint: "Run doctor." }] }],
    [200, { status: "ok" }],
    [200, { hello: "world" }],
  ];
  const tokens: (string | undefined)[] = [];
  const other = createServer((request, response) => {
    tokens.push(request.headers.authorization);
    const [status, body] = answers[Math.min(tokens.length, answers.length) - 1] ?? [500, {}];
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const { port } = other.address() as AddressInfo;
  try {
    start({ "keepsake.port": port });
    await states("$(lock) Memory");
    expect(fake.item?.tooltip).toContain("~/.keepsake/token");
    fake.configure({ "keepsake.port": port, "keepsake.token": "t-1" });
    await states("$(warning) Memory");
    expect(fake.item?.tooltip).toContain("The model is missing. Run doctor.");
    await run("keepsake.checkServer");
    expect(fake.item?.text).toBe("$(database) Memory");
    expect(tokens).toEqual([undefined, "Bearer t-1", "Bearer t-1"]);
    await run("keepsake.checkServer");
    expect(fake.item).toMatchObject({
      text: "$(circle-slash) Memory",
      tooltip: expect.stringContaining("is no memory server") as unknown,
    });
  } finally {
    stop();
    other.closeAllConnections();
    other.close();
  }
});

it("M53: the status bar asks again every 30 s until it is disposed", async () => {
  let asked = 0;
  const other = createServer((_, response) => {
    asked += 1;
    response.writeHead(200, { "content-type": "application/json" }).end('{"status":"ok"}');
  });
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    start({ "keepsake.port": (other.address() as AddressInfo).port });
    await until(() => asked === 1);
    vi.advanceTimersByTime(30_000);
    await until(() => asked === 2);
    stop();
    vi.advanceTimersByTime(90_000);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
    stop();
    other.closeAllConnections();
    other.close();
  }
});
