import { McpStatus } from "@/lib/contract/mcp";
import { methods, route } from "@/lib/http/route";
import { mcpStatus } from "@/lib/settings/mcp";

/** M43. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ output: McpStatus }, ({ app }) => mcpStatus(app)),
});
