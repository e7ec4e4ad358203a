/** The MCP server's address, and those of its switch. */
import { McpError, McpMessage, McpQuery, McpStatus, McpToggle, McpToggled } from "../../contract/mcp";
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
  {
    method: "post",
    path: "/mcp",
    tag,
    summary: "Send a message of the Model Context Protocol; initialize opens a session",
    query: McpQuery,
    body: McpMessage,
    output: McpMessage,
    outputType: "text/event-stream",
    failure: McpError,
  },
  {
    method: "get",
    path: "/mcp",
    tag,
    summary: "Listen to what the MCP server sends by itself, in the session of Mcp-Session-Id",
    output: McpMessage,
    outputType: "text/event-stream",
    failure: McpError,
  },
  {
    method: "delete",
    path: "/mcp",
    tag,
    summary: "End the MCP session of Mcp-Session-Id",
    failure: McpError,
  },
];
