import { McpToggle, McpToggled } from "@/lib/contract/mcp";
import { methods, route } from "@/lib/http/route";
import { toggleMcp } from "@/lib/settings/mcp";

/** M44. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({ body: McpToggle, output: McpToggled }, ({ app, body }) => toggleMcp(app, body)),
});
