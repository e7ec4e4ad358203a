/** The MCP server for any EverMe gateway: four tools, two resources (V70). */
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { EVERME_TOOLS } from "../../lib/contract/mcp-everme";
import { MCP_NAMES } from "../../lib/contract/mcp-names";
import { type MemTools, toolError } from "../../lib/sdk/agent/adapters/mcp";
import { addMemResources } from "../../lib/sdk/agent/adapters/mcp-resources";

export interface EvermeServerOptions {
  /** Throws a sentence when the gateway is not set up. */
  tools(): MemTools;
  /** Throws a sentence where the token only reads (V60). */
  requireWrite(): void;
  version: string;
}

/** Not connected yet. */
export function createEvermeServer({ tools, requireWrite, version }: EvermeServerOptions): McpServer {
  const { serverName, instructions } = MCP_NAMES.everme;
  const server = new McpServer({ name: serverName, version }, { instructions });
  const { mem_search, mem_context, mem_save_turn, mem_save_fact } = EVERME_TOOLS;
  server.registerTool("mem_search", described(mem_search), (input) => answered(() => tools().search(input)));
  server.registerTool("mem_context", described(mem_context), (input) => answered(() => tools().context(input)));
  server.registerTool("mem_save_turn", described(mem_save_turn), (input) =>
    written(requireWrite, () => tools().saveTurn(input)),
  );
  server.registerTool("mem_save_fact", described(mem_save_fact), (input) =>
    written(requireWrite, () => tools().saveFact(input)),
  );
  addMemResources(server, async (read) => {
    try {
      return await read(tools());
    } catch (error) {
      throw new Error(toolError(error));
    }
  });
  return server;
}

const described = <Tool extends (typeof EVERME_TOOLS)[keyof typeof EVERME_TOOLS]>({
  title,
  description,
  input,
  annotations,
}: Tool) => ({ title, description, inputSchema: input.shape as Tool["input"]["shape"], annotations });

async function answered(run: () => Promise<string>): Promise<CallToolResult> {
  try {
    return { content: [{ type: "text", text: await run() }] };
  } catch (error) {
    return { isError: true, content: [{ type: "text", text: toolError(error) }] };
  }
}

const written = (requireWrite: () => void, run: () => Promise<object>): Promise<CallToolResult> =>
  answered(async () => {
    requireWrite();
    return JSON.stringify(await run());
  });
