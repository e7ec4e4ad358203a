import { mcpMethods } from "@/lib/http/mcp";

/** MCP over streamable HTTP; `?profile=` and `?project=` count for the session that `initialize` opens. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mcpMethods;
