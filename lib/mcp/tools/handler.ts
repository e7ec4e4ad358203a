/** How the handlers of a set of tools are typed: one for each tool, with the input that its schema parses. */
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { z } from "zod";
import type { McpTool } from "../../contract/mcp-tools";
import type { Caller } from "../caller";

export type Handlers<Tools extends Readonly<Record<string, McpTool>>> = {
  [Name in keyof Tools]: (
    caller: Caller,
    input: z.infer<Tools[Name]["input"]>,
  ) => CallToolResult | Promise<CallToolResult>;
};
