/** Addresses of the MCP server's switch. */
import { McpStatus, McpToggle, McpToggled } from "../../contract/mcp";
import type { ApiOperation } from "./types";

const tag = "mcp";

export const mcpOperations: ApiOperation[] = [
  { method: "get", path: "/api/mcp/status", tag, summary: "Whether the MCP server answers", output: McpStatus },
  {
    method: "post",
    path: "/api/mcp/toggle",
    tag,
    summary: "Switch the MCP server on or off",
    body: McpToggle,
    output: McpToggled,
  },
];
