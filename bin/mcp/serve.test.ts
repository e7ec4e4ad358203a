import { expect, it } from "vitest";
import { listedTools } from "../../lib/contract/mcp-profiles";
import type { McpProfile } from "../../lib/contract/mcp-names";
import { isOrphan, LOOK_EVERY_MS, watchParent } from "./parent";
import { RpcError } from "./rpc";
import { type Client, createSession, type Upstream } from "./serve";
import { createUpstream } from "./upstream";

interface Message {
  id?: string | number | null;
  method?: string;
  result?: Record<string, unknown>;
  error?: { code: number; message: string };
}

const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

/** A host's end of the pipe; the way to the server is what the test says. */
function start(request: Upstream["request"] = () => never(), profile: McpProfile = "evolvmem") {
  const said: (Message | Message[])[] = [];
  const seen: { client?: Client; notified: string[]; roots?: () => Promise<{ uri: string }[]> } = { notified: [] };
  const session = createSession({
    profile,
    version: "1.2.3",
    write: (message) => void said.push(message as Message),
    tools: () => Promise.resolve(listedTools(profile)),
    upstream: (roots) => {
      seen.roots = roots;
      return {
        begin: (client) => void (seen.client = client),
        request,
        notify: (method) => void seen.notified.push(method),
        close: () => Promise.resolve(),
      };
    },
  });
  const send = async (message: object | string): Promise<Message | undefined> => {
    const before = said.length;
    session.take(`${typeof message === "string" ? message : JSON.stringify(message)}\n`);
    await session.settled();
    return said[before] as Message | undefined;
  };
  const ask = (method: string, params?: object, id: string | number = 1) =>
    send({ jsonrpc: "2.0", id, method, ...(params && { params }) });
  return { said, seen, session, send, ask };
}

const textOf = (answer: Message | undefined): Record<string, unknown> => {
  const [first] = (answer?.result?.["content"] ?? []) as { text: string }[];
  return JSON.parse(first?.text ?? "{}") as Record<string, unknown>;
};

it("E51, E52: the handshake is answered at once, while the server is not there; the version is echoed, else the oldest", async () => {
  const { ask, seen } = start();
  const clientInfo = { name: "cursor", version: "2" };
  const hello = await ask("initialize", { protocolVersion: "2025-03-26", capabilities: { roots: {} }, clientInfo });
  expect(hello?.result).toMatchObject({
    protocolVersion: "2025-03-26",
    serverInfo: { name: "evolvmem", version: "1.2.3" },
    capabilities: { tools: {} },
  });
  expect(seen.client).toEqual({ info: clientInfo, hasRoots: true });
  expect((await ask("initialize", {}))?.result).toMatchObject({ protocolVersion: "2024-11-05" });
  expect((await ask("initialize", { protocolVersion: 7, clientInfo: "x" }))?.result).toMatchObject({
    protocolVersion: "2024-11-05",
  });
  expect(seen.client?.info.name).toBe("mcp");
  const { result } = (await ask("tools/list")) ?? {};
  expect((result?.["tools"] as { name: string }[]).map(({ name }) => name)).toEqual([
    "memory_search", "memory_status", "memory_add", "memory_replace", "memory_remove", "memory_consolidate",
  ]); // prettier-ignore
  const codewatch = start(() => never(), "codewatch");
  expect((await codewatch.ask("initialize"))?.result).toMatchObject({ serverInfo: { name: "codewatch-memory" } });
});

it("E52: ping, unknown methods, notifications, and what is no message at all", async () => {
  const { ask, send, said, seen } = start();
  expect(await ask("ping", undefined, "p")).toEqual({ jsonrpc: "2.0", id: "p", result: {} });
  expect(await ask("prompts/list")).toMatchObject({ id: 1, error: { code: -32601 } });
  expect(await ask("__proto__")).toMatchObject({ error: { code: -32601 } });
  const count = said.length;
  for (const method of ["notifications/initialized", "notifications/unknown", "initialize"])
    await send({ jsonrpc: "2.0", method });
  await send({ jsonrpc: "2.0", method: "notifications/roots/list_changed" });
  await send("   ");
  expect([said.length, seen.notified]).toEqual([count, ["notifications/roots/list_changed"]]);
  expect(await send("{not json")).toMatchObject({ id: null, error: { code: -32700 } });
  for (const wrong of [
    "7",
    "null",
    "[]",
    '{"id":3}',
    '{"jsonrpc":"1.0","id":3,"method":"ping"}',
    '{"jsonrpc":"2.0","id":{},"method":"ping"}',
  ])
    expect([wrong, (await send(wrong))?.error?.code]).toEqual([wrong, -32600]);
});

it("answers a batch as one list, and lines that come in pieces", async () => {
  const { session, said } = start();
  session.take('[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"x"},');
  session.take('{"jsonrpc":"2.0","id":2,"method":"no"}]\r\n{"jsonrpc":"2.0","id":3,');
  session.take('"method":"ping"}\n');
  await session.settled();
  expect(said).toMatchObject([
    [
      { id: 1, result: {} },
      { id: 2, error: { code: -32601 } },
    ],
    { id: 3, result: {} },
  ]);
});

it("refuses a line that never ends, and goes on behind it", async () => {
  const { session, said, ask } = start();
  for (let i = 0; i < 11; i++) session.take("x".repeat(1024 * 1024));
  session.take("\n");
  await session.settled();
  expect(said).toMatchObject([{ id: null, error: { code: -32600 } }]);
  expect(await ask("ping")).toMatchObject({ result: {} });
});

it("E52: a tool that fails is a result with isError and a JSON text; a defect is −32603", async () => {
  const refused = start(() => Promise.reject(new RpcError(-32000, "Keepsake's MCP server is switched off.")));
  const answer = await refused.ask("tools/call", { name: "memory_status" });
  expect([answer?.result?.["isError"], textOf(answer)]).toEqual([
    true,
    { error: "Keepsake's MCP server is switched off." },
  ]);
  expect(await refused.ask("resources/list")).toMatchObject({ error: { code: -32000 } });
  const broken = start(() => Promise.reject(new RpcError(-32603, "Something went wrong on our side.")));
  expect(await broken.ask("tools/call", { name: "memory_status" })).toMatchObject({ error: { code: -32603 } });
  expect(await broken.ask("tools/call", {})).toMatchObject({ error: { code: -32602 } });
});

it("E52: a refusal from the other file of the program is one too", async () => {
  class RpcError2 extends Error {
    override readonly name = "RpcError";
    readonly code = -32000;
  }
  const { ask } = start(() => Promise.reject(new RpcError2("No Keepsake server runs.")));
  const answer = await ask("tools/call", { name: "memory_status" });
  expect([answer?.result?.["isError"], textOf(answer)]).toEqual([true, { error: "No Keepsake server runs." }]);
});

it("E53: a call waits for a server that starts, and then says to try later; an unknown tool does not wait", async () => {
  const options = { place: () => ({ profile: "core" as const }), roots: () => Promise.resolve([]) };
  const slow = createUpstream({ ...options, find: () => never(), waitMs: 30 });
  const { ask } = start(slow.request);
  const late = await ask("tools/call", { name: "memory_status" });
  expect([late?.result?.["isError"], textOf(late)["error"]]).toEqual([true, expect.stringMatching(/starting.*again/s)]);
  const patient = start();
  const unknown = await patient.ask("tools/call", { name: "memory_explode" });
  expect([unknown?.result?.["isError"], textOf(unknown)["code"]]).toEqual([true, "not_found"]);
});

it("a call that the host cancels is not answered, and its request is given up", async () => {
  let signal: AbortSignal | undefined;
  const { session, said } = start((_method, _params, given) => {
    signal = given;
    return new Promise((_, reject) => {
      given.addEventListener("abort", () => reject(new RpcError(-32000, "aborted")));
    });
  });
  const line = (message: object) => session.take(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  line({ id: 9, method: "tools/call", params: { name: "memory_status" } });
  await new Promise(setImmediate);
  line({ method: "notifications/cancelled", params: { requestId: 9 } });
  await session.settled();
  expect([signal?.aborted, said]).toEqual([true, []]);
});

it("asks the host for its roots when the server does", async () => {
  const { seen, said, send } = start();
  const roots = seen.roots?.();
  const asked = said[0] as Message;
  expect(asked.method).toBe("roots/list");
  await send({ jsonrpc: "2.0", id: asked.id, result: { roots: [{ uri: "file:///w/app" }] } });
  expect(await roots).toEqual([{ uri: "file:///w/app" }]);
});

it("E54: an orphan is noticed within a minute: another parent, or none of that number; somebody else's parent is none", () => {
  expect(LOOK_EVERY_MS).toBeLessThanOrEqual(60_000);
  const failing = (code: string) => () => {
    throw Object.assign(new Error(code), { code });
  };
  expect(isOrphan({ ppid: 7, kill: () => true }, 7)).toBe(false);
  expect(isOrphan({ ppid: 1, kill: () => true }, 7)).toBe(true);
  expect(isOrphan({ ppid: 7, kill: failing("ESRCH") }, 7)).toBe(true);
  expect(isOrphan({ ppid: 7, kill: failing("EPERM") }, 7)).toBe(false);
});

it("E54: the watch tells once that the parent is gone", async () => {
  const self = { ppid: 7, kill: () => true };
  let told = 0;
  const gone = new Promise<void>((resolve) => {
    watchParent(
      self,
      () => {
        told += 1;
        resolve();
      },
      5,
    );
  });
  self.ppid = 1;
  const awake = setInterval(() => undefined, 1_000);
  await gone;
  clearInterval(awake);
  expect(told).toBe(1);
});
