/** `mem://profile` and `mem://search` of the profile `everme` (V70). */
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { addMemResources } from "../sdk/agent/adapters/mcp-resources";
import { requireMcp } from "../settings/mcp";
import type { Caller } from "./caller";
import { type Extra, toMcpError } from "./resources";
import { reading } from "./tools/everme";

export function addEvermeResources(server: McpServer, callerOf: (extra: Extra) => Promise<Caller>): void {
  addMemResources(server, async (read, extra) => {
    const caller = await callerOf(extra);
    try {
      requireMcp(caller.app);
      return await reading(caller, read);
    } catch (error) {
      throw toMcpError(caller, error);
    }
  });
}
