/** One call of a tool over streamable HTTP, as a host makes it: the server's own time and the protocol's. */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Server } from "../../e2e/support/server";
import { queries } from "../corpus";
import { type Row, timeEach, timesRow } from "../measure";

/** `label` says how large the store is; `count` calls of each kind. */
export async function benchMcp(server: Server, label: string, count: number): Promise<Row[]> {
  const open = async (place = ""): Promise<Client> => {
    const client = new Client({ name: "bench", version: "1" }, { capabilities: {} });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp?profile=all${place}`)));
    return client;
  };
  const opening = await timeEach(Array.from({ length: Math.min(count, 20) }), async () => (await open()).close());
  const client = await open();
  const call = (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args });
  const asked = queries(count);
  const rows = [
    timesRow(`MCP: open a session, ${label}`, opening),
    timesRow(`MCP: list the tools, ${label}`, await timeEach(asked, () => client.listTools())),
    timesRow(`MCP: memory_status, ${label}`, await timeEach(asked, () => call("memory_status", {}))),
    timesRow(`MCP: keepsake_recall, ${label}`, await timeEach(asked, (query) => call("keepsake_recall", { query }))),
    timesRow(`MCP: keepsake_search, ${label}`, await timeEach(asked, (query) => call("keepsake_search", { query }))),
    timesRow(
      `MCP: memory_add, ${label}`,
      await timeEach([...asked.entries()], ([index, query]) =>
        call("memory_add", { key: `bench:mcp:fact:n${index}`, value: `The benchmark asked once for: ${query}` }),
      ),
    ),
  ];
  await client.close();
  // codewatch's recall is of one project: C41's bound holds for it as well.
  const placed = await open("&project=project-1");
  const recall = (query: string) => placed.callTool({ name: "recall", arguments: { query } });
  rows.push(timesRow(`MCP: recall of one project, ${label}`, await timeEach(asked, recall)));
  await placed.close();
  return rows;
}
