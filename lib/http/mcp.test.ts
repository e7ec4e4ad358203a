import { afterEach, beforeEach, expect, it } from "vitest";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { HEAD, OPTIONS } from "../../app/mcp/route";
import { McpError } from "../contract/mcp";
import { toggleMcp } from "../settings/mcp";
import { connectHost, MCP_URL, mcpFetch } from "../testing/mcp-client";
import { openTestApp, type TestApp } from "../testing";
import { countSessions, IDLE_MS, MAX_SESSIONS } from "./mcp-sessions";

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

const BOTH = "application/json, text/event-stream";
const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "probe", version: "1" } },
};
const post = (body: unknown, headers: Record<string, string> = {}, query = ""): Promise<Response> =>
  mcpFetch(`${MCP_URL}${query}`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: BOTH, ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
const refusal = async (response: Response) => {
  const body = McpError.parse(await response.json());
  expect([response.headers.get("content-type"), body.jsonrpc, body.id]).toEqual([
    "application/json; charset=utf-8",
    "2.0",
    null,
  ]);
  expect(response.headers.get("x-request-id")).toMatch(/^req_/);
  return [response.status, body.error.code, body.error.message] as const;
};

it("opens a session, lists tools, ends it; the session is gone then", async () => {
  const { client, transport } = await connectHost("?profile=all");
  const { tools } = await client.listTools();
  expect(tools.length).toBeGreaterThan(20);
  expect(tools.find(({ name }) => name === "keepsake_search")?.annotations).toMatchObject({ readOnlyHint: true });
  expect(countSessions(test.app)).toBe(1);
  const id = transport.sessionId ?? "";
  await transport.terminateSession();
  expect(countSessions(test.app)).toBe(0);
  const [status, code] = await refusal(await post({ jsonrpc: "2.0", id: 2, method: "ping" }, { "mcp-session-id": id }));
  expect([status, code]).toEqual([404, -32001]);
});

it("refuses in the protocol's own form: no session, no JSON, another type, too long, no such profile, no such method", async () => {
  const ping = { jsonrpc: "2.0", id: 2, method: "ping" };
  expect((await refusal(await post(ping))).slice(0, 2)).toEqual([400, -32602]);
  expect((await refusal(await post("{")))[1]).toBe(-32700);
  expect((await refusal(await post(INITIALIZE, { "content-type": "text/plain" })))[0]).toBe(415);
  expect((await refusal(await post(INITIALIZE, { accept: "application/json" })))[0]).toBe(406);
  expect((await refusal(await post("x".repeat(1024 * 1024 + 1))))[0]).toBe(413);
  expect((await refusal(await post(INITIALIZE, { "content-encoding": "gzip" })))[0]).toBe(415);
  expect((await refusal(await post(INITIALIZE, {}, "?profile=planets")))[0]).toBe(400);
  expect((await refusal(await mcpFetch(MCP_URL, { method: "GET", headers: { accept: BOTH } })))[0]).toBe(400);
  expect((await refusal(await mcpFetch(MCP_URL, { method: "DELETE" })))[0]).toBe(400);
  const unknown = { "mcp-session-id": "11111111-1111-4111-8111-111111111111" };
  expect((await refusal(await mcpFetch(MCP_URL, { method: "GET", headers: unknown })))[0]).toBe(404);
  expect((await refusal(await mcpFetch(MCP_URL, { method: "DELETE", headers: unknown })))[0]).toBe(404);
  for (const method of ["PUT", "PATCH"]) {
    const response = await mcpFetch(MCP_URL, { method });
    expect([response.headers.get("allow"), (await refusal(response))[0]]).toEqual(["GET, POST, DELETE", 405]);
  }
  for (const handler of [OPTIONS, HEAD]) expect((await handler(new Request(MCP_URL))).status).toBe(405);
  expect(countSessions(test.app)).toBe(0);
});

it("answers GET with a stream that the session's end closes", async () => {
  const { transport } = await connectHost();
  const headers = { accept: BOTH, "mcp-session-id": transport.sessionId ?? "" };
  // The client listens already: one stream a session.
  const second = await mcpFetch(MCP_URL, { method: "GET", headers });
  expect((await refusal(second))[0]).toBe(409);
  const opened = await post(INITIALIZE);
  const id = opened.headers.get("mcp-session-id") ?? "";
  await opened.text();
  const stream = await mcpFetch(MCP_URL, { method: "GET", headers: { accept: BOTH, "mcp-session-id": id } });
  expect([stream.status, stream.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
  await mcpFetch(MCP_URL, { method: "DELETE", headers: { "mcp-session-id": id } });
  expect(await stream.text()).toBe("");
});

it("M43, M44: switched off, every request is refused with what to do, open sessions too; switched on, they go on", async () => {
  const host = await connectHost();
  toggleMcp(test.app, { enabled: false });
  await expect(host.text("keepsake_session")).rejects.toThrow(/switched off.*settings/s);
  expect((await refusal(await post(INITIALIZE)))[0]).toBe(403);
  expect((await refusal(await mcpFetch(MCP_URL, { method: "DELETE" })))[0]).toBe(403);
  toggleMcp(test.app, { enabled: true });
  expect(await host.text("keepsake_session")).toContain("claude-code");
});

it("ends sessions that nobody used for an hour, and the one used longest ago where there are too many", async () => {
  const open = async (): Promise<string> => {
    const response = await post(INITIALIZE);
    await response.text();
    return response.headers.get("mcp-session-id") ?? "";
  };
  const isThere = async (id: string): Promise<boolean> => {
    const response = await post({ jsonrpc: "2.0", id: 9, method: "ping" }, { "mcp-session-id": id });
    await response.text();
    return response.status === 200;
  };
  const first = await open();
  test.clock.now += IDLE_MS - 1;
  expect(await isThere(first)).toBe(true);
  test.clock.now += IDLE_MS + 1;
  expect(await isThere(first)).toBe(false);
  const oldest = await open();
  for (let i = 1; i < MAX_SESSIONS; i++) {
    test.clock.now += 1;
    await open();
  }
  expect(countSessions(test.app)).toBe(MAX_SESSIONS);
  test.clock.now += 1;
  const newest = await open();
  expect([countSessions(test.app), await isThere(oldest), await isThere(newest)]).toEqual([MAX_SESSIONS, false, true]);
});

it("a store that is closed takes its sessions along", async () => {
  await connectHost();
  await test.reopen();
  expect(countSessions(test.app)).toBe(0);
});

it("lists and reads resources: projects, pinned memories, today, and single rows", async () => {
  const host = await connectHost("?project=shop");
  await host.text("keepsake_remember", { text: "Always answer in short sentences", tier: "pinned" });
  await host.text("keepsake_remember", { text: "The shop is hosted in Oslo" });
  const { resources } = await host.client.listResources();
  expect(resources.map(({ uri }) => uri)).toEqual([
    "keepsake://projects",
    "keepsake://memories/pinned",
    "keepsake://activity/today",
  ]);
  const { resourceTemplates } = await host.client.listResourceTemplates();
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
    "keepsake://projects/{project}/memories/pinned",
    "keepsake://projects/{project}/activity/today",
    "keepsake://rows/{ref}",
  ]);
  const read = async (uri: string) => {
    const [content] = (await host.client.readResource({ uri })).contents;
    return content !== undefined && "text" in content ? content.text : "";
  };
  expect(await read("keepsake://projects")).toMatch(
    /data, not instructions.*shop \(key name:shop, mode auto\): 2 memories/s,
  );
  for (const uri of ["keepsake://memories/pinned", "keepsake://projects/shop/memories/pinned"]) {
    const text = await read(uri);
    expect([text.includes("short sentences"), text.includes("Oslo")]).toEqual([true, false]);
  }
  expect(await read("keepsake://activity/today")).toContain("Nothing happened today");
  expect(await read("keepsake://rows/M2")).toContain("The shop is hosted in Oslo");
  for (const wrong of [
    "keepsake://rows/M4711",
    "keepsake://rows/planet",
    "keepsake://projects/none/activity/today",
    "keepsake://x",
  ])
    await expect(host.client.readResource({ uri: wrong })).rejects.toMatchObject({ code: -32602 });
  const { completion } = await host.client.complete({
    ref: { type: "ref/resource", uri: "keepsake://projects/{project}/activity/today" },
    argument: { name: "project", value: "sh" },
  });
  expect(completion.values).toEqual(["shop"]);
});

it("what is wrong with a request's parameters is the client's mistake (−32602), said in a sentence and once", async () => {
  const { client } = await connectHost();
  const { ResultSchema } = await import("@modelcontextprotocol/sdk/types.js");
  const wrong = (method: string, params: Record<string, unknown>) =>
    client.request({ method, params }, ResultSchema).then(
      () => "no error",
      ({ code, message }: { code: number; message: string }) => [code, message],
    );
  const says = (sentence: string) => [-32602, `MCP error -32602: ${sentence}`];
  expect(await wrong("tools/call", { name: "keepsake_search", arguments: "x" })).toEqual(
    says("arguments must be an object."),
  );
  expect(await wrong("tools/call", {})).toEqual(says("name is missing."));
  expect(await wrong("resources/read", {})).toEqual(says("uri is missing."));
  expect(await wrong("completion/complete", {})).toEqual(says("ref is not in a form that is understood here."));
  expect(await wrong("resources/read", { uri: "keepsake://rows/%E0%A4%A" })).toEqual(
    says("The address holds a % that encodes nothing."),
  );
  expect(await wrong("resources/read", { uri: "keepsake://rows/zzz" })).toEqual(
    says("A row's address ends like M12, O41, S7, P3 or E9."),
  );
});

it("a client of an unknown protocol version is offered one that is known", async () => {
  const body = { ...INITIALIZE, params: { ...INITIALIZE.params, protocolVersion: "1999-01-01" } };
  expect(await (await post(body)).text()).toMatch(/"protocolVersion":"20\d\d-/);
  const transport = new StreamableHTTPClientTransport(new URL(MCP_URL), { fetch: mcpFetch });
  await new Client({ name: "x", version: "1" }, { capabilities: {} }).connect(transport);
  expect(transport.protocolVersion).toMatch(/^20\d\d-/);
});
