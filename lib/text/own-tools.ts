/** Tools that read or write memory, ours and those of the systems whose promises we keep: what they bring back was remembered before. Pure. */

/** Hosts join a server's and its tool's name each in its way: `mcp__keepsake__x`, `mcp_keepsake_x`, `MCP:keepsake:x`, `keepsake_x`. */
const SERVERS = "keepsake|codewatch|codewatch-memory|evolvmem|claude-mem|everme";
const OWN_SERVER = new RegExp(`^(?:mcp[_:.-]{1,2})?(?:plugin_)?(?:${SERVERS})(?:[_:./-]|$)`, "i");
/** Names that say by themselves that they speak of memory, whatever the server is called. */
const OWN_TOOL =
  /(?:^|[_:./-])(?:memory_(?:search|status|add|replace|remove|consolidate)|mem_(?:search|context|save_turn|save_fact)|keepsake_[a-z_]{1,40})$/i;

/** Cursor names a tool without its server: those of our other sets that hardly anybody else has. */
const OWN_NAMELESS = /^MCP:(?:observe|get_session_info|switch_context|get_observations|save_memory|__IMPORTANT)$/;

/** True for tools that read or write memory. */
export const isOwnTool = (name: string): boolean =>
  OWN_SERVER.test(name) || OWN_TOOL.test(name) || OWN_NAMELESS.test(name);
