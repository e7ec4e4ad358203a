/** Whether our MCP server answers (M43, M44): one setting, asked by both of its transports. */
import type { App } from "../context";
import { AppError } from "../contract/errors";
import type { McpStatus, McpToggle, McpToggled } from "../contract/mcp";
import { readSettings, saveSettings, settingSource } from "./service";

/** Off = every request to the MCP server is refused with a message that says how to switch it on. */
export const isMcpEnabled = (app: App): boolean => readSettings(app).mcp_enabled;

/** Throws `forbidden` while it is off. */
export function requireMcp(app: App): void {
  if (isMcpEnabled(app)) return;
  throw new AppError("forbidden", "Keepsake's MCP server is switched off.", {
    hint: "A person can switch it on in the console's settings (Answer MCP requests), or with POST /api/mcp/toggle.",
  });
}

/** M43. */
export const mcpStatus = (app: App): McpStatus => ({ enabled: isMcpEnabled(app) });

/**
 * M44: holds from the next request on, over restarts too, and is told to the feed as `settings.changed`. Throws `conflict`
 * where the environment holds the setting: an answer of success would not be true.
 */
export function toggleMcp(app: App, { enabled }: McpToggle): McpToggled {
  if (settingSource(app, "mcp_enabled") === "environment" && isMcpEnabled(app) !== enabled) {
    throw new AppError("conflict", "The environment of the server holds this setting.", {
      hint: "Take KEEPSAKE_MCP_ENABLED out of the server's environment and start it again.",
    });
  }
  if (isMcpEnabled(app) !== enabled) saveSettings(app, { mcp_enabled: enabled });
  return { success: true, enabled };
}
