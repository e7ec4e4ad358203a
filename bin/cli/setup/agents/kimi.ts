/** Kimi Code: hooks in config.toml, the MCP server in mcp.json. Projects can have the server only. */
import { join } from "node:path";
import type { Agent } from "../agent";
import { commandOf, HOOK_SECONDS } from "../hook-entries";
import { isBlankJson } from "../json-parts";
import { isOurCommand } from "../marks";
import { folderBy, type Place } from "../place";
import { stdioServer } from "../server-entries";
import { isBlankText } from "../text-parts";
import { tomlHooksPart } from "../toml-parts";

const EVENTS = [
  "SessionStart",
  "UserPromptSubmit",
  "PostToolUse",
  "PostToolUseFailure",
  "Stop",
  "SubagentStop",
  "PreCompact",
  "SessionEnd",
];

const folder = (place: Place): string => folderBy(place, "KIMI_CODE_HOME", ".kimi-code");

export const kimi: Agent = {
  name: "kimi",
  title: "Kimi Code",
  sendsEvents: true,
  folder,
  files: (place, { scope, style }) => {
    const command = commandOf(place, "kimi", style);
    const hooks = {
      path: join(folder(place), "config.toml"),
      parts: [
        tomlHooksPart({
          name: "hooks",
          wanted: EVENTS.map((event) => ({ event, command, timeout: HOOK_SECONDS })),
          isOurs: (entry) => isOurCommand(entry.command),
        }),
      ],
      isBlank: isBlankText,
    };
    const servers = scope === "project" ? join(place.cwd, ".kimi-code", "mcp.json") : join(folder(place), "mcp.json");
    const server = { path: servers, parts: [stdioServer(place, ["mcpServers"])], isBlank: isBlankJson() };
    return scope === "project" ? [server] : [hooks, server];
  },
  notes: (_place, { scope }) =>
    scope === "project" ? ["Kimi Code has hooks for all projects only: set up with --scope user to capture."] : [],
};
