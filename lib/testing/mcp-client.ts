/** The SDK's own client on the MCP route's handlers, as a host is over HTTP. */
import { pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { type CallToolResult, ListRootsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { DELETE, GET, PATCH, POST, PUT } from "../../app/mcp/route";

export const MCP_URL = "http://127.0.0.1:37777/mcp";

const HANDLERS: Record<string, (request: Request) => Promise<Response>> = { GET, POST, DELETE, PUT, PATCH };

/** As `fetch`, without a socket. */
export const mcpFetch = (url: string | URL, init?: RequestInit): Promise<Response> => {
  const request = new Request(url, init);
  const handler = HANDLERS[request.method];
  if (handler === undefined) throw new Error(`no handler for ${request.method}`);
  return handler(request);
};

export interface McpHost {
  client: Client;
  transport: StreamableHTTPClientTransport;
  call(name: string, args?: Record<string, unknown>): Promise<CallToolResult>;
  /** All text blocks of the answer; throws where it is an error. */
  text(name: string, args?: Record<string, unknown>): Promise<string>;
  /** The first block's JSON; of an error too. */
  json(name: string, args?: Record<string, unknown>): Promise<{ isError: boolean; body: Record<string, unknown> }>;
}

export interface HostOptions {
  /** As the host calls itself. */
  name?: string;
  /** Folders that it works in; absent = it cannot say. */
  roots?: string[];
  headers?: Record<string, string>;
}

/** `query` begins with `?`. */
export async function connectHost(
  query = "",
  { name = "claude-code", roots, headers = {} }: HostOptions = {},
): Promise<McpHost> {
  const client = new Client({ name, version: "1.0.0" }, { capabilities: roots === undefined ? {} : { roots: {} } });
  if (roots !== undefined) {
    client.setRequestHandler(ListRootsRequestSchema, () => ({
      roots: roots.map((folder) => ({ uri: pathToFileURL(folder).href })),
    }));
  }
  const transport = new StreamableHTTPClientTransport(new URL(`${MCP_URL}${query}`), {
    fetch: mcpFetch,
    requestInit: { headers },
  });
  await client.connect(transport);
  const call = async (tool: string, args: Record<string, unknown> = {}): Promise<CallToolResult> =>
    (await client.callTool({ name: tool, arguments: args })) as CallToolResult;
  const textOf = ({ content }: CallToolResult): string =>
    content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
  return {
    client,
    transport,
    call,
    async text(tool, args) {
      const answer = await call(tool, args);
      if (answer.isError === true) throw new Error(`${tool} failed: ${textOf(answer)}`);
      return textOf(answer);
    },
    async json(tool, args) {
      const answer = await call(tool, args);
      const [first] = answer.content;
      const body = JSON.parse(first?.type === "text" ? first.text : "{}") as Record<string, unknown>;
      return { isError: answer.isError === true, body };
    },
  };
}
