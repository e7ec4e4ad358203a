/** X11 for `/mcp`: whatever is sent, the answer is the protocol's and never a failure of ours. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { listedTools } from "../contract/mcp-profiles";
import { McpError } from "../contract/mcp";
import { createMemory } from "../memories/service";
import { connectHost, MCP_URL, mcpFetch, type McpHost } from "../testing/mcp-client";
import { hostileText, nearMisses } from "../testing/near-misses";
import { valuesOf } from "../testing/schema-arbitrary";
import { openTestApp, type TestApp } from "../testing";

const seed = process.env.KEEPSAKE_FUZZ_SEED;
const bounds = { numRuns: 40, interruptAfterTimeLimit: 2_000, ...(seed === undefined ? {} : { seed: Number(seed) }) };
const WORDS = {
  texts: ["shop", "M1", "O1", "S1", "*", "global", "main", "auto", "2026-06-01"],
  fields: ["query", "id", "ids", "text"],
  byName: { project: ["shop", "*"], action: ["info", "start"], ids: ["M1", "O1", 1], anchor: ["O1", "2026-06-01"] },
};

let test: TestApp;
let host: McpHost;
beforeAll(async () => {
  test = await openTestApp({ env: { KEEPSAKE_LLM_PROVIDER: "none" } });
  for (const value of ["The cart lives for 300 s.", "The gateway drains at three."])
    createMemory(
      test.app,
      { key: `shop:cart:fact:${value.length}`, value, project: "shop" },
      { actor: { kind: "person", name: "cli" } },
    );
  host = await connectHost("?profile=all&project=shop");
});
afterAll(() => test.close());

it.each(listedTools("all"))("X11: tools/call $name", async ({ name, inputSchema }) => {
  const good = valuesOf(inputSchema, WORDS);
  const property = fc.asyncProperty(fc.oneof(good, nearMisses(good), fc.object()), async (args) => {
    if (typeof args !== "object" || args === null || Array.isArray(args)) return;
    const { content, isError } = await host.call(name, args as Record<string, unknown>);
    expect(content.length).toBeGreaterThan(0);
    const [first] = content;
    const text = first?.type === "text" ? first.text : "";
    if (isError === true) expect(JSON.parse(text)).toMatchObject({ error: expect.any(String) as string });
    expect(text).not.toMatch(/node_modules|SQLITE_|ZodError|\bat \S+\.ts:\d/);
    for (const place of [process.cwd(), name === "memory_status" ? "\0" : test.home]) expect(text).not.toContain(place);
  });
  await fc.assert(property, bounds);
});

const headers = fc.record(
  {
    "content-type": fc.constantFrom("application/json", "text/plain", ";;;", "application/json; charset=utf-16"),
    accept: fc.constantFrom("application/json, text/event-stream", "*/*", "text/html"),
    "mcp-session-id": fc.constantFrom("x", "", "11111111-1111-4111-8111-111111111111"),
    "mcp-protocol-version": fc.constantFrom("2025-06-18", "1", "never"),
  },
  { requiredKeys: [] },
);

it("X11: /mcp", async () => {
  const initialize = {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "x", capabilities: {}, clientInfo: { name: "f", version: "1" } },
  };
  const body = fc.oneof(
    fc.constantFrom("", "{", "[]", "null", "[".repeat(20_000), JSON.stringify([initialize, initialize])),
    hostileText,
    fc.json(),
    nearMisses(fc.constant(initialize)).map((value) => JSON.stringify(value) ?? ""),
  );
  const query = fc.constantFrom(
    "",
    "?profile=all",
    "?profile=",
    "?profile=x",
    "?project=%00",
    `?project=${"x".repeat(2000)}`,
  );
  const property = fc.asyncProperty(
    fc.constantFrom("POST", "GET", "DELETE", "PUT"),
    query,
    headers,
    body,
    async (method, asked, sent, text) => {
      const response = await mcpFetch(`${MCP_URL}${asked}`, {
        method,
        headers: sent as Record<string, string>,
        ...(method === "POST" ? { body: new TextEncoder().encode(text) } : {}),
      });
      expect(response.status).toBeLessThan(500);
      expect(response.headers.get("x-request-id")).toMatch(/^req_/);
      if (response.status >= 400) McpError.parse(await response.json());
      else await response.body?.cancel();
    },
  );
  await fc.assert(property, { ...bounds, numRuns: 300, interruptAfterTimeLimit: 5_000 });
});
